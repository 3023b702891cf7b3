import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, closePages, json, openPage, serve, signedIn } from '../test-server';

afterEach(() => {
  closePages();
  vi.useRealTimers();
});

const REQUEST = 'POST /api/auth/forgotPassword';
const RESET = 'POST /api/auth/resetPassword';
const sentFor = (expiresInSeconds: number) =>
  json(200, { status: 'success', message: 'An email has been sent to you with the OTP.', expiresInSeconds });
const sent = sentFor(60);
const reset = json(200, { status: 'success', message: 'Password reset successful.' });
const WRONG = 'Please fill out all fields correctly.';
const toasts = () => [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((one) => one.textContent);
const user = () => userEvent.setup({ delay: null });
const button = (name: string) => screen.findByRole('button', { name });
const boxes = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Code from the email' });

async function request(email = 'maya@chautari.example') {
  const field = await screen.findByLabelText('Email');
  if (email) await user().type(field, email);
  await user().click(await button('Continue'));
}

async function fill({ code = '123456', password = 'summit-2026', again = undefined as string | undefined } = {}) {
  if (code) {
    await user().click(await boxes());
    await user().paste(code);
  }
  if (password) await user().type(screen.getByLabelText('New password'), password);
  const confirmation = again ?? password;
  if (confirmation) await user().type(screen.getByLabelText('Confirm password'), confirmation);
  await user().click(await button('Reset Password'));
}

/** A response that waits until `release` is called. */
function held(reply: Response) {
  let release = () => {};
  const answer = () => new Promise<Response>((resolve) => (release = () => resolve(reply)));
  return { answer, release: () => release() };
}

test('RESET-14 without a time in the response the countdown starts at 60 seconds', async () => {
  const message = 'An email has been sent to you with the OTP.';
  serve({ ...answers, [REQUEST]: json(200, { status: 'success', message }) });
  openPage('/forgot-password');
  await request();
  expect(await screen.findByText(/Time remaining: (60|5\d)s/)).toBeVisible();
  expect(screen.queryByText(/NaN/)).not.toBeInTheDocument();
});

test('RESET-01 RESET-08 NAV-07 step 1 has the email field, Continue, and links to the terms, the privacy policy and login', async () => {
  serve(answers);
  openPage('/forgot-password?next=%2Fbooking');
  expect(await screen.findByLabelText('Email')).toBeVisible();
  expect(await button('Continue')).toBeEnabled();
  const main = screen.getByRole('main');
  for (const [name, href] of [
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Login', '/login?next=%2Fbooking'],
  ]) {
    expect([...main.querySelectorAll('a')].find((link) => link.textContent === name)).toHaveAttribute('href', href);
  }
});

test('NAV-08 ROLE-05 a signed-in user is redirected home', async () => {
  serve({ ...answers, ...signedIn() });
  const page = openPage('/forgot-password');
  await waitFor(() => expect(page.address()).toBe('/'));
});

test.each(['', '   '])(`RESET-02 the address '%s' shows '${WRONG}', and nothing is sent`, async (email) => {
  const server = serve(answers);
  openPage('/forgot-password');
  await request(email);
  expect(await screen.findByText(WRONG)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  expect(server.to(REQUEST)).toHaveLength(0);
});

test('RESET-03..07 RESET-22 RESET-25 API-16 requesting the code shows progress, then step 2', async () => {
  const { answer, release } = held(sent);
  const server = serve({ ...answers, [REQUEST]: answer });
  openPage('/forgot-password');
  await request(' maya@chautari.example ');
  await waitFor(() => expect(toasts()).toEqual(['Sending email with OTP...']));
  release();
  const code = await boxes();
  await waitFor(() => expect(toasts()).toEqual(['An email has been sent to you with the OTP.']));
  expect(await server.to(REQUEST)[0]?.json()).toEqual({ email: 'maya@chautari.example' });
  expect(document.querySelectorAll('[data-input-otp-container] .figures')).toHaveLength(6);
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  for (const label of ['New password', 'Confirm password']) {
    expect(screen.getByLabelText(label)).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password');
  }
  const [show] = screen.getAllByRole('button', { name: 'Show password' });
  await user().click(show as HTMLElement);
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'text');
  expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'password');
  expect(await button('Resend OTP')).toBeVisible();
  expect(await button('Reset Password')).toBeEnabled();
  expect(screen.getByText(/Time remaining: (60|[1-5]\d)s/)).toBeVisible();
});

