// The admin area: its sections, and its changes of treks and bookings as travellers see them.
import type { Locator, Page } from '@playwright/test';
import {
  expectNoFindings,
  expectNoSidewaysScroll,
  expectReadable,
  expectReadableEverywhere,
} from './support/accessibility';
import { adminSession, bookingsOf, carrySession, must, signUp, trekNamed, treks } from './support/api';
import { tabAndPress, tabAndType, tabTo } from './support/focus';
import { dollars } from './support/format';
import {
  billing,
  confirmed,
  fillBilling,
  fillCard,
  goodCard,
  onlyBooking,
  openPayment,
  payNow,
  unpaidBooking,
} from './support/journey';
import { expect, test } from './support/test';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin Dashboard' });
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Treks' }).getByRole('row').filter({ hasText: name });

test('ADMIN-08 ADMIN-09 ADMIN-11 ADMIN-12 the open section is in the URL and restored later', async ({
  page,
  server,
}) => {
  await carrySession(page, await adminSession(server));
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin?section=manage-treks');
  await expect(breadcrumb(page)).toHaveText('Dashboard / Treks / Manage Treks');
  await expectReadable(page, 'Manage Treks');
  for (const [id, group, label] of [
    ['all-bookings', 'Bookings', 'All Bookings'],
    ['audit-log', 'Agency', 'Audit Log'],
  ] as const) {
    await menu(page).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(`/admin?section=${id}`);
    await expect(breadcrumb(page)).toHaveText(`Dashboard / ${group} / ${label}`);
    await expectReadable(page, label);
  }
  await page.goto('/admin');
  await expect(heading(page, 'Audit Log')).toBeVisible();
  await page.goto('/admin?section=nothing');
  await expect(heading(page, 'Manage Treks')).toBeVisible();
});

test('ADMIN-14 on a phone the sections are one grouped dropdown', { tag: '@phone' }, async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await carrySession(page, await adminSession(server));
  await page.goto('/admin');
  await page.getByRole('combobox', { name: 'Section' }).selectOption('All Bookings');
  await expect(page).toHaveURL('/admin?section=all-bookings');
  await expect(heading(page, 'All Bookings')).toBeVisible();
  await expectReadable(page, 'All Bookings on a phone');
});

