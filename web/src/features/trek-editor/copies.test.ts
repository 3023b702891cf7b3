// Copies of routes, days, lodging and meals; estimates of legs; proposed places.
import { describe, expect, test } from 'vitest';
import { dayDocument } from './document';
import { blankRoute, blankTrek, type DayForm, MAX_DAYS, type NewKey, numberOf, type RouteForm } from './form';
import { proposePlaces } from './known-places';
import { countMissing } from './legs';
import { type DayMove, reduce, reduceRoute } from './reducer';

function keys(): NewKey {
  let count = 0;
  return () => `k${++count}`;
}

describe('copies', () => {
  /** Two days: Lukla → Phakding, and a second day with only the start that follows from the first. */
  function twoDays(key: NewKey) {
    let route = reduceRoute(blankRoute(key), { type: 'days-typed', to: '2' }, key);
    const first = route.dailyActivities[0] as DayForm;
    const change = (at: number, to: object) => {
      const move: DayMove = { type: 'waypoint-changed', waypoint: first.waypoints[at]?.key ?? '', to };
      route = reduceRoute(route, { type: 'day', day: first.key, move }, key);
    };
    change(0, { name: 'Lukla', latitude: '27.6869', longitude: '86.7298', altitude: '2860' });
    change(1, { name: 'Phakding', latitude: '27.74', longitude: '86.71', altitude: '2610' });
    return { route: () => route, change };
  }

  test('a day starts where the day before ends and follows changes, unless its start was typed', () => {
    const key = keys();
    const { route, change } = twoDays(key);
    const startOf = (at: number) => route().dailyActivities[at]?.waypoints[0];
    expect(startOf(1)).toMatchObject({ name: 'Phakding', latitude: '27.74', altitude: '2610' });
    change(1, { name: 'Monjo' });
    expect(startOf(1)).toMatchObject({ name: 'Monjo' });
    const second = route().dailyActivities[1] as DayForm;
    const typed: DayMove = {
      type: 'waypoint-changed',
      waypoint: second.waypoints[0]?.key ?? '',
      to: { name: 'Jorsale' },
    };
    const otherwise = reduceRoute(route(), { type: 'day', day: second.key, move: typed }, key);
    const first = otherwise.dailyActivities[0] as DayForm;
    const renamed: DayMove = {
      type: 'waypoint-changed',
      waypoint: first.waypoints[1]?.key ?? '',
      to: { name: 'Toktok' },
    };
    const after = reduceRoute(otherwise, { type: 'day', day: first.key, move: renamed }, key);
    expect(after.dailyActivities[1]?.waypoints[0]?.name).toBe('Jorsale');
    const continued = reduceRoute(after, { type: 'day-continued', at: 1 }, key);
    expect(continued.dailyActivities[1]?.waypoints[0]?.name).toBe('Toktok');
  });

  test('a duplicated route has all days, is hidden, has its own name and counts as new', () => {
    const key = keys();
    const original: RouteForm = { ...twoDays(key).route(), _id: 'r1', name: 'Classic', pricePerHead: '900' };
    const form = reduce(
      { ...blankTrek(key), routes: [original] },
      { type: 'route-duplicated', route: original.key },
      key,
    );
    const [kept, copy] = form.routes;
    expect(kept).toBe(original);
    expect(copy).toMatchObject({ name: 'Classic (copy)', isVisible: false, pricePerHead: '900', numberOfDays: '2' });
    expect(copy?._id).toBeUndefined();
    expect(copy?.dailyActivities.map(dayDocument)).toEqual(original.dailyActivities.map(dayDocument));
  });

  test('a range of days is copied into another route, up to the maximum of sixty days', () => {
    const key = keys();
    const original = twoDays(key).route();
    const full = reduceRoute(blankRoute(key), { type: 'days-typed', to: String(MAX_DAYS - 1) }, key);
    const form = { ...blankTrek(key), routes: [original, full] };
    const copied = reduce(
      form,
      { type: 'days-copied', source: original.key, first: 0, last: 1, into: full.key, at: 1 },
      key,
    );
    expect(copied.routes[1]?.dailyActivities).toHaveLength(MAX_DAYS);
    expect(copied.routes[1]?.dailyActivities[1]?.waypoints[0]?.name).toBe('Lukla');
    expect(copied.routes[0]).toBe(original);
  });

  test('a new day gets lodging and meals of the day before, and both can be copied to all later days', () => {
    const key = keys();
    let route = reduceRoute(blankRoute(key), { type: 'days-typed', to: '3' }, key);
    const first = route.dailyActivities[0]?.key ?? '';
    const lodge: DayMove = { type: 'accommodation-changed', to: { title: 'Teahouse', features: ['Stove'] } };
    route = reduceRoute(route, { type: 'day', day: first, move: lodge }, key);
    route = reduceRoute(route, { type: 'stay-copied', what: 'accommodation', from: 0, first: 1, last: 2 }, key);
    expect(route.dailyActivities.map((day) => day.accommodation.title)).toEqual(['Teahouse', 'Teahouse', 'Teahouse']);
    route = reduceRoute(route, { type: 'day-inserted', at: 3 }, key);
    expect(route.dailyActivities[3]?.accommodation).toEqual(route.dailyActivities[2]?.accommodation);
    const longer = reduceRoute(route, { type: 'days-typed', to: '6' }, key);
    expect(longer.dailyActivities[5]?.accommodation.title).toBe('Teahouse');
  });

  test('estimates fill in missing values of legs, and never change typed ones', () => {
    const key = keys();
    let route = twoDays(key).route();
    const [day] = route.dailyActivities as [DayForm];
    const leg = day.connections[0]?.key ?? '';
    const typed: DayMove = { type: 'connection-changed', connection: leg, to: { distance: '8.5' } };
    route = reduceRoute(route, { type: 'day', day: day.key, move: typed }, key);
    expect(countMissing(route.dailyActivities)).toBe(1);
    route = reduceRoute(route, { type: 'route-legs-proposed' }, key);
    expect(route.dailyActivities[0]?.connections[0]).toMatchObject({ distance: '8.5', transportMode: 'walking' });
    expect(numberOf(route.dailyActivities[0]?.connections[0]?.duration ?? '')).toBeGreaterThan(60);
    expect(countMissing(route.dailyActivities)).toBe(0);
    expect(reduceRoute(route, { type: 'route-legs-proposed' }, key).dailyActivities[0]).toBe(route.dailyActivities[0]);
  });

  test('typing a name finds places of the trek first, then places of the map, with position and altitude', () => {
    const key = keys();
    const form = { ...blankTrek(key), routes: [twoDays(key).route()] };
    const typed = (name: string) => proposePlaces(form, { name, latitude: '', longitude: '' });
    expect(typed('')).toEqual([]);
    expect(typed('pha')[0]).toMatchObject({ name: 'Phakding', altitude: '2610', source: 'trek' });
    expect(typed('lukla')).toEqual([expect.objectContaining({ source: 'trek', longitude: '86.7298' })]);
    expect(typed('namche')[0]).toMatchObject({
      latitude: '27.8056',
      longitude: '86.714',
      altitude: '3440',
      source: 'map',
    });
    expect(proposePlaces(form, { name: 'Lukla', latitude: '27.6869', longitude: '86.7298' })).toEqual([]);
    // Countries are labels of the map, not places of a route.
    expect(typed('Nepal').map(({ name }) => name)).toEqual(['Nepalgunj']);
  });
});
