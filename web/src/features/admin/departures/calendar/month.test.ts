// The days of months and weeks, and the bars of what runs on them.
import { expect, test } from 'vitest';
import { addMonths, agendaOf, barsOf, daysOfMonth, weekOf } from './month';

const one = (_id: string, startDate: string, endDate: string) => ({ _id, startDate, endDate });

test('a month has all of its days, and a week begins on Monday', () => {
  expect(daysOfMonth('2028-02')).toHaveLength(29);
  expect([daysOfMonth('2027-03').at(0), daysOfMonth('2027-03').at(-1)]).toEqual(['2027-03-01', '2027-03-31']);
  expect([weekOf('2027-03-07').at(0), weekOf('2027-03-07').at(-1)]).toEqual(['2027-03-01', '2027-03-07']);
  expect(addMonths('2026-12', 1)).toBe('2027-01');
});

test('entries that overlap are below each other, and continue beyond the days shown', () => {
  const list = [
    one('last', '2027-03-05', '2027-03-16'),
    one('first', '2027-02-20', '2027-03-02'),
    one('over', '2027-03-01', '2027-03-04'),
    one('gone', '2027-02-01', '2027-02-28'),
  ];
  const bars = barsOf(weekOf('2027-03-01'), list);
  expect(bars.map(({ entry: { _id }, first, last, lane }) => [_id, first, last, lane])).toEqual([
    ['first', 1, 2, 0],
    ['over', 1, 4, 1],
    ['last', 5, 7, 0],
  ]);
  expect(bars.map(({ continues }) => [continues.before, continues.after])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  const month = barsOf(daysOfMonth('2027-03'), [one('long', '2027-03-30', '2027-04-08')]);
  expect(month[0]).toMatchObject({ first: 30, last: 31, lane: 0 });
});

test('a list of days has what starts on each, and on its first day what runs already', () => {
  const list = [
    one('0', '2027-03-09', '2027-03-20'),
    one('1', '2027-03-02', '2027-03-20'),
    one('2', '2027-02-27', '2027-03-20'),
    one('3', '2027-03-02', '2027-03-03'),
    one('4', '2027-02-01', '2027-02-28'),
    one('5', '2027-04-01', '2027-04-02'),
  ];
  const days = agendaOf(daysOfMonth('2027-03'), list);
  expect(days.map(([day, ones]) => [day, ones.map(({ _id }) => _id)])).toEqual([
    ['2027-03-01', ['2']],
    ['2027-03-02', ['1', '3']],
    ['2027-03-09', ['0']],
  ]);
});
