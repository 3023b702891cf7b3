import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, maya, serve, signedIn } from '../../test-server';
import { checkSession, currentSession, logOut, onLeave, signIn, startSession } from './session';
import { readCookie } from './stores';

let stop: (() => void) | undefined;
const start = () => {
  stop = startSession();
};

beforeEach(() => {
  for (const kind of ['error', 'success'] as const) vi.spyOn(toast, kind).mockReturnValue('');
});
/** A browser that shows no cookie, whatever is written. (Spies on this accessor do not come off again.) */
function cookieJar(set: (cookie: string) => void) {
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set });
}
const dropCookieJar = () => Reflect.deleteProperty(document, 'cookie');

afterEach(() => {
  dropCookieJar();
  stop?.();
  stop = undefined;
  vi.useRealTimers();
});

const everywhere = (key: string) => [localStorage.getItem(key), sessionStorage.getItem(key), readCookie(key as 'user')];

describe('signing in', () => {
  const session = { user: maya, accessToken: 'a', refreshToken: 'r' };

  test('SESSION-19 SESSION-20 SESSION-24 SESSION-32 user and tokens are stored in both storages and as cookies', () => {
    serve({});
    start();
    expect(signIn(session)).toBe(true);
    expect(everywhere('user')).toEqual(Array(3).fill(JSON.stringify(maya)));
    expect(everywhere('accessToken')).toEqual(['a', 'a', 'a']);
    expect(everywhere('refreshToken')).toEqual(['r', 'r', 'r']);
    expect(currentSession()).toEqual({ status: 'authenticated', user: maya });
  });

  test('SESSION-21..23 cookies live a day, the refresh token a week, same-site strict', () => {
    serve({});
    start();
    const written: string[] = [];
    cookieJar((cookie) => written.push(cookie));
    signIn(session);
    expect(written.find((one) => one.startsWith('user='))).toMatch(/max-age=86400; SameSite=Strict/);
    expect(written.find((one) => one.startsWith('accessToken='))).toMatch(/max-age=86400; SameSite=Strict/);
    expect(written.find((one) => one.startsWith('refreshToken='))).toMatch(/max-age=604800; SameSite=Strict/);
  });

  test('AUTH-11 one store that works is enough, none is not', () => {
    serve({});
    start();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(signIn(session)).toBe(true);
    cookieJar(() => {});
    expect(signIn(session)).toBe(false);
    dropCookieJar();
    expect(currentSession().status).toBe('unauthenticated');
    expect([localStorage.getItem('user'), sessionStorage.getItem('user')]).toEqual([null, null]);
  });

  test('what was kept for one person is dropped when another signs in', () => {
    serve({});
    start();
    const leave = vi.fn();
    const forget = onLeave(leave);
    signIn(session);
    signIn(session);
    expect(leave).not.toHaveBeenCalled();
    signIn({ ...session, user: { ...maya, id: 'other' } });
    expect(leave).toHaveBeenCalledOnce();
    forget();
  });
});

describe('logging out', () => {
  test('SESSION-17 SESSION-30 API-10 tells the server with the tokens, clears everything, says so', async () => {
    const server = serve({ ...signedIn(), 'POST /api/auth/logout': json(200, { status: 'success' }) });
    start();
    await checkSession();
    const leave = vi.fn();
    const forget = onLeave(leave);
    await logOut();
    const [call] = server.to('POST /api/auth/logout');
    expect(call?.headers.get('Authorization')).toBe('Bearer access-1');
    expect(await call?.text()).toBe('');
    for (const key of ['user', 'accessToken', 'refreshToken']) expect(everywhere(key)).toEqual([null, null, null]);
    expect(leave).toHaveBeenCalledOnce();
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('Logout successful');
    forget();
  });

  test("SESSION-17 SESSION-31 TOAST-05 clears everything also when the call fails, with the one toast 'Logout failed'", async () => {
    serve({ ...signedIn(), 'POST /api/auth/logout': json(500, { status: 'error', message: 'away' }) });
    start();
    await checkSession();
    await logOut();
    expect(currentSession().status).toBe('unauthenticated');
    expect(everywhere('refreshToken')).toEqual([null, null, null]);
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Logout failed');
  });
});

describe('another tab', () => {
  const elsewhere = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));

  test('that logs out takes this one with it, its session storage too', async () => {
    serve({ ...signedIn() });
    start();
    await checkSession();
    expect(sessionStorage.getItem('user')).not.toBe(null);
    for (const key of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(key);
    elsewhere('user', null);
    expect(currentSession().status).toBe('unauthenticated');
    expect(everywhere('user')).toEqual([null, null, null]);
  });

  test('SESSION-25 that logs in signs this one in', () => {
    serve({});
    start();
    signedIn();
    elsewhere('user', JSON.stringify(maya));
    expect(currentSession()).toEqual({ status: 'authenticated', user: maya });
    expect(sessionStorage.getItem('refreshToken')).toBe('refresh-1');
  });

  test('that writes something else changes nothing', async () => {
    serve({ ...signedIn() });
    start();
    await checkSession();
    elsewhere('currency', 'NPR');
    expect(currentSession().status).toBe('authenticated');
  });
});
