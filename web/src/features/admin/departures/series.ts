// The start dates of a series. crates/domain/src/departure.rs has the same rule; both run contract/series-cases.json.
import { addDays, type Day } from '../../../lib/dates';
import { addMonths, monthOf, weekdayNumber } from './calendar/month';

export const MAX_SERIES_DATES = 400;
export const INTERVALS = ['week', '2 weeks', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

export interface Series {
  from: Day;
  to: Day;
  every: Interval;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
}

export type SeriesDates = { dates: Day[]; problem?: undefined } | { dates?: undefined; problem: string };

export function seriesDates({ from, to, every, weekday }: Series): SeriesDates {
  if (to < from) return { problem: 'The last date must not be before the first' };
  const dates: Day[] = [];
  for (let date = firstDate(from, every, weekday); date <= to; date = dateAfter(date, every, weekday)) {
    if (dates.length === MAX_SERIES_DATES) return { problem: 'A series may have at most 400 dates' };
    dates.push(date);
  }
  return dates.length > 0 ? { dates } : { problem: 'No date of the series is in this period' };
}

function firstDate(from: Day, every: Interval, weekday: number): Day {
  if (every !== 'month') return nextWeekday(from, weekday);
  const first = firstInMonth(monthOf(from), weekday);
  return first >= from ? first : firstInMonth(addMonths(monthOf(from), 1), weekday);
}

function dateAfter(date: Day, every: Interval, weekday: number): Day {
  if (every === 'month') return firstInMonth(addMonths(monthOf(date), 1), weekday);
  return addDays(date, every === 'week' ? 7 : 14);
}

const nextWeekday = (day: Day, weekday: number) => addDays(day, (7 + weekday - weekdayNumber(day)) % 7);
const firstInMonth = (month: string, weekday: number) => nextWeekday(`${month}-01`, weekday);
