// The calls about one's own account. Each failure has had its toast when it arrives here (document 1 §8).
import { queryOptions } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import type { UpdateUserRequest, User } from '../../api/types';
import { accountGone, checkSession, userChanged } from '../session/session';

export async function saveProfile(change: UpdateUserRequest): Promise<void> {
  const { user } = await ask(api.PATCH('/api/users/me', { body: change }));
  userChanged(user);
}

/** The account with what the session does not know of it: whether its address gets the newsletter. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/users/me', { signal }), 'silent')).user,
  staleTime: 0,
});

export function getsNewsletter(user: User): boolean {
  const mails = user.preferences.mails as { newsletter?: unknown } | undefined;
  return mails?.newsletter === true;
}

export async function chooseNewsletter(newsletter: boolean): Promise<User> {
  const { user } = await ask(api.PATCH('/api/users/me', { body: { preferences: { mails: { newsletter } } } }));
  // The foot of the page asks again whether it is still to offer the newsletter.
  void checkSession({ force: true });
  return user;
}

/** Seconds that the code lives which now goes to the new address. */
export async function askForNewEmail(newEmail: string, password: string | undefined): Promise<number> {
  const answer = await ask(api.POST('/api/users/me/email', { body: { newEmail, password: password ?? '' } }));
  return answer.expiresInSeconds;
}

export async function confirmNewEmail(otp: string): Promise<void> {
  const { user } = await ask(api.POST('/api/users/me/email/confirm', { body: { otp } }));
  userChanged(user);
}

export interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

export async function changePassword(form: NewPassword & { currentPassword: string }): Promise<string> {
  return (await ask(api.POST('/api/users/me/password', { body: form }))).message;
}

/** An account without a password gets its first one as a forgotten one is replaced: by a mailed code. */
export async function askForPasswordCode(email: string): Promise<number> {
  return (await ask(api.POST('/api/auth/forgotPassword', { body: { email } }))).expiresInSeconds;
}

export async function setPassword(form: NewPassword & { otp: string }): Promise<string> {
  return (await ask(api.POST('/api/auth/resetPassword', { body: form }))).message;
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

export const paymentsQuery = queryOptions({
  queryKey: ['my-payments'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/users/me/payments', { signal }), 'silent')).data.payments,
  staleTime: 0,
});

export async function exportOfMine(): Promise<Blob> {
  return (await ask(api.GET('/api/users/me/export', { parseAs: 'blob' }))) as Blob;
}

export async function askForDeletionCode(): Promise<number> {
  return (await ask(api.POST('/api/users/me/deletion-code'))).expiresInSeconds;
}

export async function deleteAccount(proof: { password?: string; otp?: string }): Promise<void> {
  await ask(api.DELETE('/api/users/me', { body: proof }));
  accountGone();
}
