import { expect, test } from 'vitest';
import { currencyText, duration, formatNumber, kilometres, metres, plural, range } from './format';

test('thousands have a separator, and negative numbers a minus sign', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  expect(formatNumber(-12)).toBe('−12');
  expect(formatNumber(-0.2)).toBe('0');
  expect(formatNumber(7.84, 1)).toBe('7.8');
  expect(currencyText(-800, 'USD')).toBe('−$800.00');
  expect(currencyText(171_505.5, 'NPR')).toBe('NPR\u00a0171,505.50');
  expect(currencyText(1290, 'USD', { least: 0, most: 0 })).toBe('$1,290');
});

test('a unit stays close to its number and on the same line', () => {
  expect(metres(5545.4)).toBe('5,545\u202fm');
  expect(kilometres(134.04)).toBe('134\u202fkm');
  expect(kilometres(7.8)).toBe('7.8\u202fkm');
  expect(duration(195)).toBe('3\u202fh 15\u202fmin');
  expect(duration(120)).toBe('2\u202fh');
  expect(duration(45)).toBe('45\u202fmin');
});

test('a range has an en dash, and a plural follows its number', () => {
  expect(range(5, 10)).toBe('5–10');
  expect(range(1200, 1200)).toBe('1,200');
  expect(plural(1, 'day')).toBe('1 day');
  expect(plural(1200, 'view')).toBe('1,200 views');
});
