// Sign-in by Google: leaving for it with a mark in the tab, coming back with tokens in the address (document 1 §4, §8;
// decisions §4, 110, 111).

import { readJson, remove, writeJson } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { currentSession, watchSession } from './session';

export type Purpose = 'login' | 'signup';

const MARK = 'thirdPartySignIn';
export const MARK_MAX_AGE_MS = 10 * 60_000;
const NAMES = ['accessToken', 'refreshToken', 'user'] as const;

/** Left in the tab that begins: anybody can write a link with tokens, and only this tab takes one. */
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

/** Goes to the provider by way of the server; `next` is where the person was going. */
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
 * The first thing that the app does: tokens leave the address before any request could tell it on. They are held
 * only where this tab began a sign-in; the mark is good for one of them.
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

/** Held for the login page; somebody who turns out to be signed in already stays it. */
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

/** What is held, once. */
export function takeHeldReturn(): Return | null {
  const back = held;
  held = null;
  return back;
}
