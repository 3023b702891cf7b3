// Payments that staff record by hand and administrators reverse.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure, api, requestData } from '../../api/client';
import { RECEIVED_PAYMENTS_KEY } from '../../api/payments';
import type { RecordPayment } from '../../api/types';
import { bookingAnswer } from '../../api/validators/booking';
import { balanceLinkAnswer, receivedPaymentAnswer } from '../../api/validators/payments';
import { readPath } from '../../lib/json';
import { toast } from '../../lib/toast';
import { BOOKINGS_KEY } from './all-bookings';
import { DETAIL_KEY } from './booking-mutations';

function useRefresh(bookingId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [[RECEIVED_PAYMENTS_KEY, bookingId], [DETAIL_KEY, bookingId], [BOOKINGS_KEY], ['balances'], ['overview']].map(
        (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    );
}

/** A payment to the agency, or a payout to the guest of what is owed by hand. */
export type MoneyKind = 'payment' | 'payout';

/** The same payment keeps its key, so that a second tap or a retry after a lost response records it once. */
export function useRecordMoney(bookingId: string, kind: MoneyKind) {
  const refresh = useRefresh(bookingId);
  const attempt = useRef({ key: '', body: '' });
  return useMutation({
    mutationFn: async (body: RecordPayment): Promise<string> => {
      const text = JSON.stringify(body);
      if (attempt.current.body !== text) attempt.current = { key: crypto.randomUUID(), body: text };
      const params = { path: { id: bookingId }, header: { 'Idempotency-Key': attempt.current.key } };
      if (kind === 'payout') {
        await requestData(api.POST('/api/bookings/{id}/payouts', { params, body }), bookingAnswer);
        return 'Payout recorded.';
      }
      const call = api.POST('/api/bookings/{id}/payments', { params, body });
      const { payment } = await requestData(call, receivedPaymentAnswer);
      return payment.receiptNumber ? `Payment recorded. Receipt ${payment.receiptNumber}.` : 'Payment recorded.';
    },
    onSuccess: (message) => toast.success(message),
    onSettled: refresh,
  });
}

export function useReversePayment(bookingId: string, paymentId: string) {
  const refresh = useRefresh(bookingId);
  return useMutation({
    mutationFn: (reason: string) => {
      const params = { path: { id: bookingId, paymentId } };
      const call = api.POST('/api/bookings/{id}/payments/{paymentId}/reverse', { params, body: { reason } });
      return requestData(call, receivedPaymentAnswer);
    },
    onSuccess: () => toast.success('Payment reversed.'),
    onSettled: refresh,
  });
}

/** The link that pays the balance of a booking without signing in. */
export function useBalanceLink(bookingId: string) {
  return useMutation({
    mutationFn: async () => {
      const call = api.POST('/api/bookings/{id}/balance-link', { params: { path: { id: bookingId } } });
      return (await requestData(call, balanceLinkAnswer)).url;
    },
  });
}

/** What is left to pay, or owed, from the answer to an amount above it: in the booking's currency or in NPR. */
export function balanceOf(failure: unknown, isInRupees: boolean): number | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 409) return undefined;
  const suffix = isInRupees ? 'InRupees' : '';
  const balance = readPath(failure.data, `balance${suffix}`) ?? readPath(failure.data, `left${suffix}`);
  return typeof balance === 'number' ? balance : undefined;
}
