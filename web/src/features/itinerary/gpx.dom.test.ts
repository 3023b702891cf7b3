import { expect, test } from 'vitest';
import type { Day } from '../../api/types';
import { gpxFileName, gpxOf } from './gpx';

const waypoint = (name: string, latitude: number, longitude: number, altitude?: number) => ({
  name,
  coordinates: { latitude, longitude },
  isStartPoint: false,
  isEndPoint: false,
  ...(altitude === undefined ? {} : { altitude }),
});
const day = (...waypoints: Day['waypoints']): Day => ({
  waypoints,
  connections: [],
  accommodation: { title: '', description: '', features: [] },
  foodDetails: { breakfast: [], lunch: [], dinner: [] },
});

test('a GPX file lists each place once, has a segment per day, and includes known altitudes', () => {
  const text = gpxOf('Everest & <more>', 'Classic', [
    day(waypoint('Lukla', 27.6869, 86.7298, 2860), waypoint('Namche', 27.8056, 86.714)),
    day(waypoint('Nowhere', 0, 0)),
    day(waypoint('Namche', 27.8056, 86.714), waypoint('O\u0001"K"', -27.9, -86.8, -3)),
  ]);
  const read = new DOMParser().parseFromString(text ?? '', 'application/xml');
  expect(read.querySelector('parsererror')).toBeNull();
  const all = (name: string) => [...read.getElementsByTagName(name)];
  expect(all('metadata')[0]?.textContent?.trim()).toBe('Everest & <more>: Classic');
  expect(all('wpt').map((one) => one.getElementsByTagName('name')[0]?.textContent)).toEqual([
    'Lukla',
    'Namche',
    'O"K"',
  ]);
  expect(all('trkseg').map((one) => one.getElementsByTagName('trkpt').length)).toEqual([2, 2]);
  expect(all('trkpt')[0]?.getAttribute('lat')).toBe('27.6869');
  expect(all('trkpt').map((one) => one.getElementsByTagName('ele')[0]?.textContent)).toEqual([
    '2860',
    undefined,
    undefined,
    '-3',
  ]);
});

test('a route without coordinates has no GPX file', () => {
  expect(gpxOf('X', 'Y', [day(waypoint('Nowhere', 0, 0))])).toBeNull();
  expect(gpxOf('X', 'Y', [])).toBeNull();
});

test('the file name has only plain characters', () => {
  expect(gpxFileName('Everest Base Camp', 'Classic / slow')).toBe('everest-base-camp-classic-slow.gpx');
  expect(gpxFileName('Tête Rousse', '../..')).toBe('tete-rousse.gpx');
  expect(gpxFileName('../', '*')).toBe('route.gpx');
});
