// The balance of a booking, read and paid with its signed link. The link is the permission, so no login is needed.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, request } from '../../api/client';
import type { BalanceOpened, BalanceOverview, BalancePaid } from '../../api/types';
import { balanceAnswer, balanceOpenedAnswer, balancePaidAnswer } from '../../api/validators/balance';

const mayRetry = (count: number, failure: unknown) =>
  count < 2 && failure instanceof ApiFailure && failure.worthRetrying;

export function balanceQuery(token: string) {
  return queryOptions({
    queryKey: ['balance', token],
    queryFn: async ({ signal }): Promise<BalanceOverview> => {
      const call = api.GET('/api/balance/{token}', { params: { path: { token } }, signal });
      return (await request(call, balanceAnswer, 'silent')).data;
    },
    // Unless the link is wrong or over, a second try may succeed.
    retry: mayRetry,
  });
}

/** The open payment. Fetched again after a reload, since the client secret is not stored. */
export function openBalanceQuery(token: string) {
  return queryOptions({
    queryKey: ['open-balance', token],
    queryFn: async ({ signal }): Promise<BalanceOpened> => {
      const call = api.POST('/api/balance/{token}/payment-intent', { params: { path: { token } }, signal });
      return (await request(call, balanceOpenedAnswer, 'silent')).data;
    },
    retry: mayRetry,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export type Paid =
  | { kind: 'paid'; paid: BalancePaid }
  /** The amount was not due any more when it was paid; `message` says what happens to it. */
  | { kind: 'refunded'; message: string };

/** Throws an ApiFailure with the status 402 until the provider has the money. */
export async function verifyBalance(token: string, paymentIntentId: string): Promise<Paid> {
  const call = api.POST('/api/balance/{token}/verify', { params: { path: { token } }, body: { paymentIntentId } });
  try {
    return { kind: 'paid', paid: (await request(call, balancePaidAnswer, 'silent')).data };
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 409 && failure.serverMessage) {
      return { kind: 'refunded', message: failure.serverMessage };
    }
    throw failure;
  }
}
