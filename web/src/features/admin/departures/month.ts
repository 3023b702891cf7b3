// The weeks of a month and the bars of its departures. Months are 'yyyy-mm', weeks begin on Monday.
import { addDays, type Day, daysBetween, MONTHS } from '../../../lib/dates';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** A run of days from `startDate` to `endDate`, both included. */
interface Dated {
  _id: string;
  startDate: Day;
  endDate: Day;
}

/** The part of a departure that lies in one week. */
export interface Bar<One extends Dated> {
  departure: One;
  /** Column of the first and the last day, 1 to 7. */
  first: number;
  last: number;
  /** Row within the week, from 0: bars in one row do not overlap. */
  lane: number;
  /** The departure begins or ends outside of this week. */
  continues: { before: boolean; after: boolean };
}

export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

export function isMonth(text: string | undefined): text is string {
  return MONTH.test(text ?? '');
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

/** 'Mar' */
export function shortMonth(day: Day): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
}

/** 1 Monday to 7 Sunday. */
export function weekdayNumber(day: Day): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

/** The days of the whole weeks that a month touches. */
export function gridOf(month: string): Day[] {
  const first = `${month}-01`;
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const start = addDays(first, 1 - weekdayNumber(first));
  const end = addDays(last, 7 - weekdayNumber(last));
  return Array.from({ length: daysBetween(start, end) + 1 }, (_, at) => addDays(start, at));
}

export function weeksOf(month: string): Day[][] {
  const days = gridOf(month);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** Longer departures are placed first on their day, so that the rows stay compact. */
export function barsOf<One extends Dated>(week: readonly Day[], departures: readonly One[]): Bar<One>[] {
  const [monday = '', sunday = ''] = [week[0], week.at(-1)];
  const ends: number[] = [];
  return departures
    .filter(({ startDate, endDate }) => startDate <= sunday && endDate >= monday)
    .toSorted((one, other) => compare(one.startDate, other.startDate) || compare(other.endDate, one.endDate))
    .map((departure) => {
      const before = departure.startDate < monday;
      const after = departure.endDate > sunday;
      const first = before ? 1 : daysBetween(monday, departure.startDate) + 1;
      const last = after ? 7 : daysBetween(monday, departure.endDate) + 1;
      const free = ends.findIndex((end) => end < first);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = last;
      return { departure, first, last, lane, continues: { before, after } };
    });
}

/** The departures that start in a month, by day. */
export function agendaOf<One extends Dated>(month: string, departures: readonly One[]): [Day, One[]][] {
  const days = new Map<Day, One[]>();
  for (const one of departures) {
    if (monthOf(one.startDate) === month) days.set(one.startDate, [...(days.get(one.startDate) ?? []), one]);
  }
  return [...days].toSorted(([one], [other]) => compare(one, other));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
