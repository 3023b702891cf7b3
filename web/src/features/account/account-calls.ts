// API calls of the signed-in account. The API client shows a toast for each failure (document 1 §8).
import { queryOptions } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import type { SignIn, UpdateUserRequest, User } from '../../api/types';
import { codeLifetime } from '../../lib/code-lifetime';
import { checkSession, endDeletedAccount, updateUser } from '../session/session';

export async function saveProfile(change: UpdateUserRequest): Promise<void> {
  const { user } = await ask(api.PATCH('/api/users/me', { body: change }));
  updateUser(user);
}

/** The account including its newsletter subscription, which the session does not contain. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/users/me', { signal }), 'silent')).user,
  staleTime: 0,
});

export function isSubscribed(user: User): boolean {
  const mails = user.preferences.mails as { newsletter?: unknown } | undefined;
  return mails?.newsletter === true;
}

export async function saveNewsletterChoice(newsletter: boolean): Promise<User> {
  const { user } = await ask(api.PATCH('/api/users/me', { body: { preferences: { mails: { newsletter } } } }));
  // Refreshes the session, because the footer offers the newsletter only to non-subscribers.
  void checkSession({ force: true });
  return user;
}

/** Proof of ownership for a change: the password, or an emailed code for accounts without one. */
export type Proof = { password: string } | { otp: string };

/** Emails a code to the new address. Returns its lifetime in seconds. */
export async function requestEmailChange(newEmail: string, proof: Proof): Promise<number> {
  return codeLifetime(await ask(api.POST('/api/users/me/email', { body: { newEmail, ...proof } })));
}

/** Emails a code to the current address. It confirms a change of an account without a password. */
export async function requestVerificationCode(): Promise<number> {
  return codeLifetime(await ask(api.POST('/api/users/me/verification-code')));
}

export async function confirmNewEmail(otp: string): Promise<void> {
  const { user } = await ask(api.POST('/api/users/me/email/confirm', { body: { otp } }));
  updateUser(user);
}

export interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

export async function changePassword(form: NewPassword & { currentPassword: string }): Promise<string> {
  return (await ask(api.POST('/api/users/me/password', { body: form }))).message;
}

/** Sets the first password of an account, confirmed by an emailed code. */
export async function setPassword(user: User, form: NewPassword & { otp: string }): Promise<void> {
  await ask(api.POST('/api/users/me/password', { body: { ...form, currentPassword: '' } }));
  updateUser({ ...user, hasPassword: true });
}

export const sessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/users/me/sessions', { signal }), 'silent')).data.sessions,
  staleTime: 0,
});

export async function endSession(id: string): Promise<void> {
  await ask(api.DELETE('/api/users/me/sessions/{id}', { params: { path: { id } } }));
}

export async function endOtherSessions(): Promise<void> {
  await ask(api.DELETE('/api/users/me/sessions'));
}

export const signInsQuery = queryOptions({
  queryKey: ['my-sign-ins'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/users/me/sign-ins', { signal }), 'silent')).data.signIns,
  staleTime: 0,
});

export async function unlinkSignIn({ issuer, subject }: SignIn): Promise<void> {
  await ask(api.DELETE('/api/users/me/sign-ins', { body: { issuer, subject } }));
}

export const paymentsQuery = queryOptions({
  queryKey: ['my-payments'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/users/me/payments', { signal }), 'silent')).data.payments,
  staleTime: 0,
});

export async function downloadMyData(): Promise<Blob> {
  return (await ask(api.GET('/api/users/me/export', { parseAs: 'blob' }))) as Blob;
}

export async function requestDeletionCode(): Promise<number> {
  return codeLifetime(await ask(api.POST('/api/users/me/deletion-code')));
}

export async function deleteAccount(proof: { password?: string; otp?: string }): Promise<void> {
  await ask(api.DELETE('/api/users/me', { body: proof }));
  endDeletedAccount();
}
