// Reviews: those of a trek, and the one that the customer of a booking writes with the link of an email.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, request, requestData } from '../../api/client';
import { initialDataFrom } from '../../api/initial-data';
import type { components } from '../../api/schema';
import { publicReviewListAnswer, reviewFormAnswer } from '../../api/validators/reviews';
import { isObject } from '../../lib/json';

type Schemas = components['schemas'];
export type PublicReview = Schemas['PublicReview'];
export type WrittenReview = Schemas['WrittenReview'];
export type ReviewForm = Schemas['ReviewForm'];

/** The server renders as many (crates/server/src/features/review/shown.rs). */
export const PAGE_SIZE = 5;
export const MAX_LENGTHS = { title: 120, text: 5000, name: 60 };
const MIN_TEXT_LENGTH = 20;

export function trekReviewsQuery(trekId: string, page: number) {
  const call = `/api/treks/${trekId}/reviews?page=${page}&limit=${PAGE_SIZE}`;
  return queryOptions({
    queryKey: ['reviews', trekId, page],
    queryFn: ({ signal }) => {
      const params = { path: { id: trekId }, query: { page: String(page), limit: String(PAGE_SIZE) } };
      return requestData(api.GET('/api/treks/{id}/reviews', { params, signal }), publicReviewListAnswer);
    },
    staleTime: 5 * 60_000,
    ...initialDataFrom(call, publicReviewListAnswer, ({ data }) => data),
  });
}

export function reviewFormQuery(token: string) {
  return queryOptions({
    queryKey: ['review', token],
    queryFn: async ({ signal }): Promise<ReviewForm> => {
      const call = api.GET('/api/review/{token}', { params: { path: { token } }, signal });
      return (await request(call, reviewFormAnswer, 'silent')).data;
    },
    // Unless the link is wrong or over, a second try may succeed.
    retry: (count, failure) => count < 2 && failure instanceof ApiFailure && failure.worthRetrying,
    // What was typed is newer than what was stored.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function saveReview(token: string, review: WrittenReview): Promise<ReviewForm> {
  const call = api.PUT('/api/review/{token}', { params: { path: { token } }, body: review });
  return (await request(call, reviewFormAnswer, 'silent')).data;
}

/** What is wrong with a review before it is sent; the server checks the rest. */
export function problemsOf({ rating, title, text, name }: WrittenReview): Partial<Record<string, string>> {
  return {
    ...(rating === 0 && { rating: 'Choose 1 to 5 stars' }),
    ...(!title.trim() && { title: 'Enter a title' }),
    ...([...text.trim()].length < MIN_TEXT_LENGTH && { text: `Write at least ${MIN_TEXT_LENGTH} characters` }),
    ...(!name.trim() && { name: 'Enter the name to show' }),
  };
}

/** A review that was typed before a reload. */
export function isWritten(value: unknown): value is WrittenReview {
  const isText = (field: string) => isObject(value) && typeof value[field] === 'string';
  return isObject(value) && typeof value.rating === 'number' && ['title', 'text', 'name'].every(isText);
}
