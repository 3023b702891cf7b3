import { expect, test } from 'vitest';
import { lengthInDays } from './trek-length';

test('a trek has the length of its routes, or the range from the shortest to the longest', () => {
  expect(lengthInDays([{ numberOfDays: 12 }])).toBe('12 days');
  expect(lengthInDays([{ numberOfDays: 12 }, { numberOfDays: 9 }])).toBe('9–12 days');
  expect(lengthInDays([{ numberOfDays: 5 }, { numberOfDays: 5 }, { numberOfDays: 2, isVisible: false }])).toBe(
    '5 days',
  );
  expect(lengthInDays([{ numberOfDays: 1 }])).toBe('1 day');
  expect(lengthInDays([])).toBeNull();
});
