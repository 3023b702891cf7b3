// Calls about reviews.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, request, requestData } from '../../../api/client';
import type { components } from '../../../api/schema';
import { reviewAnswer, reviewListAnswer } from '../../../api/validators/desk-reviews';

type Schemas = components['schemas'];
export type Review = Schemas['Review'];
export type ReviewState = Schemas['ReviewState'];

export const PAGE_SIZE = 20;
export const KEY = 'desk-reviews';

export function reviewsQuery(state: ReviewState, page: number) {
  return queryOptions({
    queryKey: [KEY, state, page],
    queryFn: ({ signal }) => {
      const query = { state, page: String(page), limit: String(PAGE_SIZE) };
      return requestData(api.GET('/api/reviews', { params: { query }, signal }), reviewListAnswer);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** What staff do with a review. */
export type Decision = { kind: 'approve' } | { kind: 'reject'; reason: string } | { kind: 'answer'; text: string };

export async function decide({ _id, version }: Review, decision: Decision): Promise<Review> {
  const params = { path: { id: _id } };
  const call =
    decision.kind === 'approve'
      ? api.POST('/api/reviews/{id}/approve', { params, body: { version } })
      : decision.kind === 'reject'
        ? api.POST('/api/reviews/{id}/reject', { params, body: { version, reason: decision.reason } })
        : api.POST('/api/reviews/{id}/answer', { params, body: { version, text: decision.text } });
  return (await request(call, reviewAnswer, 'silent')).data.review;
}
