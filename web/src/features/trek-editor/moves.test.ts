import { describe, expect, test } from 'vitest';
import {
  blankDay,
  blankRoute,
  blankTrek,
  type DayForm,
  MAX_DAYS,
  MAX_ROUTES,
  type NewKey,
  numberOf,
  type RouteForm,
} from './form';
import { addConnection, CANNOT_REMOVE, isMarked, leadsSomewhere } from './moves';
import { type DayMove, type Move, type RouteMove, reduce, reduceDay, reduceRoute } from './reducer';
import { trimmedToNumber } from './route-moves';

function keys(): NewKey {
  let count = 0;
  return () => `k${++count}`;
}

/** A day with a waypoint for each letter of `names`, each connected to the next. */
function dayOf(names: string, key: NewKey = keys()): DayForm {
  let day = blankDay(key);
  while (day.waypoints.length < names.length) day = reduceDay(day, { type: 'waypoint-added' }, key);
  return { ...day, waypoints: day.waypoints.map((one, at) => ({ ...one, name: names[at] ?? '' })) };
}

const keyOf = (day: DayForm, name: string) => day.waypoints.find((one) => one.name === name)?.key ?? '';
const names = (day: DayForm) => day.waypoints.map((one) => one.name).join('');
const start = (day: DayForm) => day.waypoints.filter((one) => one.isStartPoint).map((one) => one.name);
const end = (day: DayForm) => day.waypoints.filter((one) => one.isEndPoint).map((one) => one.name);
const joined = (day: DayForm) => {
  const name = (key: string) => day.waypoints.find((one) => one.key === key)?.name ?? '?';
  return day.connections.map(({ from, to }) => `${name(from)}${name(to)}`).join(' ');
};

