// Handling of Stripe's responses and requests. Stripe's own script is tested in e2e/stripe.spec.ts.
import type { PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';
import { confirmStripeCard, toProviderAnswer } from './stripe';

const result = (answer: unknown) => answer as PaymentIntentResult;
const error = (type: string, more: object = {}) => result({ error: { type, ...more } });

test('PAY-04 PAY-07 a status is passed on, and an authentication on another page returns its URL', () => {
  expect(toProviderAnswer(result({ paymentIntent: { status: 'succeeded' } }))).toEqual({
    kind: 'status',
    status: 'succeeded',
  });
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } };
  expect(toProviderAnswer(result({ paymentIntent: { status: 'requires_action', next_action } }))).toEqual({
    kind: 'leave',
    url: 'https://bank.example/3ds',
  });
});

test('PAY-11 a decline has the provider’s message, and a lost response is not a decline', () => {
  const message = 'Your card was declined.';
  expect(toProviderAnswer(error('card_error', { message }))).toEqual({ kind: 'declined', message });
  expect(toProviderAnswer(error('invalid_request_error', { message }))).toEqual({ kind: 'declined', message });
  for (const type of ['api_connection_error', 'api_error', 'rate_limit_error'])
    expect(toProviderAnswer(error(type, { message }))).toEqual({ kind: 'unknown' });
  const payment_intent = { status: 'succeeded' };
  expect(toProviderAnswer(error('invalid_request_error', { payment_intent }))).toEqual({
    kind: 'status',
    status: 'succeeded',
  });
});

test('PAY-02 PAY-03 the card is confirmed with the secret, the billing details and the return URL', async () => {
  const confirmCardPayment = vi.fn(async () => ({ paymentIntent: { status: 'succeeded' } }));
  const card = {} as StripeCardElement;
  const billing = { name: ' Maya Gurung ', email: 'maya@example.com', phone: '', address: 'Lakeside 6' };
  const payment = { paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret', billing, returnUrl: 'https://c.example/b/1' };
  await confirmStripeCard({ confirmCardPayment } as unknown as Stripe, card, payment);
  expect(confirmCardPayment).toHaveBeenCalledWith('pi_1_secret', {
    payment_method: {
      card,
      billing_details: { name: 'Maya Gurung', email: 'maya@example.com', address: { line1: 'Lakeside 6' } },
    },
    return_url: 'https://c.example/b/1',
  });
  confirmCardPayment.mockRejectedValue(new Error('a frame went away'));
  expect(await confirmStripeCard({ confirmCardPayment } as unknown as Stripe, card, payment)).toEqual({
    kind: 'unknown',
  });
});
