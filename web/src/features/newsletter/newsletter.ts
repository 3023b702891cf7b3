// State of the newsletter subscription, its copy in the browser, and the API calls that change it (document 1 §4, §5,
// §7, §8; decisions 112, 114).
import { ApiFailure, api, request, requestData, send, tell } from '../../api/client';
import type { User } from '../../api/types';
import { messageAnswer, newsletterStatusAnswer } from '../../api/validators/site';
import { readText, remove, type StoreName, writeText } from '../../lib/storage';
import { createStore, useStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { onUserLeft, onUserVerified } from '../session/session';

export const NO_ADDRESS = 'Please enter your email address';
export const NOT_AN_ADDRESS = 'Please enter a valid email address';
export const REFUSED = 'Subscription failed. Please try again.';
export const NO_RESPONSE = 'An error occurred. Please try again later.';
export const BAD_LINK = 'This unsubscribe link is not valid.';

const KEY = 'newsletterSubscribed';
const STORES: StoreName[] = ['local', 'session'];
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const subscribed = createStore(false);
/** Incremented with every change, so that the response of an older check is ignored. */
let generation = 0;

/** Sets the state and stores it in localStorage, and in sessionStorage in case that is blocked. */
function setSubscribed(value: boolean) {
  generation += 1;
  for (const store of STORES) {
    if (value) writeText(store, KEY, 'true');
    else remove(store, KEY);
  }
  subscribed.set(value);
}

export function useSubscribed(): boolean {
  return useStore(subscribed);
}

/** Loads the stored state, and checks the subscription at each check of the session. */
export function startNewsletter(): () => void {
  subscribed.set(STORES.some((store) => readText(store, KEY) === 'true'));
  const stops = [onUserVerified((user) => void check(user)), onUserLeft(() => setSubscribed(false))];
  return () => {
    generation += 1;
    for (const stop of stops) stop();
  };
}

/** A failure shows no message and counts as not subscribed; the stored state is kept for the next start. */
async function check(user: User): Promise<void> {
  generation += 1;
  const mine = generation;
  try {
    const call = api.GET('/api/newsletter/status', { params: { query: { email: user.email } } });
    const { isSubscribed } = await requestData(call, newsletterStatusAnswer);
    if (mine === generation) setSubscribed(isSubscribed);
  } catch {
    if (mine === generation) subscribed.set(false);
  }
}

/** Returns null after success, otherwise the error. Failures of the request also show a toast. */
export async function subscribe(typed: string): Promise<string | null> {
  const email = typed.trim();
  if (!email) return NO_ADDRESS;
  if (!ADDRESS.test(email)) return NOT_AN_ADDRESS;
  try {
    const call = api.POST('/api/newsletter/subscribe', { body: { email } });
    const { message } = await request(call, messageAnswer, 'silent');
    setSubscribed(true);
    toast.success(message);
    return null;
  } catch (failure) {
    return showFailure(failure, REFUSED);
  }
}

/** Shows a toast. Without a response the reason is unknown. */
function showFailure(failure: unknown, refused: string): string {
  const answered = failure instanceof ApiFailure && failure.status !== 0;
  const reason = answered ? (failure.serverMessage ?? refused) : NO_RESPONSE;
  tell(failure, { say: reason });
  return reason;
}

export type UnsubscribeResult = 'done' | 'bad link' | { failed: string };

/** Ends the subscription with the token of an unsubscribe link. */
export async function unsubscribe(token: string): Promise<UnsubscribeResult> {
  try {
    await send(api.POST('/api/newsletter/unsubscribe', { params: { query: { token } } }), 'silent');
    setSubscribed(false);
    return 'done';
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 400) return 'bad link';
    return { failed: showFailure(failure, NO_RESPONSE) };
  }
}
