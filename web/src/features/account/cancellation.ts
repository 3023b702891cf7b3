// Cancels a booking: the refund preview and the cancellation itself (decisions §5, §10 "Cancel").
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, requestData } from '../../api/client';
import type { Booking, Cancellation, MoneyBack } from '../../api/types';
import { cancellationAnswer, movedAnswer } from '../../api/validators/account';
import { bookingAnswer } from '../../api/validators/booking';

export const cancellationTexts = {
  lost: "We couldn't confirm the cancellation because the server didn't answer. Try again: it won't be cancelled twice.",
  refused: 'This booking cannot be cancelled any more.',
} as const;

/** Never cached: the refund depends on the current day. */
export function cancellationQuery(id: string) {
  return queryOptions({
    queryKey: ['cancellation', id],
    queryFn: ({ signal }): Promise<Cancellation> =>
      requestData(api.GET('/api/bookings/{id}/cancellation', { params: { path: { id } }, signal }), cancellationAnswer),
    staleTime: 0,
    gcTime: 0,
  });
}

export interface Cancelled {
  booking: Booking;
  refund: MoneyBack;
}

/**
 * After a lost response the retry gets 409. The booking is then cancelled by the first request, so this is a success.
 */
export async function cancelBooking(id: string): Promise<Cancelled> {
  const path = { params: { path: { id } } };
  try {
    return await requestData(api.POST('/api/bookings/{id}/cancel', path), movedAnswer);
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 409) throw failure;
    const { booking } = await requestData(api.GET('/api/bookings/{id}', path), bookingAnswer);
    if (booking.status !== 'Cancelled') throw failure;
    const amount = booking.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    return { booking, refund: { amount, currency: booking.currency } };
  }
}

export function cancellationProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.worthRetrying) return cancellationTexts.lost;
  return failure.serverMessage ?? cancellationTexts.refused;
}
