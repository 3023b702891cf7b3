// The next step that is shown for every state of a booking.
import { expect, test } from 'vitest';
import type { Booking, BookingPayment } from '../../api/types';
import { type BookingChanges, makeBooking } from '../../fixtures';
import { nextStepOf } from './next-step';

const TODAY = '2027-03-01';

const booking = (more: BookingChanges, payment: Partial<BookingPayment> = {}) =>
  makeBooking({ ...more, payment: { cardLast4: '4242', ...payment } });

const unpaid: BookingChanges = { status: 'Pending', allowedActions: ['pay', 'cancel'], payBy: '2027-03-02T09:30:00Z' };
const pending = { amount: 2406, currency: 'USD', reason: '', made: false, createdAt: '2027-02-20T09:00:00Z' };

test.each([
  [
    'an unpaid booking asks for payment',
    booking(unpaid, { status: 'Pending' }),
    /^Pay by Mar 02, 2027, \d\d:\d\d$/,
    'pay',
  ],
  [
    'a booking that may not be paid offers no payment',
    booking({ ...unpaid, allowedActions: [] }, { status: 'Pending' }),
    /^Waiting for payment$/,
    undefined,
  ],
  [
    'a received payment is being confirmed',
    booking(unpaid, { status: 'Pending', received: true }),
    /^Payment received, confirming$/,
    'seePayment',
  ],
  [
    'a payment that does not match is under review',
    booking(unpaid, { status: 'Pending', received: true, mismatch: { amount: 1, currency: 'USD' } }),
    /^We are checking your payment$/,
    undefined,
  ],
  ['a paid trek waits for its day', booking({}), /^You're all set$/, 'itinerary'],
  ['on the first day it is under way', booking({ checkIn: TODAY }), /^Your trek is under way$/, 'itinerary'],
  ['on the last day too', booking({ checkIn: '2027-02-18', checkOut: TODAY }), /^Your trek is under way$/, 'itinerary'],
  ['then it is over', booking({ checkIn: '2027-02-17', checkOut: '2027-02-28' }), /^Your trek is over$/, undefined],
  ['a completed one is over', booking({ status: 'Completed' }), /^Your trek is over$/, undefined],
  [
    'a cancelled booking with a pending refund',
    booking({ status: 'Cancelled', refunds: [pending] }),
    /^Your refund is under way$/,
    undefined,
  ],
  [
    'a cancelled booking with a completed refund',
    booking({ status: 'Cancelled', refunded: 2406, refunds: [{ ...pending, made: true }] }, { status: 'Refunded' }),
    /^Your refund was sent$/,
    'bookAgain',
  ],
  [
    'a cancelled booking that was never paid',
    booking({ status: 'Cancelled' }, { status: 'Failed' }),
    /^This booking is cancelled$/,
    'bookAgain',
  ],
])('%s', (_, given, title, action) => {
  const step = nextStepOf(given, TODAY);
  expect(step.title).toMatch(title);
  expect(step.action).toBe(action);
});

test('the text says what happens with the money', () => {
  const text = (given: Booking) => nextStepOf(given, TODAY).text;
  expect(text(booking({}))).toBe('Your trek starts in 4 days, on Mar 05, 2027.');
  expect(text(booking({ refunds: [pending] }))).toBe(
    'Your trek starts in 4 days, on Mar 05, 2027. $2,406.00 will be refunded to the card ending 4242. Banks show it within 5 to 10 days.',
  );
  expect(text(booking({ status: 'Cancelled', refunds: [pending] }, { byHand: true }))).toBe(
    "We'll refund $2,406.00 the way you paid and contact you about it.",
  );
  expect(text(booking({ status: 'Cancelled' }))).toBe('This booking was no longer refundable.');
  expect(text(booking({ status: 'Cancelled' }, { status: 'Failed' }))).toBe('Nothing was charged.');
  expect(text(booking({ checkIn: '2027-02-27' }))).toBe('Today is day 3 of 12.');
});
