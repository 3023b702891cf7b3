import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, closePages, config, json, maya, openPage, serve } from '../test-server';

afterEach(() => {
  closePages();
  vi.useRealTimers();
});

const LOGIN = 'POST /api/auth/login';
const tokens = { 'x-access-token': 'a', 'x-refresh-token': 'r' };
const welcome = json(200, { status: 'success', user: maya }, tokens);

async function fill(email = 'maya@chautari.example', password = 'trail-maya-2026') {
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
}
const toasts = () => [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((one) => one.textContent);

test('AUTH-01..04 AUTH-06 the page has email, a password that can be shown, Google, the terms and a link to sign-up', async () => {
  serve(answers);
  openPage('/login?next=%2Fbooking');
  const password = await screen.findByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password).toHaveAttribute('type', 'password');
  expect(screen.getByText('or')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Login with Google' })).toBeDisabled();
  expect(screen.getByText('Google sign-in is not set up on this site.')).toBeVisible();
  const [terms] = screen.getAllByRole('link', { name: 'Terms of Service' });
  expect(terms).toHaveAttribute('href', '/terms');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup?next=%2Fbooking');
});

test('AUTH-03 the Google button is enabled if Google is set up', async () => {
  serve({ ...answers, 'GET /api/config': json(200, { status: 'success', data: { ...config, google: true } }) });
  openPage('/login');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Login with Google' })).toBeEnabled());
});

test("AUTH-07 empty fields show 'Please fill out all fields', and nothing is sent", async () => {
  const server = serve(answers);
  openPage('/login');
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please fill out all fields');
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.c');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true');
  expect(server.to(LOGIN)).toHaveLength(0);
});

test('AUTH-08 API-12 SESSION-19 a successful login is stored, and leads home after a second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serve({ ...answers, [LOGIN]: welcome });
  const page = openPage('/login');
  await fill();
  expect(await screen.findByText('You are signed in.')).toBeVisible();
  expect(await server.to(LOGIN)[0]?.json()).toEqual({ email: 'maya@chautari.example', password: 'trail-maya-2026' });
  expect(localStorage.getItem('refreshToken')).toBe('r');
  expect(page.address()).toBe('/login');
  await vi.advanceTimersByTimeAsync(1100);
  await waitFor(() => expect(page.address()).toBe('/'));
});

test('AUTH-08 login leads back to the page that required it', async () => {
  serve({ ...answers, [LOGIN]: welcome });
  const page = openPage('/login?next=%2Fblogs%3Fpage%3D2');
  await fill();
  await waitFor(() => expect(page.address()).toBe('/blogs?page=2'));
});

const failures: [string, Response | (() => Promise<Response>), string][] = [
  ['refused', json(401, { status: 'error', message: 'Invalid email or password' }), 'Invalid email or password'],
  ['a server at fault', json(500, {}), 'Login failed due to an error'],
  [
    'an answer that is no success',
    json(200, { status: 'error', message: 'not today' }, tokens),
    'Login failed: not today',
  ],
  ['no answer', () => Promise.reject(new TypeError('network')), 'Login failed: the server did not answer'],
  ['no tokens', json(200, { status: 'success', user: maya }), 'Failed to process login'],
  ['no user', json(200, { status: 'success' }, tokens), 'Failed to process login'],
];
test.each(failures)(
  'AUTH-09 AUTH-10 AUTH-12 TOAST-05 %s: a failed login shows its message once as a toast, and next to the form',
  async (_, reply, message) => {
    serve({ ...answers, [LOGIN]: reply });
    openPage('/login');
    await fill();
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(toasts()).toEqual([message]);
    expect(localStorage.getItem('user')).toBe(null);
    expect(screen.getByLabelText('Password')).toHaveValue('trail-maya-2026');
  },
);

test("AUTH-11 SESSION-28 a browser without storage shows 'Storage error', and the session lasts for this tab", async () => {
  serve({ ...answers, [LOGIN]: welcome });
  const page = openPage('/login');
  await screen.findByLabelText('Email');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => {} });
  try {
    await fill();
    expect(await screen.findByText('You are signed in.')).toBeVisible();
    await waitFor(() => expect(toasts()).toEqual(['Storage error']));
    await waitFor(() => expect(page.address()).toBe('/'));
    await page.router.navigate('/dashboard');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible());
    expect(page.address()).toBe('/dashboard');
  } finally {
    Reflect.deleteProperty(document, 'cookie');
  }
});

test('AUTH-05 NAV-07 the link to reset the password passes on the typed email address', async () => {
  serve(answers);
  const page = openPage('/login?next=%2Fbooking');
  await userEvent.type(await screen.findByLabelText('Email'), 'maya@chautari.example');
  const link = screen.getByRole('link', { name: 'Forgot Password?' });
  expect(link).toHaveAttribute('href', '/forgot-password?next=%2Fbooking');
  await userEvent.click(link);
  expect(await screen.findByRole('heading', { name: 'Forgot password' })).toBeVisible();
  expect(page.address()).toBe('/forgot-password?next=%2Fbooking');
  expect(screen.getByLabelText('Email')).toHaveValue('maya@chautari.example');
});
