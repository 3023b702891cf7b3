// The calls of the agency's desk and their shapes (decisions §3): one place, so that a screen names none of them.
import type { Client } from 'openapi-fetch';
import { api } from '../../api/client';
import type { Booking, BookingStatus, PaymentStatus } from '../../api/types';

interface Calls<Query, Answer> {
  parameters: { query?: Query; path?: { id: string } };
  responses: { 200: { content: { 'application/json': Answer } } };
}
interface Get<Query, Answer> {
  get: Calls<Query, Answer>;
}
interface Post<Answer> {
  post: Calls<never, Answer>;
}

export interface Overview {
  bookings: { last30Days: number; before: number };
  income: { last30Days: number; before: number; currency: string };
  nextDepartures: { bookingId: string; trekName: string; startDate: string; guests: number; name: string }[];
  unpaidBookings: number;
  failedMails: number;
}

export interface ManagedTrek {
  _id: string;
  name: string;
  location: string;
  noOfRoutes: number;
  visibleRoutes: number;
  price: number;
  currency: string;
  bookings: number;
  version: number;
  updatedAt: string;
  archivedAt?: string | null;
  bannerImage: string;
}

export interface ManagedTreksQuery {
  search?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
  state?: string | undefined;
  page?: string;
  limit?: string;
}

export interface BookingsQuery {
  search?: string | undefined;
  status?: string | undefined;
  trek?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: string;
  limit?: string;
}

export interface AuditEntry {
  _id: string;
  at: string;
  who: { id: string; name: string };
  action: string;
  subject: { kind: string; id: string; name: string };
  changes: { field: string; before?: unknown; after?: unknown }[];
}

export interface BookingHistory {
  payments: { at: string; kind: string; amount: number; currency: string; reason: string; by?: string }[];
  mails: { _id: string; kind: string; state: string; at: string; lastError?: string }[];
  history: { at: string; status: BookingStatus; paymentStatus: PaymentStatus }[];
}

interface DeskPaths {
  '/api/overview': Get<never, { data: Overview }>;
  '/api/treks/manage': Get<ManagedTreksQuery, { data: { treks: ManagedTrek[]; total: number } }>;
  '/api/treks/{id}/duplicate': Post<{ data: { trek: { _id: string; name: string } } }>;
  '/api/treks/{id}/archive': Post<{ data: { trek: { _id: string; name: string } } }>;
  '/api/treks/{id}/restore': Post<{ data: { trek: { _id: string; name: string } } }>;
  '/api/bookings': Get<BookingsQuery, { data: { bookings: Booking[]; total: number } }>;
  '/api/bookings/export': Get<BookingsQuery, Blob>;
  '/api/bookings/{id}/history': Get<never, { data: BookingHistory }>;
  '/api/bookings/{id}/resend-mail': Post<{ message: string }>;
  '/api/audit': Get<
    { search?: string; page?: string; limit?: string },
    { data: { entries: AuditEntry[]; total: number } }
  >;
}

export const desk = api as unknown as Client<DeskPaths>;
