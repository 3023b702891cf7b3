// The trek list in local storage: the size of a large agency's list, and a full storage.
import { afterEach, expect, test, vi } from 'vitest';
import { answers, closePages, json, serve, trek } from '../test-server';
import { cachedTreks, fetchTreks } from './query';

afterEach(closePages);

const GETALL = 'GET /api/treks/getall';
const thousand = Array.from({ length: 1000 }, (_, index) =>
  trek(`Trek ${index}`, { _id: `id-${index}`, description: 'Long words. '.repeat(150) }),
);

test('PKG-20 of a thousand treks the cache stores only the fields that lists show, and reads them back', async () => {
  serve({ ...answers, [GETALL]: json(200, { status: 'success', data: { treks: thousand } }) });
  const fetched = await fetchTreks();
  expect(localStorage.getItem('treks')?.length).toBeLessThan(1_500_000);
  const kept = cachedTreks()?.treks ?? [];
  expect(kept).toHaveLength(1000);
  const shown = ({ _id, name, location, price, routes, endingPlace }: (typeof kept)[number]) => ({
    _id,
    name,
    location,
    price,
    days: routes.map((route) => route.numberOfDays),
    endingPlace,
  });
  expect(kept.map(shown)).toEqual(fetched.map(shown));
});

test('PKG-19 PKG-20 with full storage the list is still shown, and nothing is cached', async () => {
  serve({ ...answers, [GETALL]: json(200, { status: 'success', data: { treks: thousand } }) });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  expect(await fetchTreks()).toHaveLength(1000);
  expect(cachedTreks()).toBe(null);
});
