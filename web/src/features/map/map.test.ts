import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Day } from '../../api/types';
import { fittingNames, groupOverlapping, isPlace, NEPAL, paddedBounds, worldPixel } from './geometry';
import { MODE_STYLES, MODES } from './modes';
import { daysText, findRepeatedLegs, readLegs, readStops, walkedPlaces } from './route-legs';
import { fetchCopyright, googleSessionRequest, kindsOf, nextKind, openTiles, RejectedKeyError, tileUrl } from './tiles';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const lukla = at(27.6869, 86.7298);
const namche = at(27.8056, 86.714);

describe('where things lie', () => {
  test('MAP-01 MAP-02 the packages map starts over Nepal', () => {
    expect(NEPAL).toEqual({ latitude: 28.3949, longitude: 84.124, zoom: 5 });
  });

  test('MAP-03 ITIN-12 bounds are padded by a tenth of their size on each side', () => {
    expect(paddedBounds([at(27, 84), at(28, 86)])?.map((one) => Number(one.toFixed(6)))).toEqual([
      83.8, 26.9, 86.2, 28.1,
    ]);
    const [west, south, east, north] = paddedBounds([lukla]) ?? [0, 0, 0, 0];
    expect([(west + east) / 2, (south + north) / 2].map((one) => one.toFixed(4))).toEqual(['86.7298', '27.6869']);
    expect(east - west).toBeGreaterThan(0.1);
    expect(paddedBounds([at(0, 0), at(Number.NaN, 84)])).toBeNull();
  });

  test('missing, zero or out-of-range coordinates are not a place', () => {
    expect([undefined, null, at(0, 0), at(99, 84), at(27, 181), at(Number.NaN, 1)].map(isPlace)).not.toContain(true);
    expect(isPlace(at(0, 84))).toBe(true);
  });

  test('markers that would overlap are grouped, and split where there is room', () => {
    const items = [lukla, namche, at(28.2096, 83.9586)].map((one) => ({ at: one }));
    expect(groupOverlapping(items, 5).map((group) => group.items.length)).toEqual([2, 1]);
    expect(groupOverlapping(items, 12)).toHaveLength(3);
    expect(groupOverlapping([{ at: lukla }, { at: lukla }], 16)).toHaveLength(1);
  });

  test('a thousand markers are grouped without losing one', () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({
      at: at(26.5 + (index % 40) / 10, 80.5 + index / 130),
    }));
    const groups = groupOverlapping(items, 7);
    expect(groups.length).toBeLessThan(600);
    expect(groups.flatMap((group) => group.items)).toHaveLength(1000);
  });

  test('names are hidden where markers or other names need the room, or at the wrong zoom', () => {
    const places = [
      { name: 'Lukla', ...lukla, from: 7 },
      { name: 'Next door', latitude: 27.687, longitude: 86.73, from: 7 },
    ];
    expect(fittingNames(places, 8).map((one) => one.name)).toEqual(['Lukla']);
    expect(fittingNames(places, 6)).toEqual([]);
    expect(fittingNames(places, 8, [lukla])).toEqual([]);
    expect(worldPixel(at(0, 0), 0)).toEqual({ x: 256, y: 256 });
  });
});

test('ITIN-09 ITIN-10 each transport mode has its colour; walking, flight, boat and train are dashed', () => {
  expect(new Set(MODES.map((mode) => MODE_STYLES[mode].colour)).size).toBe(6);
  expect(MODES.filter((mode) => MODE_STYLES[mode].dash)).toEqual(['walking', 'flight', 'boat', 'train']);
  expect(MODES.filter((mode) => !MODE_STYLES[mode].dash)).toEqual(['vehicle', 'custom']);
});

const day = (places: [string, { latitude: number; longitude: number }][], altitude?: number): Day => ({
  waypoints: places.map(([name, coordinates], index) => ({
    name,
    coordinates,
    isStartPoint: index === 0,
    isEndPoint: index === places.length - 1,
    ...(altitude === undefined ? {} : { altitude }),
  })),
  connections: places.slice(1).map((_, index) => ({
    fromWaypointIndex: index,
    toWaypointIndex: index + 1,
    transportMode: 'walking' as const,
    description: '',
  })),
  accommodation: { title: '', description: '', features: [] },
  foodDetails: { breakfast: [], lunch: [], dinner: [] },
});

test('ITIN-10 legs and stops of a route: the way back is drawn once, and each place once with its days and nights', () => {
  const route = [
    day([
      ['Lukla', lukla],
      ['Namche', namche],
    ]),
    day([['Namche', namche]], 3440),
    day([
      ['Namche', namche],
      ['Lukla', lukla],
    ]),
  ];
  expect(readLegs(route).map((leg) => leg.day)).toEqual([1, 3]);
  expect(findRepeatedLegs(readLegs(route))).toEqual([false, true]);
  expect(readStops(route).map(({ name, days, nights, altitude }) => ({ name, days, nights, altitude }))).toEqual([
    { name: 'Lukla', days: [1, 3], nights: [], altitude: undefined },
    { name: 'Namche', days: [1, 2, 3], nights: [1, 2], altitude: 3440 },
  ]);
  expect(daysText([1, 2, 3, 9])).toBe('1–3, 9');
});

