// Queries and calls of emails to many recipients.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, GENERIC_FAILURE, request, requestData, send } from '../../../api/client';
import type { components } from '../../../api/schema';
import {
  campaignAnswer,
  campaignListAnswer,
  campaignPreviewAnswer,
  campaignRecipientsAnswer,
} from '../../../api/validators/campaigns';
import { staffDepartureListAnswer } from '../../../api/validators/desk-departures';
import { messageAnswer } from '../../../api/validators/site';
import type { Day } from '../../../lib/dates';
import type { Tone } from '../../../ui/States';

type Schemas = components['schemas'];
export type Campaign = Schemas['Campaign'];
export type NewCampaign = Schemas['NewCampaign'];
export type Audience = Schemas['CampaignAudience'];
export type Recipient = Schemas['CampaignRecipient'];
export type RecipientStatus = Recipient['status'];

export const CAMPAIGNS_PER_PAGE = 25;
export const RECIPIENTS_PER_PAGE = 50;
export const MAX_SUBJECT = 200;
export const MAX_BODY = 20_000;
/** How often the numbers of an email that is being sent are read again, while the page is visible. */
const POLL_INTERVAL_MS = 5000;

export const KEY = 'campaigns';

export const statusLabel: Record<Campaign['status'], string> = { draft: 'Draft', sending: 'Sending', sent: 'Sent' };
export const statusTone: Record<Campaign['status'], Tone> = { draft: 'neutral', sending: 'warning', sent: 'success' };
export const recipientLabel: Record<RecipientStatus, string> = {
  open: 'To be sent',
  sent: 'Sent',
  skipped: 'Unsubscribed',
  failed: 'Failed',
};
export const recipientTone: Record<RecipientStatus, Tone> = {
  open: 'neutral',
  sent: 'success',
  skipped: 'neutral',
  failed: 'danger',
};

export const audienceText = ({ departure }: Campaign) => departure ?? 'Newsletter subscribers';
export const recipientCount = ({ recipients: { open, sent, skipped, failed } }: Campaign) =>
  open + sent + skipped + failed;

export function campaignsQuery(page: number) {
  const query = { page: String(page), limit: String(CAMPAIGNS_PER_PAGE) };
  return queryOptions({
    queryKey: [KEY, 'list', page],
    queryFn: ({ signal }) => requestData(api.GET('/api/campaigns', { params: { query }, signal }), campaignListAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/campaigns/{id}', { params: { path: { id } }, signal }), campaignAnswer))
        .campaign,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? POLL_INTERVAL_MS : false),
  });
}

export function recipientsQuery(id: string, state: RecipientStatus | undefined, page: number, isSending: boolean) {
  const query = {
    ...(state && { state }),
    page: String(page),
    limit: String(RECIPIENTS_PER_PAGE),
  };
  return queryOptions({
    queryKey: [KEY, 'recipients', id, query],
    queryFn: ({ signal }) => {
      const call = api.GET('/api/campaigns/{id}/recipients', { params: { path: { id }, query }, signal });
      return requestData(call, campaignRecipientsAnswer);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: isSending ? POLL_INTERVAL_MS : false,
  });
}

export function previewQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [KEY, 'preview', id, version],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/campaigns/{id}/preview', { params: { path: { id } }, signal }), campaignPreviewAnswer),
    staleTime: 0,
  });
}

/** The departures that an email can go to: those that run or come. */
export function departuresQuery(today: Day) {
  const query = { endsFrom: today, limit: '100' };
  return queryOptions({
    queryKey: [KEY, 'departures', today],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/departures', { params: { query }, signal }), staffDepartureListAnswer))
        .departures,
    staleTime: 0,
  });
}

/** Changes the draft, or stores a new one where there is none. */
export async function saveDraft(draft: Campaign | null, texts: NewCampaign): Promise<Campaign> {
  const call = draft
    ? api.PATCH('/api/campaigns/{id}', {
        params: { path: { id: draft._id } },
        body: { ...texts, version: draft.version },
      })
    : api.POST('/api/campaigns', { body: texts });
  return (await requestData(call, campaignAnswer)).campaign;
}

export async function sendCampaign({ _id: id, version }: Campaign): Promise<Campaign> {
  const call = api.POST('/api/campaigns/{id}/send', { params: { path: { id } }, body: { version } });
  return (await requestData(call, campaignAnswer)).campaign;
}

export async function retryCampaign(id: string): Promise<Campaign> {
  const call = api.POST('/api/campaigns/{id}/retry', { params: { path: { id } } });
  return (await requestData(call, campaignAnswer)).campaign;
}

export async function testCampaign(id: string): Promise<string> {
  const call = api.POST('/api/campaigns/{id}/test', { params: { path: { id } } });
  return (await request(call, messageAnswer, 'silent')).message;
}

export async function deleteCampaign(id: string): Promise<void> {
  await send(api.DELETE('/api/campaigns/{id}', { params: { path: { id } } }), 'silent');
}

/** Why a change was refused, in words for staff. */
export function problemOf(failure: unknown): string | undefined {
  if (!failure) return undefined;
  if (!(failure instanceof ApiFailure)) return GENERIC_FAILURE;
  if (failure.worthRetrying) return 'The server did not answer. Your text is kept. Try again.';
  return failure.errors[0]?.message ?? failure.message;
}
