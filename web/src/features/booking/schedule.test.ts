// Runs the golden cases of payment schedules that are shared with the server.
import { expect, test } from 'vitest';
import golden from '../../../../contract/schedule-cases.json';
import type { PaymentTerms } from '../../api/types';
import { minorDigits } from './pricing';
import { type Pay, schedule, withCredit } from './schedule';

test.each(golden.cases)('$name', ({ total, currency, guests, startDate, today, pay, terms, schedule: expected }) => {
  const priced = { total: Number(total), currency, guests, startDate };
  const parts = schedule(priced, (terms as PaymentTerms | null) ?? undefined, pay as Pay, today);
  const written = parts.map(({ amount, dueAt }) => ({
    amount: amount.toFixed(minorDigits(currency)),
    ...(dueAt && { dueOn: dueAt }),
  }));
  expect(written).toEqual(expected);
});

test.each(golden.credits)('$name', ({ currency, parts, credit, used, left }) => {
  const written = (amount: number) => amount.toFixed(minorDigits(currency));
  const due = parts.map((amount) => ({ amount: Number(amount), onArrival: true, paid: false }));
  const paid = withCredit(due, Number(credit), currency);
  expect(written(paid.used)).toBe(used);
  expect(paid.left.map(({ amount }) => written(amount))).toEqual(left);
});

test('a part without a day is due on arrival, and no part is paid yet', () => {
  const priced = { total: 1000, currency: 'USD', guests: 2, startDate: '2027-10-01' };
  const terms = { deposit: { percent: 20 }, balance: { onArrival: true } };
  expect(schedule(priced, terms, 'deposit', '2027-01-15')).toEqual([
    { amount: 200, dueAt: '2027-01-15', paid: false },
    { amount: 800, onArrival: true, paid: false },
  ]);
});

test('the parts add up to the total for every deposit, to the minor unit', () => {
  for (const [currency, total] of [
    ['JPY', 98765],
    ['USD', 1234.57],
    ['NPR', 164139.99],
    ['KWD', 377.89],
  ] as const) {
    const scale = 10 ** minorDigits(currency);
    for (let percent = 1; percent <= 100; percent += 0.5) {
      const priced = { total, currency, guests: 3, startDate: '2027-10-01' };
      const terms = { deposit: { percent }, balance: { daysBefore: 30 } };
      const parts = schedule(priced, terms, 'deposit', '2027-01-15');
      const sum = parts.reduce((units, part) => units + Math.round(part.amount * scale), 0);
      expect(sum).toBe(Math.round(total * scale));
    }
  }
});
