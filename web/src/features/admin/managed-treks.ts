// Queries and actions for the agency's treks, page by page (decisions §3).
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, request, requestData } from '../../api/client';
import { parseTrek } from '../../api/parse-trek';
import { forgetTreks } from '../../api/query';
import { anyResponse } from '../../api/validate';
import { managedTrekListAnswer } from '../../api/validators/desk';
import { readPath } from '../../lib/json';
import { toast } from '../../lib/toast';
import type { ManagedTrek, ManagedTreksQuery } from './desk-types';

export const TREKS_PER_PAGE = 20;
const KEY = 'managed-treks';

export const TREK_STATES = ['all', 'visible', 'hidden', 'archived'] as const;
export type TrekState = (typeof TREK_STATES)[number];

export function trekState({ archivedAt, visibleRoutes }: ManagedTrek): Exclude<TrekState, 'all'> {
  if (archivedAt) return 'archived';
  return visibleRoutes > 0 ? 'visible' : 'hidden';
}

export function managedTreksQuery(query: ManagedTreksQuery, page: number) {
  const asked = { ...query, page: String(page), limit: String(TREKS_PER_PAGE) };
  return queryOptions({
    queryKey: [KEY, asked],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/treks/manage', { params: { query: asked }, signal }), managedTrekListAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export type TrekAction = 'duplicate' | 'archive' | 'restore';

const SUCCESS_MESSAGES: Record<TrekAction, (name: string) => string> = {
  duplicate: (name) => `${name} created. Its routes are hidden until you make them visible.`,
  archive: (name) => `${name} archived.`,
  restore: (name) => `${name} restored.`,
};

export function useTrekAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ move, trek }: { move: TrekAction; trek: ManagedTrek }) => {
      const path = { params: { path: { id: trek._id } } };
      const call = {
        duplicate: () => api.POST('/api/treks/{id}/duplicate', path),
        archive: () => api.POST('/api/treks/{id}/archive', path),
        restore: () => api.POST('/api/treks/{id}/restore', path),
      }[move];
      return parseTrek(readPath(await request(call(), anyResponse), 'data', 'trek')) ?? trek;
    },
    onSuccess: (trek, { move }) => toast.success(SUCCESS_MESSAGES[move](trek.name)),
    onSettled: () => {
      forgetTreks(queryClient);
      return queryClient.invalidateQueries({ queryKey: [KEY] });
    },
  });
}
