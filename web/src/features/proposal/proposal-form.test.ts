import { expect, test } from 'vitest';
import type { Proposal } from '../../api/types';
import { formProblems, isForm, moved, type ProposalForm, toDocument, toForm, totalOf } from './proposal-form';

const proposal = {
  title: 'Upper Dolpo',
  location: 'Dolpo',
  message: 'As we discussed.',
  startDate: '2027-03-01',
  validUntil: '2026-12-10',
  guests: 2,
  days: [{ from: 'Juphal', to: 'Dunai', lodging: 'Tea house', description: '' }],
  lines: [
    { text: 'Guided trek', quantity: 2, unitPrice: 1500.5, amount: 3001, counts: true },
    { text: 'Early booking', quantity: 1, unitPrice: -100, amount: -100, counts: true },
    { text: 'Single tent', quantity: 2, unitPrice: 80.25, amount: 160.5, counts: false },
  ],
  included: ['Permits', 'Porter'],
  notIncluded: [],
  terms: { deposit: { percent: 20 }, balance: { daysBefore: 30 } },
} as unknown as Proposal;

const form: ProposalForm = toForm(proposal);

test('what the form shows is sent back unchanged', () => {
  expect(formProblems(form)).toEqual([]);
  expect(toDocument(form)).toEqual({
    title: 'Upper Dolpo',
    location: 'Dolpo',
    message: 'As we discussed.',
    startDate: '2027-03-01',
    validUntil: '2026-12-10',
    guests: 2,
    days: proposal.days,
    lines: proposal.lines.map(({ amount: _, ...line }) => line),
    included: ['Permits', 'Porter'],
    notIncluded: [],
    terms: { deposit: { percent: 20 }, balance: { daysBefore: 30 } },
  });
  expect(toDocument({ ...form, deposit: 'none' }).terms).toBeNull();
  const onArrival = toDocument({ ...form, deposit: 'perPerson', depositValue: '150,50', balance: 'onArrival' });
  expect(onArrival.terms).toEqual({ deposit: { perPerson: 150.5 }, balance: { onArrival: true } });
});

test('text that is not a number is named by its field', () => {
  const [line] = form.lines;
  if (!line) throw new Error('no line');
  const wrong = {
    ...form,
    guests: 'two',
    lines: [{ ...line, quantity: '1.5', unitPrice: '' }],
    depositValue: 'all',
    balanceDays: '-1',
  };
  const fields = ['guests', 'lines[0].quantity', 'lines[0].unitPrice', 'terms.deposit', 'terms.balance'];
  expect(formProblems(wrong).map(({ field }) => field)).toEqual(fields);
});

test('the total counts whole minor units of the lines that count', () => {
  expect(totalOf(form.lines, 'USD')).toBe(2901);
  const line = { text: '', quantity: '3', unitPrice: '0.1', counts: true };
  expect(totalOf([line], 'USD')).toBe(0.3);
  expect(totalOf([{ ...line, unitPrice: 'soon' }], 'USD')).toBe(0);
});

test('a kept form that is not one of this page is ignored', () => {
  expect(isForm(form)).toBe(true);
  expect(isForm({ version: 3, form })).toBe(false);
  expect(isForm({ title: 'x' })).toBe(false);
});

test('a day moves by one place', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
