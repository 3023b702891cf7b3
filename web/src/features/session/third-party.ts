// Sign-in with Google: the redirect to it with a marker in the tab, and the return with tokens in the URL (document 1
// §4, §8; decisions §4, 110, 111).

import { leaveFor } from '../../lib/leave';
import { readJson, remove, writeJson } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { currentSession, watchSession } from './session';

export type Purpose = 'login' | 'signup';

const MARKER_KEY = 'thirdPartySignIn';
export const MARKER_MAX_AGE_MS = 10 * 60_000;
const NAMES = ['accessToken', 'refreshToken', 'user'] as const;

/** Marker in the tab that starts a sign-in. A link with tokens from anywhere else is ignored. */
interface Marker {
  at: number;
  next: string | null;
}

type ReturnedTokens = Record<(typeof NAMES)[number], string | null> & { late: boolean };
let pendingReturn: ReturnedTokens | null = null;

function isMarker(value: unknown): value is Marker {
  const mark = value as Marker | null;
  return typeof mark?.at === 'number' && (mark.next === null || typeof mark.next === 'string');
}

/** Redirects to the provider through the server. `next` is the page to open afterwards. */
export function redirectToGoogle(purpose: Purpose, next: string | null): void {
  const marked = navigator.onLine && writeJson('session', MARKER_KEY, { at: Date.now(), next } satisfies Marker);
  if (!marked) {
    toast.error(`Failed to initiate Google ${purpose}`);
    return;
  }
  leaveFor('/api/auth/google');
}

export function clearMarker(): void {
  remove('session', MARKER_KEY);
}

/**
 * Runs first in the app: removes the tokens from the URL before any request could leak them. They are kept only in a
 * tab that started a sign-in; the marker is valid once. A sign-in that waits for its second step has no tokens yet, and
 * its challenge stays in the URL: it is worth nothing in another browser.
 */
export function captureReturn(now = Date.now()): void {
  const address = new URL(location.href);
  const isWaiting = address.searchParams.has('secondStep');
  const isReturn = isWaiting || NAMES.some((name) => address.searchParams.has(name));
  if (address.pathname.replace(/\/$/, '') !== paths.login || !isReturn) return;
  const given = (name: (typeof NAMES)[number]) => address.searchParams.get(name);
  const tokens = { accessToken: given('accessToken'), refreshToken: given('refreshToken'), user: given('user') };
  for (const name of NAMES) address.searchParams.delete(name);
  const mark = readJson('session', MARKER_KEY, isMarker);
  clearMarker();
  if (mark?.next) address.searchParams.set('next', mark.next);
  history.replaceState(null, '', address.pathname + address.search);
  if (!mark || isWaiting) return;
  const age = now - mark.at;
  setPendingReturn({ ...tokens, late: age < 0 || age > MARKER_MAX_AGE_MS });
}

/** Kept for the login page. Discarded when the user turns out to be signed in already. */
function setPendingReturn(back: ReturnedTokens) {
  pendingReturn = back;
  const stop = watchSession(() => {
    if (currentSession().status === 'authenticated') pendingReturn = null;
    if (!pendingReturn) stop();
  });
}

export function isReturning(): boolean {
  return pendingReturn !== null;
}

/** Returns the kept tokens once. */
export function takePendingReturn(): ReturnedTokens | null {
  const back = pendingReturn;
  pendingReturn = null;
  return back;
}
