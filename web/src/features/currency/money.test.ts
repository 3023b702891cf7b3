import { expect, test } from 'vitest';
import { choicesFor, convert, FALLBACK_NPR_PER_USD, FALLBACK_RATES, formatMoney } from './money';

const plain = (text: string) => text.replace(/\s/g, ' ');

test('CURR-05 rupees are dollars times the fetched rate', () => {
  expect(convert(1290, 'USD', 'NPR', { NPR: 141.2 })).toBeCloseTo(182_148, 6);
  expect(convert(14_120, 'NPR', 'USD', { NPR: 141.2 })).toBeCloseTo(100, 6);
  expect(convert(100, 'USD', 'USD', {})).toBe(100);
});

test('CURR-04 CURR-05 without a rate the default rate is 132.95', () => {
  expect(FALLBACK_NPR_PER_USD).toBe(132.95);
  expect(convert(100, 'USD', 'NPR', FALLBACK_RATES)).toBeCloseTo(13_295, 6);
});

test('CURR-05 another agency currency is converted through the dollar, and stays unconverted without a rate', () => {
  expect(convert(8350, 'INR', 'NPR', { INR: 83.5, NPR: 133.6 })).toBeCloseTo(13_360, 6);
  expect(convert(8350, 'INR', 'NPR', { NPR: 133.6 })).toBe(null);
});

test('CURR-01 the toggle offers dollars and rupees; another agency currency only with its rate', () => {
  expect(choicesFor('USD', undefined)).toEqual(['USD', 'NPR']);
  expect(choicesFor('NPR', undefined)).toEqual(['USD', 'NPR']);
  expect(choicesFor('INR', undefined)).toEqual(['INR']);
  expect(choicesFor('INR', { INR: 83.5, NPR: 133.6 })).toEqual(['INR', 'USD', 'NPR']);
});

test('amounts have the decimals of their currency, rounded half up', () => {
  expect(plain(formatMoney(4812, 'USD'))).toBe('$4,812.00');
  expect(plain(formatMoney(1.005, 'USD'))).toBe('$1.01');
  expect(plain(formatMoney(2.675, 'USD'))).toBe('$2.68');
  expect(plain(formatMoney(182_148, 'NPR'))).toBe('NPR 182,148.00');
  expect(plain(formatMoney(1250.5, 'JPY'))).toBe('¥1,251');
  expect(plain(formatMoney(1.2345, 'KWD'))).toBe('KWD 1.235');
});

test('the short form omits decimals only where all are zero', () => {
  expect(formatMoney(1290, 'USD', true)).toBe('$1,290');
  expect(formatMoney(1290.5, 'USD', true)).toBe('$1,290.50');
});
