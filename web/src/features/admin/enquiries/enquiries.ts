// Queries and calls of enquiries and saved replies at the desk.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, GENERIC_FAILURE, requestData, send } from '../../../api/client';
import type { components } from '../../../api/schema';
import {
  enquiryAnswer,
  enquiryListAnswer,
  savedReplyAnswer,
  savedReplyListAnswer,
} from '../../../api/validators/desk-enquiries';
import type { Tone } from '../../../ui/States';

type Schemas = components['schemas'];
export type Enquiry = Schemas['Enquiry'];
export type EnquiryThread = Schemas['EnquiryThread'];
export type EnquiryStatus = Schemas['EnquiryStatus'];
export type SavedReply = Schemas['SavedReply'];

export const ENQUIRIES_PER_PAGE = 25;
export const MAX_MESSAGE = 10_000;
export const STATUSES = ['Waiting', 'Answered', 'Closed'] as const satisfies readonly EnquiryStatus[];
export const statusTone: Record<EnquiryStatus, Tone> = { Waiting: 'warning', Answered: 'success', Closed: 'neutral' };

export const KEY = 'enquiries';
export const REPLIES_KEY = 'saved-replies';

interface Filters {
  search?: string | undefined;
  state?: EnquiryStatus | undefined;
}

export function enquiriesQuery({ search, state }: Filters, page: number) {
  const query = {
    ...(search && { search }),
    ...(state && { state }),
    page: String(page),
    limit: String(ENQUIRIES_PER_PAGE),
  };
  return queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => requestData(api.GET('/api/enquiries', { params: { query }, signal }), enquiryListAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function enquiryQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/enquiries/{id}', { params: { path: { id } }, signal }), enquiryAnswer)).enquiry,
    staleTime: 0,
  });
}

export async function answerEnquiry({ _id: id, version }: Enquiry, text: string): Promise<EnquiryThread> {
  const call = api.POST('/api/enquiries/{id}/answers', { params: { path: { id } }, body: { text, version } });
  return (await requestData(call, enquiryAnswer)).enquiry;
}

export async function setStatus({ _id: id, version }: Enquiry, status: EnquiryStatus): Promise<EnquiryThread> {
  const call = api.PATCH('/api/enquiries/{id}', { params: { path: { id } }, body: { status, version } });
  return (await requestData(call, enquiryAnswer)).enquiry;
}

export const savedRepliesQuery = queryOptions({
  queryKey: [REPLIES_KEY],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/saved-replies', { signal }), savedReplyListAnswer)).savedReplies,
  staleTime: 0,
});

export interface ReplyTexts {
  title: string;
  text: string;
}

/** Changes the reply, or adds one where there is none. */
export async function saveReply(reply: SavedReply | null, texts: ReplyTexts): Promise<SavedReply> {
  const call = reply
    ? api.PATCH('/api/saved-replies/{id}', {
        params: { path: { id: reply._id } },
        body: { ...texts, version: reply.version },
      })
    : api.POST('/api/saved-replies', { body: texts });
  return (await requestData(call, savedReplyAnswer)).savedReply;
}

export async function deleteReply(id: string): Promise<void> {
  await send(api.DELETE('/api/saved-replies/{id}', { params: { path: { id } } }), 'silent');
}

/** Why a change was refused, in words for staff. */
export function problemOf(failure: unknown): string | undefined {
  if (!failure) return undefined;
  if (!(failure instanceof ApiFailure)) return GENERIC_FAILURE;
  if (failure.worthRetrying) return 'The server did not answer. Your text is kept. Try again.';
  return failure.errors[0]?.message ?? failure.message;
}
