// Queries for the bookings of all travellers, their CSV exports, and the treks to filter by.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, ask, sendLongCall } from '../../api/client';
import type { BookingsQuery } from './desk-types';

export const BOOKINGS_PER_PAGE = 25;
export const BOOKING_STATUSES = ['Pending', 'Confirmed', 'Completed', 'Cancelled'] as const;
/** Predefined lists of bookings that need work. */
export const BOOKING_VIEWS = [
  ['unpaid', 'Unpaid'],
  ['leaving-this-week', 'Leaving this week'],
  ['refunds', 'Refunds'],
] as const;
export type BookingsFile = 'bookings' | 'guests' | 'payments';
export const BOOKINGS_KEY = 'all-bookings';

export function bookingsQuery(filters: BookingsQuery, page: number) {
  const asked = { ...filters, page: String(page), limit: String(BOOKINGS_PER_PAGE) };
  return queryOptions({
    queryKey: [BOOKINGS_KEY, asked],
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/api/bookings', { params: { query: asked }, signal }), 'silent')).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Including archived treks, because old bookings belong to them. */
export const trekChoicesQuery = queryOptions({
  queryKey: ['managed-treks', 'choices'],
  queryFn: async ({ signal }) => {
    const query = { sort: 'name', order: 'asc', limit: '100' };
    return (await ask(api.GET('/api/treks/manage', { params: { query }, signal }), 'silent')).data.treks;
  },
});

export function fetchBookingsFile(kind: BookingsFile, filters: BookingsQuery): Promise<Blob> {
  const asked = { params: { query: filters }, parseAs: 'blob', fetch: sendLongCall } as const;
  switch (kind) {
    case 'bookings':
      return ask(api.GET('/api/bookings/export', asked));
    case 'guests':
      return ask(api.GET('/api/bookings/guests/export', asked));
    case 'payments':
      return ask(api.GET('/api/bookings/payments/export', asked));
  }
}
