// Queries for the bookings of all travellers, their CSV exports, and the treks to filter by.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, download, fetchLong, requestData } from '../../api/client';
import { managedTrekListAnswer } from '../../api/validators/desk';
import { allBookingsAnswer } from '../../api/validators/desk-lists';
import type { BookingsQuery, ManagedTrek } from './desk-types';

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
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/bookings', { params: { query: asked }, signal }), allBookingsAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Including archived treks, because old bookings belong to them. */
export const trekChoicesQuery = queryOptions({
  queryKey: ['managed-treks', 'choices'],
  queryFn: async ({ signal }) => {
    const treks: ManagedTrek[] = [];
    for (let page = 1; ; page++) {
      const query = { sort: 'name', order: 'asc', page: String(page), limit: '100' };
      const call = api.GET('/api/treks/manage', { params: { query }, signal });
      const part = await requestData(call, managedTrekListAnswer);
      treks.push(...part.treks);
      if (part.treks.length === 0 || treks.length >= part.total) return treks;
    }
  },
});

export function fetchBookingsFile(kind: BookingsFile, filters: BookingsQuery): Promise<Blob> {
  const asked = { params: { query: filters }, parseAs: 'blob', fetch: fetchLong } as const;
  switch (kind) {
    case 'bookings':
      return download(api.GET('/api/bookings/export', asked));
    case 'guests':
      return download(api.GET('/api/bookings/guests/export', asked));
    case 'payments':
      return download(api.GET('/api/bookings/payments/export', asked));
  }
}
