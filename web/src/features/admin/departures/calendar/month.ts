// The days of a month or a week, and the bars of what runs on them. Months are 'yyyy-mm', weeks begin on Monday.
import { addDays, type Day, daysBetween } from '../../../../lib/dates';

/** A run of days from `startDate` to `endDate`, both included. */
interface Dated {
  _id: string;
  startDate: Day;
  endDate: Day;
}

/** The part of an entry that lies within the days shown. */
export interface Bar<One extends Dated> {
  entry: One;
  /** Column of the first and the last day, from 1. */
  first: number;
  last: number;
  /** Row, from 0: bars in one row do not overlap. */
  lane: number;
  /** The entry begins or ends outside of these days. */
  continues: { before: boolean; after: boolean };
}

export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** 'March 2027' */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** 1 Monday to 7 Sunday. */
export function weekdayNumber(day: Day): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

export function daysOfMonth(month: string): Day[] {
  return daysFrom(`${month}-01`, daysBetween(`${month}-01`, `${addMonths(month, 1)}-01`));
}

/** Monday to Sunday. */
export function weekOf(day: Day): Day[] {
  return daysFrom(addDays(day, 1 - weekdayNumber(day)), 7);
}

const daysFrom = (first: Day, count: number) => Array.from({ length: count }, (_, at) => addDays(first, at));

/** Longer entries are placed first on their day, so that the rows stay compact. */
export function barsOf<One extends Dated>(days: readonly Day[], entries: readonly One[]): Bar<One>[] {
  const [start = '', end = ''] = [days[0], days.at(-1)];
  const ends: number[] = [];
  return entries
    .filter(({ startDate, endDate }) => startDate <= end && endDate >= start)
    .toSorted((one, other) => compare(one.startDate, other.startDate) || compare(other.endDate, one.endDate))
    .map((entry) => {
      const before = entry.startDate < start;
      const after = entry.endDate > end;
      const first = before ? 1 : daysBetween(start, entry.startDate) + 1;
      const last = after ? days.length : daysBetween(start, entry.endDate) + 1;
      const free = ends.findIndex((taken) => taken < first);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = last;
      return { entry, first, last, lane, continues: { before, after } };
    });
}

/** The entries by the day on which they start; those that run already on the first of these days. */
export function agendaOf<One extends Dated>(days: readonly Day[], entries: readonly One[]): [Day, One[]][] {
  const [start = '', end = ''] = [days[0], days.at(-1)];
  const agenda = new Map<Day, One[]>();
  for (const one of entries) {
    if (one.startDate > end || one.endDate < start) continue;
    const day = one.startDate < start ? start : one.startDate;
    agenda.set(day, [...(agenda.get(day) ?? []), one]);
  }
  return [...agenda].toSorted(([one], [other]) => compare(one, other));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
