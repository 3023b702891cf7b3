// Where user and tokens are kept: local storage, session storage and cookies, read in that order (document 1 §4, §7, §9);
// what none of them takes stays in this tab's memory.
import type { User } from '../../api/types';
import { readText, remove, type StoreName, writeText } from '../../lib/storage';

export type SessionKey = 'user' | 'accessToken' | 'refreshToken';
const KEYS: SessionKey[] = ['accessToken', 'refreshToken', 'user'];
const STORES: StoreName[] = ['local', 'session'];

const DAY_S = 86_400;
const COOKIE_LIFE_S: Record<SessionKey, number> = { user: DAY_S, accessToken: DAY_S, refreshToken: 7 * DAY_S };

/** What no store of the browser kept: such a session works until its tab closes. */
const memory = new Map<SessionKey, string>();

export interface KeptSession {
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
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser and not synchronous
    document.cookie = `${key}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; SameSite=Strict${secure}`;
    return seconds === 0 || readCookie(key) === value;
  } catch {
    return false;
  }
}

/** The first of the three stores that has it. Memory goes before them: it holds only what they all refused. */
export function readFirst(key: SessionKey): string | null {
  return memory.get(key) ?? readText('local', key) ?? readText('session', key) ?? readCookie(key);
}

/** With the tab, what only it had is gone. */
export function clearMemory(): void {
  memory.clear();
}

/** Whether the user is in no store, only in this tab. */
export function inMemoryOnly(): boolean {
  return memory.has('user');
}

/** Whether the cookies name somebody, where local storage is out of use. */
export function inCookies(): boolean {
  return readCookie('user') !== null && readCookie('accessToken') !== null;
}

/** Whether local storage has the session: then its own events tell the other tabs. */
export function inLocal(): boolean {
  return readText('local', 'user') !== null;
}

export type Restored = { user: User | null; damaged: boolean };

/** The stored user; `damaged` when something was kept that is no user. Damage in one store does not hide the next. */
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

/** Writes one value to all three; true when at least one kept it. What refused it must not go on saying the old one. */
export function keep(key: SessionKey, value: string): boolean {
  const refused = STORES.filter((name) => !writeText(name, key, value));
  for (const name of refused) remove(name, key);
  const cookie = writeCookie(key, value, COOKIE_LIFE_S[key]);
  if (!cookie) writeCookie(key, '', 0);
  const kept = cookie || refused.length < STORES.length;
  if (kept) memory.delete(key);
  else memory.set(key, value);
  return kept;
}

export function keepUser(user: User): boolean {
  return keep('user', JSON.stringify(user));
}

/** The user last: other tabs wake up at that key and find the tokens already there. */
export function keepSession({ user, accessToken, refreshToken }: KeptSession): boolean {
  return [keep('accessToken', accessToken), keep('refreshToken', refreshToken), keepUser(user)].every(Boolean);
}

export function forgetSession(): void {
  memory.clear();
  for (const key of KEYS) {
    for (const name of STORES) remove(name, key);
    writeCookie(key, '', 0);
  }
}

/**
 * Makes the three stores say the same: what the first one has is copied to those that differ or lack it.
 * False when a store that can be written afterwards still says something else.
 */
export function reconcile(): boolean {
  let agree = true;
  for (const key of KEYS) {
    const value = readFirst(key);
    if (value === null) continue;
    for (const name of STORES) {
      if (readText(name, key) === value) continue;
      const kept = writeText(name, key, value);
      // A store that refuses and is empty contradicts nobody.
      if (!kept && readText(name, key) !== null) agree = false;
    }
    if (readCookie(key) !== value) writeCookie(key, value, COOKIE_LIFE_S[key]);
  }
  return agree;
}

/** Another tab signed in where local storage is out of use: its cookies go before what this tab had. */
export function dropOwn(): void {
  memory.clear();
  for (const key of KEYS) remove('session', key);
}
