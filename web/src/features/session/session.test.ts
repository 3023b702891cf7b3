import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, maya, serve, signedIn } from '../../test-server';
import {
  checkSession,
  currentSession,
  logOut,
  onLeave,
  RECHECK_MS,
  signIn,
  startSession,
  watchSession,
} from './session';
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

const verify = 'GET /api/auth/verifyUser';
const refused = json(401, { status: 'error', message: 'no' });
const user = { ...maya, name: 'Maya G.' };
const asked = (name: string) => json(200, { status: 'success', user: { ...maya, name } });
const everywhere = (key: string) => [localStorage.getItem(key), sessionStorage.getItem(key), readCookie(key as 'user')];

describe('at the start', () => {
  test('SESSION-01 SESSION-03 SESSION-10 SESSION-11 the stored user is restored at once, then verified', async () => {
    const server = serve({ ...signedIn(), [verify]: json(200, { status: 'success', user }) });
    start();
    expect(currentSession()).toEqual({ status: 'loading', user: maya });
    expect(await checkSession()).toEqual({ status: 'authenticated', user });
    expect(server.to(verify)).toHaveLength(1);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  });

  test('SESSION-02 the stored user is read from local storage, then session storage, then a cookie', () => {
    serve({});
    sessionStorage.setItem('user', JSON.stringify({ ...maya, name: 'of the session' }));
    // biome-ignore lint/suspicious/noDocumentCookie: the product keeps cookies this way
    document.cookie = `user=${encodeURIComponent(JSON.stringify({ ...maya, name: 'of the cookie' }))}; path=/`;
    localStorage.setItem('user', JSON.stringify({ ...maya, name: 'of local' }));
    for (const place of ['of local', 'of the session', 'of the cookie']) {
      localStorage.removeItem(place === 'of local' ? 'none' : 'user');
      if (place === 'of the cookie') sessionStorage.removeItem('user');
      const seen: unknown[] = [];
      const unwatch = watchSession(() => seen.push(currentSession().user?.name));
      start();
      expect(seen[0]).toBe(place);
      unwatch();
      stop?.();
      // Restoring copies the first one everywhere: put the others back for the next turn.
      sessionStorage.setItem('user', JSON.stringify({ ...maya, name: 'of the session' }));
      // biome-ignore lint/suspicious/noDocumentCookie: the product keeps cookies this way
      document.cookie = `user=${encodeURIComponent(JSON.stringify({ ...maya, name: 'of the cookie' }))}; path=/`;
    }
  });

  test('SESSION-04 SESSION-05 the check runs once, and who asks meanwhile shares it', async () => {
    const server = serve({ ...signedIn() });
    start();
    await Promise.all([checkSession(), checkSession(), checkSession()]);
    await checkSession();
    expect(server.to(verify)).toHaveLength(1);
  });

  test('SESSION-06 a forced check waits for the one in flight, then runs anew', async () => {
    const server = serve({ ...signedIn(), [verify]: [asked('first'), asked('second')] });
    start();
    const states = await Promise.all([checkSession(), checkSession({ force: true }), checkSession({ force: true })]);
    expect(states.map((state) => state.user?.name)).toEqual(['first', 'second', 'second']);
    expect(server.to(verify)).toHaveLength(2);
  });

  test('SESSION-08 without an access token the session is cleared and nobody is asked', async () => {
    const server = serve({});
    signedIn();
    localStorage.removeItem('accessToken');
    start();
    expect((await checkSession()).status).toBe('unauthenticated');
    expect(everywhere('user')).toEqual([null, null, null]);
    expect(everywhere('refreshToken')).toEqual([null, null, null]);
    expect(server.calls).toHaveLength(0);
  });

  test('SESSION-09 without a user the session is cleared', () => {
    serve({});
    signedIn();
    localStorage.removeItem('user');
    start();
    expect(currentSession().status).toBe('unauthenticated');
    expect(everywhere('accessToken')).toEqual([null, null, null]);
  });

  test("SESSION-26 a stored user that cannot be read gives 'Error loading user data'", () => {
    serve({});
    localStorage.setItem('user', '{broken');
    start();
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error loading user data');
    expect(currentSession().status).toBe('unauthenticated');
  });

  test('stores that differ are made to say what the first one says', () => {
    serve({ ...signedIn() });
    sessionStorage.setItem('user', JSON.stringify({ ...maya, id: 'other' }));
    start();
    expect(everywhere('user')).toEqual(Array(3).fill(JSON.stringify(maya)));
    expect(toast.error).not.toHaveBeenCalled();
  });

  test("SESSION-27 stores that differ and cannot be mended give 'Error ensuring data consistency'", () => {
    serve({ ...signedIn() });
    sessionStorage.setItem('user', JSON.stringify({ ...maya, id: 'other' }));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    start();
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error ensuring data consistency');
  });
});

