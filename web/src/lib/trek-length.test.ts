import { expect, test } from 'vitest';
import golden from '../../../contract/trek-summary-cases.json';
import { lengthInDays } from './trek-length';

test.each(golden.lengths)('routes of $days days make the length that the server writes: $text', ({ days, text }) => {
  expect(lengthInDays(days.map((numberOfDays) => ({ numberOfDays })))).toBe(text);
});

test('a hidden route does not count for the length of a trek', () => {
  expect(lengthInDays([{ numberOfDays: 5 }, { numberOfDays: 5 }, { numberOfDays: 2, isVisible: false }])).toBe(
    '5 days',
  );
});
