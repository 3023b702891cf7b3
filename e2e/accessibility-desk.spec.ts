// Accessibility of every page of the admin area, checked with axe: full, empty and failed lists, and open dialogs.
import { expectReadable, expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession, trekNamed } from './support/api';
import { expect, test } from './support/test';
import { openDay } from './support/trek-editor';
import { answers, fates } from './support/trouble';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LISTS = [
  ['manage-treks', 'q=no-such-trek'],
  ['all-bookings', 'q=no-such-booking'],
  ['manage-blogs', 'q=no-such-blog'],
  ['manage-subscribers', 'q=no-such-address'],
  ['view-achievements', ''],
  ['custom-treks', 'q=no-such-request'],
  ['enquiries', 'q=no-such-name'],
  ['settings', ''],
  ['campaigns', ''],
  ['staff', ''],
  ['proposals', 'state=withdrawn'],
  ['audit-log', 'actor=nobody'],
  ['failed-mails', ''],
  ['balances', 'state=overdue'],
  ['reports', 'month=2020-01'],
  ['travel-credits', ''],
  ['promotions', ''],
  ['reviews', 'state=rejected'],
  ['exchange-rate', ''],
  ['today', ''],
] as const;

test('the lists of the desk pass an accessibility check, full and empty', async ({ page, server }) => {
  test.setTimeout(600_000);
  await carrySession(page, await adminSession(server));
  for (const [section, nothing] of LISTS) {
    await page.goto(`/admin?section=${section}`);
    await page.waitForLoadState('networkidle');
    await expectReadableEverywhere(page, section);
    if (!nothing) continue;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/admin?section=${section}&${nothing}`);
    await page.waitForLoadState('networkidle');
    await expectReadable(page, `${section}, ${nothing}`);
  }
});

test.describe('with a failing server', () => {
  test('the lists of the desk pass an accessibility check when loading them failed', async ({ page, server }) => {
    test.slow();
    await carrySession(page, await adminSession(server));
    const calls = await fates(page, 'GET', /\/api\/(?!config|auth|users)/);
    calls.set(answers(500));
    for (const [section] of LISTS) {
      await page.goto(`/admin?section=${section}`);
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
      await expectReadable(page, `${section}, failed`);
    }
  });
});

test('the editor, the forms of the blog and the dialogs of the desk pass an accessibility check', async ({
  page,
  server,
}) => {
  test.slow();
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=manage-treks');
  await page
    .getByRole('button', { name: /^Archive/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectReadableEverywhere(page, 'manage-treks, a question', [1280]);
  await page.goto('/admin?section=create-blog');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Create|Publish|Save)/ })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await expectReadableEverywhere(page, 'create-blog, mistakes');
  await page.goto('/admin?section=add-new-trek');
  await page.getByRole('button', { name: 'Add Trek', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await expectReadableEverywhere(page, 'add-new-trek, mistakes');
  const trek = await trekNamed(server, /Rara Lake/);
  await page.goto(`/package/edit/${trek._id}`);
  await openDay(page, 2).click();
  await expect(page.getByRole('button', { name: 'Add Waypoint' })).toBeVisible();
  await expectReadableEverywhere(page, 'the editor, a day open');
  await page.getByRole('button', { name: 'More for day 2' }).click();
  await expect(page.getByRole('menu', { name: 'Day 2' })).toBeVisible();
  await expectReadableEverywhere(page, 'the editor, a menu', [1280]);
});