test('RESET-09..12 DECIDE-128 the boxes accept digits only; typing moves forward, Backspace moves back, and together they are the code', async () => {
  const server = serve({ ...answers, [REQUEST]: sent, [RESET]: reset });
  openPage('/forgot-password');
  await request();
  const code = await boxes();
  await user().click(code);
  await user().keyboard('1a2b3');
  expect(code).toHaveValue('123');
  await user().keyboard('{Backspace}{Backspace}4');
  expect(code).toHaveValue('14');
  await user().keyboard('56789');
  expect(code).toHaveValue('145678');
  await fill({ code: '' });
  await screen.findByText('Your password was changed. Log in with the new one.');
  expect(await server.to(RESET)[0]?.json()).toEqual({
    otp: '145678',
    newPassword: 'summit-2026',
    confirmPassword: 'summit-2026',
  });
});

const mistakes: [string, Parameters<typeof fill>[0], string][] = [
  ['an incomplete code', { code: '12345' }, 'Enter all six digits of the code'],
  ['no password', { password: '', again: '' }, 'At least 8 characters'],
  ['a password without its confirmation', { again: '' }, "The passwords don't match"],
  ['two passwords', { again: 'another-2026' }, "The passwords don't match"],
];
test.each(mistakes)(`RESET-13 DECIDE-108 %s shows '${WRONG}' and the reason`, async (_, form, why) => {
  const server = serve({ ...answers, [REQUEST]: sent });
  openPage('/forgot-password');
  await request();
  await boxes();
  await fill(form);
  expect(await screen.findByText(WRONG)).toBeVisible();
  expect(screen.getByText(why)).toBeVisible();
  await waitFor(() => expect(document.querySelector('form :focus')).toHaveAttribute('aria-invalid', 'true'));
  expect(server.to(RESET)).toHaveLength(0);
});

test('RESET-18 RESET-23 RESET-26 API-17 a reset shows progress and a confirmation, and leads to login after 2 seconds', async () => {
  const { answer, release } = held(reset);
  serve({ ...answers, [REQUEST]: sent, [RESET]: answer });
  const page = openPage('/forgot-password?next=%2Fbooking');
  await request();
  await boxes();
  await fill();
  await waitFor(() => expect(toasts()).toContain('Resetting password...'));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  release();
  await waitFor(() => expect(toasts()).toContain('Password reset successful.'));
  expect(toasts()).not.toContain('Resetting password...');
  expect(await button('Reset Password')).toBeDisabled();
  await vi.advanceTimersByTimeAsync(1900);
  expect(page.address()).toBe('/forgot-password?next=%2Fbooking');
  await vi.advanceTimersByTimeAsync(200);
  await waitFor(() => expect(page.address()).toBe('/login?next=%2Fbooking'));
  expect(await screen.findByLabelText('Email')).toHaveValue('maya@chautari.example');
  expect(sessionStorage.getItem('recovery')).toBe(null);
});

test("RESET-14..17 RESET-24 RESET-27 DECIDE-106 the countdown uses the server's time; at 0 a warning appears, and Resend sends a new code", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { answer, release } = held(sent);
  const server = serve({ ...answers, [REQUEST]: [sentFor(300), answer] });
  openPage('/forgot-password');
  await request();
  await user().type(await boxes(), '123');
  const resend = await button('Resend OTP');
  expect(screen.getByText(/Time remaining: (300|2\d\d)s/)).toBeVisible();
  await user().click(resend);
  await waitFor(() => expect(toasts()).toContain('Please wait before requesting a new OTP.'));
  expect(server.to(REQUEST)).toHaveLength(1);
  // In steps, because the toast leaves again, and the clock has run while the steps before were taken.
  const expired = 'OTP has expired. Please request a new one.';
  for (let second = 0; second < 300 && !toasts().includes(expired); second++) {
    await vi.advanceTimersByTimeAsync(1000);
  }
  await waitFor(() => expect(toasts()).toContain(expired));
  await user().click(resend);
  await waitFor(() => expect(toasts()).toContain('Resending OTP...'));
  release();
  await waitFor(() => expect(toasts()).toContain('A new OTP has been sent to your email.'));
  expect(await server.to(REQUEST)[1]?.json()).toEqual({ email: 'maya@chautari.example' });
  expect(await screen.findByText(/Time remaining: (60|[1-5]\d)s/)).toBeVisible();
  expect(await boxes()).toHaveValue('');
});

