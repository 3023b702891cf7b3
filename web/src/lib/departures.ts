// Texts and rules of departures and private dates. crates/domain/src/departure.rs has the same; both run
// contract/departure-cases.json.
import { type Day, daysBetween, formatDate, weekday } from './dates';

export type Availability = 'AVAILABLE' | 'LIMITED' | 'SOLD_OUT' | 'CLOSED';

export const GUARANTEED_TEXT = 'Guaranteed: this departure will run, even if nobody else books.';

/** The places left in words; the exact number only when few are left. */
export function placesText({ availability, seatsLeft }: { availability: Availability; seatsLeft: number }): string {
  if (availability === 'AVAILABLE') return 'Places available';
  if (availability === 'SOLD_OUT') return 'Sold out';
  if (availability === 'CLOSED') return 'Booking closed';
  return seatsLeft === 1 ? '1 place left' : `${seatsLeft} places left`;
}

export function isBookable({ availability }: { availability: Availability }): boolean {
  return availability === 'AVAILABLE' || availability === 'LIMITED';
}

/** What one guest pays before taxes and fees: the price of the departure if it has one of its own. */
export function pricePerHeadOf(
  departure: { pricePerHead?: number | null | undefined } | undefined,
  route: { pricePerHead: number },
): number {
  return departure?.pricePerHead ?? route.pricePerHead;
}

/** The kind of trip of a booking of a group departure. */
export function groupTripText(isGuaranteed: boolean | undefined): string {
  return isGuaranteed ? 'Group departure, guaranteed' : 'Group departure, not guaranteed yet';
}

export interface Closure {
  from: Day;
  to: Day;
  reason?: string | undefined;
}

/** Why a party cannot start by itself on a day; undefined if it can. */
export function privateStartProblem(
  start: Day,
  today: Day,
  minimumNoticeDays: number,
  closures: readonly Closure[],
): string | undefined {
  const closure = closures.find(({ from, to }) => from <= start && start <= to);
  if (closure) {
    const reason = closure.reason?.trim();
    return reason ? `The trek cannot start on this date: ${reason}` : 'The trek cannot start on this date';
  }
  if (daysBetween(today, start) >= minimumNoticeDays) return undefined;
  return minimumNoticeDays === 1
    ? 'Book at least 1 day before the start'
    : `Book at least ${minimumNoticeDays} days before the start`;
}

/** 'Sat, Apr 03 – Wed, Apr 14, 2027' */
export function daysText(from: Day, to: Day): string {
  const first = `${weekday(from)}, ${formatDate(from)}`;
  const begin = from.slice(0, 4) === to.slice(0, 4) ? first.replace(/, \d{4}$/, '') : first;
  return `${begin} – ${weekday(to)}, ${formatDate(to)}`;
}

/** 'Apr 03–14, 2027', where there is no room for more. */
export function shortDaysText(from: Day, to: Day): string {
  const end = formatDate(to);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${formatDate(from)}–${end}`;
  const begin = formatDate(from).replace(/, \d{4}$/, '');
  return `${begin}–${from.slice(0, 7) === to.slice(0, 7) ? end.replace(/^\S+ /, '') : end}`;
}

export function dayCount(from: Day, to: Day): number {
  return daysBetween(from, to) + 1;
}

/** 'April 2027' for '2027-04' or a day of it. */
export function monthName(month: string): string {
  const first = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first);
}

/** Departures by the month of their start, in the given order. */
export function groupByMonth<D extends { startDate: Day }>(departures: readonly D[]): [month: string, D[]][] {
  const months = new Map<string, D[]>();
  for (const one of departures) {
    const month = one.startDate.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), one]);
  }
  return [...months];
}
