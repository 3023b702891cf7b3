// Adapter for Stripe.js, the only file that uses it. The script is loaded from Stripe, only at checkout.
import type { PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type CardPayment, normalizeBilling, type ProviderAnswer } from './card';

export async function startStripe(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('There is no page to put a card on.');
  return stripe;
}

export async function confirmStripeCard(
  stripe: Stripe,
  card: StripeCardElement,
  { clientSecret, billing, returnUrl }: CardPayment,
): Promise<ProviderAnswer> {
  const { address, ...details } = normalizeBilling(billing);
  try {
    const result = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { ...details, address: { line1: address } } },
      return_url: returnUrl,
    });
    return toProviderAnswer(result);
  } catch {
    // A script that fails half-way may have charged the card.
    return { kind: 'unknown' };
  }
}

/** Errors after which the outcome is unknown: Stripe may have processed the request. */
const LOST: readonly string[] = ['api_connection_error', 'api_error', 'rate_limit_error'];

export function toProviderAnswer({ paymentIntent, error }: PaymentIntentResult): ProviderAnswer {
  if (error) {
    // Paid in another tab: Stripe rejects the second confirmation and reports the status.
    if (error.payment_intent?.status === 'succeeded') return { kind: 'status', status: 'succeeded' };
    return LOST.includes(error.type) ? { kind: 'unknown' } : { kind: 'declined', message: error.message };
  }
  const url = paymentIntent.next_action?.redirect_to_url?.url;
  return paymentIntent.status === 'requires_action' && url
    ? { kind: 'leave', url }
    : { kind: 'status', status: paymentIntent.status };
}
