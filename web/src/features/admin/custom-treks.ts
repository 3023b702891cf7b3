// Admin queries for custom trek requests (decisions §3).
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, requestData } from '../../api/client';
import type { CustomTrek, CustomTrekStatus } from '../../api/types';
import { customTrekAnswer, customTrekListAnswer } from '../../api/validators/desk-lists';
import { toast } from '../../lib/toast';
import type { Tone } from '../../ui/States';

export const CUSTOM_TREKS_PER_PAGE = 25;
export const CUSTOM_TREK_STATUSES = ['New', 'Answered', 'Closed'] as const satisfies readonly CustomTrekStatus[];
export const customTrekTone: Record<CustomTrekStatus, Tone> = {
  New: 'warning',
  Answered: 'success',
  Closed: 'neutral',
};
const KEY = 'custom-treks';

export interface CustomTrekFilters {
  search?: string | undefined;
  state?: CustomTrekStatus | undefined;
}

export function customTreksQuery({ search, state }: CustomTrekFilters, page: number) {
  const asked = {
    ...(search && { search }),
    ...(state && { state }),
    page: String(page),
    limit: String(CUSTOM_TREKS_PER_PAGE),
  };
  return queryOptions({
    queryKey: [KEY, asked],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/custom-treks', { params: { query: asked }, signal }), customTrekListAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function customTrekQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/custom-treks/{id}', { params: { path: { id } }, signal }), customTrekAnswer))
        .customTrek,
    staleTime: 0,
  });
}

/** Contains only changed fields, so that a colleague's change of the other field is kept. */
export interface CustomTrekChange {
  status?: CustomTrekStatus;
  notes?: string;
}

export function useCustomTrekChange(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: CustomTrekChange): Promise<CustomTrek> =>
      (await requestData(api.PATCH('/api/custom-treks/{id}', { params: { path: { id } }, body }), customTrekAnswer))
        .customTrek,
    onSuccess: (changed) => {
      queryClient.setQueryData(customTrekQuery(id).queryKey, changed);
      toast.success('Request saved.');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** mailto: link for a reply to the traveller, with subject and salutation. */
export function replyLink({ name, email, destination }: CustomTrek): string {
  const subject = encodeURIComponent(`Your custom trek: ${destination}`);
  const body = encodeURIComponent(`Dear ${name},\n\n`);
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}&body=${body}`;
}
