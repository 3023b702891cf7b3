import { describe, expect, test } from 'vitest';
import { itineraryTexts, readDay, readDays, readItinerary } from '../../api/parse-days';
import type { Day, Trek } from '../../api/types';
import { duration, kilometres } from '../../lib/format';
import { dayFacts, dayTitle, dayTotals } from './day-summary';

const food = { breakfast: ['Porridge'], lunch: ['Dal bhat'], dinner: ['Noodle soup'] };
const lodging = { title: 'Tea house', description: '', features: [] };
const place = { latitude: 27.8, longitude: 86.7 };
const day: Day = {
  waypoints: [
    { name: 'Kathmandu', coordinates: place, isStartPoint: true, isEndPoint: false, altitude: 1400 },
    { name: 'Lukla', coordinates: place, isStartPoint: false, isEndPoint: false, altitude: 2860 },
    { name: 'Phakding', coordinates: place, isStartPoint: false, isEndPoint: true, altitude: 2610 },
  ],
  connections: [
    {
      fromWaypointIndex: 0,
      toWaypointIndex: 1,
      transportMode: 'flight',
      description: 'Morning flight',
      duration: 36,
      distance: 140,
    },
    {
      fromWaypointIndex: 1,
      toWaypointIndex: 2,
      transportMode: 'walking',
      description: 'Down the river',
      duration: 180,
      distance: 7.8,
    },
  ],
  accommodation: lodging,
  foodDetails: food,
};

function trekWith(change: object): Partial<Trek> {
  const route = { _id: 'r1', name: 'Classic', dailyActivities: [day] };
  return {
    startingPlace: { name: 'Kathmandu', coordinates: place },
    endingPlace: { name: 'Lukla', coordinates: place },
    routes: [route],
    ...change,
  } as unknown as Partial<Trek>;
}

describe('the data checks', () => {
  test('ITIN-14 the package must exist', () => {
    expect(readItinerary(undefined, 'r1').problems).toEqual(['Package data is missing']);
    expect(readItinerary(null, 'r1').problems).toEqual(['Package data is missing']);
  });

  test('ITIN-15 routes must be an array', () => {
    expect(readItinerary(trekWith({ routes: { 0: 'x' } }), 'r1').problems).toEqual([
      'Routes data is missing or invalid',
    ]);
    expect(readItinerary(trekWith({ routes: undefined }), 'r1').problems).toEqual([
      'Routes data is missing or invalid',
    ]);
  });

  test('ITIN-16 starting and ending place names are required, and all errors are reported', () => {
    const broken = trekWith({ startingPlace: { name: ' ' }, endingPlace: undefined });
    expect(readItinerary(broken, 'r1').problems).toEqual([
      'Starting place name is missing',
      'Ending place name is missing',
    ]);
  });

  test('ITIN-17 each day needs waypoints, connections and meals', () => {
    const days = [
      day,
      { ...day, waypoints: undefined },
      { ...day, connections: 'none' },
      day,
      { ...day, foodDetails: null },
      'a day',
    ];
    expect(readDays({ dailyActivities: days as Day[] }).problems).toEqual(
      [2, 3, 5, 6].map((number) => `Day ${number}: Invalid data structure`),
    );
  });

  test('ITIN-19 without routes there is nothing to show', () => {
    expect(readItinerary(trekWith({ routes: [] }), undefined).problems).toEqual([itineraryTexts.noRoutes]);
  });

  test('ITIN-20 the selected route must exist', () => {
    expect(readItinerary(trekWith({}), 'r9').problems).toEqual([itineraryTexts.noRoute]);
    expect(readItinerary(trekWith({}), undefined).problems).toEqual([itineraryTexts.noRoute]);
  });

  test('ITIN-21 the days of the route must be an array', () => {
    for (const dailyActivities of [undefined, null, {}, 'five']) {
      expect(readItinerary(trekWith({ routes: [{ _id: 'r1', dailyActivities }] }), 'r1').problems).toEqual([
        itineraryTexts.noDays,
      ]);
    }
  });

  test('valid data returns the days of the selected route', () => {
    expect(readItinerary(trekWith({}), 'r1')).toEqual({ days: [day] });
  });
});