const refused = (message?: string) => json(429, { status: 'error', message });
const noAnswer = () => Promise.reject(new TypeError('network'));
test.each([
  [
    'the server’s words',
    refused('Too many codes. Try again in 20 minutes.'),
    'Too many codes. Try again in 20 minutes.',
  ],
  ['a wordless refusal', json(500, {}), 'Network error. Please try again.'],
  ['no answer', noAnswer, 'Network error. Please try again.'],
  ['an answer that is no success', json(200, {}), 'Network error. Please try again.'],
])('RESET-19 a code that cannot be requested: %s', async (_, reply, message) => {
  serve({ ...answers, [REQUEST]: reply });
  openPage('/forgot-password');
  await request();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(toasts()).toEqual([message]);
  expect(screen.getByLabelText('Email')).toHaveValue('maya@chautari.example');
});

test('RESET-19 an invalid email address is reported next to its field', async () => {
  const errors = [{ field: 'email', message: 'That is no address' }];
  serve({ ...answers, [REQUEST]: json(400, { status: 'error', message: 'Please check the form', errors }) });
  openPage('/forgot-password');
  await request('maya');
  expect(await screen.findByText('That is no address')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true');
});

test.each([
  ['a wrong code', json(400, { message: 'Invalid or expired OTP' }), 'Invalid or expired OTP'],
  ['a wordless refusal', json(500, {}), 'Password reset failed.'],
  ['no answer', noAnswer, 'Password reset failed.'],
])('RESET-20 a reset that fails: %s appears once, and the form can be submitted again', async (_, reply, message) => {
  serve({ ...answers, [REQUEST]: sent, [RESET]: [reply, reset] });
  openPage('/forgot-password');
  await request();
  await boxes();
  await fill();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  await waitFor(() => expect(toasts().filter((one) => one === message)).toHaveLength(1));
  expect(screen.getByLabelText('New password')).toHaveValue('summit-2026');
  await user().click(await button('Reset Password'));
  expect(await screen.findByText('Your password was changed. Log in with the new one.')).toBeVisible();
});

test('RESET-20 a password that the server rejects is reported next to its field', async () => {
  const errors = [{ field: 'newPassword', message: 'This password is too common' }];
  serve({ ...answers, [REQUEST]: sent, [RESET]: json(400, { message: 'Please check the form', errors }) });
  openPage('/forgot-password');
  await request();
  await boxes();
  await fill();
  expect(await screen.findByText('This password is too common')).toBeVisible();
});

test.each([
  ['the server’s words', refused('Try again in an hour.'), 'Try again in an hour.'],
  ['no answer', noAnswer, 'Failed to resend OTP. Please try again.'],
])('RESET-21 a code that cannot be sent again: %s', async (_, reply, message) => {
  serve({ ...answers, [REQUEST]: [sentFor(0), reply] });
  openPage('/forgot-password');
  await request();
  await user().click(await button('Resend OTP'));
  await waitFor(() => expect(toasts()).toContain(message));
  expect(await button('Resend OTP')).toBeEnabled();
});

test('RESET-03 a reload keeps step 2; another address leads back to step 1; an expired code is discarded', async () => {
  serve({ ...answers, [REQUEST]: sent });
  openPage('/forgot-password');
  await request();
  await boxes();
  closePages();
  document.body.replaceChildren();
  openPage('/forgot-password');
  expect(await screen.findByText('maya@chautari.example')).toBeVisible();
  await user().click(await button('Use another address'));
  expect(await screen.findByLabelText('Email')).toHaveValue('maya@chautari.example');
  expect(sessionStorage.getItem('recovery')).toBe(null);
});
