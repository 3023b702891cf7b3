import { expect, test } from 'vitest';
import type { Trek } from '../../api/types';
import { makeDay, makeRoute, makeWaypoint } from '../../fixtures';
import { describeRoute, formatSeasons, trekFacts } from './trek-summary';
import { visibleRoutes } from './useTrek';

const route = makeRoute();
const leg = { fromWaypointIndex: 0, toWaypointIndex: 1, description: '' };
const day = makeDay({
  waypoints: [makeWaypoint('Lukla', { altitude: 2860 }), makeWaypoint('Kala Patthar', { altitude: 5545 })],
  connections: [
    { ...leg, transportMode: 'walking', distance: 7.8 },
    { ...leg, transportMode: 'flight', distance: 140 },
  ],
});

test('consecutive months are shown as one season, also across the new year', () => {
  expect(formatSeasons(['Mar', 'Apr', 'May', 'Oct', 'Nov'])).toBe('Mar–May, Oct–Nov');
  expect(formatSeasons(['Nov', 'Dec', 'Jan', 'Feb'])).toBe('Nov–Feb');
  expect(formatSeasons(['Sep'])).toBe('Sep');
  expect(formatSeasons(['Spring', 'Autumn'])).toBe('Spring, Autumn');
  expect(formatSeasons(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'])).toBe(
    'All year',
  );
  expect(formatSeasons([])).toBe('');
});

test('TREK-17 the facts are those of the selected route, and unknown ones are left out', () => {
  expect(trekFacts({ difficulty: 'Challenging', bestSeasons: ['Oct', 'Nov'] }, route, [day])).toEqual([
    { label: 'Days', value: '12' },
    { label: 'Nights', value: '11' },
    { label: 'Highest point', value: '5,545\u202fm' },
    { label: 'On foot', value: '8\u202fkm' },
    { label: 'Difficulty', value: 'Challenging' },
    { label: 'Best season', value: 'Oct–Nov' },
  ]);
  expect(trekFacts({ bestSeasons: [] }, route, []).map((fact) => fact.label)).toEqual(['Days', 'Nights']);
  expect(describeRoute(route, [day])).toBe('12 days, highest point 5,545\u202fm, 8\u202fkm on foot');
});

test('TREK-16 a hidden route is not offered', () => {
  const trek = { routes: [route, { ...route, _id: 'r2', isVisible: false }, { ...route, _id: 'r3' }] } as Trek;
  expect(visibleRoutes(trek).map((one) => one._id)).toEqual(['r1', 'r3']);
  expect(visibleRoutes({ routes: null } as unknown as Trek)).toEqual([]);
});
