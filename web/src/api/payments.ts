// The payments of one booking, for its traveller and for staff.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData } from './client';
import type { ReceivedPayment } from './types';
import { receivedPaymentsAnswer } from './validators/payments';

export const RECEIVED_PAYMENTS_KEY = 'received-payments';

export function receivedPaymentsQuery(bookingId: string) {
  return queryOptions({
    queryKey: [RECEIVED_PAYMENTS_KEY, bookingId],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/bookings/{id}/payments', { params: { path: { id: bookingId } }, signal });
      return (await requestData(call, receivedPaymentsAnswer)).payments;
    },
    staleTime: 0,
  });
}

const METHODS: Record<ReceivedPayment['method'], string> = {
  card: 'Card',
  cash: 'Cash',
  bank: 'Bank transfer',
  other: 'Other',
};

/** A newer server may know more methods. */
export function methodLabel(method: ReceivedPayment['method']): string {
  return METHODS[method] ?? 'Other';
}

export function paidByLabel({ method, isTravelCredit }: ReceivedPayment): string {
  return isTravelCredit ? 'Travel credit' : methodLabel(method);
}
