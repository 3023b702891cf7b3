// The short lists of the admin area: subscribers of the newsletter, and the figures on the home page.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expectReadable } from './support/accessibility';
import { adminSession, carrySession, must } from './support/api';
import { expect, test } from './support/test';

test('ADMIN-04 ADMIN-05 ACH-02 ACH-07 subscribers are found, removed and exported; figures are edited and shown on home', async ({
  page,
  server,
}) => {
  const session = await adminSession(server);
  const mark = randomUUID().slice(0, 8);
  // A spreadsheet would run the second address as a formula.
  const [gone, stays] = [`pasang.${mark}@example.org`, `=dolma.${mark}@example.org`];
  for (const email of [gone, stays]) await must(server, 'POST', '/api/newsletter/subscribe', { body: { email } });
  await carrySession(page, session);
  await page.goto('/admin?section=manage-subscribers');
  const rows = page.getByRole('table', { name: 'Subscribers' }).getByRole('row');
  // Without subscribers of other tests, the list looks the same before the search.
  const found = page.waitForResponse((response) => response.url().includes(mark));
  await page.getByRole('searchbox', { name: 'Search by email' }).fill(mark);
  await found;
  await expect(page.getByText('2 subscribers', { exact: true })).toBeVisible();
  await expectReadable(page, 'Manage Subscribers');
  await page.getByRole('button', { name: `Remove ${gone}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('1 subscriber', { exact: true })).toBeVisible();
  await expect(rows.filter({ hasText: gone })).toHaveCount(0);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('subscribers.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split(/\r?\n/);
  expect(lines.filter((line) => line.includes(gone))).toEqual([]);
  expect(lines.filter((line) => line.includes(stays))).toEqual([expect.stringMatching(/^"?'=dolma/)]);

  await page.goto('/admin?section=view-achievements');
  const list = page.getByRole('list', { name: 'Achievements' });
  const { data: before } = await must(server, 'GET', '/api/achievement/', { session });
  await expect(list.getByRole('listitem')).toHaveCount(before.length);
  await page.getByRole('button', { name: 'New achievement' }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of [
    ['Years of experience', '23'],
    ['Locations', '61'],
    ['Travel awards', 'many'],
    ['Clients', '7421'],
  ] as const) {
    await dialog.getByLabel(label).fill(value);
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a whole number, 0 or more')).toBeVisible();
  await dialog.getByLabel('Travel awards').fill('9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const mine = list.getByRole('listitem').filter({ hasText: '61' });
  await mine.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Clients').fill('7422');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(mine).toContainText('7,422');
  await mine.getByRole('button', { name: 'Show on home' }).click();
  await expect(mine.getByText('On home', { exact: true })).toBeVisible();
  await expect(list.getByText('On home', { exact: true })).toHaveCount(1);
  await expectReadable(page, 'View Achievements');

  await page.goto('/');
  await page.getByText('travellers so far').scrollIntoViewIfNeeded();
  await expect(page.getByText('7,422', { exact: true }).first()).toBeVisible();
  await page.goto('/admin?section=view-achievements');
  await mine.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(before.length);
  // Restores the figures for later tests of this server.
  for (const { _id, ...rest } of before) await must(server, 'PUT', `/api/achievement/${_id}`, { session, body: rest });
});

test('ADMIN-17 a list and a booking are printed without menus and buttons, black on white in dark mode too', async ({
  page,
  server,
}) => {
  await carrySession(page, await adminSession(server));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 720, height: 1000 });
  const expectPaper = async () => {
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.locator('button:visible:not(th *)')).toHaveCount(0);
    const [ink, ground] = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement);
      return [color, backgroundColor];
    });
    expect([ink, ground]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  };
  await page.goto('/admin?section=all-bookings');
  const table = page.getByRole('table', { name: 'Bookings' });
  await expect(table).toBeVisible();
  // Columns that do not fit a window of this width.
  await expect(table.getByRole('columnheader', { name: 'Booked' })).toBeVisible();
  await expectPaper();
  await table
    .getByRole('rowheader')
    .first()
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('region', { name: 'Guests' })).toBeVisible();
  await expectPaper();
});
