// The editor's form of a proposal: its fields as they are typed, and the document that is sent.
import type { FieldProblem, Proposal } from '../../api/types';
import { decimalsOf } from '../../lib/format';
import { isObject } from '../../lib/json';
import type { ProposalDocument } from './desk';

export type FormDay = Proposal['days'][number];

export interface FormLine {
  text: string;
  quantity: string;
  unitPrice: string;
  counts: boolean;
}

export interface ProposalForm {
  title: string;
  location: string;
  message: string;
  startDate: string;
  validUntil: string;
  guests: string;
  days: FormDay[];
  lines: FormLine[];
  /** One entry a line. */
  included: string;
  notIncluded: string;
  deposit: 'none' | 'percent' | 'perPerson';
  depositValue: string;
  balance: 'daysBefore' | 'onArrival';
  balanceDays: string;
}

/** What a section of the editor gets. */
export interface Part {
  form: ProposalForm;
  onChange: (change: Partial<ProposalForm>) => void;
  problemOf: (field: string) => string | undefined;
}

/** The id of the control of a field, for the links of the error summary. */
export const idOf = (field: string) => `proposal-${field.replace(/[.[\]]+/g, '-')}`;

export const EMPTY_DAY: FormDay = { from: '', to: '', lodging: '', description: '' };
export const EMPTY_LINE: FormLine = { text: '', quantity: '1', unitPrice: '', counts: true };

export function toForm(proposal: Proposal): ProposalForm {
  const { title, location, message, startDate, validUntil, guests, days, lines, terms } = proposal;
  return {
    title,
    location,
    message,
    startDate,
    validUntil,
    guests: String(guests),
    days,
    lines: lines.map(({ text, quantity, unitPrice, counts }) => ({
      text,
      quantity: String(quantity),
      unitPrice: String(unitPrice),
      counts,
    })),
    included: proposal.included.join('\n'),
    notIncluded: proposal.notIncluded.join('\n'),
    deposit: !terms ? 'none' : terms.deposit.percent === undefined ? 'perPerson' : 'percent',
    depositValue: String(terms?.deposit.percent ?? terms?.deposit.perPerson ?? 20),
    balance: terms?.balance.onArrival ? 'onArrival' : 'daysBefore',
    balanceDays: String(terms?.balance.daysBefore ?? 30),
  };
}

/** For what was kept in the tab, possibly by an older version of the page. */
export function isForm(value: unknown): value is ProposalForm {
  return isObject(value) && typeof value.title === 'string' && Array.isArray(value.days) && Array.isArray(value.lines);
}

/** null for a text that is not a number. */
export function numberOf(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  return typed === '' || !Number.isFinite(Number(typed)) ? null : Number(typed);
}

/** Texts that are not numbers; the server checks everything else. */
export function formProblems({
  guests,
  lines,
  deposit,
  depositValue,
  balance,
  balanceDays,
}: ProposalForm): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const check = (field: string, text: string, message: string, isWhole = false) => {
    const number = numberOf(text);
    if (number === null || (isWhole && (!Number.isInteger(number) || number < 0))) problems.push({ field, message });
  };
  check('guests', guests, 'Enter the number of guests', true);
  lines.forEach(({ quantity, unitPrice }, index) => {
    check(`lines[${index}].quantity`, quantity, 'Enter a whole number', true);
    check(`lines[${index}].unitPrice`, unitPrice, 'Enter an amount');
  });
  if (deposit !== 'none') {
    check('terms.deposit', depositValue, 'Enter the deposit');
    if (balance === 'daysBefore') check('terms.balance', balanceDays, 'Enter the number of days', true);
  }
  return problems;
}

/** Call it only without `formProblems`. */
export function toDocument(form: ProposalForm): ProposalDocument {
  const entries = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const { title, location, message, startDate, validUntil, days } = form;
  const number = (text: string) => numberOf(text) ?? 0;
  return {
    title,
    location,
    message,
    startDate,
    validUntil,
    days,
    guests: number(form.guests),
    lines: form.lines.map(({ text, quantity, unitPrice, counts }) => ({
      text,
      quantity: number(quantity),
      unitPrice: number(unitPrice),
      counts,
    })),
    included: entries(form.included),
    notIncluded: entries(form.notIncluded),
    terms:
      form.deposit === 'none'
        ? null
        : {
            deposit: { [form.deposit]: number(form.depositValue) },
            balance: form.balance === 'onArrival' ? { onArrival: true } : { daysBefore: number(form.balanceDays) },
          },
  };
}

/** The sum of the lines that count, in whole minor units until the end. The server's total decides. */
export function totalOf(lines: readonly FormLine[], currency: string): number {
  const unit = 10 ** decimalsOf(currency);
  const amounts = lines
    .filter((line) => line.counts)
    .map((line) => Math.round((numberOf(line.unitPrice) ?? 0) * unit) * (numberOf(line.quantity) ?? 0));
  return amounts.reduce((sum, amount) => sum + amount, 0) / unit;
}

/** The list with one entry moved by a step. */
export function moved<Entry>(entries: readonly Entry[], index: number, by: number): Entry[] {
  const next = [...entries];
  const [entry] = next.splice(index, 1);
  if (entry !== undefined) next.splice(index + by, 0, entry);
  return next;
}
