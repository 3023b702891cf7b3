// The session of the app: its state, verification with the server, sign-in, logout, and synchronisation with other
// tabs (document 1 §4, decisions 24, 52, 103, 127, 153).

import { ApiFailure, api, connectSession, request, send } from '../../api/client';
import type { User } from '../../api/types';
import { userAnswer } from '../../api/validators/site';
import { createEmitter, createStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import * as messages from './messages';
import {
  clearMemory,
  clearStoredSession,
  clearTabValues,
  hasSessionCookies,
  isInLocalStorage,
  isInMemoryOnly,
  markEndedByServer,
  readStored,
  readUser,
  type StoredSession,
  storeSession,
  storeUser,
  storeValue,
  syncStores,
  wasEndedByServer,
} from './session-storage';
import { listenToTabs, postToTabs, type TabMessage } from './tab-sync';

export const RECHECK_MS = 15 * 60_000;

export type SessionState =
  | { status: 'loading'; user: User | null }
  | { status: 'authenticated'; user: User }
  /** `wasEnded`: by the server, after it expired or the role was changed. The person did not log out. */
  | { status: 'unauthenticated'; user: null; wasEnded?: boolean };

const SIGNED_OUT = { status: 'unauthenticated', user: null } as const satisfies SessionState;

export const session = createStore<SessionState>({ status: 'loading', user: null });
const userLeft = createEmitter();
const userVerified = createEmitter<User>();
/** Incremented at each sign-in and logout, so that a response for an earlier session is ignored. */
let generation = 0;
let inFlight: Promise<SessionState> | null = null;
let checked = false;
let recheck: ReturnType<typeof setInterval> | undefined;

export const currentSession = session.get;
export const watchSession = session.subscribe;

/** Called at logout and when another user signs in, to remove cached responses and drafts. */
export const onUserLeft = userLeft.subscribe;

/** Called when the server has confirmed the user: at each check, at login, and in other tabs. */
export const onUserVerified = userVerified.subscribe;

/** The server has confirmed the user. */
function verified(user: User) {
  setSession({ status: 'authenticated', user });
  userVerified.emit(user);
}

/** The user of a session that the server ended. Another one may sign in after them. */
let endedUser: User | null = null;

function setSession(next: SessionState) {
  const user = session.get().user ?? endedUser;
  if (user && next.user && user.id !== next.user.id) userLeft.emit();
  endedUser = next.status === 'unauthenticated' && next.wasEnded ? user : null;
  clearInterval(recheck);
  if (next.status === 'authenticated') {
    recheck = setInterval(() => void checkSession({ force: true }), RECHECK_MS);
  }
  session.set(next);
}

/** `heard`: another tab ended the session, so it is not announced again. `byServer`: the server refuses the session. */
function end({ heard = false, byServer = false } = {}) {
  const silent = heard || !session.get().user || isInLocalStorage();
  generation += 1;
  if (byServer) markEndedByServer();
  clearStoredSession();
  if (!silent) postToTabs('left');
  if (session.get().status !== 'unauthenticated') setSession(byServer ? { ...SIGNED_OUT, wasEnded: true } : SIGNED_OUT);
}

/** Restores the stored session, connects the API client and other tabs, and starts the initial check. */
export function startSession(): () => void {
  connectSession({
    accessToken: () => readStored('accessToken'),
    refreshToken: () => readStored('refreshToken'),
    keepAccessToken: (token) => void storeValue('accessToken', token),
    ended: () => end({ byServer: true }),
    lacksSecondStep: () => {
      const { user: current } = session.get();
      if (current && !current.lacksSecondStep) updateUser({ ...current, lacksSecondStep: true });
    },
  });
  const { user, damaged } = readUser();
  if (damaged) toast.error(messages.LOADING_FAILED);
  if (user && !syncStores()) toast.error(messages.STORES_DISAGREE);
  setSession({ status: 'loading', user });
  const stopListening = listenToTabs({ storage: handleStorageEvent, news: handleTabMessage });
  window.addEventListener('pageshow', handlePageShow);
  void checkSession();
  return () => {
    stopListening();
    clearMemory();
    window.removeEventListener('pageshow', handlePageShow);
    clearInterval(recheck);
    generation += 1;
    inFlight = null;
    checked = false;
    endedUser = null;
    session.set({ status: 'loading', user: null });
  };
}

/**
 * Verifies the session with the server. Runs once; later calls get the known state or share the running check. A
 * forced check waits for the running one, then runs again.
 */
export function checkSession({ force = false } = {}): Promise<SessionState> {
  if (inFlight) return force ? inFlight.then(() => begin()) : inFlight;
  if (checked && !force) return Promise.resolve(session.get());
  return begin();
}

function begin(): Promise<SessionState> {
  // Several forced checks may wait for the same one: the first starts a new check, the others share it.
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
  const token = readStored('accessToken');
  if (!token || !user) {
    end();
    return session.get();
  }
  const asked = generation;
  try {
    // After a 401 the API client refreshes the token once and retries; a rejected refresh has already called `end`.
    const answer = await request(api.GET('/api/auth/verifyUser'), userAnswer, 'silent');
    if (asked !== generation) return session.get();
    const knownToBeRefused = isInMemoryOnly();
    if (!storeUser(answer.user) && !knownToBeRefused) toast.error(messages.SAVING_FAILED);
    verified(answer.user);
  } catch (failure) {
    if (asked !== generation) return session.get();
    const unknown = failure instanceof ApiFailure && failure.status === 401;
    // Still 401 with a fresh token: the server does not know this user.
    if (unknown && readStored('accessToken') !== token) end({ byServer: true });
    // Network or server error: keeps the known user until the next check.
    else setSession({ status: 'authenticated', user });
  }
  return session.get();
}

/**
 * Called after login and verified sign-up. Returns false when the browser stores nothing: the session then lasts as
 * long as this tab.
 */
export function signIn(entered: StoredSession): boolean {
  generation += 1;
  const kept = storeSession(entered);
  checked = true;
  verified(entered.user);
  if (!isInLocalStorage()) postToTabs('entered');
  return kept;
}

/**
 * Stores the changed user of a response. A running check is discarded, since it would restore the old one, and repeated,
 * since subscribers of `onUserVerified` wait for it.
 */
export function updateUser(user: User): void {
  const { user: before } = session.get();
  if (before?.id !== user.id) return;
  generation += 1;
  if (inFlight) void checkSession({ force: true });
  const knownToBeRefused = isInMemoryOnly();
  if (!storeUser(user) && !knownToBeRefused) toast.error(messages.SAVING_FAILED);
  // Subscribers that query by email fetch again.
  if (before.email !== user.email) verified(user);
  else setSession({ status: 'authenticated', user });
}

/** The account was deleted: clears the session without calling the server. */
export function endDeletedAccount(): void {
  end();
  userLeft.emit();
}

/** Calls the server, then clears the session whatever it responds, with a single toast (decision 24). */
export async function logOut(): Promise<void> {
  const told = await send(api.POST('/api/auth/logout'), 'silent').then(
    () => true,
    () => false,
  );
  end();
  userLeft.emit();
  if (told) toast.success(messages.LOGGED_OUT);
  else toast.error(messages.LOGOUT_FAILED);
}

/** Another tab signed in or out through localStorage: this tab follows, including its sessionStorage. */
function handleStorageEvent(event: StorageEvent) {
  if (event.storageArea !== localStorageOrNull()) return;
  const cleared = event.key === null || event.newValue === null;
  if (cleared && (event.key === null || event.key === 'user' || event.key === 'accessToken')) {
    followSignOut();
  } else if (event.key === 'user') {
    followSignIn();
  }
}

/** The same through the BroadcastChannel, for browsers that block localStorage. */
function handleTabMessage(news: TabMessage) {
  if (isInLocalStorage()) return;
  if (!hasSessionCookies()) {
    if (news === 'left') followSignOut();
    return;
  }
  // The cookies hold a session, perhaps a new one: it overrides the values of this tab.
  clearTabValues();
  followSignIn();
}

function followSignOut() {
  // The other tab may have signed in again at once, so the current value of the store decides.
  if (isInLocalStorage()) return;
  const { user } = session.get();
  const byServer = wasEndedByServer();
  end({ heard: true, byServer });
  // A page of the desk stays open, so that nothing that was entered is lost.
  if (user && !byServer) userLeft.emit();
}

function followSignIn() {
  const { user } = readUser();
  if (!user || !readStored('accessToken')) return;
  generation += 1;
  syncStores();
  verified(user);
}

/** A page restored from the back/forward cache missed changes in other tabs, so the server is asked. */
function handlePageShow(event: PageTransitionEvent) {
  if (event.persisted) void checkSession({ force: true });
}

function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
