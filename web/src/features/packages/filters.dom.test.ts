import { describe, expect, test } from 'vitest';
import { route, trek } from '../../test-server';
import {
  allInPriceFrom,
  cheapestRoute,
  type Filters,
  filterOptions,
  filterTreks,
  paginate,
  priceFrom,
  readFilters,
  writeFilters,
} from './filters';

const place = (name: string) => ({ name, coordinates: { latitude: 0, longitude: 0 } });
const everest = trek('Everest Base Camp', { _id: '03', price: 1450, routes: [route(1700), route(1450)] });
const langtang = trek('Langtang', {
  _id: '01',
  location: 'Rasuwa',
  endingPlace: place('Syabrubesi'),
  routes: [route(900)],
});
const mardi = trek('Mardi Himal', {
  _id: '02',
  location: 'Kaski',
  startingPlace: place('Pokhara'),
  routes: [route(650)],
});
const all = [everest, langtang, mardi];

const filters = (change: Partial<Filters> = {}): Filters => ({ ...readFilters(new URLSearchParams()), ...change });
const names = (change: Partial<Filters>) => filterTreks(all, filters(change)).map((one) => one.name);

describe('which packages', () => {
  test('PKG-05 PKG-12 the destination matches name, location, starting and ending place, ignoring case', () => {
    expect(names({ destination: 'BASE camp' })).toEqual(['Everest Base Camp']);
    expect(names({ destination: 'rasuwa' })).toEqual(['Langtang']);
    expect(names({ destination: 'pokh' })).toEqual(['Mardi Himal']);
    expect(names({ destination: 'syabru' })).toEqual(['Langtang']);
    expect(names({ destination: 'atlantis' })).toEqual([]);
    expect(names({ destination: '  ' })).toHaveLength(3);
  });

  test('PKG-13 PKG-14 min and max compare with the cheapest visible route, limits included', () => {
    expect(names({ min: 900 })).toEqual(['Everest Base Camp', 'Langtang']);
    expect(names({ max: 900 })).toEqual(['Langtang', 'Mardi Himal']);
    expect(names({ min: 900, max: 900 })).toEqual(['Langtang']);
    expect(names({ min: 1450, max: 1450 })).toEqual(['Everest Base Camp']);
    expect(names({ min: 2000, max: 100 })).toEqual([]);
  });

  test('a hidden route does not count for the price', () => {
    const hidden = trek('X', { price: 500, routes: [route(100, { isVisible: false }), route(500)] });
    expect(cheapestRoute(hidden)?.pricePerHead).toBe(500);
    expect(priceFrom(trek('Y', { price: 700, routes: [] }))).toBe(700);
  });
});

describe('filters for travellers', () => {
  const treks = [
    trek('Poon Hill', {
      difficulty: 'Easy',
      region: 'Annapurna',
      bestSeasons: ['Mar', 'October'],
      routes: [route(420, { numberOfDays: 5 }), route(600, { numberOfDays: 8 })],
    }),
    trek('Mardi', {
      difficulty: 'Moderate',
      region: 'Annapurna',
      bestSeasons: ['Apr'],
      routes: [route(500, { numberOfDays: 5 }), route(900, { numberOfDays: 20, isVisible: false })],
    }),
    trek('Three Passes', {
      difficulty: 'Strenuous',
      region: 'Everest',
      bestSeasons: ['Oct'],
      routes: [route(1950, { numberOfDays: 19 })],
    }),
  ];
  const found = (change: Partial<Filters>) => filterTreks(treks, filters(change)).map((one) => one.name);

  test('length, difficulty, month and region narrow the list, also together', () => {
    expect(found({ days: '6-9' })).toEqual(['Poon Hill']);
    expect(found({ days: '15-' })).toEqual(['Three Passes']);
    expect(found({ difficulty: 'moderate' })).toEqual(['Mardi']);
    expect(found({ month: 'Oct' })).toEqual(['Poon Hill', 'Three Passes']);
    expect(found({ region: 'Annapurna' })).toEqual(['Poon Hill', 'Mardi']);
    expect(found({ region: 'Annapurna', month: 'Oct', days: '1-5', difficulty: 'Easy' })).toEqual(['Poon Hill']);
    expect(found({ region: 'Everest', difficulty: 'Easy' })).toEqual([]);
  });

  test('they are part of the URL and read from it; unknown values filter nothing', () => {
    const wanted = filters({ days: '6-9', difficulty: 'Easy', month: 'Oct', region: 'Annapurna' });
    expect(String(writeFilters(wanted))).toBe('days=6-9&difficulty=Easy&month=Oct&region=Annapurna');
    expect(readFilters(writeFilters(wanted))).toEqual(wanted);
    const odd = readFilters(new URLSearchParams({ days: 'toString', month: 'Someday', region: ' ' }));
    expect([odd.days, odd.month, odd.region]).toEqual([null, null, null]);
  });

  test('each option shows how many treks it would list together with the other filters', () => {
    const told = filterOptions(treks, filters({ region: 'Annapurna', month: 'Oct' }));
    expect(told.region.map(({ value, count }) => [value, count])).toEqual([
      ['Annapurna', 1],
      ['Everest', 1],
    ]);
    expect(told.difficulty.map(({ value, count }) => [value, count])).toEqual([
      ['Easy', 1],
      ['Moderate', 0],
      ['Strenuous', 0],
    ]);
    expect(told.month.map(({ value, count }) => [value, count])).toEqual([
      ['Mar', 1],
      ['Apr', 1],
      ['Oct', 1],
    ]);
    expect(told.days.map((one) => one.value)).toEqual(['1-5', '6-9', '15-']);
    expect(filterOptions([trek('Plain', { bestSeasons: [] })], filters()).region).toEqual([]);
  });

  test('cards show the price including fees, filters compare the price per head', () => {
    const all = trek('Rara', { routes: [route(1020, { allInPrice: 1245.5 })] });
    expect(allInPriceFrom(all)).toBe(1245.5);
    expect(filterTreks([all], filters({ max: 1100 }))).toHaveLength(1);
    expect(allInPriceFrom(trek('Old answer', { routes: [route(1020)] }))).toBe(1020);
  });
});

