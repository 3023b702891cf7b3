// The one file that speaks to the card provider. Today that is the built-in sandbox; another one replaces these calls.
import { ApiFailure, api, ask } from '../../api/client';
import type { Card } from './card-number';

export interface Billing {
  name: string;
  email: string;
  phone: string;
  address: string;
}

export interface CardPayment {
  paymentIntentId: string;
  clientSecret: string;
  card: Card;
  billing: Billing;
  /** Where a provider that leaves the page comes back to: the confirmation page. */
  returnUrl: string;
}

export type ProviderAnswer =
  | { kind: 'status'; status: string }
  /** The provider said no, in its own words. */
  | { kind: 'declined'; message: string | undefined }
  /** No answer came back: the card may have been charged or not. */
  | { kind: 'unknown' };

export async function confirmCard({
  paymentIntentId,
  clientSecret,
  card,
  billing,
  returnUrl,
}: CardPayment): Promise<ProviderAnswer> {
  const body = { clientSecret, card, billing: tidy(billing), returnUrl };
  return answerOf(
    api.POST('/api/payments/sandbox/{paymentIntentId}/confirm', { params: { path: { paymentIntentId } }, body }),
  );
}

export async function authenticateCard(
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

function tidy(billing: Billing) {
  const phone = billing.phone.trim();
  return {
    name: billing.name.trim(),
    email: billing.email.trim(),
    address: billing.address.trim(),
    ...(phone && { phone }),
  };
}

interface IntentAnswer {
  data: { paymentIntent: { status: string } };
}

async function answerOf(call: Parameters<typeof ask<IntentAnswer>>[0]): Promise<ProviderAnswer> {
  try {
    const answer = await ask(call, 'silent');
    return { kind: 'status', status: answer.data.paymentIntent.status };
  } catch (failure) {
    if (failure instanceof ApiFailure && !failure.worthRetrying)
      return { kind: 'declined', message: failure.serverMessage };
    return { kind: 'unknown' };
  }
}
