import { expect, test, vi } from 'vitest';
import {
  addDays,
  dateOf,
  dayOf,
  daysBetween,
  describeAge,
  describeDays,
  describeTime,
  formatDate,
  formatDateIn,
  formatLocalDate,
  isDay,
  todayIn,
  weekday,
} from './dates';

test('BLOG-16 a date is shown as Mon DD, YYYY', () => {
  expect(formatDate('2026-01-05')).toBe('Jan 05, 2026');
  expect(formatDate('2026-12-31')).toBe('Dec 31, 2026');
  for (const none of [undefined, null, '', 'soon', '2026-02-30']) expect(formatDate(none)).toBe('');
});

test('a time has a day only in a time zone', () => {
  expect(formatDateIn('2026-01-05T23:30:00Z', 'Asia/Kathmandu')).toBe('Jan 06, 2026');
  expect(formatDateIn('2026-01-05T23:30:00Z', undefined)).toBe('Jan 05, 2026');
  for (const none of [undefined, null, 'soon']) expect(formatDateIn(none, 'Asia/Kathmandu')).toBe('');
  expect(formatDate('2026-01-05T23:30:00Z')).toBe('');
});

test('a day survives the date picker in every month, also at changes to daylight saving time', () => {
  for (let day = '2024-01-01'; day < '2028-01-01'; day = addDays(day, 1)) expect(dayOf(dateOf(day))).toBe(day);
});

test('only existing days are valid', () => {
  expect(isDay('2028-02-29')).toBe(true);
  for (const wrong of ['2026-02-29', '2026-13-01', '2026-1-5', '20260105', '2026-01-05T00:00', '', null, undefined]) {
    expect(isDay(wrong)).toBe(false);
  }
});

test('days are counted across months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(daysBetween('2026-11-20', '2026-12-01')).toBe(11);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
});

test('HOME-12 today is the day in the agency’s time zone, not the traveller’s', () => {
  const evening = new Date('2026-11-20T19:00:00Z');
  expect(todayIn('Asia/Kathmandu', evening)).toBe('2026-11-21');
  expect(todayIn('America/New_York', evening)).toBe('2026-11-20');
});

test('a weekday belongs to the day itself, without a time zone', () => {
  expect(weekday('2026-11-20')).toBe('Fri');
});

test('PKG-11 the age of cached data is shown in words', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(describeAge(now - 20_000, now)).toBe('just now');
  expect(describeAge(now - 60_000, now)).toBe('1 minute ago');
  expect(describeAge(now - 4 * 60_000, now)).toBe('4 minutes ago');
  expect(describeAge(now - 3_600_000, now)).toBe('1 hour ago');
  expect(describeAge(now - 50 * 3_600_000, now)).toBe('2 days ago');
  expect(describeAge(now + 5000, now)).toBe('just now');
});

test('days are described by their distance from today', () => {
  expect(describeDays('2027-03-14', '2027-03-14')).toBe('today');
  expect(describeDays('2027-03-15', '2027-03-14')).toBe('tomorrow');
  expect(describeDays('2027-03-17', '2027-03-14')).toBe('in 3 days');
  expect(describeDays('2027-03-13', '2027-03-14')).toBe('yesterday');
  expect(describeDays('2025-03-14', '2027-03-14')).toBe('730 days ago');
  expect(describeDays('2030-03-14', '2027-03-14')).toBe('in 1,096 days');
});

test('a time is shown in the visitor’s time zone', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Asia/Kathmandu',
  } as Intl.ResolvedDateTimeFormatOptions);
  const now = Date.parse('2027-03-14T18:30:00Z'); // 00:15 of the next day in Kathmandu
  expect(describeTime(now, now)).toBe('at 00:15');
  expect(describeTime(now - 60 * 60_000, now)).toBe('yesterday at 23:15');
  expect(describeTime(Date.parse('2027-03-01T08:20:00Z'), now)).toBe('on Mar 01, 2027 at 14:05');
  expect(formatLocalDate('2027-03-14T18:30:00Z')).toBe('Mar 15, 2027');
});
