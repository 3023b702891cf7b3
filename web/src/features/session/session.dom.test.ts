import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toast } from '../../lib/toast';
import { json, maya, serve, signedIn } from '../../test-server';
import {
  checkSession,
  currentSession,
  logOut,
  onUserVerified,
  RECHECK_MS,
  startSession,
  updateUser,
  watchSession,
} from './session';
import { readCookie } from './session-storage';

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

  test('SESSION-04 SESSION-05 the check runs once, and concurrent callers share it', async () => {
    const server = serve({ ...signedIn() });
    start();
    await Promise.all([checkSession(), checkSession(), checkSession()]);
    await checkSession();
    expect(server.to(verify)).toHaveLength(1);
  });

  test('SESSION-06 a forced check waits for the running one, then runs again', async () => {
    const server = serve({ ...signedIn(), [verify]: [asked('first'), asked('second')] });
    start();
    const states = await Promise.all([checkSession(), checkSession({ force: true }), checkSession({ force: true })]);
    expect(states.map((state) => state.user?.name)).toEqual(['first', 'second', 'second']);
    expect(server.to(verify)).toHaveLength(2);
  });

  test('SESSION-08 without an access token the session is cleared and no request is sent', async () => {
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

  test('stores that differ are set to the value of the first one', () => {
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
  test('SESSION-13..15 after a 401 the token is refreshed and the user is verified again', async () => {
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

  test('SESSION-16 TOAST-07 a rejected refresh clears the session without a toast', async () => {
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

  test('SESSION-07 it repeats every 15 minutes while a user is signed in', async () => {
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

  test('a response that arrives after logout does not sign in again', async () => {
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

  test('a check during which the user changed is repeated, and only its second answer counts', async () => {
    let answer = (_: Response) => {};
    const server = serve({
      ...signedIn(),
      [verify]: [() => new Promise<Response>((resolve) => (answer = resolve)), asked('new')],
    });
    const seen: string[] = [];
    const unwatch = onUserVerified(({ name }) => seen.push(name));
    start();
    const checking = checkSession();
    updateUser({ ...maya, name: 'new' });
    answer(asked('old'));
    await checking;
    await waitFor(() => expect(seen).toEqual(['new']));
    expect(server.to(verify)).toHaveLength(2);
    expect(currentSession().user?.name).toBe('new');
    unwatch();
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
