import { expect, test } from 'vitest';
import golden from '../../../contract/departure-cases.json';
import {
  type Availability,
  daysText,
  groupByMonth,
  monthName,
  placesText,
  pricePerHeadOf,
  privateStartProblem,
  shortDaysText,
} from './departures';

test.each(golden.departures)(
  '$name: places and price are those of the server',
  ({ departure, routePrice, expect: expected }) => {
    const availability = expected.availability as Availability;
    expect(placesText({ availability, seatsLeft: expected.seatsLeft })).toBe(expected.places);
    expect(pricePerHeadOf(departure, { pricePerHead: routePrice })).toBe(expected.pricePerHead);
  },
);

test.each(golden.privateStarts)('private start, $name', ({ start, today, minimumNoticeDays, closures, message }) => {
  expect(privateStartProblem(start, today, minimumNoticeDays, closures) ?? null).toBe(message);
});

test('dates name the year of the start only if it differs', () => {
  expect(daysText('2027-04-03', '2027-04-14')).toBe('Sat, Apr 03 – Wed, Apr 14, 2027');
  expect(daysText('2027-12-28', '2028-01-05')).toBe('Tue, Dec 28, 2027 – Wed, Jan 05, 2028');
  expect(shortDaysText('2027-04-03', '2027-04-14')).toBe('Apr 03–14, 2027');
  expect(shortDaysText('2027-04-27', '2027-05-08')).toBe('Apr 27–May 08, 2027');
  expect(shortDaysText('2027-12-28', '2028-01-05')).toBe('Dec 28, 2027–Jan 05, 2028');
});

test('departures are grouped by the month of their start', () => {
  const days = ['2027-04-03', '2027-04-30', '2027-05-01'].map((startDate) => ({ startDate }));
  expect(groupByMonth(days).map(([month, all]) => [monthName(month), all.length])).toEqual([
    ['April 2027', 2],
    ['May 2027', 1],
  ]);
});
