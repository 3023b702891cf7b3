import { expect, test } from 'vitest';
import { policyLines } from './policy';

test('CHECKOUT-02 the policy names the last days on which the money comes back', () => {
  const steps = [
    { days: 7, percent: 50 },
    { days: 30, percent: 100 },
  ];
  expect(policyLines(steps, '2027-03-05')).toEqual([
    { when: 'Until Feb 03, 2027 (30 days before the start)', refund: 'The full amount is refunded' },
    { when: 'Until Feb 26, 2027 (7 days before the start)', refund: '50% is refunded' },
    { when: 'Later than 7 days before the start', refund: 'Nothing is refunded' },
  ]);
});

test('a policy without steps, or with one for the day of the start, says what holds', () => {
  expect(policyLines([], '2027-03-05')).toEqual([{ when: 'At any time', refund: 'Nothing is refunded' }]);
  expect(policyLines([{ days: 0, percent: 100 }], '2027-03-05')).toHaveLength(1);
});