describe('waypoints', () => {
  test('TREKADM-33 TREKADM-34 a new waypoint becomes the end, has a numbered name and is connected by a walk', () => {
    const key = keys();
    const day = reduceDay(dayOf('AB', key), { type: 'waypoint-added' }, key);
    expect(day.waypoints.map((one) => one.name)).toEqual(['A', 'B', 'Waypoint 3']);
    expect(end(day)).toEqual(['Waypoint 3']);
    expect(start(day)).toEqual(['A']);
    expect(joined(day)).toBe('AB BWaypoint 3');
    expect(day.connections.at(-1)?.transportMode).toBe('walking');
  });

  test('a waypoint dropped on the map has that position', () => {
    const at = { latitude: '28.2', longitude: '85.5' };
    expect(reduceDay(dayOf('AB'), { type: 'waypoint-added', at }, keys()).waypoints.at(-1)).toMatchObject(at);
  });

  test('TREKADM-31 TREKADM-32 Set as Start and Set as End move the flag, and the other flag falls back to the first or last waypoint', () => {
    const day = dayOf('ABC');
    const later = reduceDay(day, { type: 'start-set', waypoint: keyOf(day, 'B') }, keys());
    expect([start(later), end(later)]).toEqual([['B'], ['C']]);
    const onEnd = reduceDay(day, { type: 'start-set', waypoint: keyOf(day, 'C') }, keys());
    expect([start(onEnd), end(onEnd)]).toEqual([['C'], ['A']]);
    const onStart = reduceDay(day, { type: 'end-set', waypoint: keyOf(day, 'A') }, keys());
    expect([start(onStart), end(onStart)]).toEqual([['B'], ['A']]);
    expect(reduceDay(day, { type: 'start-set', waypoint: 'none' }, keys())).toBe(day);
  });

  test('TREKADM-35 TREKADM-36 removing a waypoint also removes its connections, and the others stay', () => {
    const day = dayOf('ABCDE');
    const without = reduceDay(day, { type: 'waypoint-removed', waypoint: keyOf(day, 'C') }, keys());
    expect(names(without)).toBe('ABDE');
    expect(joined(without)).toBe('AB DE');
  });

  test('TREKADM-67 start and end cannot be removed', () => {
    const day = dayOf('ABC');
    for (const name of 'AC') {
      expect(reduceDay(day, { type: 'waypoint-removed', waypoint: keyOf(day, name) }, keys())).toBe(day);
    }
    expect(day.waypoints.map(isMarked)).toEqual([true, false, true]);
    expect(CANNOT_REMOVE).toBe('Cannot remove start or end points. Set another point as start/end first.');
  });

  test('connections follow moved waypoints, and those between the same neighbours keep their details', () => {
    const key = keys();
    let day = dayOf('ABCD', key);
    for (const [at, one] of day.connections.entries()) {
      day = reduceDay(day, { type: 'connection-changed', connection: one.key, to: { distance: `${at + 1}` } }, key);
    }
    const later = reduceDay(day, { type: 'waypoint-moved', from: 3, to: 2 }, key);
    expect(names(later)).toBe('ABDC');
    expect(joined(later)).toBe('AB BD DC');
    expect(later.connections.map((one) => one.distance)).toEqual(['1', '', '']);
    expect([start(later), end(later)]).toEqual([['A'], ['C']]);
  });

  test('a day that ends at a middle waypoint keeps its start and end when reordered', () => {
    const day = dayOf('ABC');
    const loop = reduceDay(day, { type: 'end-set', waypoint: keyOf(day, 'B') }, keys());
    const later = reduceDay(loop, { type: 'waypoint-moved', from: 2, to: 0 }, keys());
    expect([names(later), ...start(later), ...end(later)]).toEqual(['CAB', 'A', 'B']);
  });

  test('TREKADM-18 Fix Waypoints repairs days saved by an older editor', () => {
    const key = keys();
    const broken = { ...blankDay(key), waypoints: [] };
    const fixed = reduceDay(broken, { type: 'waypoints-fixed' }, key);
    expect(fixed.waypoints).toHaveLength(2);
    expect(sound(fixed)).toBe(true);
    const day = dayOf('ABCD', key);
    const unmarked = day.waypoints.map((one) => ({ ...one, isStartPoint: true, isEndPoint: true }));
    const nowhere = day.connections.map((one, at) => (at === 1 ? { ...one, to: 'gone' } : one));
    const mended = reduceDay({ ...day, waypoints: unmarked, connections: nowhere }, { type: 'waypoints-fixed' }, key);
    expect(joined(mended)).toBe('AB BC CD');
    expect([start(mended), end(mended)]).toEqual([['A'], ['D']]);
    const sidetrip = {
      ...day,
      connections: day.connections.map((one, at) => (at === 2 ? { ...one, from: keyOf(day, 'B') } : one)),
    };
    expect(joined(reduceDay(sidetrip, { type: 'waypoints-fixed' }, key))).toBe('AB BC BD');
  });

  test('TREKADM-19 a new connection fills a gap, and one that would lead to itself is reversed', () => {
    const key = keys();
    const day = dayOf('ABC', key);
    const without = reduceDay(day, { type: 'connection-removed', connection: day.connections[0]?.key ?? '' }, key);
    expect(joined(without)).toBe('BC');
    expect(joined(addConnection(without, key))).toBe('BC AB');
    const connection = day.connections[0]?.key ?? '';
    const turned = reduceDay(day, { type: 'connection-changed', connection, to: { from: keyOf(day, 'B') } }, key);
    expect(joined(turned)).toBe('BA BC');
  });
});

function sound(day: DayForm): boolean {
  const starts = day.waypoints.filter((one) => one.isStartPoint);
  const ends = day.waypoints.filter((one) => one.isEndPoint);
  return (
    day.waypoints.length >= 2 &&
    starts.length === 1 &&
    ends.length === 1 &&
    starts[0] !== ends[0] &&
    day.connections.every((one) => leadsSomewhere(one, day.waypoints)) &&
    new Set(day.waypoints.map((one) => one.key)).size === day.waypoints.length
  );
}

