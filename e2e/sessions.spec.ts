// Sessions in more than one tab, and in a browser without storage.
import type { Page } from '@playwright/test';
import { carrySession, signUp } from './support/api';
import { expect, test } from './support/test';

const emailField = (page: Page) => page.getByRole('main').getByLabel('Email');

async function logInAs(page: Page, who: { email: string; password: string }): Promise<void> {
  await emailField(page).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

test('SESSION-17 SESSION-25 a logout or a login in one tab applies to all tabs', async ({ page, context, server }) => {
  const me = await signUp(server, 'Karma Bhote');
  await carrySession(page, me);
  await page.goto('/packages');
  await expect(page.getByRole('link', { name: 'Karma Bhote' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other).toHaveURL('/dashboard');

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login?next=%2Fdashboard');
  expect(await other.evaluate(() => [sessionStorage.getItem('refreshToken'), document.cookie])).toEqual([null, '']);

  await logInAs(page, { email: me.user.email, password: me.password });
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/dashboard');
});

test('AUTH-11 SESSION-28 a browser without storage stays signed in until the tab closes', async ({ page, server }) => {
  const me = await signUp(server, 'Yangji Sherpa');
  await page.addInitScript(() => {
    for (const store of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, store, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  await page.goto('/login?next=%2Fdashboard');
  await logInAs(page, { email: me.user.email, password: me.password });
  await expect(page.getByText('Storage error')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page).toHaveURL(/section=my-bookings/);
  await page.getByRole('navigation').getByRole('link', { name: 'Packages' }).first().click();
  await expect(page.getByRole('link', { name: 'Yangji Sherpa' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('link', { name: 'Yangji Sherpa' })).toHaveCount(0);
});
