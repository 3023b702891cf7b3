// What of a price is due when (operations §3). Mirrors `schedule` and `usable_credit` of crates/domain/src/schedule.rs;
// both run contract/schedule-cases.json.
import type { Installment, PaymentTerms, PriceBreakdown } from '../../api/types';
import { addDays, type Day } from '../../lib/dates';
import { minorDigits, PriceError, providerMinimum, rate, share, toUnits, toWire } from './pricing';

/** What the traveller wants to pay with the booking. */
export type Pay = 'deposit' | 'all';

export interface Priced {
  total: number;
  currency: string;
  guests: number;
  startDate: Day;
}

/**
 * Divides a price into what is due `today`, with the booking, and the rest. Everything is due today without terms, if
 * the traveller wants so, if the balance would have been due before today, and if a part would be less than providers
 * accept.
 */
export function schedule(priced: Priced, terms: PaymentTerms | undefined, pay: Pay, today: Day): Installment[] {
  const { currency, startDate } = priced;
  const digits = minorDigits(currency);
  const total = toUnits(priced.total, digits);
  const part = (units: bigint, dueAt: Day | undefined): Installment => ({
    amount: toWire(units, digits),
    ...(dueAt ? { dueAt } : { onArrival: true }),
    paid: false,
  });
  const all = [part(total, today)];
  if (!terms || pay === 'all') return all;
  const { daysBefore } = terms.balance;
  const dueAt = daysBefore === undefined ? undefined : addDays(startDate, -daysBefore);
  if (dueAt && today > dueAt) return all;
  const deposit = depositOf(priced, terms.deposit, total, digits);
  if (total - deposit < providerMinimum(currency)) return all;
  return [part(deposit, today), part(total - deposit, dueAt)];
}

function depositOf(
  { currency, guests }: Priced,
  { percent, perPerson }: PaymentTerms['deposit'],
  total: bigint,
  digits: number,
): bigint {
  const wanted =
    perPerson === undefined ? share(total, rate(percent ?? 0)) : toUnits(perPerson, digits) * BigInt(guests);
  return smaller(chargeable(wanted, currency), total);
}

/** At least what providers accept, and never finer than they accept it. */
function chargeable(units: bigint, currency: string): bigint {
  const least = providerMinimum(currency);
  // Of dinars, Stripe accepts multiples of ten fils.
  const step = minorDigits(currency) === 3 ? 10n : 1n;
  const amount = units < least ? least : units;
  return ((amount + step - 1n) / step) * step;
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/**
 * What a travel credit pays of a schedule, the first parts first, and what it leaves of each part: nothing, or an amount
 * that providers accept.
 */
export function withCredit(
  parts: Installment[],
  credit: number,
  currency: string,
): { used: number; left: Installment[] } {
  const digits = minorDigits(currency);
  let rest = toUnits(credit, digits);
  let used = 0n;
  const left = parts.map((part) => {
    const whole = toUnits(part.amount, digits);
    const unpaid = rest < whole ? smaller(chargeable(whole - rest, currency), whole) : 0n;
    rest = rest < whole ? 0n : rest - whole;
    used += whole - unpaid;
    return { ...part, amount: toWire(unpaid, digits) };
  });
  return { used: toWire(used, digits), left };
}

/** A trip that is not booked yet. */
export interface Due {
  terms: PaymentTerms;
  price: PriceBreakdown;
  guests: number;
  /** Undefined until it is chosen. */
  startDate: Day | undefined;
  today: Day;
}

/** None for terms that give no amount: the server then decides. */
export function installments(
  { terms, price, guests, startDate, today }: Omit<Due, 'terms'> & { terms: PaymentTerms | undefined },
  pay: Pay,
): Installment[] {
  const { total, currency } = price;
  try {
    return schedule({ total, currency, guests, startDate: startDate ?? today }, terms, pay, today);
  } catch (problem) {
    if (problem instanceof PriceError) return [];
    throw problem;
  }
}