/** A deterministic pseudo-random generator. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * sides);
  };
}

function anyMove(day: DayForm, roll: (sides: number) => number): DayMove {
  const waypoint = day.waypoints[roll(day.waypoints.length)]?.key ?? '';
  const other = day.waypoints[roll(day.waypoints.length)]?.key ?? '';
  const connection = day.connections[roll(day.connections.length || 1)]?.key ?? '';
  const moves: DayMove[] = [
    { type: 'waypoint-added' },
    { type: 'waypoint-removed', waypoint },
    { type: 'waypoint-moved', from: roll(12) - 1, to: roll(12) - 1 },
    { type: 'start-set', waypoint },
    { type: 'end-set', waypoint },
    { type: 'connection-added' },
    { type: 'connection-removed', connection },
    { type: 'connection-changed', connection, to: { from: waypoint } },
    { type: 'connection-changed', connection, to: { to: other } },
    { type: 'waypoints-fixed' },
  ];
  return moves[roll(moves.length)] as DayMove;
}

test('TREKADM-30 TREKADM-55 after any changes a day has one start, one end and only valid connections', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const roll = dice(seed);
    const key = keys();
    let day = blankDay(key);
    for (let step = 0; step < 60; step++) {
      const move = anyMove(day, roll);
      day = reduceDay(day, move, key);
      if (!sound(day)) expect.fail(`seed ${seed}, step ${step}: ${JSON.stringify(move)}`);
    }
  }
});

test('TREKADM-28 TREKADM-51 after any changes a route has the stated number of days, and one night fewer', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const roll = dice(seed);
    const key = keys();
    let route = blankRoute(key);
    for (let step = 0; step < 40; step++) {
      const at = roll(route.dailyActivities.length);
      const moves: RouteMove[] = [
        { type: 'days-typed', to: String(roll(70) - 3) },
        { type: 'day-inserted', at },
        { type: 'day-duplicated', at },
        { type: 'day-removed', at },
        { type: 'day-moved', from: at, to: roll(20) },
        { type: 'days-put', at, days: [blankDay(key), blankDay(key)], replace: roll(2) === 0 },
        { type: 'day-continued', at },
        { type: 'stay-copied', what: 'foodDetails', from: at, first: roll(5), last: roll(9) },
        { type: 'route-legs-proposed' },
      ];
      route = reduceRoute(route, moves[roll(moves.length)] as RouteMove, key);
      const days = route.dailyActivities.length;
      const said = numberOf(route.numberOfDays) ?? 0;
      if (said >= 1 && said <= MAX_DAYS) expect(said).toBe(days);
      expect([days >= 1 && days <= MAX_DAYS, route.numberOfNights]).toEqual([true, String(days - 1)]);
      expect(new Set(route.dailyActivities.map((day) => day.key)).size).toBe(days);
    }
  }
});

test('TREKADM-30 TREKADM-55 copied days and routes are valid, and every key is unique', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const roll = dice(seed);
    const key = keys();
    let form = blankTrek(key);
    for (let step = 0; step < 50; step++) {
      const any = () => form.routes[roll(form.routes.length)] as RouteForm;
      const [one, other] = [any(), any()];
      const days = one.dailyActivities;
      const day = days[roll(days.length)] as DayForm;
      const waypoint = day.waypoints[roll(day.waypoints.length)]?.key ?? '';
      const spot = {
        name: `P${roll(6)}`,
        latitude: `27.${roll(9) + 1}`,
        longitude: `86.${roll(9)}`,
        altitude: `${roll(5000)}`,
      };
      const first = roll(days.length);
      const inDay = (move: DayMove): Move => ({
        type: 'route',
        route: one.key,
        move: { type: 'day', day: day.key, move },
      });
      const moves: Move[] = [
        { type: 'route-duplicated', route: one.key },
        { type: 'route-removed', route: one.key },
        { type: 'days-copied', source: one.key, first, last: first + roll(3), into: other.key, at: roll(6) },
        { type: 'route', route: one.key, move: { type: 'days-typed', to: String(roll(6) + 1) } },
        { type: 'route', route: one.key, move: { type: 'route-legs-proposed' } },
        inDay({ type: 'waypoint-changed', waypoint, to: spot }),
        inDay({ type: 'legs-proposed' }),
        inDay(anyMove(day, roll)),
      ];
      const move = moves[roll(moves.length)] as Move;
      form = reduce(form, move, key);
      const all = form.routes.flatMap((route) => route.dailyActivities);
      if (!all.every(sound)) expect.fail(`seed ${seed}, step ${step}: ${JSON.stringify(move)}`);
      const used = all.flatMap((one) => [
        one.key,
        ...one.waypoints.map(({ key }) => key),
        ...one.connections.map(({ key }) => key),
      ]);
      expect(new Set([...used, ...form.routes.map((route) => route.key)]).size).toBe(used.length + form.routes.length);
      for (const route of form.routes) expect(route.numberOfDays).toBe(String(route.dailyActivities.length));
      expect(form.routes.length).toBeLessThanOrEqual(MAX_ROUTES);
    }
  }
});

describe('days', () => {
  test('TREKADM-29 days are not lost while a number is typed: 15 begins as 1', () => {
    const key = keys();
    let route = reduceRoute(blankRoute(key), { type: 'days-typed', to: '14' }, key);
    const before = route.dailyActivities;
    route = reduceRoute(route, { type: 'days-typed', to: '1' }, key);
    expect(route.dailyActivities).toHaveLength(1);
    route = reduceRoute(route, { type: 'days-typed', to: '' }, key);
    route = reduceRoute(route, { type: 'days-typed', to: '15' }, key);
    expect(route.dailyActivities.slice(0, 14)).toEqual(before);
    expect(route.dailyActivities).toHaveLength(15);
    expect(route.numberOfNights).toBe('14');
  });

  test('TREKADM-39 days are trimmed or padded to their number', () => {
    const key = keys();
    const route = { ...blankRoute(key), numberOfDays: '3' };
    expect(trimmedToNumber(route, key).dailyActivities).toHaveLength(3);
    const three = reduceRoute(blankRoute(key), { type: 'days-typed', to: '3' }, key);
    expect(trimmedToNumber({ ...three, numberOfDays: '2' }, key).dailyActivities).toHaveLength(2);
    expect(trimmedToNumber({ ...three, numberOfDays: 'x' }, key).numberOfDays).toBe('3');
  });

  test('an inserted day starts where the day before ends, and a copied day has its own keys', () => {
    const key = keys();
    let route = reduceRoute(blankRoute(key), { type: 'days-typed', to: '2' }, key);
    const first = route.dailyActivities[0] as DayForm;
    const slept = first.waypoints[1]?.key ?? '';
    const move: DayMove = { type: 'waypoint-changed', waypoint: slept, to: { name: 'Lama Hotel', altitude: '2470' } };
    route = reduceRoute(route, { type: 'day', day: first.key, move }, key);
    route = reduceRoute(route, { type: 'day-inserted', at: 1 }, key);
    expect(route.dailyActivities[1]?.waypoints[0]).toMatchObject({ name: 'Lama Hotel', altitude: '2470' });
    route = reduceRoute(route, { type: 'day-duplicated', at: 0 }, key);
    const all = route.dailyActivities.flatMap((day) => day.waypoints.map((one) => one.key));
    expect(new Set(all).size).toBe(all.length);
    expect(route.numberOfDays).toBe('4');
  });
});

describe('the trek', () => {
  test('TREKADM-13 TREKADM-14 routes can be added and removed, except the first', () => {
    const key = keys();
    let form = reduce(blankTrek(key), { type: 'route-added' }, key);
    expect(form.routes).toHaveLength(2);
    const [first, second] = form.routes.map((one) => one.key);
    form = reduce(form, { type: 'route-removed', route: second ?? '' }, key);
    form = reduce(form, { type: 'route-removed', route: first ?? '' }, key);
    expect(form.routes.map((one) => one.key)).toEqual([first]);
  });

  test('TREKADM-65 TREKADM-64 TREKADM-63 blank and repeated features are ignored, and no more than ten are kept', () => {
    const key = keys();
    const many = Array.from({ length: 12 }, (_, at) => `Feature ${at}`);
    const to = ['Views', ' views ', '', ...many];
    const form = reduce(blankTrek(key), { type: 'features-changed', to }, key);
    expect(form.features).toHaveLength(10);
    expect(form.features.slice(0, 2)).toEqual(['Views', 'Feature 0']);
    const day = reduceDay(blankDay(key), { type: 'accommodation-changed', to: { features: to } }, key);
    expect(day.accommodation.features).toHaveLength(10);
  });

  test('TREKADM-60 TREKADM-21 a meal has at most ten items', () => {
    const key = keys();
    let day = blankDay(key);
    for (let at = 0; at < 12; at++) day = reduceDay(day, { type: 'meal-added', meal: 'lunch' }, key);
    expect(day.foodDetails.lunch).toHaveLength(10);
    day = reduceDay(day, { type: 'meal-changed', meal: 'lunch', at: 1, to: 'Dal bhat' }, key);
    day = reduceDay(day, { type: 'meal-removed', meal: 'lunch', at: 0 }, key);
    expect(day.foodDetails.lunch).toHaveLength(9);
    expect(day.foodDetails.lunch[0]).toBe('Dal bhat');
  });

  test('unchanged parts stay the same objects', () => {
    const key = keys();
    const form = reduce(blankTrek(key), { type: 'route-added' }, key);
    const [first, second] = form.routes;
    const next = reduce(
      form,
      { type: 'route', route: second?.key ?? '', move: { type: 'route-changed', to: { name: 'Long' } } },
      key,
    );
    expect(next.routes[0]).toBe(first);
    expect(next.paymentDetails).toBe(form.paymentDetails);
    expect(reduce(form, { type: 'route', route: 'none', move: { type: 'days-typed', to: '3' } }, key).routes).toBe(
      form.routes,
    );
  });
});
