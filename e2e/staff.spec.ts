// The staff of the agency: a person is invited, accepts, works at the desk, and loses the role.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession } from './support/api';
import { newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

test('a person is invited to the staff, accepts, and is signed out when the role is taken away', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  const address = `pasang.${Date.now()}@example.com`;
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=staff');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite a person' });
  await expect(invite).toBeVisible();
  await expectReadableEverywhere(page, 'staff, the invitation');
  await page.setViewportSize({ width: 1280, height: 900 });
  // With the keyboard alone.
  await invite.getByLabel('Email').focus();
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(address);
  await expectReadableEverywhere(page, 'staff');

  const mail = await newestMailTo(server, address, /invites you/);
  const link = /http\S+\/invitation\/\S+/.exec(mail.text)?.[0] ?? '';
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' });
  const theirs = await context.newPage();
  await theirs.goto(new URL(link).pathname);
  await theirs.waitForFunction(() => !document.querySelector('[data-written]'));
  await expect(theirs.getByRole('button', { name: 'Create account and accept' })).toBeVisible();
  await expectReadableEverywhere(theirs, 'invitation');
  await theirs.getByLabel('Name').fill('Pasang Lama');
  await theirs.getByLabel('Password', { exact: true }).fill('glacier of many colours');
  await theirs.getByRole('button', { name: 'Create account and accept' }).click();
  await expect(theirs).toHaveURL(/\/admin/);
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await page.getByRole('button', { name: 'Change the role of Pasang Lama' }).click();
  const role = page.getByRole('dialog', { name: 'Role of Pasang Lama' });
  await role.getByRole('radio', { name: /^No role/ }).check();
  await role.getByRole('button', { name: 'Take role away' }).click();
  // The dialog hides the rows until the role is taken away.
  await expect(role).toBeHidden();
  await expect(page.getByRole('row', { name: /Pasang Lama/ })).toHaveCount(0);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login\?next=/);
  await theirs.goto(new URL(link).pathname);
  await expect(theirs.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
  await context.close();
});
