// Name and email typed into the sign-up, kept for the tab, so that a reload or a visit to the login loses nothing.
// Passwords are never stored.
import { readJson, remove, writeJson } from '../../lib/storage';

export interface SignupDraft {
  name: string;
  email: string;
}

const KEY = 'draft:signup'; // removed at logout, see session-drafts.ts

function isDraft(value: unknown): value is SignupDraft {
  const draft = value as Partial<SignupDraft> | null;
  return typeof draft?.name === 'string' && typeof draft.email === 'string';
}

export function readSignupDraft(): SignupDraft {
  return readJson('session', KEY, isDraft) ?? { name: '', email: '' };
}

export function saveSignupDraft({ name, email }: SignupDraft): void {
  writeJson('session', KEY, { name, email });
}

export function clearSignupDraft(): void {
  remove('session', KEY);
}
