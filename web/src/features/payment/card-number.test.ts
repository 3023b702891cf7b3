import { expect, test } from 'vitest';
import { formatCvc, formatExpiry, formatNumber, passesLuhn, readCard, validateCard } from './card-number';

const today = '2026-11-20';
const good = { number: '4242 4242 4242 4242', expiry: '12 / 27', cvc: '123' };

test('PAY-01 a card number is grouped while it is typed or pasted', () => {
  expect(formatNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatNumber('4242-4242 42')).toBe('4242 4242 42');
  expect(formatNumber('378282246310005')).toBe('3782 822463 10005');
  expect(formatNumber('no digits')).toBe('');
});

test('PAY-01 an expiry shows month and year, and backspace deletes across its slash', () => {
  expect(formatExpiry('1')).toBe('1');
  expect(formatExpiry('5')).toBe('05 / ');
  expect(formatExpiry('12')).toBe('12 / ');
  expect(formatExpiry('1227')).toBe('12 / 27');
  expect(formatExpiry('12/2027')).toBe('12 / 27');
  expect(formatExpiry('12 /', '12 / ')).toBe('12');
});

test('PAY-01 the security code has three digits, four on American Express', () => {
  expect(formatCvc('12345', good.number)).toBe('123');
  expect(formatCvc('12345', '378282246310005')).toBe('1234');
});

test('PAY-01 an error in the card is shown before anything is sent', () => {
  expect(validateCard(good, today)).toEqual({});
  expect(validateCard({ number: '', expiry: '', cvc: '' }, today)).toEqual({
    number: expect.any(String),
    expiry: expect.any(String),
    cvc: expect.any(String),
  });
  expect(validateCard({ ...good, number: '4242 4242 4242 4241' }, today)).toHaveProperty('number');
  expect(validateCard({ ...good, expiry: '10 / 26' }, today)).toEqual({ expiry: 'This card has expired' });
  expect(validateCard({ ...good, expiry: '11 / 26' }, today)).toEqual({});
  expect(validateCard({ ...good, expiry: '13 / 30' }, today)).toHaveProperty('expiry');
});

test('PAY-01 every test number passes the check digit', () => {
  for (const number of ['4242424242424242', '4000000000000002', '4000000000009995', '4000002500003155'])
    expect(passesLuhn(number)).toBe(true);
});

test('PAY-02 the request contains digits and whole numbers', () => {
  expect(readCard(good)).toEqual({ number: '4242424242424242', expMonth: 12, expYear: 2027, cvc: '123' });
});
