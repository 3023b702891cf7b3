// The series and the requests of departures at the desk.
import { describe, expect, test } from 'vitest';
import golden from '../../../../../contract/series-cases.json';
import { blankDeparture, changeOf, requestOf, seriesRequestOf, valuesOf } from './departure-form';
import type { Departure } from './departures';
import { decisionOf, formatDays } from './labels';
import { type Series, seriesDates } from './series';

const departure: Departure = {
  _id: 'd1',
  trekId: 't1',
  routeId: 'r1',
  trekName: 'Everest Base Camp',
  routeName: 'Classic',
  routePrice: 1000,
  currency: 'USD',
  kind: 'group',
  startDate: '2027-03-05',
  endDate: '2027-03-16',
  capacity: 12,
  minimum: 4,
  cutoffDays: 7,
  decideBy: '2027-01-22',
  status: 'open',
  isGuaranteed: false,
  availability: 'AVAILABLE',
  seatsLeft: 7,
  seatsTaken: 3,
  seatsHeld: 2,
  sharesSeats: false,
  waiting: 0,
  guides: [],
  version: 3,
};

test.each(golden.cases)('the dates of a series: $name', ({ series, dates, problem }) => {
  expect(seriesDates(series as Series)).toEqual(dates ? { dates } : { problem });
});

test('days are written with the year once, unless they span two', () => {
  expect(formatDays(departure)).toBe('Mar 05 – Mar 16, 2027');
  expect(formatDays({ startDate: '2027-12-28', endDate: '2028-01-03' })).toBe('Dec 28, 2027 – Jan 03, 2028');
  expect(formatDays({ startDate: '2027-03-05', endDate: '2027-03-05' })).toBe('Mar 05, 2027');
});

describe('the decision to guarantee or cancel', () => {
  test('is due from 14 days before on, with the seats that are missing', () => {
    expect(decisionOf(departure, '2027-01-07')).toBe(null);
    expect(decisionOf(departure, '2027-01-08')).toEqual({ isPast: false, when: 'in 14 days', missing: 1 });
    expect(decisionOf(departure, '2027-01-23')).toMatchObject({ isPast: true, when: 'yesterday' });
  });

  test.each([
    { isGuaranteed: true },
    { kind: 'private' as const },
    { status: 'cancelled' as const },
    { decideBy: null },
  ])('is not asked for with %o', (change) => expect(decisionOf({ ...departure, ...change }, '2027-01-22')).toBe(null));
});

describe('the requests', () => {
  const filled = { ...blankDeparture('t1'), routeId: 'r1', pricePerHead: '1450.50', startDate: '2027-03-05' };

  test('leave out what the server fills in', () => {
    expect(requestOf({ ...filled, pricePerHead: '' })).toEqual({
      trekId: 't1',
      routeId: 'r1',
      startDate: '2027-03-05',
      capacity: 12,
      minimum: 2,
      cutoffDays: 7,
    });
    const series = { ...filled, isSeries: true, from: '2027-03-01', to: '2027-05-31', decideBy: '2027-01-01' };
    expect(seriesRequestOf(series)).toMatchObject({ weekday: 6, every: 'week', pricePerHead: 1450.5 });
    for (const absent of ['decideBy', 'decideDays']) expect(seriesRequestOf(series)).not.toHaveProperty(absent);
    expect(seriesRequestOf({ ...series, decideDays: '0' })).toMatchObject({ decideDays: 0 });
  });

  test('send only what was changed, and empty a price and a decision', () => {
    const base = valuesOf({ ...departure, pricePerHead: 1450 });
    expect(base.pricePerHead).toBe('1450');
    expect(changeOf(base, base, 3)).toEqual({ version: 3 });
    const changed = { ...base, pricePerHead: '', decideBy: '', notes: ' Two porters ', capacity: '14' };
    expect(changeOf(changed, base, 3)).toEqual({
      version: 3,
      pricePerHead: null,
      decideBy: null,
      notes: 'Two porters',
      capacity: 14,
    });
  });
});
