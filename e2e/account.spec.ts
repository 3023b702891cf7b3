// The account page for its owner: profile, address, password, devices, preferences, export and deletion.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { call, carrySession, login, type Session, signUp } from './support/api';
import { codeFor, newestMailTo } from './support/outbox';
import { demo, type Server } from './support/server';
import { expect, test } from './support/test';

const section = (page: Page, name: string) => page.goto(`/dashboard?section=${name}`);
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens the same account on another device. */
async function otherDevice(browser: Browser, server: Server, session: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await carrySession(page, session);
  return page;
}

test('ACCT-01..05 Personal Info shows errors beside the fields, is saved, and links to the other sections', {
  tag: '@phone',
}, async ({ page, server }) => {
  await carrySession(page, await signUp(server, 'Lhakpa Sherpa'));
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Account', exact: true });
  await expect(menu.getByRole('link')).toHaveText(['My Bookings', 'Personal Info']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personal Info');

  const about = page.getByRole('form', { name: 'About you' });
  await about.getByLabel('Name').fill('Lhakpa Doma Sherpa');
  await about.getByLabel('Phone').fill('12345');
  await about.getByRole('combobox', { name: 'Nationality' }).fill('nepa');
  await page.keyboard.press('Escape');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByText('Enter at least 10 digits')).toBeVisible();
  await expect(about.getByText('Choose a country from the list')).toBeVisible();
  await about.getByLabel('Phone').fill('+977 98-4123-4567');
  await about.getByRole('combobox', { name: 'Nationality' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByText('Saved.')).toBeVisible();

  const emergency = page.getByRole('form', { name: 'Emergency contact' });
  await emergency.getByLabel('Name and phone number').fill('Ang Dawa, brother, +977 1 441 1234');
  await emergency.getByRole('button', { name: 'Save' }).click();
  await expect(emergency.getByText('Saved.')).toBeVisible();

  await page.reload();
  await expect(about.getByLabel('Name')).toHaveValue('Lhakpa Doma Sherpa');
  await expect(about.getByLabel('Phone')).toHaveValue('+977 98-4123-4567');
  await expect(about.getByRole('combobox', { name: 'Nationality' })).toHaveValue('Nepal');
  await expect(emergency.getByLabel('Name and phone number')).toHaveValue('Ang Dawa, brother, +977 1 441 1234');

  for (const name of ['Security', 'Preferences', 'Payment details']) {
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.getByRole('main').getByRole('link', { name: 'Personal Info' }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personal Info');
  }
});

test('ACCT-05 a new email address applies after its code is entered, and the old one is informed', async ({
  page,
  server,
}) => {
  const me = await signUp(server, 'Mingma Sherpa');
  const address = me.user.email.replace('@', '.new@');
  await carrySession(page, me);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email address' });
  await dialog.getByLabel('New email address').fill(address);
  await dialog.getByLabel('Your password', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Your password', { exact: true }).fill(me.password);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog).toContainText(/Time remaining: \d+s/);

  const code = await codeFor(server, address);
  await page.keyboard.type(code.startsWith('9') ? `1${code.slice(1)}` : `9${code.slice(1)}`);
  await dialog.getByRole('button', { name: 'Change email address' }).click();
  await expect(dialog.getByText('Invalid or expired OTP')).toBeVisible();
  await dialog.getByRole('textbox').first().click();
  for (let box = 0; box < 6; box++) await page.keyboard.press('Backspace');
  await page.keyboard.type(code);
  await dialog.getByRole('button', { name: 'Change email address' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel(page, 'Email address')).toContainText(address);
  await newestMailTo(server, me.user.email, /address was changed/);
  expect((await login(server, { email: address, password: me.password })).user.id).toBe(me.user.id);
});

test('ACCT-03 a changed password signs out every other device', async ({ page, server, browser }) => {
  const me = await signUp(server, 'Nima Tamang');
  const other = await otherDevice(
    browser,
    server,
    await login(server, { email: me.user.email, password: me.password }),
  );
  await section(other, 'security');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Security');

  await carrySession(page, me);
  await section(page, 'security');
  const form = page.getByRole('form', { name: 'Password' });
  const changed = `larch-${me.password}`;
  await form.getByLabel('Current password').fill('not my password');
  await form.getByLabel('New password', { exact: true }).fill(changed);
  await form.getByLabel('Confirm new password').fill(changed);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Current password').fill(me.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('Every other device was signed out.')).toBeVisible();

  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  await login(server, { email: me.user.email, password: changed });
  await other.context().close();
});

test('ACCT-03 devices are listed with this one marked; one session is ended, then all others', async ({
  page,
  server,
  browser,
}) => {
  const me = await signUp(server, 'Furba Rai');
  await carrySession(page, me);
  const others: Page[] = [];
  for (let device = 0; device < 3; device++) {
    others.push(
      await otherDevice(browser, server, await login(server, { email: me.user.email, password: me.password })),
    );
  }
  await section(page, 'security');
  const devices = panel(page, 'Where you are signed in');
  await expect(devices.getByRole('listitem')).toHaveCount(4);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await expect(devices.getByText('This device')).toHaveCount(1);
  await devices
    .getByRole('button', { name: /^Sign out (?!all)/ })
    .first()
    .click();
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await devices.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const other of others) {
    await other.goto('/dashboard');
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
  }
});

test('ACCT-03 theme, currency and newsletter stay after a reload and are the same on another device', {
  tag: '@phone',
}, async ({ page, server, browser }) => {
  const me = await signUp(server, 'Sarita Thapa');
  await carrySession(page, me);
  await section(page, 'preferences');
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: 'Dark' }).check();
  await main.getByRole('radio', { name: 'NPR' }).check();
  await main.getByRole('switch', { name: 'Newsletter' }).click();
  await expect(main.getByRole('switch', { name: 'Newsletter' })).toBeChecked();
  await expect(main.getByText('Saved to your account.')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'NPR' })).toBeChecked();
  await expect(page.getByText('You are already subscribed to our newsletter.')).toBeVisible();
  await page.reload();
  await expect(main.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(main.getByRole('switch', { name: 'Newsletter' })).toBeChecked();

  const other = await otherDevice(
    browser,
    server,
    await login(server, { email: me.user.email, password: me.password }),
  );
  await other.goto('/packages');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.getByRole('contentinfo').getByRole('radio', { name: 'NPR' })).toBeChecked();
  // A choice in the footer of any page is stored with the account too.
  const kept = other.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await other.getByRole('contentinfo').getByRole('radio', { name: 'USD' }).check();
  await kept;
  await page.reload();
  await expect(main.getByRole('radio', { name: 'USD' })).toBeChecked();
  await other.context().close();
});

