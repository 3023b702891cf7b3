// Sign-in and logout are synchronised between tabs by storage events, or by a BroadcastChannel without localStorage.

import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toast } from '../../lib/toast';
import { json, maya, serve, signedIn } from '../../test-server';
import { checkSession, currentSession, logOut, onUserLeft, signIn, startSession, watchSession } from './session';
import { readCookie } from './session-storage';

const stops: (() => void)[] = [];
const start = () => stops.push(startSession());
const session = { user: maya, accessToken: 'a', refreshToken: 'r' };
const everywhere = (key: string) => [localStorage.getItem(key), sessionStorage.getItem(key), readCookie(key as 'user')];

beforeEach(() => {
  for (const kind of ['error', 'success'] as const) vi.spyOn(toast, kind).mockReturnValue('');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('by local storage, another tab', () => {
  const elsewhere = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));

  test('that logs out signs this one out too, including its session storage and personal data', async () => {
    serve({ ...signedIn() });
    start();
    await checkSession();
    expect(sessionStorage.getItem('user')).not.toBe(null);
    const leave = vi.fn();
    const forget = onUserLeft(leave);
    for (const key of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(key);
    elsewhere('user', null);
    expect(currentSession().status).toBe('unauthenticated');
    expect(everywhere('user')).toEqual([null, null, null]);
    expect(leave).toHaveBeenCalledOnce();
    forget();
  });

  test('that logs out and in again at once leaves this one signed in', async () => {
    serve({ ...signedIn() });
    start();
    await checkSession();
    elsewhere('user', null);
    expect(currentSession().status).toBe('authenticated');
  });

  test('SESSION-25 that logs in signs this one in', () => {
    serve({});
    start();
    signedIn();
    elsewhere('user', JSON.stringify(maya));
    expect(currentSession()).toEqual({ status: 'authenticated', user: maya });
    expect(sessionStorage.getItem('refreshToken')).toBe('refresh-1');
  });

  test('that writes something else, or a fresh access token, changes nothing', async () => {
    const server = serve({ ...signedIn() });
    start();
    await checkSession();
    elsewhere('currency', 'NPR');
    elsewhere('accessToken', 'fresh');
    expect(currentSession().status).toBe('authenticated');
    expect(server.calls).toHaveLength(1);
  });

  test('that changed something during the back/forward cache: on return the server is asked', async () => {
    const server = serve({
      ...signedIn(),
      'GET /api/auth/verifyUser': [
        json(200, { status: 'success', user: maya }),
        json(401, { status: 'error', message: 'no' }),
      ],
      'POST /api/auth/refresh': json(401, { status: 'error', message: 'no' }),
    });
    start();
    await checkSession();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(server.calls).toHaveLength(1);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitFor(() => expect(currentSession().status).toBe('unauthenticated'));
    expect(everywhere('refreshToken')).toEqual([null, null, null]);
  });
});

describe('by the channel, where local storage is forbidden, another tab', () => {
  let other: BroadcastChannel;
  let heard: unknown[];
  beforeEach(() => {
    heard = [];
    other = new BroadcastChannel('session');
    other.onmessage = ({ data }) => heard.push(data);
    stops.push(() => other.close());
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
  });
  function writeCookies(user: object | null) {
    const life = user ? 60 : 0;
    for (const [key, value] of Object.entries({ user: JSON.stringify(user), accessToken: 'b', refreshToken: 's' })) {
      // biome-ignore lint/suspicious/noDocumentCookie: the product keeps cookies this way
      document.cookie = `${key}=${encodeURIComponent(value)}; path=/; max-age=${life}`;
    }
  }

  test('is informed of a login and a logout here', async () => {
    serve({ 'POST /api/auth/logout': json(200, { status: 'success' }) });
    start();
    signIn(session);
    await waitFor(() => expect(heard).toEqual(['entered']));
    await logOut();
    await waitFor(() => expect(heard).toEqual(['entered', 'left']));
  });

  test('that opens signed out announces nothing, so no tab is logged out', async () => {
    serve({});
    start();
    expect(currentSession().status).toBe('unauthenticated');
    signIn(session);
    await waitFor(() => expect(heard).toEqual(['entered']));
  });

  test('that logs out signs this one out', async () => {
    serve({});
    start();
    signIn(session);
    writeCookies(null);
    other.postMessage('left');
    await waitFor(() => expect(currentSession().status).toBe('unauthenticated'));
    // A received logout is not announced again.
    expect(heard).toEqual(['entered']);
  });

  test('that logs in signs this one in through the cookies', async () => {
    serve({});
    start();
    signIn(session);
    const seen: unknown[] = [];
    stops.push(watchSession(() => seen.push(currentSession().user?.id)));
    writeCookies({ ...maya, id: 'other' });
    other.postMessage('entered');
    await waitFor(() => expect(seen).toEqual(['other']));
  });
});
