// Proposals at the desk: queries, steps and labels.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, requestData } from '../../api/client';
import type { components } from '../../api/schema';
import { customTrekAnswer } from '../../api/validators/desk-lists';
import { proposalListAnswer, staffProposalAnswer } from '../../api/validators/proposal-desk';
import type { Tone } from '../../ui/States';

type Schemas = components['schemas'];
export type StaffProposal = Schemas['StaffProposal'];
export type ListedProposal = Schemas['ListedProposal'];
export type ProposalDocument = Schemas['ProposalDocument'];
export type ProposalState = Schemas['ProposalState'];

export const PER_PAGE = 25;
export const KEY = 'proposals';

export const STATES: Record<ProposalState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'success' },
  expired: { label: 'Expired', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  superseded: { label: 'Replaced', tone: 'neutral' },
};

interface Filters {
  state?: ProposalState | undefined;
  customTrekId?: string | undefined;
}

export function proposalsQuery({ state, customTrekId }: Filters, page: number) {
  const query = {
    ...(state && { state }),
    ...(customTrekId && { customTrekId }),
    page: String(page),
    limit: String(PER_PAGE),
  };
  return queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => requestData(api.GET('/api/proposals', { params: { query }, signal }), proposalListAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function staffProposalQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/proposals/{id}', { params: { path: { id } }, signal }), staffProposalAnswer))
        .proposal,
    staleTime: 0,
  });
}

/** The request that a proposal answers. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['custom-treks', id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/custom-treks/{id}', { params: { path: { id } }, signal }), customTrekAnswer))
        .customTrek,
    staleTime: 0,
  });
}

/** `copied`: the trek and route to copy; otherwise the version before or the request alone. */
export async function createProposal(
  customTrekId: string,
  copied?: { trekId: string; routeId: string },
): Promise<StaffProposal> {
  const call = api.POST('/api/proposals', { body: { customTrekId, ...copied } });
  return (await requestData(call, staffProposalAnswer)).proposal;
}

export async function saveProposal(id: string, version: number, content: ProposalDocument): Promise<StaffProposal> {
  const call = api.PATCH('/api/proposals/{id}', { params: { path: { id } }, body: { version, content } });
  return (await requestData(call, staffProposalAnswer)).proposal;
}

export async function sendProposal(id: string, version: number): Promise<StaffProposal> {
  const call = api.POST('/api/proposals/{id}/send', { params: { path: { id } }, body: { version } });
  return (await requestData(call, staffProposalAnswer)).proposal;
}

export async function withdrawProposal(id: string, version: number): Promise<StaffProposal> {
  const call = api.POST('/api/proposals/{id}/withdraw', { params: { path: { id } }, body: { version } });
  return (await requestData(call, staffProposalAnswer)).proposal;
}
