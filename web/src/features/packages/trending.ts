// The treks under "Trending": those of the server, else the newest treks, else marked examples (document 1 §2 and §8,
// decision §7).
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, request } from '../../api/client';
import { initialDataFrom } from '../../api/initial-data';
import { parseTrekList } from '../../api/parse-trek';
import type { TrekSummary } from '../../api/types';
import { anyResponse } from '../../api/validate';
import { readPath } from '../../lib/json';

export const TRENDING_COUNT = 3;

export interface Sample {
  name: string;
  place: string;
  days: number;
  highestPoint: number;
  profile: number[];
}

/** Examples of what an agency could offer, shown only without any real trek. They link to /packages. */
export const SAMPLES: readonly Sample[] = [
  {
    name: 'Everest Base Camp',
    place: 'Khumbu',
    days: 12,
    highestPoint: 5545,
    profile: [1400, 2860, 2610, 3440, 3880, 3440, 3867, 4410, 4410, 4940, 5364, 5164, 5545, 4240, 3440, 2860, 1400],
  },
  {
    name: 'Annapurna Circuit',
    place: 'Manang and Mustang',
    days: 14,
    highestPoint: 5416,
    profile: [820, 1700, 2210, 2670, 3210, 3540, 3540, 4050, 4450, 5416, 3760, 2720, 2010, 1190, 820],
  },
  {
    name: 'Langtang Valley',
    place: 'Rasuwa',
    days: 8,
    highestPoint: 4773,
    profile: [1400, 1460, 2480, 3430, 3870, 4773, 3870, 2480, 1460, 1400],
  },
];

/** Reads both data.treks and data.data.treks (document 1 §7). */
function trendingOf(answer: unknown): TrekSummary[] | undefined {
  return parseTrekList(readPath(answer, 'data', 'treks') ?? readPath(answer, 'treks')) ?? undefined;
}

export const trendingQuery = queryOptions({
  queryKey: ['trending'],
  queryFn: async ({ signal }) => {
    const treks = trendingOf(
      await request(api.GET('/api/bookings/get-trending-treks', { signal }), anyResponse, 'silent'),
    );
    if (!treks) throw new ApiFailure(0, null);
    return treks;
  },
  staleTime: 5 * 60_000,
  ...initialDataFrom('/api/bookings/get-trending-treks', anyResponse, trendingOf),
});

/** Up to three trending treks, padded to three with the newest others. */
export function padTrending(trending: readonly TrekSummary[], all: readonly TrekSummary[]): TrekSummary[] {
  const first = trending.slice(0, TRENDING_COUNT);
  const named = new Set(first.map((trek) => trek._id));
  const newest = all.filter((trek) => !named.has(trek._id)).sort((a, b) => (a._id < b._id ? 1 : -1));
  return [...first, ...newest].slice(0, TRENDING_COUNT);
}
