// TanStack Query for the whole app: retries, stale times, and the lists that several features read.
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { readPath } from '../lib/json';
import { readJson, remove, writeJson } from '../lib/storage';
import { ApiFailure, api, request, requestData } from './client';
import { initialAnswer, initialDataFrom } from './initial-data';
import { parseTrekList } from './parse-trek';
import type { TrekSummary } from './types';
import { anyResponse } from './validate';
import { configAnswer } from './validators/site';

export function makeQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, failure) => count < 1 && failure instanceof ApiFailure && failure.worthRetrying,
        retryDelay: 600,
      },
      // Offline, an action fails at once with a message: the user may no longer want it when the connection is back.
      mutations: { networkMode: 'always' },
    },
  });
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => requestData(api.GET('/api/config', { signal }), configAnswer),
  staleTime: 10 * 60_000,
  ...initialDataFrom('/api/config', configAnswer, ({ data }) => data),
});

/** The trek list is valid for 5 minutes, also in local storage (document 1 §4 and §9). */
export const TREKS_MAX_AGE_MS = 5 * 60_000;
const TREKS_KEY = 'treks';

interface CachedTreks {
  at: number;
  treks: TrekSummary[];
}

function isCachedTreks(value: unknown): value is CachedTreks {
  const kept = value as CachedTreks | null;
  return typeof kept?.at === 'number' && parseTrekList(kept.treks) !== null;
}

/**
 * Stores only what lists and searches show: a thousand complete treks are 3 MB of the 5 MB that a site may store. The
 * missing parts are blank when the list is read. The page of a trek requests all of it anyway.
 */
function cacheTreks(at: number, treks: readonly TrekSummary[]) {
  const slim = treks.map(({ description, features, paymentDetails, placeholders, ...trek }) => ({
    ...trek,
    images: { bannerImage: trek.images.bannerImage },
    routes: trek.routes.map(({ description: _, ...route }) => route),
  }));
  writeJson('local', TREKS_KEY, { at, treks: slim });
}

export function cachedTreks(now = Date.now()): CachedTreks | null {
  const kept = readJson('local', TREKS_KEY, isCachedTreks);
  // A list stored by an older version of the site is parsed like a response.
  if (kept && now - kept.at < TREKS_MAX_AGE_MS && kept.at <= now) {
    return { at: kept.at, treks: parseTrekList(kept.treks) ?? [] };
  }
  if (kept) remove('local', TREKS_KEY);
  return null;
}

/** Fetches the trek list. The caller shows a failure, because its text differs by page (decision 25). */
export async function fetchTreks(signal?: AbortSignal): Promise<TrekSummary[]> {
  const body = await request(api.GET('/api/treks/getall', { signal }), anyResponse, 'silent');
  if (!readPath(body, 'data')) throw new ApiFailure(0, { message: 'No data received from the API' });
  const treks = parseTrekList(readPath(body, 'data', 'treks'));
  if (!treks) throw new ApiFailure(0, { message: 'Invalid data structure received from API' });
  cacheTreks(Date.now(), treks);
  return treks;
}

/** The cached list, otherwise the one embedded in the page, which is then cached. */
function initialTreks(): CachedTreks | null {
  const kept = cachedTreks();
  if (kept) return kept;
  const first = initialAnswer('/api/treks/getall');
  const treks = parseTrekList(readPath(first?.answer, 'data', 'treks'));
  if (!first || !treks) return null;
  const list = { at: first.at, treks };
  cacheTreks(list.at, list.treks);
  return list;
}

export function treksQuery() {
  return queryOptions({
    queryKey: ['treks'],
    queryFn: ({ signal }) => fetchTreks(signal),
    staleTime: TREKS_MAX_AGE_MS,
    gcTime: TREKS_MAX_AGE_MS,
    initialData: () => initialTreks()?.treks,
    initialDataUpdatedAt: () => initialTreks()?.at,
  });
}

/** Called after the agency changed a trek: the public list must show the change at once. */
export function forgetTreks(queries: QueryClient) {
  remove('local', TREKS_KEY);
  queries.removeQueries({ queryKey: ['treks'] });
}
