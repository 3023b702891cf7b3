// Questions about a trek: the form of the trek page, and the conversation as the traveller sees it with the emailed link.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, requestData, send } from '../../api/client';
import type { components } from '../../api/schema';
import { sharedEnquiryAnswer } from '../../api/validators/enquiries';

type Schemas = components['schemas'];
export type SharedEnquiry = Schemas['SharedEnquiry'];
export type NewEnquiry = Schemas['NewEnquiry'];

export const MAX_QUESTION = 2000;
export const MAX_MESSAGE = 10_000;

export function enquiryQuery(token: string) {
  return queryOptions({
    queryKey: ['enquiry', token],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/enquiry/{token}', { params: { path: { token } }, signal });
      return (await requestData(call, sharedEnquiryAnswer)).enquiry;
    },
  });
}

/** The key makes a repeated request harmless. */
export async function writeMessage(token: string, text: string, key: string): Promise<SharedEnquiry> {
  const params = { path: { token }, header: { 'Idempotency-Key': key } };
  const call = api.POST('/api/enquiry/{token}', { params, body: { text } });
  return (await requestData(call, sharedEnquiryAnswer)).enquiry;
}

export async function sendQuestion(body: NewEnquiry, key: string): Promise<void> {
  await send(api.POST('/api/enquiries', { params: { header: { 'Idempotency-Key': key } }, body }), 'silent');
}

/** Why a message or question was not sent, in words for the traveller. */
export function sendProblem(failure: unknown): string {
  if (failure instanceof ApiFailure && failure.status === 429)
    return 'Too many messages came from you. What you typed is kept. Please try again in an hour.';
  if (failure instanceof ApiFailure && failure.serverMessage) return failure.serverMessage;
  return "The server didn't answer. What you typed is kept. Please try again.";
}