test('ADMIN-16 a trek is duplicated, archived and restored, which travellers see', async ({ page, server }) => {
  const { _id, name } = await trekNamed(server, /Mardi/);
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=manage-treks&q=Mardi');
  await page.getByRole('button', { name: `Duplicate ${name}` }).click();
  await expect(rowOf(page, `${name} (copy)`)).toContainText('Hidden');
  // Its message slides in over the buttons of the row below.
  const message = page.locator('[data-sonner-toast]').filter({ hasText: `${name} (copy) created` });
  // After four seconds it ends by itself.
  await message
    .getByRole('button')
    .click({ timeout: 3_000 })
    .catch(() => {});
  await expect(message).toHaveCount(0);

  await page.getByRole('button', { name: `Archive ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: `Restore ${name}`, exact: true })).toBeVisible();
  await page.goto('/packages');
  await expect(page.locator('a[href^="/package/"]').first()).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  expect((await treks(server)).map((one) => one.name)).not.toContain(name);

  await page.goto('/admin?section=manage-treks&state=archived');
  await page.getByRole('button', { name: `Restore ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  // The open dialog hides the table from queries by role, so the public list shows that the change is done.
  await expect.poll(async () => (await treks(server)).map((one) => one.name)).toContain(name);
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.goto(`/package/${_id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.goto(`/admin?section=audit-log&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('table', { name: 'Audit log' }).getByRole('row')).toHaveCount(4);
});

test('ADMIN-17 a booking is found, confirmed by hand, and partly refunded', async ({ page, server }) => {
  const { session, booking } = await unpaidBooking(server);
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=all-bookings');
  await page.getByRole('searchbox', { name: /Search guest/ }).fill(session.user.email);
  await expect(page.getByText('1 booking', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Pema Lama' }).click();
  await expect(page).toHaveURL(/booking=/);
  await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible();
  await expectReadable(page, 'a booking');

  // By keyboard only: recorded, reversed, and recorded again with the method of the last time.
  const payments = page.getByRole('region', { name: 'Payments' });
  await tabAndPress(page, page.getByRole('button', { name: 'Record a payment' }));
  await tabAndPress(page, page.getByRole('radio', { name: 'Cash' }), 'Space');
  await tabAndType(page, page.getByLabel(/Payment reference/), 'Counted twice');
  await page.keyboard.press('Enter');
  await expect(payments).toContainText('Counted twice');
  await tabAndPress(page, payments.getByRole('button', { name: 'Reverse' }));
  await tabAndType(page, page.getByLabel('Reason'), 'A mistake');
  await tabAndPress(page, page.getByRole('button', { name: 'Reverse payment' }));
  await expect(payments).toContainText('A mistake');
  await tabTo(page, page.getByRole('button', { name: 'Record a payment' }), { back: true });
  await page.keyboard.press('Enter');
  await tabAndPress(page, page.getByRole('button', { name: `Record ${dollars(booking.amount)}` }));
  await expect(payments.getByText(/^Receipt R-/)).toHaveCount(2);

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Amount to refund/).fill(String(booking.amount + 1));
  await dialog.getByLabel('Reason for the guest').fill('A lodge was closed');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText(`At most ${dollars(booking.amount)} can be refunded`)).toBeVisible();
  await dialog.getByLabel(/Amount to refund/).fill('100.50');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  // Cash is paid out by hand.
  await tabTo(page, page.getByRole('button', { name: 'Record a payout' }), { back: true });
  await page.keyboard.press('Enter');
  await tabAndPress(page, page.getByRole('button', { name: 'Record $100.50' }));
  await expect(page.getByText('Partly refunded')).toBeVisible();
  const [after] = await bookingsOf(server, session);
  expect(after).toMatchObject({ status: 'Confirmed', refunded: 100.5 });
});

test('a traveller pays the deposit, and staff record the rest at the counter on a phone', async ({ page, server }) => {
  const admin = await adminSession(server);
  const { _id: trekId } = await trekNamed(server, /Langtang/);
  const setTerms = async (terms: unknown) => {
    const { trek } = (await must(server, 'GET', `/api/treks/${trekId}`)).data;
    const body = { ...trek, paymentDetails: { ...trek.paymentDetails, terms } };
    await must(server, 'PUT', `/api/treks/${trekId}`, { body, session: admin });
  };
  await setTerms({ deposit: { percent: 20 }, balance: { onArrival: true } });
  const me = await signUp(server, 'Sonam Gurung');
  await carrySession(page, me);
  await openPayment(page, server, /Langtang/, 1);
  // Other tests of this server book the same trek.
  await setTerms(null);
  const { reference, amount, schedule } = await onlyBooking(server, me);
  const [deposit, balance] = schedule.map((part: { amount: number }) => part.amount);
  expect(deposit + balance).toBeCloseTo(amount, 5);
  await expect(payNow(page)).toContainText(dollars(deposit));
  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await payNow(page).click();
  await expect(confirmed(page)).toBeVisible();
  await expect(page.getByText(/^Receipt R-/)).toBeVisible();
  await expectReadable(page, 'a confirmed deposit');

  await page.setViewportSize({ width: 390, height: 844 });
  await carrySession(page, admin);
  await page.goto('/admin?section=balances&state=all');
  const card = page.getByRole('listitem').filter({ hasText: reference });
  await expect(card).toContainText(`${dollars(balance)}left to pay`);
  await expectReadable(page, 'the balances on a phone');
  await card.getByRole('link').click();
  await page.getByRole('button', { name: 'Record a payment', exact: true }).click();
  await page.getByRole('radio', { name: 'Cash' }).click();
  await expectReadable(page, 'the form of a payment');
  await page.getByRole('button', { name: `Record ${dollars(balance)}` }).click();
  const block = page.getByRole('region', { name: 'Payments' });
  await expect(block.getByText(/^Receipt R-/)).toHaveCount(2);
  await expect(block).toContainText('Left to pay$0.00');
  // The message that the payment is recorded covers a part of the links at the top.
  await expectNoSidewaysScroll(page, 'a booking with two payments');
  await expectNoFindings(page, 'a booking with two payments');
  expect(await onlyBooking(server, me)).toMatchObject({ status: 'Confirmed', balance: 0 });
});

test('a paid booking counts on the badge of the desk until the list of events is opened', {
  tag: '@phone',
}, async ({ page, server }) => {
  const admin = await adminSession(server);
  // Marks the bookings of other tests on this server as seen.
  await must(server, 'POST', '/api/agency-events/seen', { body: { until: '9999-01-01T00:00:00Z' }, session: admin });
  const me = await signUp(server, 'Dawa Tamang');
  await carrySession(page, me);
  await openPayment(page, server, /Langtang/, 1);
  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await payNow(page).click();
  await expect(confirmed(page)).toBeVisible();
  const { _id, reference } = await onlyBooking(server, me);

  await carrySession(page, admin);
  await page.goto('/admin?section=manage-treks');
  const badge = page.getByRole('button', { name: '1 new booking event' });
  await expect(badge).toContainText('1 new');
  await expectReadableEverywhere(page, 'the desk with a new event');
  await badge.focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Booking events' });
  const event = list.getByRole('link', { name: reference });
  await expect(event).toContainText(/New paid booking\s*New/);
  await expect(event).toContainText('Dawa Tamang');
  await expect(event).toHaveAttribute('href', `/admin?section=all-bookings&booking=${_id}`);
  // Checks the list only: it covers half of some links of the page, which then are smaller than the required target
  // size.
  await expectNoFindings(page, 'the list of booking events');
  expect((await event.boundingBox())?.height).toBeGreaterThan(24);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the list of booking events');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  const quiet = page.getByRole('button', { name: 'Booking events' });
  await expect(quiet).toBeFocused();
  await page.reload();
  await expect(quiet).toBeVisible();
  await expect(quiet).not.toContainText('new');
  await quiet.click();
  await event.click();
  await expect(page.getByText(reference).first()).toBeVisible();
});
