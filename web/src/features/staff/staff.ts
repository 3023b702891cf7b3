// The staff of the agency: its list and invitations at the desk, and an invitation as its link shows it.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, request, requestData, requestWithHeaders, send } from '../../api/client';
import type { components } from '../../api/schema';
import type { User } from '../../api/types';
import { userAnswer } from '../../api/validators/site';
import {
  invitationAnswer,
  receivedInvitationAnswer,
  staffListAnswer,
  staffMemberAnswer,
} from '../../api/validators/staff';

export type StaffMember = components['schemas']['StaffMember'];
export type Invitation = components['schemas']['Invitation'];
export type ReceivedInvitation = components['schemas']['ReceivedInvitation'];
export type Role = StaffMember['role'];

export const KEY = 'staff';

export const staffQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => requestData(api.GET('/api/staff', { signal }), staffListAnswer),
  staleTime: 0,
});

export async function invite(email: string, role: Role): Promise<Invitation> {
  const body = { email, role };
  return (await requestData(api.POST('/api/staff/invitations', { body }), invitationAnswer)).invitation;
}

export async function resendInvitation(id: string): Promise<Invitation> {
  const params = { path: { id } };
  return (await requestData(api.POST('/api/staff/invitations/{id}/resend', { params }), invitationAnswer)).invitation;
}

export async function withdrawInvitation(id: string): Promise<void> {
  await send(api.DELETE('/api/staff/invitations/{id}', { params: { path: { id } } }), 'silent');
}

/** 'user' takes the role away. */
export async function changeRole(id: string, role: Role): Promise<StaffMember> {
  const call = api.PATCH('/api/staff/{id}', { params: { path: { id } }, body: { role } });
  return (await requestData(call, staffMemberAnswer)).member;
}

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/invitations/{token}', { params: { path: { token } }, signal });
      return (await requestData(call, receivedInvitationAnswer)).invitation;
    },
    // Unless the link is wrong or over, a second try may succeed.
    retry: (count, failure) => count < 2 && failure instanceof ApiFailure && failure.worthRetrying,
  });
}

/** Accepts with the account that is logged in. */
export async function acceptInvitation(token: string): Promise<User> {
  const call = api.POST('/api/invitations/{token}/accept', { params: { path: { token } }, body: {} });
  return (await request(call, userAnswer, 'silent')).user;
}

/** Creates the account of the invited address. Returns it with its tokens. */
export async function acceptWithNewAccount(token: string, body: { name: string; password: string }) {
  const call = api.POST('/api/invitations/{token}/accept', { params: { path: { token } }, body });
  const { data, headers } = await requestWithHeaders(call, userAnswer, 'silent');
  const accessToken = headers.get('x-access-token');
  const refreshToken = headers.get('x-refresh-token');
  if (!accessToken || !refreshToken) throw new ApiFailure(200, null);
  return { user: data.user, accessToken, refreshToken };
}

interface RoleText {
  role: Role;
  label: string;
  /** What it permits. */
  hint: string;
}

/** The roles that a person can be given, in the order in which they are offered. */
export const ROLES: readonly RoleText[] = [
  {
    role: 'staff',
    label: 'Staff',
    hint: 'Bookings, departures, treks and content, and refunds up to a limit. No settings, no roles, no deletion of people.',
  },
  { role: 'guide', label: 'Guide', hint: 'Reads the lists of the departures that name them as a guide.' },
  { role: 'admin', label: 'Owner', hint: 'Everything, including settings, staff and refunds.' },
];

export const roleLabel = (role: Role) => ROLES.find((one) => one.role === role)?.label ?? 'Traveller';
