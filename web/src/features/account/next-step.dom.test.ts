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
  [
    'a departure that was moved or cancelled asks for a choice',
    booking({ openChoice: { token: 'signed', answerBy: '2027-03-04' } }),
    /^Your departure has changed$/,
    'choose',
  ],
  [
    'a booking that was kept as a travel credit names it',
    booking({
      status: 'Cancelled',
      travelCredit: { number: 'TC-2027-00001', amount: 2406, currency: 'USD', expiresOn: '2029-02-20' },
    }),
    /^You have a travel credit$/,
    'bookAgain',
  ],
  ['on the first day it is under way', booking({ checkIn: TODAY }), /^Your trek is under way$/, 'itinerary'],
  ['on the last day too', booking({ checkIn: '2027-02-18', checkOut: TODAY }), /^Your trek is under way$/, 'itinerary'],
  ['then it is over', booking({ checkIn: '2027-02-17', checkOut: '2027-02-28' }), /^Your trek is over$/, undefined],
  [
    'then its review can be written',
    booking({ status: 'Completed', openReview: { token: 'signed', isWritten: false } }),
    /^Your trek is over$/,
    'review',
  ],
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

test('a balance is named with its day, and one that is late is marked', () => {
  const schedule = [
    { amount: 1000, dueAt: '2026-11-20', paid: true },
    { amount: 3812, dueAt: '2027-02-03', paid: false },
  ];
  const late = booking({ balance: 3812, dueAt: '2027-02-03', schedule });
  expect(nextStepOf(late, '2027-02-03')).toMatchObject({ tone: 'success' });
  expect(nextStepOf(late, '2027-02-03').text).toContain('$3,812.00 is left to pay, due by Feb 03, 2027.');
  expect(nextStepOf(late, '2027-02-04')).toMatchObject({ tone: 'warning' });
  expect(nextStepOf(late, '2027-02-04').text).toContain('due since Feb 03, 2027.');
  expect(nextStepOf(late, '2027-02-04').action).toBe('itinerary');
  expect(nextStepOf({ ...late, balanceToken: 'tok' }, '2027-02-04').action).toBe('payBalance');
});
