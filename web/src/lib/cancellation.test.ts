import { expect, test } from 'vitest';
import golden from '../../../contract/cancellation-cases.json';
import { deadlinesOf, openDeadlines, refundTexts } from './cancellation';

const shown = ({ until, percent }: { until: string; percent: number }) => ({ until, percent });

test.each(golden.cases)('the deadlines of $policy for $startDate are those of the server', (one) => {
  const deadlines = deadlinesOf(one.policy, one.startDate);
  expect(deadlines.map(shown)).toEqual(one.deadlines);
  for (const { today, lines } of one.open) expect(openDeadlines(deadlines, today).map(shown)).toEqual(lines);
});

test('the texts name the last day of each refund, and what follows', () => {
  const policy = [
    { days: 30, percent: 100 },
    { days: 7, percent: 50 },
  ];
  const deadlines = deadlinesOf(policy, '2027-03-05');
  expect(refundTexts(deadlines, '2026-11-22')).toEqual([
    'Full refund until Feb 03, 2027',
    '50% refund until Feb 26, 2027',
    'No refund after that',
  ]);
  expect(refundTexts(deadlines, '2027-02-26')).toEqual(['50% refund until Feb 26, 2027', 'No refund after that']);
  expect(refundTexts(deadlines, '2027-02-27')).toEqual(['No refund any more']);
  expect(refundTexts([], '2027-02-27')).toEqual(['No refund']);
});
