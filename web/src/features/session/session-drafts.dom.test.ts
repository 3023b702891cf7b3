// Drafts in a tab are kept when a visitor logs in, and never shown to another user.
import { afterEach, expect, test } from 'vitest';
import { maya } from '../../fixtures';
import { endDeletedAccount, signIn } from './session';
import { startSessionDrafts } from './session-drafts';
import { readSignupDraft, saveSignupDraft } from './signup-draft';

const person = (id: string) => ({
  user: { ...maya, id, name: id, email: `${id}@example.com` },
  accessToken: `a-${id}`,
  refreshToken: `r-${id}`,
});
const drafts = () => Object.keys(sessionStorage).filter((key) => /^(?:draft|choice):/.test(key));
const type = () => {
  sessionStorage.setItem('draft:custom-trek', '{}');
  sessionStorage.setItem('choice:everest', '{}');
};
let stop = () => {};

afterEach(() => {
  endDeletedAccount();
  stop();
  sessionStorage.clear();
  localStorage.clear();
});

test('what a visitor typed is kept when they log in, and removed at logout', () => {
  stop = startSessionDrafts();
  type();
  signIn(person('maya'));
  expect(drafts()).toHaveLength(2);
  endDeletedAccount();
  expect(drafts()).toEqual([]);
});

test('after an expired session the next user sees nothing of the previous one', () => {
  stop = startSessionDrafts();
  signIn(person('maya'));
  type();
  // The tokens are gone without a logout.
  stop();
  stop = startSessionDrafts();
  signIn(person('pemba'));
  expect(drafts()).toEqual([]);
});

test('a sign-up draft has name and email, never a password', () => {
  const typed = { name: 'Maya', email: 'maya@example.com', password: 'secret-secret' };
  saveSignupDraft(typed);
  expect(readSignupDraft()).toEqual({ name: 'Maya', email: 'maya@example.com' });
  expect(JSON.stringify(sessionStorage)).not.toContain('secret');
});