describe('the check', () => {
  test('SESSION-13..15 a 401 is answered by a refresh, and the user is verified again', async () => {
    const server = serve({
      ...signedIn(),
      [verify]: [refused, asked('Maya')],
      'POST /api/auth/refresh': json(200, { status: 'success', accessToken: 'access-2' }),
    });
    start();
    expect(await checkSession()).toMatchObject({ status: 'authenticated', user: { name: 'Maya' } });
    expect(server.to(verify)).toHaveLength(2);
    expect(everywhere('accessToken')).toEqual(['access-2', 'access-2', 'access-2']);
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('SESSION-16 TOAST-07 a refused refresh clears the session without a word', async () => {
    serve({ ...signedIn(), [verify]: refused, 'POST /api/auth/refresh': refused });
    start();
    expect((await checkSession()).status).toBe('unauthenticated');
    expect(everywhere('user')).toEqual([null, null, null]);
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('SESSION-16 a user that is unknown even with a fresh token is signed out', async () => {
    serve({
      ...signedIn(),
      [verify]: refused,
      'POST /api/auth/refresh': json(200, { status: 'success', accessToken: 'access-2' }),
    });
    start();
    expect((await checkSession()).status).toBe('unauthenticated');
  });

  test.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server at fault', json(500, { status: 'error' })],
  ])('%s clears nothing: the stored user stays signed in', async (_, reply) => {
    serve({ ...signedIn(), [verify]: reply });
    start();
    expect(await checkSession()).toEqual({ status: 'authenticated', user: maya });
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
  });

  test('SESSION-07 it repeats every 15 minutes while somebody is signed in', async () => {
    expect(RECHECK_MS).toBe(900_000);
    vi.useFakeTimers();
    const server = serve({ ...signedIn() });
    start();
    await vi.advanceTimersByTimeAsync(10);
    await vi.advanceTimersByTimeAsync(2 * RECHECK_MS);
    expect(server.to(verify)).toHaveLength(3);
    serve({ 'POST /api/auth/logout': json(200, { status: 'success' }) });
    await logOut();
    const after = serve({});
    await vi.advanceTimersByTimeAsync(2 * RECHECK_MS);
    expect(after.calls).toHaveLength(0);
  });

  test('an answer that arrives after logout signs nobody in again', async () => {
    let answer = (_: Response) => {};
    serve({
      ...signedIn(),
      [verify]: () => new Promise<Response>((resolve) => (answer = resolve)),
      'POST /api/auth/logout': json(200, { status: 'success' }),
    });
    start();
    const checking = checkSession();
    await logOut();
    answer(asked('late'));
    await checking;
    expect(currentSession().status).toBe('unauthenticated');
    expect(localStorage.getItem('user')).toBe(null);
  });

  test("SESSION-28 a user that can be stored nowhere gives 'Error saving user data'", async () => {
    serve({ ...signedIn() });
    start();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    cookieJar(() => {});
    await checkSession({ force: true });
    expect(toast.error).toHaveBeenCalledWith('Error saving user data');
  });
});

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
