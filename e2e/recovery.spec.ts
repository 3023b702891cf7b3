// A forgotten password: the emailed code works in the browser that requested it, and ends every session of the account.
import type { Page } from '@playwright/test';
import { call, signUp } from './support/api';
import { codeFor, newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

const newPassword = 'col-of-larkya-2026';
const resetButton = (page: Page) => page.getByRole('button', { name: 'Reset Password' });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code from the email' });

/** The footer of every page also has an email field. */
const addressField = (page: Page) => page.getByRole('main').getByLabel('Email');

async function askForCode(page: Page, email: string): Promise<void> {
  await addressField(page).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('An email has been sent to you with the OTP.')).toBeVisible();
}

async function fillReset(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await resetButton(page).click();
}

test('AUTH-05 RESET-01..07 RESET-09..12 RESET-18 RESET-20 RESET-25 RESET-26 API-16 API-17 a password reset by email replaces the old password and ends every session', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Nima Lama');
  const { email } = me.user;
  const first = await codeFor(server, email);

  await page.goto('/login');
  await addressField(page).fill(email);
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible();
  await expect(addressField(page)).toHaveValue(email);
  await askForCode(page, email);
  await expect(page.getByText(/Time remaining: \d+s/)).toBeVisible();
  await page.getByRole('button', { name: 'Resend OTP' }).click();
  await expect(page.getByText('Please wait before requesting a new OTP.')).toBeVisible();

  // A reload in the middle, as when the user opened the email in the same tab.
  await page.reload();
  const code = await codeFor(server, email, first);
  await fillReset(page, code.startsWith('9') ? `1${code.slice(1)}` : `9${code.slice(1)}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid or expired OTP' })).toBeVisible();

  await codeField(page).click();
  for (let box = 0; box < 6; box++) await page.keyboard.press('Backspace');
  await page.keyboard.type(code);
  await resetButton(page).click();
  await expect(page.getByText('Password reset successful.')).toBeVisible();
  await expect(page).toHaveURL('/login');

  expect((await call(server, 'GET', '/api/auth/verifyUser', { session: me })).status).toBe(401);
  const old = { email, password: me.password };
  expect((await call(server, 'POST', '/api/auth/login', { body: old })).status).toBe(401);
  await newestMailTo(server, email, /password was changed/);
  await expect(addressField(page)).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('RESET-20 API-17 the correct code is refused in a browser that did not request it', async ({
  page,
  server,
  browser,
}) => {
  const me = await signUp(server, 'Lhakpa Rai');
  const first = await codeFor(server, me.user.email);
  await page.goto('/forgot-password');
  await askForCode(page, me.user.email);
  const code = await codeFor(server, me.user.email, first);

  const stranger = await browser.newContext({ baseURL: server.url });
  try {
    const theirs = await stranger.newPage();
    await theirs.goto('/healthz');
    await theirs.evaluate(
      (email) => sessionStorage.setItem('recovery', JSON.stringify({ email, endsAt: Date.now() + 60_000 })),
      me.user.email,
    );
    await theirs.goto('/forgot-password');
    await fillReset(theirs, code);
    await expect(theirs.getByRole('alert').filter({ hasText: 'Invalid or expired OTP' })).toBeVisible();
  } finally {
    await stranger.close();
  }
  expect((await call(server, 'GET', '/api/auth/verifyUser', { session: me })).status).toBe(200);

  await fillReset(page, code);
  await expect(page).toHaveURL('/login');
});
