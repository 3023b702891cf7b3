// The settings at the desk: an owner changes them with the keyboard, and they act at once.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession, must } from './support/api';
import { newestMailTo } from './support/outbox';
import { demo } from './support/server';
import { expect, test } from './support/test';

// The tests of a worker share a server.
test.afterEach(async ({ server }) => {
  const session = await adminSession(server);
  const { version } = (await must(server, 'GET', '/api/settings', { session })).data;
  const values = { contact_phone: null, decide_days: null, hold_minutes: null };
  await must(server, 'PATCH', '/api/settings', { session, body: { version, values } });
});

test('an owner changes a setting, sends a test email, and sees what the operator set', async ({ page, server }) => {
  test.slow();
  const admin = await adminSession(server);
  await carrySession(page, admin);
  await page.goto('/admin?section=settings');
  const phone = page.getByLabel('Contact phone');
  const number = `+977 1 ${Date.now()}`;
  // With the keyboard alone: the end of the field, then Enter saves.
  await phone.focus();
  await page.keyboard.type(number);
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await expectReadableEverywhere(page, 'settings, unsaved');
  await page.setViewportSize({ width: 1280, height: 900 });
  await phone.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Changed by ${admin.user.name}`)).toBeVisible();
  expect((await must(server, 'GET', '/api/config')).data.contactPhone).toBe(number);
  await page.getByRole('button', { name: 'History of Contact phone' }).click();
  await expect(page.getByRole('dialog', { name: 'History of Contact phone' })).toContainText(number);
  await expectReadableEverywhere(page, 'settings, history');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');

  // What the environment of the server names is read-only.
  await expect(page.getByLabel('Map tiles', { exact: true })).toHaveAttribute('readonly', '');
  await expect(page.getByText('Set in CHAUTARI_MAP_TILES.')).toBeVisible();

  await page.getByLabel('Sender of emails').fill('Yeti Walks <post@yeti.example>');
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByText(/^There is no mail server/)).toBeVisible();
  const mail = await newestMailTo(server, demo.admin.email, /^Test email/);
  expect(mail.text).toContain('Yeti Walks <post@yeti.example>');
  await page.getByRole('button', { name: 'Discard' }).click();

  const hold = page.getByLabel('Minutes that seats are held');
  await hold.fill('soon');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: /^Minutes that seats are held: 'soon' must be/ })).toBeVisible();
  await expectReadableEverywhere(page, 'settings, refused');
  await page.setViewportSize({ width: 1280, height: 900 });

  // Another owner saves in the meantime.
  const { version } = (await must(server, 'GET', '/api/settings', { session: admin })).data;
  const body = { version, values: { decide_days: '40' } };
  await must(server, 'PATCH', '/api/settings', { session: admin, body });
  await hold.fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Another owner changed the settings/)).toBeVisible();
  await expect(page.getByLabel('Days before the start to guarantee or cancel')).toHaveValue('40');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/unsaved/)).toHaveCount(0);
  await expect(hold).toHaveValue('25');

  await page.getByRole('searchbox', { name: 'Search settings' }).fill('listen');
  await expect(page.getByText('127.0.0.1:0')).toBeVisible();
  await expect(phone).toHaveCount(0);
});
