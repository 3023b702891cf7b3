// The newsletter: subscribed from the footer, welcomed by email, and unsubscribed by the link in the email.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectReadable } from './support/accessibility';
import { adminSession, call, carrySession, signUp } from './support/api';
import { newestMailTo } from './support/outbox';
import type { Server } from './support/server';
import { expect, test } from './support/test';

const newAddress = () => `dolma.${randomUUID().slice(0, 8)}@example.org`;
const newsletter = (page: Page) => page.getByRole('region', { name: 'Newsletter' });
const field = (page: Page) => newsletter(page).getByRole('textbox');
const already = (page: Page) => newsletter(page).getByText('You are already subscribed to our newsletter.');
const welcomeTo = (server: Server, address: string) => newestMailTo(server, address, /^Welcome to the .* newsletter$/);

async function subscribe(page: Page, address: string): Promise<void> {
  await field(page).fill(address);
  await newsletter(page).getByRole('button', { name: 'Subscribe' }).click();
}

/** The path of the link without the host: the server has two hosts here, each with its own local storage. */
function linkIn(text: string): string {
  const link = /https?:\/\/\S+\/newsletter\/unsubscribe\?token=\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link to unsubscribe in: ${text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

test('HOME-05 NEWS-01..06 API-23 a visitor subscribes from the footer and unsubscribes by the link in the email', {
  tag: '@phone',
}, async ({ page, server }) => {
  const address = newAddress();
  await page.goto('/');
  await subscribe(page, '');
  await expect(newsletter(page).getByText('Please enter your email address')).toBeVisible();
  await subscribe(page, 'dolma@');
  await expect(newsletter(page).getByText('Please enter a valid email address')).toBeVisible();
  await subscribe(page, address);
  await expect(already(page)).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await page.goto('/blogs');
  await expect(already(page)).toBeVisible();
  await page.reload();
  await expect(already(page)).toBeVisible();

  const mail = await welcomeTo(server, address);
  expect(mail.html).toContain('Unsubscribe');
  await page.goto(linkIn(mail.text));
  await expectReadable(page, 'the page to unsubscribe');
  // Opening the page does not unsubscribe.
  await expect(already(page)).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: "You've unsubscribed" })).toBeVisible();
  await expect(field(page)).toBeVisible();
  await expectReadable(page, 'the page after unsubscribing');
});

test('SESSION-12 API-11 the subscription of an account is shown on another device too', async ({ page, server }) => {
  const me = await signUp(server, 'Dolma Lama');
  await carrySession(page, me);
  await page.goto('/terms');
  await expect(field(page)).toBeVisible();
  await subscribe(page, me.user.email);
  await expect(already(page)).toBeVisible();

  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage]) store.removeItem('newsletterSubscribed');
  });
  await page.reload();
  await expect(already(page)).toBeVisible();

  // One-click unsubscription in a mail program while the page is open.
  const mail = await welcomeTo(server, me.user.email);
  const head = readFileSync(mail.file, 'utf8');
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  const oneClick = /^List-Unsubscribe: <(\S+)>\r$/m.exec(head)?.[1] ?? '';
  const opened = await fetch(oneClick, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, linkIn(mail.text)]);
  const done = await fetch(oneClick, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(done.status).toBe(200);
  const status = await call(server, 'GET', `/api/newsletter/status?email=${me.user.email}`, { session: me });
  expect(status.body.data).toEqual({ isSubscribed: false });
  await page.reload();
  await expect(field(page)).toBeVisible();
});

test('a forged link does not unsubscribe and says so', async ({ page }) => {
  for (const token of ['', '?token=', '?token=ZG9sbWE.AAAA']) {
    await page.goto(`/newsletter/unsubscribe${token}`);
    const button = page.getByRole('button', { name: 'Unsubscribe' });
    if (token.includes('ZG9')) await button.click();
    await expect(page.getByText('This unsubscribe link is not valid.')).toBeVisible();
    await expect(button).toHaveCount(0);
  }
});

test('NEWS-08 without a network the form says so and keeps its input', async ({ page, context }) => {
  await page.goto('/terms');
  await expect(field(page)).toBeVisible();
  await context.setOffline(true);
  await subscribe(page, 'dolma@example.org');
  await expect(newsletter(page).getByText('An error occurred. Please try again later.')).toBeVisible();
  await expect(field(page)).toHaveValue('dolma@example.org');
});

test('HOME-05 the desk has no footer, a narrow header and the full width', async ({ page, server }) => {
  await carrySession(page, await adminSession(server));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/admin');
  await expect(page.getByRole('table', { name: 'Treks' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.height).toBeLessThanOrEqual(50);
  const table = await page.getByRole('table', { name: 'Treks' }).boundingBox();
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeGreaterThan(1860);
});
