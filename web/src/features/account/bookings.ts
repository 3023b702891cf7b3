// The traveller's own bookings from the server, and the words and tones of their states.
import { queryOptions } from '@tanstack/react-query';
import { isAllowed } from '../../api/booking-actions';
import { api, ask } from '../../api/client';
import type { Booking } from '../../api/types';
import type { Tone } from '../../ui/States';

export const myBookingsQuery = queryOptions({
  queryKey: ['my-bookings'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/bookings/my-bookings', { signal }), 'silent')).data.bookings,
  staleTime: 0,
});

export function ownBookingQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id],
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/api/bookings/{id}', { params: { path: { id } }, signal }), 'silent')).data.booking,
  });
}

export interface BookingState {
  label: string;
  tone: Tone;
  /** What can be done: pay it, look at its confirmation, print its invoice. */
  offer: 'pay' | 'wait' | 'invoice' | 'none';
}

export function stateOf(booking: Booking): BookingState {
  const { status, payment, refunded, refunds, amount } = booking;
  if (status === 'Cancelled') {
    const onItsWay = refunds.some((refund) => !refund.made);
    const whole = refunded >= amount ? ', refunded' : ', partly refunded';
    const back = onItsWay ? ', refund on its way' : refunded > 0 ? whole : '';
    return {
      label: `Cancelled${back}`,
      tone: 'neutral',
      offer: payment.status === 'Pending' || payment.status === 'Failed' ? 'none' : 'invoice',
    };
  }
  if (payment.status === 'Pending') {
    if (payment.mismatch) return { label: 'Payment under review', tone: 'danger', offer: 'none' };
    return payment.received
      ? { label: 'Payment received, confirming', tone: 'info', offer: 'wait' }
      : { label: 'Not paid yet', tone: 'warning', offer: isAllowed(booking, 'pay') ? 'pay' : 'none' };
  }
  if (payment.status === 'Failed') return { label: 'Payment failed', tone: 'danger', offer: 'none' };
  const back = refunded <= 0 ? '' : refunded >= amount ? ', refunded' : ', partly refunded';
  return status === 'Completed'
    ? { label: `Completed${back}`, tone: 'neutral', offer: 'invoice' }
    : { label: `Confirmed${back}`, tone: 'success', offer: 'invoice' };
}
