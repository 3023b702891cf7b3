// An unpaid booking with its open payment intent. Fetched again after a reload, since the client secret is not
// stored.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, requestData, requestWithHeaders } from '../../api/client';
import type { Booking, BookingOpened, WayToPay } from '../../api/types';
import { bookingAnswer, bookingOpenedAnswer } from '../../api/validators/booking';

export type Unpaid =
  /** `serverAhead`: milliseconds that the server's clock is ahead of this device's. */
  | { kind: 'open'; opened: BookingOpened; serverAhead: number }
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
    const { data, headers } = await requestWithHeaders(call, bookingOpenedAnswer, 'silent');
    // The call also opens the balance of a confirmed booking, which has a page of its own.
    if (data.data.booking.status !== 'Pending') return { kind: 'paid', booking: data.data.booking };
    return { kind: 'open', opened: data.data, serverAhead: clockDifference(headers) };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 409) throw failure;
    const { booking } = await requestData(api.GET('/api/bookings/{id}', path), bookingAnswer);
    const paid = booking.payment.status === 'Confirmed' || booking.payment.received === true;
    return { kind: paid ? 'paid' : 'over', booking };
  }
}

/** Chooses a way to pay for an unpaid booking. */
export async function payWith(id: string, way: WayToPay): Promise<BookingOpened> {
  const call = api.POST('/api/bookings/{id}/payment-intent', { params: { path: { id } }, body: { payWith: way } });
  return (await requestWithHeaders(call, bookingOpenedAnswer, 'silent')).data.data;
}

/** Milliseconds that the server's clock is ahead of this device's; 0 when the response does not say. */
export function clockDifference(headers: Headers): number {
  const server = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(server) ? 0 : server - Date.now();
}
