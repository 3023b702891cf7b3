// The agency's figures on the home page: which item is shown, and the defaults when the request fails (document 1 §3
// and §8).
import { queryOptions } from '@tanstack/react-query';
import { api, hasSession, requestData } from '../../api/client';
import { initialDataFrom } from '../../api/initial-data';
import type { Achievement } from '../../api/types';
import { achievementListAnswer } from '../../api/validators/site';

export const ACHIEVEMENTS_FAILED = 'Failed to fetch achievement data';

export type Figures = Pick<Achievement, 'experienceYrs' | 'noOfLocation' | 'travelAwards' | 'totalClients'>;

export const DEFAULT_FIGURES: Figures = {
  experienceYrs: 15,
  noOfLocation: 50,
  travelAwards: 25,
  totalClients: 1000,
};

/** The first visible one. Without a visible one the banner has no counters (decision 39). */
export function shownAchievement(list: readonly Achievement[]): Achievement | null {
  return list.find((one) => one.visibility) ?? null;
}

export const achievementsQuery = queryOptions({
  queryKey: ['achievements'],
  queryFn: ({ signal }) => requestData(api.GET('/api/achievement/', { signal }), achievementListAnswer),
  staleTime: 5 * 60_000,
  // An administrator's response also contains hidden items, so signed-in users fetch their own.
  ...initialDataFrom('/api/achievement/', achievementListAnswer, ({ data }) => (hasSession() ? undefined : data)),
});

/** Value of a counter after a share (0 to 1) of its duration, eased out. */
export function countAt(target: number, share: number): number {
  if (share >= 1) return target;
  return Math.round(target * (1 - (1 - Math.max(0, share)) ** 3));
}
