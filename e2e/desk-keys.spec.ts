// The admin area by keyboard alone: the command menu, the shortcuts, and the sheet that lists and disables them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { atRest, violationsOf } from './support/accessibility';
import { adminSession, carrySession } from './support/api';
import { expect, test } from './support/test';

const dialog = 'dialog' as const;

/** Weaker than expectReadable, because a dialog hides the heading of the page. */
async function expectNoFault(page: Page, where: string) {
  await atRest(page);
  const violations = await violationsOf(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('ADMIN-01 ADMIN-11 the command menu finds and opens a trek, a booking and a page without a pointer @phone', async ({
  page,
  server,
}) => {
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=manage-treks');
  await expect(page.getByRole('row', { name: /Rara Lake/ })).toBeVisible();
  const text = page.getByRole('combobox', { name: 'Search or go to' });

  await page.keyboard.press('Control+k');
  await expect(text).toBeFocused();
  await page.keyboard.type('rara');
  await expect(page.getByRole('option', { name: /^Rara Lake/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Rara Lake' })).toBeVisible();

  // The menu also works in the editor.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/^Rara Lake/]);
  await page.keyboard.type('maya@chautari');
  const bookings = page.getByRole('group', { name: 'Bookings' }).getByRole('option');
  await expect(bookings.first()).toContainText('Maya Gurung');
  await expectNoFault(page, 'the command menu with what it found');
  await expect(bookings.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/section=all-bookings&booking=/);
  await expect(page.getByRole('link', { name: 'maya@chautari.example' })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('booking') ?? '';

  // Also by id; Escape closes the menu without a change.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(id);
  await expect(bookings).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole(dialog)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('audit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
});

test('ADMIN-16 ADMIN-17 lists are searched, navigated and opened by single keys, unless these are disabled', async ({
  page,
  server,
}) => {
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=manage-treks');
  await expect(page.getByRole('row', { name: /Rara Lake/ })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { level: 1, name: 'All Bookings' })).toBeVisible();

  await expect(page.getByRole('row')).not.toHaveCount(0);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('grace');
  await expect(page).toHaveURL(/q=grace/);
  const opener = page.locator('[data-desk-open]');
  await expect(opener.first()).toHaveText('Grace Mbeki');
  await expect(page.getByRole('region', { name: /as a table/ })).not.toHaveAttribute('aria-busy', 'true');
  await search.blur();
  await page.keyboard.press('j');
  await expect(opener.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(opener.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/booking=/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.keyboard.press('u');
  await expect(page).toHaveURL(/q=grace$/);

  await page.keyboard.press('?');
  const sheet = page.getByRole(dialog, { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expectNoFault(page, 'the sheet of shortcuts');
  await sheet.getByRole('switch').focus();
  await page.keyboard.press('Space');
  await expect(sheet.getByRole('switch')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.reload();
  await expect(opener.first()).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  // An unexpected second dialog would be open by now.
  await expect(page.getByRole(dialog)).toHaveCount(1);
  await expect(page.getByRole(dialog, { name: 'Command menu' })).toBeVisible();
});

test('NOTFOUND-01 the page of components is not in a release build', async ({ page }) => {
  const title = 'Every component in every state';
  const source = readFileSync(join(import.meta.dirname, '../web/src/dev/UiPage.tsx'), 'utf8');
  expect(source).toContain(title);
  const answer = await page.request.get('/dev/ui');
  expect(answer.status()).toBe(404);
  await page.goto('/dev/ui');
  await expect(page.getByRole('heading', { name: '404: Page Not Found' })).toBeVisible();

  // Every file of the build that the page or one of its scripts names.
  const seen = new Map<string, string>();
  const read = async (text: string) => {
    for (const [, name = ''] of text.matchAll(/["'`/]([\w-]+-[\w-]{8}\.(?:js|css))\b/g)) {
      if (seen.has(name)) continue;
      seen.set(name, '');
      const file = await (await page.request.get(`/assets/${name}`)).text();
      seen.set(name, file);
      await read(file);
    }
  };
  await read(await answer.text());
  expect([...seen.keys()].filter((name) => /^(?:AdminPage|CommandMenu|HomePage)-/.test(name))).toHaveLength(3);
  const told = [...seen].filter(([, text]) => [title, '/dev/ui', 'is-hover'].some((word) => text.includes(word)));
  expect(told.map(([name]) => name)).toEqual([]);
});

test('the icons and the manifest of a page exist', async ({ page }) => {
  await page.goto('/terms');
  const named = await page
    .locator('link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(named).toHaveLength(4);
  const manifest = await (await page.request.get('/site.webmanifest')).json();
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);
  for (const address of [...named, ...icons]) {
    const answer = await page.request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()['content-type'], address).toMatch(/^image\/|manifest\+json/);
  }
});
