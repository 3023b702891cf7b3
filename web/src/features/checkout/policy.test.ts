import { expect, test } from 'vitest';
import { policyLines } from './policy';

const deadlines = [
  { until: '2027-02-03', days: 30, percent: 100 },
  { until: '2027-02-26', days: 7, percent: 50 },
];
const full = { when: 'Until Feb 03, 2027 (30 days before the start)', refund: 'Full refund' };
const half = { when: 'Until Feb 26, 2027 (7 days before the start)', refund: '50% refund' };
const none = { when: 'Less than 7 days before the start', refund: 'No refund' };

test('CHECKOUT-02 the policy names the last days for each refund', () => {
  expect(policyLines(deadlines, '2026-11-22')).toEqual([full, half, none]);
});

test('a deadline that has passed is left out, one that ends today is kept', () => {
  expect(policyLines(deadlines, '2027-02-03')).toEqual([full, half, none]);
  expect(policyLines(deadlines, '2027-02-04')).toEqual([half, none]);
  expect(policyLines(deadlines, '2027-02-27')).toEqual([none]);
});

test('a policy without deadlines, or with one on the day of the start, states the refund that applies', () => {
  expect(policyLines([], '2026-11-22')).toEqual([{ when: 'At any time', refund: 'No refund' }]);
  expect(policyLines([{ until: '2027-03-05', days: 0, percent: 100 }], '2026-11-22')).toHaveLength(1);
});
