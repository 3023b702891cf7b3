// Drafts of a tab: over a login they stay, to the next person they are not shown.
import { afterEach, expect, test } from 'vitest';
import { maya } from '../../fixtures';
import { accountGone, signIn } from './session';
import { startSessionDrafts } from './session-drafts';
import { keepSignupDraft, openSignupDraft } from './signup-draft';

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
  accountGone();
  stop();
  sessionStorage.clear();
  localStorage.clear();
});

test('what a visitor typed stays over the login, and goes at the logout', () => {
  stop = startSessionDrafts();
  type();
  signIn(person('maya'));
  expect(drafts()).toHaveLength(2);
  accountGone();
  expect(drafts()).toEqual([]);
});

test('who signs in after a session that ran out finds nothing of the last person', () => {
  stop = startSessionDrafts();
  signIn(person('maya'));
  type();
  // The tokens are gone and nobody logged out.
  stop();
  stop = startSessionDrafts();
  signIn(person('pemba'));
  expect(drafts()).toEqual([]);
});

test('a sign-up keeps name and address, never a password', () => {
  const typed = { name: 'Maya', email: 'maya@example.com', password: 'secret-secret' };
  keepSignupDraft(typed);
  expect(openSignupDraft()).toEqual({ name: 'Maya', email: 'maya@example.com' });
  expect(JSON.stringify(sessionStorage)).not.toContain('secret');
});
