// Storage of user and tokens: localStorage, sessionStorage and cookies, read in that order (document 1 §4, §7, §9).
// Falls back to memory when none of them works.
import type { User } from '../../api/types';
import { readText, remove, type StoreName, writeText } from '../../lib/storage';

export type SessionKey = 'user' | 'accessToken' | 'refreshToken';
const KEYS: SessionKey[] = ['accessToken', 'refreshToken', 'user'];
const STORES: StoreName[] = ['local', 'session'];

/** Marks a session that the server ended. */
const ENDED = 'sessionEnded';

const DAY_S = 86_400;
const COOKIE_LIFE_S: Record<SessionKey, number> = { user: DAY_S, accessToken: DAY_S, refreshToken: 7 * DAY_S };

/** Values that no store accepted: such a session lasts until the tab is closed. */
const memory = new Map<SessionKey, string>();

export interface StoredSession {
  user: User;
  accessToken: string;
  refreshToken: string;
}

export function readCookie(key: SessionKey): string | null {
  try {
    const found = document.cookie.split('; ').find((one) => one.startsWith(`${key}=`));
    return found ? decodeURIComponent(found.slice(key.length + 1)) : null;
  } catch {
    return null;
  }
}

function writeCookie(key: SessionKey, value: string, seconds: number): boolean {
  try {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
    document.cookie = `${key}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; SameSite=Strict${secure}`;
    return seconds === 0 || readCookie(key) === value;
  } catch {
    return false;
  }
}

/** Value of the first store that has it. Memory comes first, because it holds only values that all stores rejected. */
export function readStored(key: SessionKey): string | null {
  return memory.get(key) ?? readText('local', key) ?? readText('session', key) ?? readCookie(key);
}

/** Simulates closing the tab, for tests and unmount. */
export function clearMemory(): void {
  memory.clear();
}

/** True when the user is in no store, only in this tab. */
export function isInMemoryOnly(): boolean {
  return memory.has('user');
}

/** True when the cookies hold a session, for browsers that block localStorage. */
export function hasSessionCookies(): boolean {
  return readCookie('user') !== null && readCookie('accessToken') !== null;
}

/** True when localStorage holds the session; its storage events then inform the other tabs. */
export function isInLocalStorage(): boolean {
  return readText('local', 'user') !== null;
}

export type Restored = { user: User | null; damaged: boolean };

/** The stored user. `damaged` is true when a stored value is invalid; the remaining stores are still read. */
export function readUser(): Restored {
  let damaged = false;
  const texts = [memory.get('user'), readText('local', 'user'), readText('session', 'user'), readCookie('user')];
  for (const text of texts) {
    if (text === null || text === undefined) continue;
    const user = parseUser(text);
    if (user) return { user, damaged };
    damaged = true;
  }
  return { user: null, damaged };
}

export function parseUser(text: string): User | null {
  try {
    const value = JSON.parse(text);
    return typeof value?.id === 'string' && typeof value.email === 'string' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Writes a value to all stores; true when at least one kept it. A store that rejects it is cleared, so that it keeps
 * no old value.
 */
export function storeValue(key: SessionKey, value: string): boolean {
  const refused = STORES.filter((name) => !writeText(name, key, value));
  for (const name of refused) remove(name, key);
  const cookie = writeCookie(key, value, COOKIE_LIFE_S[key]);
  if (!cookie) writeCookie(key, '', 0);
  const kept = cookie || refused.length < STORES.length;
  if (kept) memory.delete(key);
  else memory.set(key, value);
  return kept;
}

export function storeUser(user: User): boolean {
  return storeValue('user', JSON.stringify(user));
}

/** Writes the user last: other tabs react to that key and then find the tokens. */
export function storeSession({ user, accessToken, refreshToken }: StoredSession): boolean {
  remove('local', ENDED);
  return [storeValue('accessToken', accessToken), storeValue('refreshToken', refreshToken), storeUser(user)].every(
    Boolean,
  );
}

/** Informs the other tabs, which react to the removal of the session, that the person did not log out. */
export function markEndedByServer(): void {
  writeText('local', ENDED, '1');
}

export function wasEndedByServer(): boolean {
  return Boolean(readText('local', ENDED));
}

export function clearStoredSession(): void {
  memory.clear();
  for (const key of KEYS) {
    for (const name of STORES) remove(name, key);
    writeCookie(key, '', 0);
  }
}

/**
 * Copies the value of the first store to the stores that differ or lack it.
 * Returns false when a writable store still differs afterwards.
 */
export function syncStores(): boolean {
  let agree = true;
  for (const key of KEYS) {
    const value = readStored(key);
    if (value === null) continue;
    for (const name of STORES) {
      if (readText(name, key) === value) continue;
      const kept = writeText(name, key, value);
      // An empty store that rejects the value causes no conflict.
      if (!kept && readText(name, key) !== null) agree = false;
    }
    if (readCookie(key) !== value) writeCookie(key, value, COOKIE_LIFE_S[key]);
  }
  return agree;
}

/** Another tab signed in while localStorage is blocked: its cookies override the values of this tab. */
export function clearTabValues(): void {
  memory.clear();
  for (const key of KEYS) remove('session', key);
}
