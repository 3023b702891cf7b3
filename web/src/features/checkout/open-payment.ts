// An unpaid booking with its open payment intent. Fetched again after a reload, since the client secret is not
// stored.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, requestData } from '../../api/client';
import type { Booking, BookingOpened } from '../../api/types';
import { bookingAnswer, bookingOpenedAnswer } from '../../api/validators/booking';

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
    const call = api.POST('/api/bookings/{id}/payment-intent', path);
    return { kind: 'open', opened: await requestData(call, bookingOpenedAnswer) };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 409) throw failure;
    const { booking } = await requestData(api.GET('/api/bookings/{id}', path), bookingAnswer);
    const paid = booking.payment.status === 'Confirmed' || booking.payment.received === true;
    return { kind: paid ? 'paid' : 'over', booking };
  }
}
