// The offline cache: its size limit, reads only after a request without a response, and separation of users.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { markReachable, offline, startConnectivity } from './connectivity';
import { ApiFailure } from './failure';
import { clearPersonalEntries, startOfflineCache } from './offline-cache';
import { CACHED } from './validators/cached';

const stops: (() => void)[] = [];

function open(owner: string | null = null) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stops.push(
    startOfflineCache(queries, () => owner),
    () => queries.clear(),
  );
  return queries;
}

afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop();
  markReachable();
  localStorage.clear();
  delete document.documentElement.dataset.line;
});

const lost = () => Promise.reject(new ApiFailure(0, null));
const seen = (queries: QueryClient, queryKey: unknown[], data: unknown) =>
  queries.fetchQuery({ queryKey, queryFn: async () => data });

test('without a response, data seen before is shown with its age', async () => {
  const before = open();
  await seen(before, ['trek', 'a'], { name: 'Everest' });
  const at = before.getQueryState(['trek', 'a'])?.dataUpdatedAt;

  const later = open();
  expect(later.getQueryData(['trek', 'a'])).toBe(undefined);
  await later.fetchQuery({ queryKey: ['trek', 'a'], queryFn: lost }).catch(() => {});
  expect(later.getQueryData(['trek', 'a'])).toEqual({ name: 'Everest' });
  expect(later.getQueryState(['trek', 'a'])?.dataUpdatedAt).toBe(at);
  expect(offline.get()).toBe(true);
});

test('cached data never replaces a response, not even an error', async () => {
  await seen(open(), ['trek', 'a'], { name: 'Everest' });
  const later = open();
  const refused = () => Promise.reject(new ApiFailure(500, null));
  await later.fetchQuery({ queryKey: ['trek', 'a'], queryFn: refused }).catch(() => {});
  expect(later.getQueryData(['trek', 'a'])).toBe(undefined);
  await seen(later, ['trek', 'a'], { name: 'Everest by Gokyo' });
  expect(later.getQueryData(['trek', 'a'])).toEqual({ name: 'Everest by Gokyo' });
});

test('a page opened offline shows everything that the same user has seen before', async () => {
  const before = open('maya');
  await seen(before, ['my-bookings'], [{ _id: 'b1' }]);
  await seen(before, ['trek', 'a'], { name: 'Everest' });
  document.documentElement.dataset.line = 'down';
  stops.push(startConnectivity());
  expect(open('maya').getQueryData(['my-bookings'])).toEqual([{ _id: 'b1' }]);
  expect(open('pemba').getQueryData(['my-bookings'])).toBe(undefined);
  expect(open().getQueryData(['my-bookings'])).toBe(undefined);
});

test('data cached by an older version of the site is treated as missing', async () => {
  await seen(open('maya'), ['booking', 'b1'], { _id: 'b1' });
  const name = 'kept:["booking","b1"]';
  const entry = JSON.parse(localStorage.getItem(name) ?? '');
  const { schema, ...withoutSchema } = entry;
  expect(schema).toBe(CACHED.booking);
  for (const older of [{ ...entry, schema: 'older' }, withoutSchema]) {
    localStorage.setItem(name, JSON.stringify(older));
    const later = open('maya');
    await later.fetchQuery({ queryKey: ['booking', 'b1'], queryFn: lost }).catch(() => {});
    expect(later.getQueryData(['booking', 'b1'])).toBe(undefined);
  }
  clearPersonalEntries();
  expect(localStorage.getItem(name)).toBe(null);
});

test('logout removes personal data and keeps public data', async () => {
  await seen(open(), ['blogs', 6, 1], { blogs: ['public'] });
  const maya = open('maya');
  await seen(maya, ['my-bookings'], [{ _id: 'b1' }]);
  await seen(maya, ['blog', 'draft'], { title: 'Not yet' });
  // Never cached, because it lists devices.
  await seen(maya, ['my-sessions'], [{ _id: 's1' }]);
  clearPersonalEntries();
  const left = Object.keys(localStorage).filter((key) => key !== 'kept:index');
  expect(left).toEqual(['kept:["blogs",6,1]']);
});

test('a full cache drops its oldest entries, and a storage error does not break the page', async () => {
  const queries = open();
  for (let number = 1; number <= 40; number += 1) await seen(queries, ['trek', String(number)], { number });
  const names = Object.keys(localStorage).filter((key) => key.startsWith('kept:["trek"'));
  expect(names).toHaveLength(30);
  expect(names).toContain('kept:["trek","40"]');
  expect(names).not.toContain('kept:["trek","1"]');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  await seen(queries, ['trek', '41'], { number: 41 });
  expect(queries.getQueryData(['trek', '41'])).toEqual({ number: 41 });
});
