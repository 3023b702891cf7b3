// Google sign-in in the browser: leaving with a marker, returning with tokens, /auth/callback.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { captureReturn, MARKER_MAX_AGE_MS } from '../features/session/third-party';
import { leaveFor } from '../lib/leave';
import { answers, closePages, config, json, maya, openPage, serve, signedIn } from '../test-server';

vi.mock('../lib/leave', () => ({ leaveFor: vi.fn() }));

const MARK = 'thirdPartySignIn';
const VERIFY = 'GET /api/auth/verifyUser';
const ready = json(200, { status: 'success', data: { ...config, google: true } });
const known = json(200, { status: 'success', user: maya });
const toasts = () => [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((one) => one.textContent);
const begin = (ago = 0, next: string | null = null) =>
  sessionStorage.setItem(MARK, JSON.stringify({ at: Date.now() - ago, next }));

/** Sets the URL that the server redirects to. The app reads it before it renders, as in main.tsx. */
function comeBack(query: Record<string, string>, more = '') {
  history.replaceState(null, '', `/login?${new URLSearchParams(query)}${more}`);
  captureReturn();
  return location.pathname + location.search;
}
const good = { accessToken: 'from-address', refreshToken: 'refresh-address', user: JSON.stringify(maya) };

beforeEach(() => {
  vi.mocked(leaveFor).mockClear();
  history.replaceState(null, '', '/');
});
afterEach(() => {
  closePages();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('going to Google', () => {
  test.each([
    ['OAUTH-01', '/login?next=%2Fbooking', 'Login with Google'],
    ['OAUTH-10', '/signup?next=%2Fbooking', 'Sign up with Google'],
  ])('%s from %s: %s stores a marker in the tab and goes to /api/auth/google', async (_, path, label) => {
    serve({ ...answers, 'GET /api/config': ready });
    openPage(path);
    const button = await screen.findByRole('button', { name: label });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/api/auth/google');
    expect(JSON.parse(sessionStorage.getItem(MARK) ?? '')).toEqual({ at: expect.any(Number), next: '/booking' });
  });

  test.each([
    ['/login', 'Login with Google', 'Failed to initiate Google login'],
    ['/signup', 'Sign up with Google', 'Failed to initiate Google signup'],
  ])('OAUTH-09 DECIDE-110 %s: without network or storage: %s shows a message', async (path, label, message) => {
    serve({ ...answers, 'GET /api/config': ready });
    openPage(path);
    const button = await screen.findByRole('button', { name: label });
    await waitFor(() => expect(button).toBeEnabled());
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await userEvent.click(button);
    await waitFor(() => expect(toasts()).toEqual([message]));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    await userEvent.click(button);
    await waitFor(() => expect(toasts()).toEqual([message, message]));
    expect(leaveFor).not.toHaveBeenCalled();
  });
});

describe('returning from Google', () => {
  test('OAUTH-06..08 SESSION-32 tokens leave the address first, the server confirms the user, and after a second the page leads home', async () => {
    const server = serve({
      ...answers,
      [VERIFY]: json(200, { status: 'success', user: { ...maya, name: 'Maya G.' } }),
    });
    begin();
    expect(comeBack(good)).toBe('/login');
    expect(sessionStorage.getItem(MARK)).toBe(null);
    expect(server.calls).toHaveLength(0);
    expect(localStorage.getItem('user')).toBe(null);
    const page = openPage('/login');
    expect(await screen.findByText('You are signed in.')).toBeVisible();
    const [asked] = server.to(VERIFY);
    expect(asked?.headers.get('Authorization')).toBe('Bearer from-address');
    expect(JSON.parse(localStorage.getItem('user') ?? '').name).toBe('Maya G.');
    expect(sessionStorage.getItem('refreshToken')).toBe('refresh-address');
    await waitFor(() => expect(page.address()).toBe('/'));
    expect(toasts()).toEqual([]);
  });

  test('OAUTH-08 leads to the page that required the login', async () => {
    serve({ ...answers, [VERIFY]: known });
    begin(0, '/blogs?page=2');
    const address = comeBack(good);
    expect(address).toBe('/login?next=%2Fblogs%3Fpage%3D2');
    const page = openPage(address);
    await waitFor(() => expect(page.address()).toBe('/blogs?page=2'));
  });

  test('OAUTH-06 a forged link is ignored in a tab that started no sign-in, and removed from the address', async () => {
    const server = serve({ ...answers, [VERIFY]: known });
    expect(comeBack(good, '&next=%2Fbooking')).toBe('/login?next=%2Fbooking');
    history.replaceState(null, '', '/login/?refreshToken=r');
    captureReturn();
    expect(location.href).toMatch(/\/login\/$/);
    openPage('/login');
    await screen.findByLabelText('Email');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled());
    expect(server.to(VERIFY)).toHaveLength(0);
    expect(localStorage.getItem('accessToken')).toBe(null);
    expect(toasts()).toEqual([]);
  });

  test('OAUTH-06 is accepted once per sign-in', async () => {
    const server = serve({ ...answers, [VERIFY]: json(401, { status: 'error', message: 'no' }) });
    begin();
    comeBack(good);
    openPage('/login');
    await waitFor(() => expect(server.to(VERIFY)).toHaveLength(1));
    closePages();
    comeBack(good);
    openPage('/login');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Continue' })[0]).toBeEnabled());
    expect(server.to(VERIFY)).toHaveLength(1);
  });

  test('OAUTH-06 does not replace a user who is already signed in', async () => {
    const server = serve({ ...answers, ...signedIn() });
    begin();
    comeBack({ ...good, user: JSON.stringify({ ...maya, id: 'other' }) });
    const page = openPage('/login');
    await waitFor(() => expect(page.address()).toBe('/'));
    expect(server.to(VERIFY).map((call) => call.headers.get('Authorization'))).toEqual(['Bearer access-1']);
    expect(localStorage.getItem('accessToken')).toBe('access-1');
  });

  const other = json(200, { status: 'success', user: { ...maya, id: 'other' } });
  const failures: [string, Record<string, string>, Response | (() => Promise<Response>), string, number?][] = [
    ['no user', { ...good, user: '' }, known, 'Failed to process login'],
    ['a user that is no JSON', { ...good, user: '{' }, known, 'Failed to process login'],
    ['no refresh token', { ...good, refreshToken: '' }, known, 'Failed to process login'],
    ['a user that the token is not of', good, other, 'Failed to process login'],
    ['a token that is refused', good, json(401, { message: 'Not a session' }), 'Login failed: Not a session'],
    ['no answer', good, () => Promise.reject(new TypeError('x')), 'Login failed: the server did not answer'],
    [
      'a return after 10 minutes',
      good,
      known,
      'Login failed: it took longer than 10 minutes. Please try again.',
      MARKER_MAX_AGE_MS + 1000,
    ],
  ];
  test.each(failures)(
    'AUTH-10 AUTH-12 DECIDE-111 %s shows a message, and nobody is signed in',
    async (_, query, reply, message, ago) => {
      const server = serve({ ...answers, [VERIFY]: reply });
      begin(ago);
      comeBack(query);
      openPage('/login');
      expect(await screen.findByRole('alert')).toHaveTextContent(message);
      expect(toasts()).toEqual([message]);
      for (const key of ['user', 'accessToken', 'refreshToken']) expect(localStorage.getItem(key)).toBe(null);
      expect(server.to('POST /api/auth/refresh')).toHaveLength(0);
      expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
    },
  );
});

describe('/auth/callback', () => {
  test('NAV-09 OAUTH-02 OAUTH-03 success leads to the account', async () => {
    serve({ ...answers, ...signedIn() });
    const page = openPage('/auth/callback?success=true');
    await waitFor(() => expect(page.address()).toBe('/dashboard'));
    expect(toasts()).toEqual([]);
  });

  test.each([
    '?error=access_denied',
    '?error=not_configured',
    '?error=',
    '?success=true&error=x',
    '?success=false',
    '',
  ])("NAV-09 OAUTH-02 OAUTH-04 OAUTH-05 '%s' shows 'Authentication failed' once and goes to login", async (query) => {
    serve(answers);
    begin();
    const page = openPage(`/auth/callback${query}`);
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(await screen.findByText('Authentication failed')).toBeVisible();
    expect(toasts()).toEqual(['Authentication failed']);
    expect(sessionStorage.getItem(MARK)).toBe(null);
  });

  test('OAUTH-04 text from the address is never shown', async () => {
    serve(answers);
    openPage('/auth/callback?error=Call%20this%20number');
    expect(await screen.findByText('Authentication failed')).toBeVisible();
    expect(screen.queryByText(/Call this/)).toBe(null);
  });
});
