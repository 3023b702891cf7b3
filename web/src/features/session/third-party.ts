// Sign-in with Google: the redirect to it with a marker in the tab, and the return with tokens in the URL (document 1
// §4, §8; decisions §4, 110, 111).

import { readJson, remove, writeJson } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { currentSession, watchSession } from './session';

export type Purpose = 'login' | 'signup';

const MARK = 'thirdPartySignIn';
export const MARK_MAX_AGE_MS = 10 * 60_000;
const NAMES = ['accessToken', 'refreshToken', 'user'] as const;

/** Marker in the tab that starts a sign-in. A link with tokens from anywhere else is ignored. */
interface Mark {
  at: number;
  next: string | null;
}

type Return = Record<(typeof NAMES)[number], string | null> & { late: boolean };
let held: Return | null = null;

function isMark(value: unknown): value is Mark {
  const mark = value as Mark | null;
  return typeof mark?.at === 'number' && (mark.next === null || typeof mark.next === 'string');
}

/** Redirects to the provider through the server. `next` is the page to open afterwards. */
export function leaveForGoogle(purpose: Purpose, next: string | null): void {
  const marked = navigator.onLine && writeJson('session', MARK, { at: Date.now(), next } satisfies Mark);
  if (!marked) {
    toast.error(`Failed to initiate Google ${purpose}`);
    return;
  }
  location.assign('/api/auth/google');
}

export function forgetMark(): void {
  remove('session', MARK);
}

/**
 * Runs first in the app: removes the tokens from the URL before any request could leak them. They are kept only in a
 * tab that started a sign-in; the marker is valid once.
 */
export function takeReturn(now = Date.now()): void {
  const address = new URL(location.href);
  if (address.pathname.replace(/\/$/, '') !== paths.login || !NAMES.some((name) => address.searchParams.has(name)))
    return;
  const given = (name: (typeof NAMES)[number]) => address.searchParams.get(name);
  const tokens = { accessToken: given('accessToken'), refreshToken: given('refreshToken'), user: given('user') };
  for (const name of NAMES) address.searchParams.delete(name);
  const mark = readJson('session', MARK, isMark);
  forgetMark();
  if (mark?.next) address.searchParams.set('next', mark.next);
  history.replaceState(null, '', address.pathname + address.search);
  if (!mark) return;
  const age = now - mark.at;
  hold({ ...tokens, late: age < 0 || age > MARK_MAX_AGE_MS });
}

/** Kept for the login page. Discarded when the user turns out to be signed in already. */
function hold(back: Return) {
  held = back;
  const stop = watchSession(() => {
    if (currentSession().status === 'authenticated') held = null;
    if (!held) stop();
  });
}

export function isReturning(): boolean {
  return held !== null;
}

/** Returns the kept tokens once. */
export function takeHeldReturn(): Return | null {
  const back = held;
  held = null;
  return back;
}
