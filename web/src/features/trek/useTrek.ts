// One trek from the server; hidden routes never reach a traveller's page.
import { queryOptions } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import { startingWith } from '../../api/first-answers';
import type { Route, Trek } from '../../api/types';

export const TREK_FAILED = 'Error fetching package data';

export function trekQuery(id: string) {
  return queryOptions({
    queryKey: ['trek', id],
    queryFn: async ({ signal }) => {
      const answer = await ask(api.GET('/api/treks/{id}', { params: { path: { id } }, signal }), 'silent');
      return answer.data.trek;
    },
    staleTime: 60_000,
    ...startingWith(`/api/treks/${id}`, (answer) => (answer as { data?: { trek?: Trek } }).data?.trek),
  });
}

/** The server leaves hidden routes out; a copy from elsewhere may still hold one. Broken data gives none. */
export function visibleRoutes(trek: Trek): Route[] {
  return Array.isArray(trek.routes) ? trek.routes.filter((route) => route.isVisible !== false) : [];
}