test('the chosen theme applies from the first paint, without a session and before the scripts load', async ({
  page,
}) => {
  await page.goto('/terms');
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).check();
  const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  // The script of the app never loads, so that the page is painted as the server sent it.
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', dark);
  expect(dark).not.toBe('rgb(251, 250, 246)');
});

test('ACCT-03 payments are listed with card and invoice, and bookings are filtered by status', async ({
  page,
  server,
}) => {
  await carrySession(page, await login(server, demo.traveller));
  await section(page, 'payment-details');
  const payment = page.getByRole('article').filter({ hasText: 'Ghorepani Poon Hill' });
  await expect(payment).toContainText('Visa •••• 4242');
  await expect(payment).toContainText('Partly refunded');
  const download = page.waitForEvent('download');
  await payment.getByRole('button', { name: /Invoice/ }).click();
  expect((await download).suggestedFilename()).toBe('bookinginvoice.pdf');

  await section(page, 'my-bookings');
  await page
    .getByRole('navigation', { name: 'Filter bookings' })
    .getByRole('link', { name: /Cancelled/ })
    .click();
  await expect(page).toHaveURL(/show=cancelled/);
  const bookings = page.getByRole('article');
  for (const turn of ['filtered', 'reloaded']) {
    await expect(bookings.filter({ hasText: 'Ghorepani Poon Hill' }), turn).toBeVisible();
    await expect(bookings.filter({ hasNotText: 'Cancelled' }), turn).toHaveCount(0);
    if (turn === 'filtered') await page.reload();
  }
  await page.getByRole('link', { name: 'Itinerary of Ghorepani Poon Hill' }).click();
  await expect(page.getByRole('heading', { name: 'Day by day', exact: true })).toBeInViewport();
});

test('ACCT-03 all stored data is downloaded as one file', async ({ page, server }) => {
  const me = await signUp(server, 'Bishnu Magar');
  await carrySession(page, me);
  await section(page, 'security');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('chautari-data.json');
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(data.user).toMatchObject({ name: 'Bishnu Magar', email: me.user.email });
  expect(data.bookings).toEqual([]);
  expect(data.sessions).toHaveLength(1);
});

test('ACCT-05 a deleted account is signed out at once, here and on every other device', async ({
  page,
  server,
  browser,
}) => {
  const me = await signUp(server, 'Kamala Gurung');
  const other = await otherDevice(
    browser,
    server,
    await login(server, { email: me.user.email, password: me.password }),
  );
  await carrySession(page, me);
  await section(page, 'security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('Bookings that are paid are not cancelled');
  await dialog.getByLabel('Your password', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Your password', { exact: true }).fill(me.password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('user'), document.cookie])).toEqual([null, '']);
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/login/);
  await other.context().close();
  const again = { email: me.user.email, password: me.password };
  expect((await call(server, 'POST', '/api/auth/login', { body: again })).status).toBe(401);
});
