// API calls of the signed-in account. The API client shows a toast for each failure (document 1 §8).
import { queryOptions } from '@tanstack/react-query';
import { api, download, request, requestData, send } from '../../api/client';
import type { SignIn, UpdateUserRequest, User } from '../../api/types';
import { paymentListAnswer, sessionListAnswer, signInListAnswer } from '../../api/validators/account';
import { codeSentAnswer } from '../../api/validators/code';
import { messageAnswer, userAnswer } from '../../api/validators/site';
import { codeLifetime } from '../../lib/code-lifetime';
import { checkSession, endDeletedAccount, updateUser } from '../session/session';

export async function saveProfile(change: UpdateUserRequest): Promise<void> {
  const { user } = await request(api.PATCH('/api/users/me', { body: change }), userAnswer);
  updateUser(user);
}

/** The account including its newsletter subscription, which the session does not contain. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await request(api.GET('/api/users/me', { signal }), userAnswer, 'silent')).user,
  staleTime: 0,
});

export function isSubscribed(user: User): boolean {
  const mails = user.preferences.mails as { newsletter?: unknown } | undefined;
  return mails?.newsletter === true;
}

export async function saveNewsletterChoice(newsletter: boolean): Promise<User> {
  const { user } = await request(
    api.PATCH('/api/users/me', { body: { preferences: { mails: { newsletter } } } }),
    userAnswer,
  );
  // Refreshes the session, because the footer offers the newsletter only to non-subscribers.
  void checkSession({ force: true });
  return user;
}

/** Proof of ownership for a change: the password, or an emailed code for accounts without one. */
export type Proof = { password: string } | { otp: string };

/** Emails a code to the new address. Returns its lifetime in seconds. */
export async function requestEmailChange(newEmail: string, proof: Proof): Promise<number> {
  return codeLifetime(await request(api.POST('/api/users/me/email', { body: { newEmail, ...proof } }), codeSentAnswer));
}

/** Emails a code to the current address. It confirms a change of an account without a password. */
export async function requestVerificationCode(): Promise<number> {
  return codeLifetime(await request(api.POST('/api/users/me/verification-code'), codeSentAnswer));
}

export async function confirmNewEmail(otp: string): Promise<void> {
  const { user } = await request(api.POST('/api/users/me/email/confirm', { body: { otp } }), userAnswer);
  updateUser(user);
}

export interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

export async function changePassword(form: NewPassword & { currentPassword: string }): Promise<string> {
  return (await request(api.POST('/api/users/me/password', { body: form }), messageAnswer)).message;
}

/** Sets the first password of an account, confirmed by an emailed code. */
export async function setPassword(user: User, form: NewPassword & { otp: string }): Promise<void> {
  await send(api.POST('/api/users/me/password', { body: { ...form, currentPassword: '' } }));
  updateUser({ ...user, hasPassword: true });
}

export const sessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/users/me/sessions', { signal }), sessionListAnswer)).sessions,
  staleTime: 0,
});

export async function endSession(id: string): Promise<void> {
  await send(api.DELETE('/api/users/me/sessions/{id}', { params: { path: { id } } }));
}

export async function endOtherSessions(): Promise<void> {
  await send(api.DELETE('/api/users/me/sessions'));
}

export const signInsQuery = queryOptions({
  queryKey: ['my-sign-ins'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/users/me/sign-ins', { signal }), signInListAnswer)).signIns,
  staleTime: 0,
});

export async function unlinkSignIn({ issuer, subject }: SignIn): Promise<void> {
  await send(api.DELETE('/api/users/me/sign-ins', { body: { issuer, subject } }));
}

export const paymentsQuery = queryOptions({
  queryKey: ['my-payments'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/users/me/payments', { signal }), paymentListAnswer)).payments,
  staleTime: 0,
});

export async function downloadMyData(): Promise<Blob> {
  return download(api.GET('/api/users/me/export', { parseAs: 'blob' }));
}

export async function requestDeletionCode(): Promise<number> {
  return codeLifetime(await request(api.POST('/api/users/me/deletion-code'), codeSentAnswer));
}

export async function deleteAccount(proof: { password?: string; otp?: string }): Promise<void> {
  await send(api.DELETE('/api/users/me', { body: proof }));
  endDeletedAccount();
}
