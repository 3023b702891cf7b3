// The second step of a login by keyboard: set up, asked for, replaced by a recovery code, turned off, and required of staff.
import type { Page } from '@playwright/test';
import { expectReadableEverywhere } from './support/accessibility';
import { call, carrySession, login, must, type Session, signUp } from './support/api';
import { tabAndPress, tabAndType } from './support/focus';
import { demo, Server } from './support/server';
import { drawn, expect, test } from './support/test';
import { totp } from './support/totp';

const CODE = 'Code of your app';

/** Enters both fields of the login page. */
async function passFirstStep(page: Page, who: { email: string; password: string }) {
  await tabAndType(page, page.getByRole('main').getByLabel('Email'), who.email);
  await tabAndType(page, page.getByLabel('Password', { exact: true }), who.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await expect(page.getByLabel(CODE)).toBeFocused();
}

test('a second step is set up, asked for at the login, replaced by a recovery code once, and turned off', async ({
  page,
  server,
}) => {
  test.slow();
  const me = await signUp(server, 'Dawa Lama');
  const account = { email: me.user.email, password: me.password };
  await carrySession(page, me);
  await page.goto('/dashboard?section=security');
  const panel = page.getByRole('region', { name: 'Second step' });
  await tabAndPress(page, panel.getByRole('button', { name: 'Set up an authenticator app' }));
  const dialog = page.getByRole('dialog');
  await tabAndType(page, dialog.getByLabel('Your password'), me.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectReadableEverywhere(page, 'second step, the QR code');
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await tabAndType(page, dialog.getByLabel(CODE), totp(secret, 5));
  await expect(dialog.getByText(/This code is not correct/)).toBeVisible();
  await expect(dialog.getByLabel(CODE)).toBeFocused();
  await page.keyboard.type(totp(secret));
  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await expectReadableEverywhere(page, 'second step, the recovery codes');
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  // They are shown once: Escape does not close them.
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await tabAndPress(page, dialog.getByRole('button', { name: 'Download' }));
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await tabAndPress(page, dialog.getByRole('button', { name: 'I have saved my recovery codes' }));
  await expect(panel.getByText('10 recovery codes are left.')).toBeVisible();
  await expectReadableEverywhere(page, 'second step, on');

  const toLogin = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('/login?next=%2Fdashboard%3Fsection%3Dsecurity');
    await passFirstStep(page, account);
  };
  await toLogin();
  await expectReadableEverywhere(page, 'login, the second step');
  // The code of the set-up works once; that of the next time step is accepted already.
  await tabAndType(page, page.getByLabel(CODE), totp(secret, 1));
  await expect(page).toHaveURL(/section=security/);

  await toLogin();
  await tabAndPress(page, page.getByRole('button', { name: 'Use a recovery code' }));
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('9 recovery codes are left.')).toBeVisible();

  await tabAndPress(page, panel.getByRole('button', { name: 'Turn off' }));
  await tabAndType(page, dialog.getByLabel('Your password'), me.password);
  const either = dialog.getByLabel('Code of your app, or a recovery code');
  await tabAndType(page, either, codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/not correct, or it was used already/)).toBeVisible();
  await tabAndType(page, either, codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/^Off\./)).toBeVisible();
});

/** Sets up the second step of an account, and returns its recovery codes. */
async function setUp(server: Server, session: Session, password: string): Promise<string[]> {
  const begun = await must(server, 'POST', '/api/users/me/totp', { session, body: { password } });
  const body = { code: totp(begun.data.secret) };
  const on = await must(server, 'POST', '/api/users/me/totp/confirm', { session, body });
  return on.data.recoveryCodes;
}

test('where it is required, the desk leads to its set-up, and a role taken away keeps the form that is open', async ({
  browser,
}) => {
  test.slow();
  const site = await Server.start({ CHAUTARI_EXCHANGE_RATE_URL: 'off', CHAUTARI_STAFF_SECOND_STEP: 'required' });
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
  try {
    const other = { email: 'pasang@example.org', password: 'glacier-of-many-colours' };
    site.makeAdmin(other.email, 'Pasang Lama', other.password);
    const owner = await login(site, demo.admin);
    expect((await call(site, 'GET', '/api/staff', { session: owner })).body.code).toBe('second-step-required');
    await setUp(site, owner, demo.admin.password);

    const page = await context.newPage();
    const pasang = await login(site, other);
    await carrySession(page, pasang);
    await page.goto('/admin?section=staff');
    await expect(page).toHaveURL(/section=security/);
    await drawn(page);
    await expect(page.getByText(/Your agency requires a second step of its staff/)).toBeVisible();
    await expectReadableEverywhere(page, 'second step, required');
    const codes = await setUp(site, pasang, other.password);
    await page.goto('/admin?section=staff');
    await drawn(page);
    await expect(page.getByRole('row', { name: /Pasang Lama/ })).toContainText('Second step on');

    await page.setViewportSize({ width: 1280, height: 900 });
    await tabAndPress(page, page.getByRole('button', { name: 'Invite a person' }));
    const email = page.getByRole('dialog').getByLabel('Email');
    await tabAndType(page, email, 'nima@example.org');
    await must(site, 'PATCH', `/api/staff/${pasang.user.id}`, { session: owner, body: { role: 'user' } });
    await page.keyboard.press('Enter');
    await expect(page.getByText('You were signed out.')).toBeVisible();
    await expect(email).toHaveValue('nima@example.org');
    await expectReadableEverywhere(page, 'the desk after the session ended');

    const tab = await context.newPage();
    await tab.goto('/login');
    await drawn(tab);
    await passFirstStep(tab, other);
    await tabAndPress(tab, tab.getByRole('button', { name: 'Use a recovery code' }));
    await tabAndType(tab, tab.getByLabel('Recovery code'), codes[0] ?? '');
    await tab.keyboard.press('Enter');
    await expect(tab).not.toHaveURL(/login/);
    await expect(page.getByText('Your access to this page has ended.')).toBeVisible();
    await expect(email).toHaveValue('nima@example.org');
  } finally {
    await context.close();
    await site.stop();
  }
});
