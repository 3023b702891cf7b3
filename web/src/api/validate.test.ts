// Checks of responses against the contract: what is valid, what is not, and what a newer server may add.
import { expect, test } from 'vitest';
import { config, makeBooking, maya } from '../fixtures';
import { isValid } from './validate';
import * as bookings from './validators/booking';
import * as site from './validators/site';

const opened = {
  status: 'success',
  data: {
    booking: makeBooking(),
    clientSecret: 'secret',
    paymentIntentId: 'pi_1',
    paymentBreakdown: makeBooking().priceBreakdown,
    amountDue: 4812,
  },
};
const user = { status: 'success', user: maya };

test('the complete examples of the contract are valid', () => {
  expect(isValid(site.configAnswer, { status: 'success', data: config })).toBe(true);
  expect(isValid(site.userAnswer, user)).toBe(true);
  expect(isValid(bookings.bookingAnswer, { status: 'success', data: { booking: makeBooking() } })).toBe(true);
  expect(isValid(bookings.bookingOpenedAnswer, opened)).toBe(true);
});

test('a field that is missing, null or of another type makes the response invalid, at any depth', () => {
  const { id: _, ...withoutId } = maya;
  expect(isValid(site.userAnswer, { ...user, user: withoutId })).toBe(false);
  expect(isValid(site.userAnswer, { ...user, user: { ...maya, id: null } })).toBe(false);
  expect(isValid(site.userAnswer, { ...user, user: { ...maya, phone: 9 } })).toBe(false);
  const { payment } = makeBooking();
  const booking = { ...makeBooking(), payment: { ...payment, charges: { ...payment.charges, gst: '520' } } };
  expect(isValid(bookings.bookingAnswer, { status: 'success', data: { booking } })).toBe(false);
  expect(isValid(site.blogListAnswer, { status: 'success', data: { blogs: [null], total: 1 } })).toBe(false);
});

test('a newer server may send unknown fields and unknown enum values', () => {
  const booking = { ...makeBooking(), status: 'Postponed', carbon: { kg: 12 }, allowedActions: ['cancel', 'postpone'] };
  expect(isValid(bookings.bookingAnswer, { status: 'success', data: { booking }, took: 3 })).toBe(true);
});

test('an optional field may be missing', () => {
  const { phone: _, ...withoutPhone } = { ...maya, phone: '9812345678' };
  expect(isValid(site.userAnswer, { ...user, user: withoutPhone })).toBe(true);
});

test('a response that reports an error is not a success', () => {
  expect(isValid(site.messageAnswer, { status: 'success', message: 'Done' })).toBe(true);
  expect(isValid(site.messageAnswer, { status: 'error', message: 'Not today.' })).toBe(false);
});

test.each([undefined, null, 7, 'text', [], [null], {}])('%j is not a valid response', (value) => {
  expect(isValid(site.configAnswer, value)).toBe(false);
});
