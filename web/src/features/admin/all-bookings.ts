// The bookings of all travellers, page by page and as a file, and the treks that they can be looked through by.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import type { BookingsQuery } from './desk-wire';

export const BOOKINGS_ON_A_PAGE = 25;
export const BOOKING_STATUSES = ['Pending', 'Confirmed', 'Completed', 'Cancelled'] as const;
export const BOOKINGS_KEY = 'all-bookings';

export function bookingsQuery(filters: BookingsQuery, page: number) {
  const asked = { ...filters, page: String(page), limit: String(BOOKINGS_ON_A_PAGE) };
  return queryOptions({
    queryKey: [BOOKINGS_KEY, asked],
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/api/bookings', { params: { query: asked }, signal }), 'silent')).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** All of them, also the archived: old bookings are of those. */
export const trekChoicesQuery = queryOptions({
  queryKey: ['managed-treks', 'choices'],
  queryFn: async ({ signal }) => {
    const query = { sort: 'name', order: 'asc', limit: '100' };
    return (await ask(api.GET('/api/treks/manage', { params: { query }, signal }), 'silent')).data.treks;
  },
});

export function fetchBookingsFile(filters: BookingsQuery): Promise<Blob> {
  return ask(api.GET('/api/bookings/export', { params: { query: filters }, parseAs: 'blob' }));
}
