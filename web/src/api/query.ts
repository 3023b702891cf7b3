// TanStack Query for the whole app: what is retried, how long it is fresh, and the lists that several features read.
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { readJson, remove, writeJson } from '../lib/storage';
import { ApiFailure, api, ask } from './client';
import { firstAnswer, startingWith } from './first-answers';
import type { Config, TrekSummary } from './types';

export function makeQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, failure) => count < 1 && failure instanceof ApiFailure && failure.worthRetrying,
        retryDelay: 600,
      },
    },
  });
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/config', { signal }), 'silent')).data,
  staleTime: 10 * 60_000,
  ...startingWith('/api/config', (answer) => (answer as { data?: Config }).data),
});

/** The trek list lives 5 minutes, also in local storage (document 1 §4 and §9). */
export const TREKS_LIFE_MS = 5 * 60_000;
const TREKS_KEY = 'treks';

interface KeptTreks {
  at: number;
  treks: TrekSummary[];
}

function isKeptTreks(value: unknown): value is KeptTreks {
  const kept = value as KeptTreks | null;
  return typeof kept?.at === 'number' && isTrekList(kept.treks);
}

/** Enough of the shape for a page to draw it; a stored list may come from an older version of the site. */
function isTrekList(value: unknown): value is TrekSummary[] {
  return (
    Array.isArray(value) &&
    value.every((trek) => typeof trek?._id === 'string' && typeof trek.name === 'string' && Array.isArray(trek.routes))
  );
}

export function keptTreks(now = Date.now()): KeptTreks | null {
  const kept = readJson('local', TREKS_KEY, isKeptTreks);
  if (kept && now - kept.at < TREKS_LIFE_MS && kept.at <= now) return kept;
  if (kept) remove('local', TREKS_KEY);
  return null;
}

/** Who shows the list tells its failure: the words differ by place (decision 25). */
export async function fetchTreks(signal?: AbortSignal): Promise<TrekSummary[]> {
  const body: unknown = await ask(api.GET('/api/treks/getall', { signal }), 'silent');
  const data = (body as { data?: { treks?: unknown } } | null | undefined)?.data;
  if (!data) throw new ApiFailure(0, { message: 'No data received from the API' });
  if (!isTrekList(data.treks)) throw new ApiFailure(0, { message: 'Invalid data structure received from API' });
  writeJson('local', TREKS_KEY, { at: Date.now(), treks: data.treks });
  return data.treks;
}

/** The kept list, else the one that came with the page, which is then kept. */
function firstTreks(): KeptTreks | null {
  const kept = keptTreks();
  if (kept) return kept;
  const first = firstAnswer('/api/treks/getall');
  const treks = (first?.answer as { data?: { treks?: unknown } } | undefined)?.data?.treks;
  if (!first || !isTrekList(treks)) return null;
  const list = { at: first.at, treks };
  writeJson('local', TREKS_KEY, list);
  return list;
}

export function treksQuery() {
  return queryOptions({
    queryKey: ['treks'],
    queryFn: ({ signal }) => fetchTreks(signal),
    staleTime: TREKS_LIFE_MS,
    gcTime: TREKS_LIFE_MS,
    initialData: () => firstTreks()?.treks,
    initialDataUpdatedAt: () => firstTreks()?.at,
  });
}