describe('in which order', () => {
  test('PKG-06 by price, low to high or high to low', () => {
    expect(names({ sort: 'price-low' })).toEqual(['Mardi Himal', 'Langtang', 'Everest Base Camp']);
    expect(names({ sort: 'price-high' })).toEqual(['Everest Base Camp', 'Langtang', 'Mardi Himal']);
  });

  test('PKG-07 by publication, newest or oldest, which is the order of ids', () => {
    expect(names({ sort: 'newest' })).toEqual(['Everest Base Camp', 'Mardi Himal', 'Langtang']);
    expect(names({ sort: 'oldest' })).toEqual(['Langtang', 'Mardi Himal', 'Everest Base Camp']);
  });

  test("without a sort the server's order is kept, and the given list is not changed", () => {
    const given = [...all];
    filterTreks(given, filters({ sort: 'price-low' }));
    expect(given).toEqual(all);
    expect(names({})).toEqual(['Everest Base Camp', 'Langtang', 'Mardi Himal']);
  });
});

describe('the URL', () => {
  test('PKG-12..14 destination, min and max are read from it', () => {
    expect(readFilters(new URLSearchParams('destination=Langtang&min=100&max=900.5'))).toMatchObject({
      destination: 'Langtang',
      min: 100,
      max: 900.5,
    });
  });

  test('PKG-13 PKG-14 an invalid amount sets no limit', () => {
    for (const wrong of ['abc', '-5', '', 'Infinity', 'NaN']) {
      expect(readFilters(new URLSearchParams({ min: wrong, max: wrong }))).toMatchObject({ min: null, max: null });
    }
  });

  test('written filters are read back unchanged, and defaults are not written', () => {
    const chosen = filters({ destination: 'a & b', min: 0, max: 10, sort: 'oldest', view: 'list', page: 3 });
    expect(readFilters(writeFilters(chosen))).toEqual(chosen);
    expect(writeFilters(filters()).toString()).toBe('');
  });

  test('an invalid page or view in the URL falls back to the default', () => {
    expect(readFilters(new URLSearchParams('page=-2&view=tiles&sort=random'))).toMatchObject({
      page: 1,
      view: 'cards',
      sort: null,
    });
  });
});

test('PKG-15 a page has four packages, and a page beyond the end shows the last one', () => {
  const ten = Array.from({ length: 10 }, (_, index) => index);
  expect(paginate(ten, 1)).toEqual({ page: 1, pages: 3, items: [0, 1, 2, 3] });
  expect(paginate(ten, 3).items).toEqual([8, 9]);
  expect(paginate(ten, 99).page).toBe(3);
  expect(paginate([], 1)).toEqual({ page: 1, pages: 1, items: [] });
});
