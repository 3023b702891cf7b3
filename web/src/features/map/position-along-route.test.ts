import { expect, test } from 'vitest';
import type { Waypoint } from '../../api/types';
import { makeDay, makeWaypoint } from '../../fixtures';
import { nearestPosition, positionAt } from './position-along-route';

const place = (name: string, latitude: number, longitude: number, altitude?: number) =>
  makeWaypoint(name, { coordinates: { latitude, longitude }, ...(altitude !== undefined && { altitude }) });
const day = (...waypoints: Waypoint[]) => makeDay({ waypoints, connections: [] });

const lukla = place('Lukla', 27.6, 86.6, 2860);
const phakding = place('Phakding', 27.7, 86.7, 2610);
const namche = place('Namche', 27.8, 86.7, 3440);
const thereAndBack = [day(lukla, phakding, namche), day(namche, lukla)];

test('days have equal width, and altitude and position are interpolated between two places', () => {
  expect(positionAt(thereAndBack, 0)).toMatchObject({ day: 1, from: 'Lukla', to: 'Lukla', altitude: 2860 });
  const quarter = positionAt(thereAndBack, 0.25);
  expect(quarter).toMatchObject({ day: 1, from: 'Phakding', to: 'Phakding', at: phakding.coordinates });
  const eighth = positionAt(thereAndBack, 0.125);
  expect(eighth).toMatchObject({ from: 'Lukla', to: 'Phakding', altitude: 2735 });
  expect(eighth?.at?.latitude).toBeCloseTo(27.65);
  expect(positionAt(thereAndBack, 1)).toMatchObject({ day: 2, to: 'Lukla', at: lukla.coordinates });
  expect(positionAt(thereAndBack, 7)?.along).toBe(1);
});

test('unknown values are omitted, and a route without days has no positions', () => {
  const spot = positionAt([day(place('Somewhere', 0, 0), namche)], 0.5);
  expect(spot).toEqual({ along: 0.5, day: 1, from: 'Somewhere', to: 'Namche' });
  expect(positionAt([], 0.5)).toBe(null);
  expect(positionAt([day()], 0.5)).toBe(null);
});

test('a point near the route snaps to it, one far away does not', () => {
  const onTheWay = nearestPosition(thereAndBack, { latitude: 27.75, longitude: 86.7001 }, 10, 0);
  expect(onTheWay).toBeCloseTo(0.375, 2);
  expect(nearestPosition(thereAndBack, { latitude: 28.9, longitude: 84 }, 10, 0)).toBe(null);
});

test('where two days share a leg, the highlighted day has priority', () => {
  const same = [day(lukla, namche), day(namche, lukla)];
  const halfway = { latitude: 27.7, longitude: 86.65 };
  expect(nearestPosition(same, halfway, 10, 1)).toBeCloseTo(0.25, 2);
  expect(nearestPosition(same, halfway, 10, 2)).toBeCloseTo(0.75, 2);
});
