// Sign-up with the emailed code, login and logout.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { carrySession, login, signUp } from './support/api';
import { codeFor } from './support/outbox';
import { demo, Server } from './support/server';
import { expect, test } from './support/test';

const password = 'ridge-line-2026';
const newAddress = () => `pasang.${randomUUID().slice(0, 8)}@example.org`;

async function fillSignup(page: Page, email: string, confirmation = password): Promise<void> {
  await page.getByLabel('Username').fill('Pasang Lhamu');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: false }).fill(confirmation);
}

const codeModal = (page: Page) => page.getByRole('dialog', { name: 'Almost done..!' });

test('SIGNUP-01..06 sign-up requires every field and the same password twice', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/signup');
  const go = page.getByRole('button', { name: 'Continue', exact: true });
  await go.click();
  await expect(page.getByText('Please fill out all fields correctly.').first()).toBeVisible();

  await fillSignup(page, newAddress(), 'something else');
  await go.click();
  await expect(page.getByText('Please fill out all fields correctly.').first()).toBeVisible();
  await expect(codeModal(page)).toHaveCount(0);

  const shown = page.getByRole('button', { name: 'Show password' });
  await expect(shown).toHaveCount(2);
  await shown.first().click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(
    page.getByRole('button', { name: /google/i }).or(page.getByRole('link', { name: /google/i })),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /log ?in/i })).toHaveAttribute('href', /^\/login/);
});

test('SIGNUP-08..14 SIGNUP-18 SIGNUP-19 SIGNUP-22 SIGNUP-24 SESSION-19..24 the emailed code creates the account', {
  tag: '@phone',
}, async ({ page, server, context }) => {
  const email = newAddress();
  await page.goto('/signup');
  await fillSignup(page, email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  const modal = codeModal(page);
  await expect(modal).toBeVisible();
  await expect(modal).toContainText('Please type the code we sent you in your email');
  await expect(modal).toContainText(/Time remaining: \d+s/);
  await expect(modal.getByRole('link', { name: /support/i })).toBeVisible();

  const boxes = modal.getByRole('textbox');
  const go = modal.getByRole('button', { name: 'Continue' });
  await boxes.first().click();
  await page.keyboard.type('1a2b');
  await go.click();
  await expect(page.getByText('Please enter a complete OTP').first()).toBeVisible();

  const code = await codeFor(server, email);
  const wrong = code.startsWith('9') ? `1${code.slice(1)}` : `9${code.slice(1)}`;
  await clearCode(page, modal);
  await page.keyboard.type(wrong);
  await go.click();
  await expect(page.getByText('Invalid or expired OTP').first()).toBeVisible();

  await clearCode(page, modal);
  await page.keyboard.type(code);
  await go.click();
  await expect(page).toHaveURL('/');

  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].map((store) =>
      ['user', 'accessToken', 'refreshToken'].map((key) => store.getItem(key)),
    ),
  );
  for (const [user, access, refresh] of kept) {
    expect(JSON.parse(user ?? '{}')).toMatchObject({ email, name: 'Pasang Lhamu', role: 'user' });
    expect(access && refresh).toBeTruthy();
  }
  const cookies = await context.cookies();
  const now = Date.now() / 1000;
  for (const [name, life] of [
    ['user', 86_400],
    ['accessToken', 86_400],
    ['refreshToken', 604_800],
  ] as const) {
    const cookie = cookies.find((one) => one.name === name);
    expect(cookie?.sameSite).toBe('Strict');
    expect(Math.abs((cookie?.expires ?? 0) - now - life)).toBeLessThan(60);
  }
});

async function clearCode(page: Page, modal: ReturnType<typeof codeModal>): Promise<void> {
  await modal.getByRole('textbox').first().click();
  for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace');
  for (let i = 0; i < 6; i++) await page.keyboard.press('Delete');
}

test('SIGNUP-16 SIGNUP-17 an expired code closes the modal with a warning', async ({ page }) => {
  const hasty = await Server.start({ CHAUTARI_OTP_TTL_SECONDS: '10' });
  try {
    await page.goto(`${hasty.url}/signup`);
    await fillSignup(page, newAddress());
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(codeModal(page)).toContainText(/Time remaining: \d{1,2}s/);
    await expect(page.getByText('OTP has expired. Please request a new one.')).toBeVisible();
    await expect(codeModal(page)).toHaveCount(0);
  } finally {
    await hasty.stop();
  }
});

test(
  'AUTH-02 AUTH-07..09 NAV-08 SESSION-17 SESSION-18 SESSION-30 login with errors first, then success and logout',
  { tag: '@phone' },
  async ({ page, server }, info) => {
    const me = await signUp(server, 'Dawa Tamang');
    await page.goto('/login');
    const go = page.getByRole('button', { name: 'Continue', exact: true });
    await go.click();
    await expect(page.getByText('Please fill out all fields').first()).toBeVisible();
    await page.getByLabel('Email').fill(me.user.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await go.click();
    await expect(page.getByText('Invalid email or password').first()).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(me.password);
    await go.click();
    await expect(page).toHaveURL('/');

    await page.goto('/login');
    await expect(page).toHaveURL('/');
    // A new page closes the menu.
    await expect(page.getByRole('heading', { level: 1, name: /Himalayan trek/ })).toBeVisible();

    if (info.project.name === 'phone') {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
    } else {
      await expect(page.getByRole('link', { name: 'Dawa Tamang' })).toHaveAttribute('href', '/packages');
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    }
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Logout successful')).toBeVisible();
    expect(
      await page.evaluate(() => [localStorage.getItem('user'), sessionStorage.getItem('accessToken'), document.cookie]),
    ).toEqual([null, null, '']);
  },
);

test('SESSION-03 SESSION-13..15 a broken access token ends the session, and a refreshed one continues it', async ({
  page,
  server,
}) => {
  const me = await login(server, demo.traveller);
  await carrySession(page, me);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard/);
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard/);

  // The server answers 401 to a foreign access token; the refresh token is valid, so a new access token is stored.
  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage]) store.setItem('accessToken', 'broken');
  });
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard/);
  // The URL is already correct before the response of the check.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).not.toBe('broken');
});
