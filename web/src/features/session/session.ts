// Who is signed in: one state for the whole app, its check with the server, sign-in, logout, and other tabs
// (document 1 §4, decisions 24, 52, 103, 127, 153).

import { ApiFailure, api, ask, connectSession } from '../../api/client';
import type { User } from '../../api/types';
import { createEmitter, createStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import * as messages from './messages';
import {
  clearMemory,
  dropOwn,
  forgetSession,
  inCookies,
  inLocal,
  inMemoryOnly,
  type KeptSession,
  keep,
  keepSession,
  keepUser,
  readFirst,
  readUser,
  reconcile,
} from './session-storage';
import { announce, listenToTabs, type News } from './tab-sync';

export const RECHECK_MS = 15 * 60_000;

export type SessionState =
  | { status: 'loading'; user: User | null }
  | { status: 'authenticated'; user: User }
  | { status: 'unauthenticated'; user: null };

const SIGNED_OUT: SessionState = { status: 'unauthenticated', user: null };

export const session = createStore<SessionState>({ status: 'loading', user: null });
const userLeft = createEmitter();
const userVerified = createEmitter<User>();
/** Rises when somebody signs in or out: an answer that was asked for by an earlier session changes nothing. */
let generation = 0;
let inFlight: Promise<SessionState> | null = null;
let checked = false;
let recheck: ReturnType<typeof setInterval> | undefined;

export const currentSession = session.get;
export const watchSession = session.subscribe;

/** For what must not outlive the person: cached answers, drafts. Called at logout and when somebody else signs in. */
export const onLeave = userLeft.subscribe;

/** For what is asked anew whenever the server has said who is signed in: at each check, at login, in the other tab. */
export const onVerified = userVerified.subscribe;

/** Signed in, by word of the server. */
function verified(user: User) {
  become({ status: 'authenticated', user });
  userVerified.emit(user);
}

function become(next: SessionState) {
  const { user } = session.get();
  if (user && next.user && user.id !== next.user.id) userLeft.emit();
  clearInterval(recheck);
  if (next.status === 'authenticated') {
    recheck = setInterval(() => void checkSession({ force: true }), RECHECK_MS);
  }
  session.set(next);
}

/** `heard` of another tab: then it is no news. */
function end({ heard = false } = {}) {
  const silent = heard || !session.get().user || inLocal();
  generation += 1;
  forgetSession();
  if (!silent) announce('left');
  if (session.get().status !== 'unauthenticated') become(SIGNED_OUT);
}

/** Reads what is kept, connects the client and the other tabs, and begins the one check of the start. */
export function startSession(): () => void {
  connectSession({
    accessToken: () => readFirst('accessToken'),
    refreshToken: () => readFirst('refreshToken'),
    keepAccessToken: (token) => void keep('accessToken', token),
    ended: () => end(),
  });
  const { user, damaged } = readUser();
  if (damaged) toast.error(messages.LOADING_FAILED);
  if (user && !reconcile()) toast.error(messages.STORES_DISAGREE);
  become({ status: 'loading', user });
  const deaf = listenToTabs({ storage: onOtherTab, news: onNews });
  window.addEventListener('pageshow', onReturn);
  void checkSession();
  return () => {
    deaf();
    clearMemory();
    window.removeEventListener('pageshow', onReturn);
    clearInterval(recheck);
    generation += 1;
    inFlight = null;
    checked = false;
    session.set({ status: 'loading', user: null });
  };
}

/**
 * Asks the server who we are. Runs once; later calls get what is known, or share the call under way.
 * A forced one waits for the one in flight, then runs anew.
 */
export function checkSession({ force = false } = {}): Promise<SessionState> {
  if (inFlight) return force ? inFlight.then(() => begin()) : inFlight;
  if (checked && !force) return Promise.resolve(session.get());
  return begin();
}

function begin(): Promise<SessionState> {
  // Several forced checks may have waited for the same one: the first begins, the others share it.
  if (inFlight) return inFlight;
  const running = verify().finally(() => {
    if (inFlight === running) inFlight = null;
  });
  inFlight = running;
  checked = true;
  return running;
}

async function verify(): Promise<SessionState> {
  const { user } = readUser();
  const token = readFirst('accessToken');
  if (!token || !user) {
    end();
    return session.get();
  }
  const asked = generation;
  try {
    // A 401 makes the client refresh once and ask again; a refused refresh has called `end` by now.
    const answer = await ask(api.GET('/api/auth/verifyUser'), 'silent');
    if (asked !== generation) return session.get();
    if (typeof answer?.user?.id !== 'string') throw new ApiFailure(0, null);
    const knownToBeRefused = inMemoryOnly();
    if (!keepUser(answer.user) && !knownToBeRefused) toast.error(messages.SAVING_FAILED);
    verified(answer.user);
  } catch (failure) {
    if (asked !== generation) return session.get();
    const unknown = failure instanceof ApiFailure && failure.status === 401;
    // A fresh token and still unknown: the server does not have this user.
    if (unknown && readFirst('accessToken') !== token) end();
    // No network, a server at fault: what was known stays, and the next check tells.
    else become({ status: 'authenticated', user });
  }
  return session.get();
}

/** After login and verified sign-up. False when the browser keeps nothing: the session then ends with this tab. */
export function signIn(entered: KeptSession): boolean {
  generation += 1;
  const kept = keepSession(entered);
  checked = true;
  verified(entered.user);
  if (!inLocal()) announce('entered');
  return kept;
}

/** The account answered a change with its user as they are now; a check under way would bring the older one back. */
export function userChanged(user: User): void {
  const { user: before } = session.get();
  if (before?.id !== user.id) return;
  generation += 1;
  const knownToBeRefused = inMemoryOnly();
  if (!keepUser(user) && !knownToBeRefused) toast.error(messages.SAVING_FAILED);
  // Who asks by address asks anew.
  if (before.email !== user.email) verified(user);
  else become({ status: 'authenticated', user });
}

/** The account itself is gone: nothing of it stays here, and there is nobody left to tell. */
export function accountGone(): void {
  end();
  userLeft.emit();
}

/** The server is told, then everything local is cleared whatever it said; one toast (decision 24). */
export async function logOut(): Promise<void> {
  const told = await ask(api.POST('/api/auth/logout'), 'silent').then(
    () => true,
    () => false,
  );
  end();
  userLeft.emit();
  if (told) toast.success(messages.LOGGED_OUT);
  else toast.error(messages.LOGOUT_FAILED);
}

/** Another tab signed in or out: this one follows, its own session storage too. */
function onOtherTab(event: StorageEvent) {
  if (event.storageArea !== localStorageOrNull()) return;
  const cleared = event.key === null || event.newValue === null;
  if (cleared && (event.key === null || event.key === 'user' || event.key === 'accessToken')) {
    leaveToo();
  } else if (event.key === 'user') {
    enterToo();
  }
}

/** The same where local storage tells nothing. */
function onNews(news: News) {
  if (inLocal()) return;
  if (!inCookies()) {
    if (news === 'left') leaveToo();
    return;
  }
  // Somebody is in the cookies, perhaps signed in again at once: who that is goes before what this tab had.
  dropOwn();
  enterToo();
}

function leaveToo() {
  // The tab may have signed in again at once: what is in the store now counts.
  if (inLocal()) return;
  const { user } = session.get();
  end({ heard: true });
  if (user) userLeft.emit();
}

function enterToo() {
  const { user } = readUser();
  if (!user || !readFirst('accessToken')) return;
  generation += 1;
  reconcile();
  verified(user);
}

/** Back from the browser's own cache of pages, which hears no other tab: the server knows what happened meanwhile. */
function onReturn(event: PageTransitionEvent) {
  if (event.persisted) void checkSession({ force: true });
}

function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
