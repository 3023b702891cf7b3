import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toast } from '../../lib/toast';
import { json, maya, serve, signedIn } from '../../test-server';
import { checkSession, currentSession, logOut, onUserLeft, signIn, startSession } from './session';
import { isInMemoryOnly, readCookie, readUser } from './session-storage';

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

function refuseStorage(name = 'SecurityError') {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', name);
  });
}
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

  test('AUTH-11 one working store is enough; without any the session is kept in memory until the tab closes', async () => {
    const verify = 'GET /api/auth/verifyUser';
    const server = serve({
      [verify]: json(200, { status: 'success', user: maya }),
      'POST /api/auth/logout': json(200, { status: 'success' }),
    });
    start();
    refuseStorage();
    expect(signIn(session)).toBe(true);
    expect([readCookie('user'), isInMemoryOnly()]).toEqual([JSON.stringify(maya), false]);
    cookieJar(() => {});
    expect(signIn(session)).toBe(false);
    expect(currentSession()).toEqual({ status: 'authenticated', user: maya });
    expect(isInMemoryOnly()).toBe(true);
    await checkSession({ force: true });
    expect(currentSession().status).toBe('authenticated');
    expect(server.to(verify)[0]?.headers.get('Authorization')).toBe('Bearer a');
    expect(server.to(verify)[0]?.headers.get('X-Refresh-Token')).toBe('r');
    // Shown at login; not repeated every 15 minutes.
    expect(toast.error).not.toHaveBeenCalled();
    await logOut();
    expect(currentSession().status).toBe('unauthenticated');
    expect(isInMemoryOnly()).toBe(false);
  });

  test('AUTH-11 a full store does not keep the previous user', () => {
    serve({});
    signedIn({ ...maya, id: 'before' });
    start();
    refuseStorage('QuotaExceededError');
    signIn(session);
    expect(everywhere('user')).toEqual([null, null, JSON.stringify(maya)]);
    expect(readUser().user?.id).toBe(maya.id);
  });

  test('data of one user is removed when another signs in', () => {
    serve({});
    start();
    const leave = vi.fn();
    const forget = onUserLeft(leave);
    signIn(session);
    signIn(session);
    expect(leave).not.toHaveBeenCalled();
    signIn({ ...session, user: { ...maya, id: 'other' } });
    expect(leave).toHaveBeenCalledOnce();
    forget();
  });
});

describe('logging out', () => {
  test('SESSION-17 SESSION-30 API-10 calls the server with the tokens, clears everything and shows a toast', async () => {
    const server = serve({ ...signedIn(), 'POST /api/auth/logout': json(200, { status: 'success' }) });
    start();
    await checkSession();
    const leave = vi.fn();
    const forget = onUserLeft(leave);
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
