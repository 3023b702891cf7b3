// Queries for the traveller's own bookings, and the label and tone of each status.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isAllowed } from '../../api/booking-actions';
import { ApiFailure, api, requestData } from '../../api/client';
import type { Booking } from '../../api/types';
import { bookingListAnswer } from '../../api/validators/account';
import { bookingAnswer } from '../../api/validators/booking';
import type { Tone } from '../../ui/States';

/** The same text that verify-payment answers (decisions §11). */
export const PAYMENT_MISMATCH = 'The payment does not match this booking. We have been notified.';

export const myBookingsQuery = queryOptions({
  queryKey: ['my-bookings'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/bookings/my-bookings', { signal }), bookingListAnswer)).bookings,
  staleTime: 0,
});

export function ownBookingQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/bookings/{id}', { params: { path: { id } }, signal }), bookingAnswer)).booking,
  });
}

/** One booking. Offline, falls back to the cached list when the booking itself was never opened. */
export function useOwnBooking(id: string) {
  const query = useQuery({ ...ownBookingQuery(id), staleTime: 0, refetchInterval: pollInterval });
  const list = useQuery({ ...myBookingsQuery, enabled: false });
  const isMissing = query.error instanceof ApiFailure && query.error.status === 404;
  const booking = query.data ?? list.data?.find((one) => one._id === id);
  return { booking: isMissing ? undefined : booking, isMissing, query };
}

const CONFIRMATION_POLL_MS = 3000;

/** Polls while a received payment waits for its confirmation, which follows within a minute. */
function pollInterval({ state: { data } }: { state: { data: Booking | undefined } }) {
  const confirming = data?.status === 'Pending' && data.payment.received && !data.payment.mismatch;
  return confirming ? CONFIRMATION_POLL_MS : false;
}

export interface BookingState {
  label: string;
  tone: Tone;
  /** The offered action: pay, view the confirmation, answer the agency, or download the invoice. */
  offer: 'pay' | 'wait' | 'choose' | 'invoice' | 'none';
}

export function bookingState(booking: Booking): BookingState {
  const { status, payment, payWith, refunded, refunds, amount, openChoice } = booking;
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
    if (payWith === 'bank') return { label: 'Waits for your bank transfer', tone: 'warning', offer: 'none' };
    if (payWith === 'arrival') return { label: 'Waits for your payment', tone: 'warning', offer: 'none' };
    return payment.received
      ? { label: 'Payment received, confirming', tone: 'info', offer: 'wait' }
      : { label: 'Not paid yet', tone: 'warning', offer: isAllowed(booking, 'pay') ? 'pay' : 'none' };
  }
  if (payment.status === 'Failed') return { label: 'Payment failed', tone: 'danger', offer: 'none' };
  if (openChoice) return { label: 'Departure changed', tone: 'warning', offer: 'choose' };
  const back = refunded <= 0 ? '' : refunded >= amount ? ', refunded' : ', partly refunded';
  return status === 'Completed'
    ? { label: `Completed${back}`, tone: 'neutral', offer: 'invoice' }
    : { label: `Confirmed${back}`, tone: 'success', offer: 'invoice' };
}

/** Whether a refund goes back to a card. */
export function isPaidByCard({ payment, payWith = 'card' }: Booking): boolean {
  return !payment.byHand && payWith === 'card';
}
