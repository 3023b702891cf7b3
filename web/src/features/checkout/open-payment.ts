// An unpaid booking with its open payment intent. Fetched again after a reload, since the client secret is not
// stored.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, ask } from '../../api/client';
import type { Booking, BookingOpened } from '../../api/types';

export type Unpaid =
  | { kind: 'open'; opened: BookingOpened }
  /** Paid meanwhile, or waiting for the confirmation. */
  | { kind: 'paid'; booking: Booking }
  | { kind: 'over'; booking: Booking };

export function unpaidQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['unpaid', bookingId],
    queryFn: ({ signal }) => fetchUnpaid(bookingId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export async function fetchUnpaid(id: string, signal?: AbortSignal): Promise<Unpaid> {
  const path = { params: { path: { id } }, signal };
  try {
    const { data } = await ask(api.POST('/api/bookings/{id}/payment-intent', path), 'silent');
    return { kind: 'open', opened: data };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 409) throw failure;
    const { data } = await ask(api.GET('/api/bookings/{id}', path), 'silent');
    const { booking } = data;
    const paid = booking.payment.status === 'Confirmed' || booking.payment.received === true;
    return { kind: paid ? 'paid' : 'over', booking };
  }
}
