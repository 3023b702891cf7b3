// Days are 'yyyy-mm-dd' strings without a time zone; times are ISO 8601 in UTC.

import { plural } from './format';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

export type Day = string;

/** True for an existing day: 2026-02-29 is invalid. */
export function isDay(text: string | null | undefined): text is Day {
  const parts = DAY.exec(text ?? '');
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The day of a Date in this device's time zone, as a date picker returns it. */
export function dayOf(date: Date): Day {
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** A Date at noon local time, for date pickers. Noon, because midnight does not exist on some days. */
export function dateOf(day: Day): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

export function addDays(day: Day, count: number): Day {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
}

/** Whole days between two days; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The current day in a time zone, by this device's clock. */
export function todayIn(timeZone: string, now: Date = new Date()): Day {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** 'Jan 05, 2026' (decision 144). '' for anything but a day: a time has a day only in a time zone, see `formatDateIn`. */
export function formatDate(day: string | null | undefined): string {
  if (!isDay(day)) return '';
  const [year, month, date] = day.split('-');
  return `${MONTHS[Number(month) - 1]} ${date}, ${year}`;
}

/** The day of a time in a time zone, 'Jan 05, 2026'; in UTC while the zone is unknown. '' for an invalid time. */
export function formatDateIn(moment: string | null | undefined, timeZone: string | undefined): string {
  const at = new Date(moment ?? '');
  return Number.isNaN(at.getTime()) ? '' : formatDate(todayIn(timeZone ?? 'UTC', at));
}

/** 'Mon' … 'Sun' */
export function weekday(day: Day): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** The visitor's time zone, for times of actions. Days of a trek have no time zone. */
export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day of a time in the visitor's time zone, 'Jan 05, 2026'. */
export function formatLocalDate(moment: string | null | undefined): string {
  return formatDateIn(moment, visitorZone());
}

/** 'Jan 05, 2026, 14:05' in the visitor's time zone, for a deadline. */
export function formatLocalDateTime(moment: string, zone: string = visitorZone()): string {
  return `${formatDateIn(moment, zone)}, ${timeIn(zone, Date.parse(moment))}`;
}

function timeIn(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(moment);
}

/** 'at 14:05', 'yesterday at 14:05', 'on Jan 05, 2026 at 14:05' in the visitor's time zone. */
export function describeTime(then: number, now: number = Date.now()): string {
  const zone = visitorZone();
  const time = timeIn(zone, then);
  const day = todayIn(zone, new Date(then));
  const age = daysBetween(day, todayIn(zone, new Date(now)));
  if (age === 0) return `at ${time}`;
  return age === 1 ? `yesterday at ${time}` : `on ${formatDate(day)} at ${time}`;
}

/** 'today', 'tomorrow', 'in 3 days', 'yesterday', '3 days ago' */
export function describeDays(day: Day, today: Day): string {
  const away = daysBetween(today, day);
  if (away === 0) return 'today';
  if (away === 1) return 'tomorrow';
  if (away === -1) return 'yesterday';
  return away > 0 ? `in ${plural(away, 'day')}` : `${plural(-away, 'day')} ago`;
}

/** 'just now', '3 minutes ago', '2 hours ago': the age of cached data. */
export function describeAge(then: number, now: number = Date.now()): string {
  const minutes = Math.floor(Math.max(0, now - then) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

function pad(value: number, width = 2) {
  return String(value).padStart(width, '0');
}
