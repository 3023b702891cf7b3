import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, closePages, json, maya, openPage, serve } from '../test-server';

afterEach(() => {
  closePages();
  vi.useRealTimers();
});

const SIGNUP = 'POST /api/auth/signup';
const VERIFY = 'POST /api/auth/verifyOTP';
const begun = json(200, { status: 'success', message: 'sent', tempUserId: 'temp-1', expiresInSeconds: 60 });
const welcome = json(200, { status: 'success', user: maya }, { 'x-access-token': 'a', 'x-refresh-token': 'r' });
const toasts = () => [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((one) => one.textContent);
const go = () => screen.findByRole('button', { name: 'Continue' });

async function fill({
  name = 'Maya Gurung',
  email = 'maya@chautari.example',
  password = 'trail-2026',
  again = undefined as string | undefined,
} = {}) {
  const user = userEvent.setup({ delay: null });
  await user.type(await screen.findByLabelText('Username'), name);
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  const confirmation = again ?? password;
  if (confirmation) await user.type(screen.getByLabelText('Confirm password'), confirmation);
  await user.click(await go());
}

async function code(text: string) {
  const user = userEvent.setup({ delay: null });
  const box = await screen.findByRole('textbox', { name: 'Code from the email' });
  await user.click(box);
  await user.paste(text);
  return box as HTMLInputElement;
}

test('SIGNUP-01..05 the page has four fields, two passwords that can be shown, Google and a link to login', async () => {
  serve(answers);
  openPage('/signup');
  for (const label of ['Username', 'Email', 'Password', 'Confirm password']) {
    expect(await screen.findByLabelText(label)).toBeVisible();
  }
  const show = screen.getAllByRole('button', { name: 'Show password' });
  expect(show).toHaveLength(2);
  await userEvent.click(show[1] as HTMLElement);
  expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'text');
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  expect(screen.getByRole('button', { name: /Google/ })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
});

test.each([
  ['nothing typed', { name: ' ', email: 'x', password: 'y', again: '' }, 'Enter your name'],
  ['an address that is none', { email: 'maya' }, 'Enter an email address like name@example.com'],
  ['a short password', { password: 'short' }, 'At least 8 characters'],
  ['two passwords', { again: 'something else' }, "The passwords don't match"],
  [
    'the own address',
    { password: 'maya@chautari.example' },
    'This password is your email address. Please choose another one.',
  ],
])("SIGNUP-06 %s shows 'Please fill out all fields correctly.' and the reason", async (_, form, why) => {
  const server = serve(answers);
  openPage('/signup');
  await fill(form);
  expect(await screen.findByText('Please fill out all fields correctly.')).toBeVisible();
  expect(screen.getByText(why)).toBeVisible();
  expect(server.to(SIGNUP)).toHaveLength(0);
});

test('SIGNUP-07..15 API-13 sign-up sends the role user, and opens the code dialog with its countdown', async () => {
  const server = serve({ ...answers, [SIGNUP]: begun });
  openPage('/signup');
  await fill();
  const modal = await screen.findByRole('dialog', { name: 'Almost done..!' });
  expect(modal).toHaveTextContent('Please type the code we sent you in your email');
  expect(modal).toHaveTextContent(/Time remaining: (60|[1-5]\d)s/);
  expect(modal.querySelectorAll('[data-input-otp-container] .figures')).toHaveLength(6);
  expect(screen.getByRole('link', { name: /support/ })).toHaveAttribute('href', 'mailto:hello@chautari.example');
  expect(screen.getByRole('textbox', { name: 'Code from the email' })).toHaveAttribute('autocomplete', 'one-time-code');
  expect(await server.to(SIGNUP)[0]?.json()).toEqual({
    name: 'Maya Gurung',
    email: 'maya@chautari.example',
    password: 'trail-2026',
    confirmPassword: 'trail-2026',
    role: 'user',
  });
});

test('SIGNUP-18..20 the code accepts digits only, pasting fills in the first six digits, and fewer are incomplete', async () => {
  const server = serve({ ...answers, [SIGNUP]: begun });
  openPage('/signup');
  await fill();
  const box = await code('12 3');
  expect(box).toHaveValue('123');
  await userEvent.type(box, 'x');
  expect(box).toHaveValue('123');
  await userEvent.click(await go());
  expect(await screen.findByText('Please enter a complete OTP')).toBeVisible();
  expect(server.to(VERIFY)).toHaveLength(0);
  await userEvent.clear(box);
  await userEvent.paste('Code: 654-321-987');
  expect(box).toHaveValue('654321');
});

test('SIGNUP-22 API-14 SESSION-19 a correct code signs in, and leads home after a second', async () => {
  const server = serve({ ...answers, [SIGNUP]: begun, [VERIFY]: welcome });
  const page = openPage('/signup');
  await fill();
  await code('123456');
  await userEvent.click(await go());
  expect(await screen.findByText('Your account is ready.')).toBeVisible();
  expect(await server.to(VERIFY)[0]?.json()).toEqual({ otp: '123456', tempUserId: 'temp-1' });
  expect(sessionStorage.getItem('refreshToken')).toBe('r');
  expect(sessionStorage.getItem('pendingSignup')).toBe(null);
  await waitFor(() => expect(page.address()).toBe('/'));
});

const failures: [string, Response | (() => Promise<Response>), string][] = [
  ['a wrong code', json(400, { status: 'error', message: 'Invalid or expired OTP' }), 'Invalid or expired OTP'],
  ['a wordless refusal', json(400, {}), 'OTP verification failed'],
  ['no tokens', json(200, { status: 'success', user: maya }), 'OTP verification failed'],
  ['no answer', () => Promise.reject(new TypeError('network')), 'OTP verification failed. Please try again.'],
];
test.each(failures)(
  'SIGNUP-24 SIGNUP-25 %s: a failed code shows its message once and can be typed again (%#)',
  async (_, reply, message) => {
    serve({ ...answers, [SIGNUP]: begun, [VERIFY]: reply });
    openPage('/signup');
    await fill();
    await code('123456');
    await userEvent.click(await go());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(toasts()).toEqual([message]);
    expect(screen.getByRole('textbox', { name: 'Code from the email' })).toBeEnabled();
  },
);

test('SIGNUP-15 without a time in the response the countdown starts at 60 seconds', async () => {
  serve({ ...answers, [SIGNUP]: json(200, { status: 'success', message: 'sent', tempUserId: 'temp-1' }) });
  openPage('/signup');
  await fill();
  expect(await screen.findByText(/Time remaining: (60|5\d)s/)).toBeVisible();
});

test('SIGNUP-16 SIGNUP-17 DECIDE-105 at 0 the dialog closes with a warning; Continue on the form sends a new code', async () => {
  const short = json(200, { status: 'success', message: 'sent', tempUserId: 'temp-1', expiresInSeconds: 3 });
  const server = serve({ ...answers, [SIGNUP]: [short, begun] });
  openPage('/signup');
  await fill();
  await screen.findByRole('dialog');
  expect(await screen.findByText('OTP has expired. Please request a new one.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(screen.getByLabelText('Email')).toHaveValue('maya@chautari.example');
  await userEvent.click(await go());
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(server.to(SIGNUP)).toHaveLength(2);
});

test('SIGNUP-16 SIGNUP-17 a code that expires while it is checked closes the dialog with the result, unless it was correct', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer = (_: Response) => {};
  const held = () => new Promise<Response>((resolve) => (answer = resolve));
  serve({ ...answers, [SIGNUP]: begun, [VERIFY]: held });
  openPage('/signup');
  await fill();
  await code('123456');
  await userEvent.setup({ delay: null }).click(await go());
  await vi.advanceTimersByTimeAsync(61_000);
  expect(screen.getByRole('dialog')).toBeVisible();
  answer(json(400, { status: 'error', message: 'Invalid or expired OTP' }));
  expect(await screen.findByText('OTP has expired. Please request a new one.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
});

test('SIGNUP-08 a reload opens the code dialog again, unless the code has expired', async () => {
  const keep = (endsAt: number) =>
    sessionStorage.setItem('pendingSignup', JSON.stringify({ tempUserId: 'temp-1', email: 'a@b.c', endsAt }));
  keep(Date.now() + 30_000);
  serve(answers);
  openPage('/signup');
  expect(await screen.findByRole('dialog', { name: 'Almost done..!' })).toHaveTextContent(
    /Time remaining: (30|[12]\d)s/,
  );
  closePages();
  keep(Date.now() - 1);
  const { container } = openPage('/signup');
  await waitFor(() => expect(container.querySelector('form')).not.toBe(null));
  expect(sessionStorage.getItem('pendingSignup')).toBe(null);
});

test("SIGNUP-21 without the temporary user id the visitor must restart: 'User session expired. …'", async () => {
  sessionStorage.setItem(
    'pendingSignup',
    JSON.stringify({ tempUserId: '', email: 'a@b.c', endsAt: Date.now() + 30_000 }),
  );
  const server = serve(answers);
  openPage('/signup');
  await code('123456');
  await userEvent.click(await go());
  expect(await screen.findByText('User session expired. Please restart signup process.')).toBeVisible();
  expect(server.to(VERIFY)).toHaveLength(0);
});

const refusals: [Response, string][] = [
  [
    json(400, { message: 'A better password, please.', errors: [{ field: 'password', message: 'Too common' }] }),
    'A better password, please.',
  ],
  [json(500, {}), 'Signup failed'],
];
test.each(refusals)(
  "SIGNUP-23 a rejected sign-up shows the server's message or Signup failed (%#)",
  async (reply, message) => {
    serve({ ...answers, [SIGNUP]: reply });
    openPage('/signup');
    await fill();
    await waitFor(() => expect(toasts()).toEqual([message]));
    expect(screen.queryByRole('dialog')).toBe(null);
    if (message !== 'Signup failed') expect(screen.getByText('Too common')).toBeVisible();
  },
);