test('ITIN-13 a connection to a missing waypoint is skipped, and a route without coordinates draws nothing', () => {
  const nowhere = day([
    ['Lukla', at(0, 0)],
    ['Namche', namche],
  ]);
  expect(readLegs([nowhere])).toEqual([]);
  expect(readStops([day([['Lukla', at(0, 0)]])])).toEqual([]);
  const broken = day([['Lukla', lukla]]);
  broken.connections = [{ fromWaypointIndex: 0, toWaypointIndex: 7, transportMode: 'boat', description: '' }];
  expect(readLegs([broken])).toEqual([]);
});

test('ITIN-12 the initial view of a route excludes its flights', () => {
  const leg = (mode: 'walking' | 'flight', from: typeof lukla, to: typeof lukla) => ({ day: 1, mode, from, to });
  const kathmandu = at(27.7154, 85.3123);
  const route = [leg('flight', kathmandu, lukla), leg('walking', lukla, namche), leg('flight', lukla, kathmandu)];
  expect(walkedPlaces(route)).toEqual([lukla, namche]);
  expect(walkedPlaces(route.slice(1, 2))).toEqual([]);
  expect(walkedPlaces(route.slice(0, 1))).toEqual([]);
});

describe('tiles', () => {
  afterEach(() => vi.unstubAllGlobals());
  const around = { latitude: 28.3949, longitude: 84.124, zoom: 5 };
  const layer = (kind: 'roadmap' | 'hybrid', host: string) => ({
    kind,
    url: `https://${host}/{z}/{x}/{y}`,
    attribution: host,
    maxZoom: 17,
  });
  const own = { tiles: [layer('roadmap', 'a'), layer('hybrid', 'b'), layer('hybrid', 'c')] };
  const google = { tiles: [], google: { key: 'a&b', url: 'https://g' } };
  const open = (setting: Parameters<typeof openTiles>[0], kind: 'roadmap' | 'hybrid' = 'roadmap') =>
    openTiles(setting, kind, around, new AbortController().signal);
  const answer = (...replies: (Response | Error)[]) => {
    const ask = vi.fn(async (_url: string, _init?: RequestInit) => {
      const reply = replies.shift();
      if (!(reply instanceof Response)) throw reply ?? new TypeError('no network');
      return reply;
    });
    vi.stubGlobal('fetch', ask);
    return ask;
  };

  test('MAP-04 ITIN-11 the map types are those that have tiles, and the button cycles through them', () => {
    expect(kindsOf(undefined)).toEqual([]);
    expect(kindsOf({ tiles: [] })).toEqual([]);
    expect(kindsOf(own)).toEqual(['roadmap', 'hybrid']);
    const kinds = kindsOf(google);
    expect(kinds).toEqual(['roadmap', 'satellite', 'terrain', 'hybrid']);
    expect(kinds.map((kind) => nextKind(kinds, kind))).toEqual(['satellite', 'terrain', 'hybrid', 'roadmap']);
  });

  test('one tile is requested before all the others', async () => {
    const ask = answer(new Response('tile'));
    expect(await open(own, 'hybrid')).toEqual(own.tiles.slice(1));
    expect(ask.mock.calls.map(([url]) => url)).toEqual(['https://b/6/46/26']);
    expect(tileUrl('{z}/{y}/{x}', around, 6)).toBe('6/26/46');
  });

  test('tiles that cannot be loaded are left out without an error', async () => {
    answer(new TypeError('no network'));
    expect(await open(own)).toEqual([]);
    answer(new Response('', { status: 503 }));
    expect(await open(own)).toEqual([]);
    answer(new Response('<html>'));
    expect(await open(google)).toEqual([]);
  });

  test('MAP-06 a rejected key is a separate error', async () => {
    for (const status of [401, 403]) {
      answer(new Response('', { status }));
      await expect(open(own)).rejects.toBeInstanceOf(RejectedKeyError);
    }
    for (const status of [400, 403]) {
      answer(new Response('{}', { status }));
      await expect(open(google)).rejects.toBeInstanceOf(RejectedKeyError);
    }
  });

  test('MAP-07 a session of the map service is opened with the key, and its tile URLs contain both', async () => {
    const ask = answer(new Response(JSON.stringify({ session: 's=1' })), new Response('tile'));
    const [tiles] = await open(google, 'hybrid');
    expect(tiles?.url).toBe('https://g/v1/2dtiles/{z}/{x}/{y}?session=s%3D1&key=a%26b');
    expect(ask.mock.calls[0]?.[0]).toBe('https://g/v1/createSession?key=a%26b');
    expect(JSON.parse(String(ask.mock.calls[0]?.[1]?.body))).toEqual(googleSessionRequest('hybrid'));
    expect(googleSessionRequest('terrain')).toMatchObject({ mapType: 'terrain', layerTypes: ['layerRoadmap'] });
  });

  test('MAP-07 the map service returns the attribution of a part of the map; without a response it is empty', async () => {
    answer(new Response(JSON.stringify({ session: 's' })), new Response('tile'));
    const [tiles] = await open(google);
    const told = (bounds: [number, number, number, number] = [80, 26, 200, 95]) =>
      fetchCopyright(tiles?.viewport ?? '', bounds, 7.9, new AbortController().signal);
    const ask = answer(new Response(JSON.stringify({ copyright: 'Map data ©2026' })));
    expect(await told()).toBe('Map data ©2026');
    expect(ask.mock.calls[0]?.[0]).toBe(
      'https://g/tile/v1/viewport?session=s&key=a%26b&zoom=7&north=90&south=26&east=180&west=80',
    );
    for (const reply of [new Response('<html>'), new Response('', { status: 500 }), new TypeError('no network')]) {
      answer(reply);
      expect(await told()).toBe('');
    }
  });
});