test('ITIN-22 a legacy day becomes two waypoints and one connection', () => {
  const read = readDay({
    startPlace: 'Besisahar',
    endPlace: { name: 'Dharapani', coordinates: place },
    travelling: 'Vehicle',
    accommodation: lodging,
    foodDetails: food,
  });
  expect(read).toEqual({
    waypoints: [
      { name: 'Besisahar', coordinates: { latitude: 0, longitude: 0 }, isStartPoint: true, isEndPoint: false },
      { name: 'Dharapani', coordinates: place, isStartPoint: false, isEndPoint: true },
    ],
    connections: [{ fromWaypointIndex: 0, toWaypointIndex: 1, transportMode: 'vehicle', description: 'Vehicle' }],
    accommodation: lodging,
    foodDetails: food,
  });
  expect(
    readDay({ startPlace: 'A', travelling: 'six hours on foot', foodDetails: food })?.connections[0],
  ).toMatchObject({ transportMode: 'walking', description: 'six hours on foot' });
});

test('ITIN-07 meal keys that start with an underscore, and unknown keys, are ignored', () => {
  const read = readDay({
    ...day,
    foodDetails: { ...food, _id: 'x', _meta: ['no meal'], snack: ['Biscuits'], dinner: ['Soup', '', 3] },
  });
  expect(read?.foodDetails).toEqual({ ...food, dinner: ['Soup'] });
});

test('ITIN-24 a connection without duration and distance is kept, an unknown mode becomes walking', () => {
  const read = readDay({
    ...day,
    connections: [{ fromWaypointIndex: 0, toWaypointIndex: 1, transportMode: 'rocket', description: 'Up' }],
  });
  expect(read?.connections).toEqual([
    { fromWaypointIndex: 0, toWaypointIndex: 1, transportMode: 'walking', description: 'Up' },
  ]);
});

test('ITIN-04 minutes are formatted as hours and minutes', () => {
  expect([0, 36, 60, 195, 600].map(duration)).toEqual([
    '0\u202fmin',
    '36\u202fmin',
    '1\u202fh',
    '3\u202fh 15\u202fmin',
    '10\u202fh',
  ]);
});

test('ITIN-05 distances are formatted in km', () => {
  expect([7.8, 140, 12.04].map(kilometres)).toEqual(['7.8\u202fkm', '140\u202fkm', '12\u202fkm']);
});

test('the header of a day counts walking only, and shows ascent and sleeping altitude', () => {
  expect(dayFacts(day)).toEqual({
    from: 'Kathmandu',
    to: 'Phakding',
    onFoot: true,
    minutes: 180,
    kilometres: 7.8,
    climb: 0,
    sleepAltitude: 2610,
  });
  const driven = { ...day, connections: day.connections.slice(0, 1) };
  expect(dayFacts(driven)).toMatchObject({ onFoot: false, minutes: 36, kilometres: 140, climb: undefined });
});

test('a day that ends where it began states its purpose, and its totals omit unknown values', () => {
  const facts = { from: 'Namche Bazaar', to: 'Namche Bazaar', onFoot: true, minutes: 190, kilometres: 6.5, climb: 440 };
  expect(dayTitle({ ...facts, sleepAltitude: 3440 })).toBe('Acclimatisation day at Namche Bazaar');
  expect(dayTitle({ ...facts, sleepAltitude: 900 })).toBe('Day walk from Namche Bazaar');
  expect(dayTitle({ ...facts, onFoot: false })).toBe('Day in Namche Bazaar');
  expect(dayTitle({ ...facts, to: 'Tengboche' })).toBe('Namche Bazaar to Tengboche');
  expect(dayTotals(facts).map((text) => text.replace(/\s/g, ' '))).toEqual([
    '3 h 10 min on foot',
    '6.5 km',
    '440 m up',
  ]);
  expect(dayTotals({ ...facts, minutes: 0, kilometres: 0, climb: 0 })).toEqual([]);
});
