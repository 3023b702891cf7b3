// The figures of the agency on home: which item is shown, what stands when they cannot be had (document 1 §3 and §8).
import { queryOptions } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import type { Achievement } from '../../api/types';

export const ACHIEVEMENTS_FAILED = 'Failed to fetch achievement data';

export type Figures = Pick<Achievement, 'experienceYrs' | 'noOfLocation' | 'travelAwards' | 'totalClients'>;

export const DEFAULT_FIGURES: Figures = {
  experienceYrs: 15,
  noOfLocation: 50,
  travelAwards: 25,
  totalClients: 1000,
};

/** The first visible one; none visible: the banner stands without counters (decision 39). */
export function shownAchievement(list: readonly Achievement[]): Achievement | null {
  return list.find((one) => one.visibility) ?? null;
}

export const achievementsQuery = queryOptions({
  queryKey: ['achievements'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/achievement/', { signal }), 'silent')).data,
  staleTime: 5 * 60_000,
});

/** Where a counter stands after a share of its time: quick first, then settling. */
export function countAt(target: number, share: number): number {
  if (share >= 1) return target;
  return Math.round(target * (1 - (1 - Math.max(0, share)) ** 3));
}
