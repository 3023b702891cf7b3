// Query for one trek, and its visible routes.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, request } from '../../api/client';
import { initialDataFrom } from '../../api/initial-data';
import { parseTrek } from '../../api/parse-trek';
import type { Route, Trek } from '../../api/types';
import { anyResponse } from '../../api/validate';
import { readPath } from '../../lib/json';

export const TREK_FAILED = 'Error fetching package data';

function trekOf(answer: unknown): Trek | undefined {
  return parseTrek(readPath(answer, 'data', 'trek')) ?? undefined;
}

export function trekQuery(id: string) {
  return queryOptions({
    queryKey: ['trek', id],
    queryFn: async ({ signal }) => {
      const trek = trekOf(
        await request(api.GET('/api/treks/{id}', { params: { path: { id } }, signal }), anyResponse, 'silent'),
      );
      if (!trek) throw new ApiFailure(0, null);
      return trek;
    },
    staleTime: 60_000,
    ...initialDataFrom(`/api/treks/${id}`, anyResponse, trekOf),
  });
}

/** The server omits hidden routes for travellers, but not for administrators. Invalid data returns none. */
export function visibleRoutes(trek: Trek): Route[] {
  return Array.isArray(trek.routes) ? trek.routes.filter((route) => route.isVisible !== false) : [];
}
