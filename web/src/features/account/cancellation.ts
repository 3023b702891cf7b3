// Cancelling a booking: what would come back, and the one call that does it (decisions §5, §10 "Cancel").
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, ask } from '../../api/client';
import type { Booking, Cancellation, MoneyBack } from '../../api/types';

export const cancellationTexts = {
  lost: "We couldn't confirm the cancellation because the server didn't answer. Try again: it won't be cancelled twice.",
  refused: 'This booking cannot be cancelled any more.',
} as const;

/** Asked anew each time: the number is of today. */
export function cancellationQuery(id: string) {
  return queryOptions({
    queryKey: ['cancellation', id],
    queryFn: async ({ signal }): Promise<Cancellation> =>
      (await ask(api.GET('/api/bookings/{id}/cancellation', { params: { path: { id } }, signal }), 'silent')).data,
    staleTime: 0,
    gcTime: 0,
  });
}

export interface Cancelled {
  booking: Booking;
  refund: MoneyBack;
}

/** After a lost answer a second try finds it cancelled: that is what the first one did, and no failure. */
export async function cancelBooking(id: string): Promise<Cancelled> {
  const path = { params: { path: { id } } };
  try {
    return (await ask(api.POST('/api/bookings/{id}/cancel', path), 'silent')).data;
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 409) throw failure;
    const { booking } = (await ask(api.GET('/api/bookings/{id}', path), 'silent')).data;
    if (booking.status !== 'Cancelled') throw failure;
    const amount = booking.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    return { booking, refund: { amount, currency: booking.currency } };
  }
}

export function whyNot(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.worthRetrying) return cancellationTexts.lost;
  return failure.serverMessage ?? cancellationTexts.refused;
}
