import { expect, test, vi } from 'vitest';
import { ApiFailure } from '../../api/client';
import type { Booking } from '../../api/types';
import type { ProviderAnswer } from './card';
import { paymentTexts } from './messages';
import { continuePayment, pay } from './pay';

const booking = { _id: 'b1', payment: { status: 'Confirmed' } } as Booking;

function steps(answer: ProviderAnswer, ...verified: (Booking | ApiFailure | Error)[]) {
  const verify = vi.fn(async () => {
    const next = verified.shift();
    if (next instanceof Error || !next) throw next ?? new Error('asked once too often');
    return next;
  });
  return { confirm: vi.fn(async () => answer), verify, pause: vi.fn(async () => {}) };
}
const status = (word: string): ProviderAnswer => ({ kind: 'status', status: word });
const lost = () => new ApiFailure(0, null);

test('PAY-04 PAY-05 PAY-08 after the provider succeeds, the server verifies and the booking is confirmed', async () => {
  const flow = steps(status('succeeded'), booking);
  expect(await pay(flow, false)).toEqual({ kind: 'confirmed', paid: booking });
  expect(flow.verify).toHaveBeenCalledOnce();
});

test('PAY-11 a declined card shows the provider’s message, without asking the server', async () => {
  const flow = steps({ kind: 'declined', message: 'Your card was declined.' });
  expect(await pay(flow, false)).toEqual({ kind: 'refused', message: 'Your card was declined.' });
  expect(flow.verify).not.toHaveBeenCalled();
});

test('PAY-07 PAY-15 any other status is an error, and without a message of the provider it is Payment failed', async () => {
  for (const word of ['requires_payment_method', 'processing', 'canceled', 'something_new']) {
    expect(await pay(steps(status(word)), false)).toEqual({ kind: 'refused', message: 'Payment failed' });
  }
  expect(await pay(steps({ kind: 'declined', message: undefined }), false)).toEqual({
    kind: 'refused',
    message: 'Payment failed',
  });
});

test('a card that requires authentication waits for it, then continues like any card', async () => {
  expect(await pay(steps(status('requires_action')), false)).toEqual({ kind: 'authenticate' });
  expect(await continuePayment(status('succeeded'), steps(status('x'), booking))).toEqual({
    kind: 'confirmed',
    paid: booking,
  });
});

test('PAY-14 after a lost response the server is first asked whether the card was charged', async () => {
  const charged = steps({ kind: 'unknown' }, booking);
  expect(await pay(charged, false)).toEqual({ kind: 'confirmed', paid: booking });
  const notCharged = steps({ kind: 'unknown' }, new ApiFailure(402, { message: 'x' }));
  expect(await pay(notCharged, false)).toEqual({ kind: 'refused', message: paymentTexts.processingFailed });
});

test('PAY-14 while the outcome is unknown, the next attempt checks first and charges only an unpaid booking', async () => {
  const first = steps({ kind: 'unknown' }, lost());
  expect(await pay(first, false)).toEqual({ kind: 'in-doubt', message: 'Payment processing failed' });
  const stillLost = steps(status('succeeded'), lost());
  expect(await pay(stillLost, true)).toMatchObject({ kind: 'in-doubt' });
  expect(stillLost.confirm).not.toHaveBeenCalled();
  const wasCharged = steps(status('succeeded'), booking);
  expect(await pay(wasCharged, true)).toEqual({ kind: 'confirmed', paid: booking });
  expect(wasCharged.confirm).not.toHaveBeenCalled();
  const wasNot = steps(status('succeeded'), new ApiFailure(402, {}), booking);
  expect(await pay(wasNot, true)).toEqual({ kind: 'confirmed', paid: booking });
  expect(wasNot.confirm).toHaveBeenCalledOnce();
});

test('PAY-13 a rejected verification is reported', async () => {
  for (const code of [402, 404, 409]) {
    expect(await pay(steps(status('succeeded'), new ApiFailure(code, { message: 'x' })), false)).toEqual({
      kind: 'unverified',
      message: 'Payment verification failed',
    });
  }
});

test('PAY-16 an unreachable server is asked twice after the payment, then the traveller sees that the payment succeeded', async () => {
  const flow = steps(status('succeeded'), lost(), new ApiFailure(503, {}));
  expect(await pay(flow, false)).toEqual({
    kind: 'unverified',
    message: 'Payment successful but booking confirmation failed. Our team will contact you shortly.',
  });
  expect(flow.verify).toHaveBeenCalledTimes(2);
  expect(flow.pause).toHaveBeenCalledOnce();
  expect(await pay(steps(status('succeeded'), lost(), booking), false)).toEqual({ kind: 'confirmed', paid: booking });
  expect(await pay(steps(status('succeeded'), new ApiFailure(401, {})), false)).toMatchObject({
    message: paymentTexts.unconfirmed,
  });
});
