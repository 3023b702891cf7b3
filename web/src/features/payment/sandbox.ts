// API calls of the built-in sandbox provider; only this file uses them.
import { ApiFailure, api, type Call, request } from '../../api/client';
import type { SandboxIntentAnswer } from '../../api/types';
import { sandboxIntentAnswer } from '../../api/validators/payment';
import { type CardPayment, normalizeBilling, type ProviderAnswer } from './card';
import type { Card } from './card-number';

export async function confirmSandboxCard(
  { paymentIntentId, clientSecret, billing, returnUrl }: CardPayment,
  card: Card,
): Promise<ProviderAnswer> {
  const body = { clientSecret, card, billing: normalizeBilling(billing), returnUrl };
  return answerOf(
    api.POST('/api/payments/sandbox/{paymentIntentId}/confirm', { params: { path: { paymentIntentId } }, body }),
  );
}

/** Ends the authentication, which the page of a bank would do. */
export async function authenticateSandboxCard(
  paymentIntentId: string,
  clientSecret: string,
  outcome: 'succeed' | 'fail',
): Promise<ProviderAnswer> {
  return answerOf(
    api.POST('/api/payments/sandbox/{paymentIntentId}/authenticate', {
      params: { path: { paymentIntentId } },
      body: { clientSecret, outcome },
    }),
  );
}

async function answerOf(call: Call<SandboxIntentAnswer>): Promise<ProviderAnswer> {
  try {
    const { data } = await request(call, sandboxIntentAnswer, 'silent');
    return { kind: 'status', status: data.paymentIntent.status };
  } catch (failure) {
    if (failure instanceof ApiFailure && !failure.worthRetrying)
      return { kind: 'declined', message: failure.serverMessage };
    return { kind: 'unknown' };
  }
}
