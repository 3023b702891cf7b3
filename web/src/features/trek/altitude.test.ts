import { expect, test } from 'vitest';
import type { Day } from '../../api/types';
import { describeAltitudes, readAltitudes, scaleLines } from './altitude';

function walk(...stops: [string, number?][]): Day {
  return {
    waypoints: stops.map(([name, altitude], index) => ({
      name,
      altitude,
      coordinates: { latitude: 0, longitude: 0 },
      isStartPoint: index === 0,
      isEndPoint: index === stops.length - 1,
    })),
    connections: [],
    accommodation: { title: '', description: '', features: [] },
    foodDetails: { breakfast: [], lunch: [], dinner: [] },
  };
}

const days = [
  walk(['Lukla', 2860], ['Phakding', 2610]),
  walk(['Phakding', 2610], ['Gorak Shep', 5164], ['Kala Patthar', 5545], ['Dingboche', 4410]),
  walk(['Dingboche', 4410], ['Lukla', 2860]),
];

test('the profile has every waypoint in walking order and days of equal width', () => {
  const altitudes = readAltitudes(days);
  expect(altitudes?.points.map((point) => point.altitude)).toEqual([2860, 2610, 2610, 5164, 5545, 4410, 4410, 2860]);
  expect(altitudes?.points.map((point) => Number(point.along.toFixed(3)))).toEqual([
    0, 0.333, 0.333, 0.444, 0.556, 0.667, 0.667, 1,
  ]);
  expect(altitudes?.highest).toMatchObject({ name: 'Kala Patthar', altitude: 5545, day: 2 });
  expect(altitudes?.lowest).toBe(2610);
});

test('the text alternative of the profile includes the highest night', () => {
  const altitudes = readAltitudes(days);
  expect(altitudes && describeAltitudes(altitudes)).toBe(
    'From Lukla at 2,860\u202fm to Lukla at 2,860\u202fm. Highest point: Kala Patthar, 5,545\u202fm, on day 2. The highest night is at Dingboche, 4,410\u202fm.',
  );
});

test('waypoints without an altitude are left out, and with too few there is no profile', () => {
  expect(readAltitudes([walk(['A', 900], ['B'], ['C', 1200])])?.points).toHaveLength(2);
  expect(readAltitudes([walk(['A', 900], ['B'])])).toBeNull();
  expect(readAltitudes([])).toBeNull();
});

test('the scale has a few round lines that cover the whole route', () => {
  expect(scaleLines(1400, 5545)).toEqual([1000, 2000, 3000, 4000, 5000, 6000]);
  expect(scaleLines(820, 1490)).toEqual([800, 1000, 1200, 1400, 1600]);
});
