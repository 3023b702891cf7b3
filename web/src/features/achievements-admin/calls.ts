// Admin calls for achievements: list, create, update, delete, and choose the one on the home page (ACH-07).
import { queryOptions } from '@tanstack/react-query';
import { api, requestData, send } from '../../api/client';
import type { Achievement } from '../../api/types';
import { achievementListAnswer } from '../../api/validators/site';

export const KEY = 'managed-achievements';

export type Figures = Pick<Achievement, 'experienceYrs' | 'noOfLocation' | 'travelAwards' | 'totalClients'>;

/** Administrators also receive the hidden ones. */
export const managedAchievementsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => requestData(api.GET('/api/achievement/', { signal }), achievementListAnswer),
  staleTime: 0,
});

/** The one on the home page: the first visible (document 1 §3). */
export function achievementOnHome(list: readonly Achievement[]): Achievement | undefined {
  return list.find((one) => one.visibility);
}

export async function createAchievement(figures: Figures): Promise<void> {
  // Created hidden; which one is shown is chosen separately.
  await send(api.POST('/api/achievement', { body: { ...figures, visibility: false } }), 'silent');
}

export async function updateAchievement({ _id, visibility }: Achievement, figures: Figures): Promise<void> {
  const body = { ...figures, visibility };
  await send(api.PUT('/api/achievement/{id}', { params: { path: { id: _id } }, body }), 'silent');
}

async function setVisible({ _id, ...rest }: Achievement, visibility: boolean): Promise<void> {
  const { experienceYrs, noOfLocation, travelAwards, totalClients } = rest;
  const body = { experienceYrs, noOfLocation, travelAwards, totalClients, visibility };
  await send(api.PUT('/api/achievement/{id}', { params: { path: { id: _id } }, body }), 'silent');
}

/** Shows the new one before hiding the others, so that the home page always has one if a call fails in between. */
export async function showOnHome(shown: Achievement, all: readonly Achievement[]): Promise<void> {
  if (!shown.visibility) await setVisible(shown, true);
  for (const other of all) if (other._id !== shown._id && other.visibility) await setVisible(other, false);
}

export async function deleteAchievement(id: string): Promise<void> {
  await send(api.DELETE('/api/achievement/{id}', { params: { path: { id } } }), 'silent');
}
