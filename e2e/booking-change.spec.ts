// Staff change a booking: the new price is shown before, and the difference is settled after.
import { expectNoFindings, expectNoSidewaysScroll, expectReadable } from './support/accessibility';
import { adminSession, bookingsOf, carrySession, must } from './support/api';
import { tabAndPress, tabAndType, tabTo } from './support/focus';
import { dollars } from './support/format';
import { fillBilling, fillCard, fillParty, goodCard, payNow, reserve, unpaidBooking } from './support/journey';
import { newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

test('a party grows by keyboard, the price is shown before and the balance after', async ({ page, server }) => {
  const admin = await adminSession(server);
  const { session, booking } = await unpaidBooking(server);
  const path = `/api/bookings/${booking._id}`;
  const paid = { method: 'cash', amount: booking.amount, currency: 'USD' };
  await must(server, 'POST', `${path}/payments`, { body: paid, session: admin });
  await carrySession(page, admin);
  await page.goto(`/admin?section=all-bookings&booking=${booking._id}`);
  await tabAndPress(page, page.getByRole('button', { name: 'Change booking' }));
  const dialog = page.getByRole('dialog', { name: 'Change booking' });
  await expect(dialog.getByRole('group', { name: 'Primary guest' })).toBeVisible();
  await expectReadable(page, 'the form of a change');
  // Backwards, because the native calendar button of a date field draws no ring that could be measured.
  await tabTo(page, dialog.getByRole('button', { name: 'Add guest' }), { back: true });
  await page.keyboard.press('Enter');
  const guest = dialog.getByRole('group', { name: 'Guest 2' });
  await expect(guest.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Tashi Lama');
  await tabAndType(page, guest.getByLabel('Age'), '200');
  await tabAndPress(page, dialog.getByRole('button', { name: 'Show new price' }));
  await expect(guest.getByText('Age must be between 5 and 100 years')).toBeVisible();
  await guest.getByLabel('Age').fill('34');
  await tabAndPress(page, dialog.getByRole('button', { name: 'Show new price' }));
  const table = dialog.getByRole('table');
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText(dollars(booking.amount));
  await expect(dialog.getByText(/are left to pay\. The guest gets an email with the link\./)).toBeVisible();
  await expectReadable(page, 'the old and the new price');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the old and the new price on a phone');
  await expectNoFindings(page, 'the old and the new price on a phone');
  await tabAndPress(page, dialog.getByRole('button', { name: 'Change booking' }));
  await expect(page.getByText('Booking changed.')).toBeVisible();
  const [after] = await bookingsOf(server, session);
  expect(after).toMatchObject({ status: 'Confirmed', totalGuests: 2 });
  expect(after.balance).toBeCloseTo(after.amount - booking.amount, 5);
  await expect(page.getByRole('region', { name: 'Guests' })).toContainText('Tashi Lama');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Booking changed by');
});

test('a change of a booking that was changed meanwhile shows what was changed', async ({ page, server }) => {
  const admin = await adminSession(server);
  const { booking } = await unpaidBooking(server);
  const path = `/api/bookings/${booking._id}`;
  await carrySession(page, admin);
  await page.goto(`/admin?section=all-bookings&booking=${booking._id}`);
  await page.getByRole('button', { name: 'Change booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change booking' });
  await dialog.getByLabel('Name').fill('Pema Dolma');
  await dialog.getByRole('button', { name: 'Show new price' }).click();
  await expect(dialog.getByText('The price stays the same.')).toBeVisible();
  const { booking: stored } = (await must(server, 'GET', path, { session: admin })).data;
  const primaryGuest = { ...stored.guestDetails.primaryGuest, name: 'Nima Lama' };
  const other = {
    version: stored.version,
    expectedTotal: stored.amount,
    guestDetails: { primaryGuest, additionalGuests: [] },
  };
  await must(server, 'POST', `${path}/change`, { body: other, session: admin });
  await dialog.getByRole('button', { name: 'Change booking' }).click();
  await expect(dialog.getByRole('alert')).toContainText('1 guest: Pema Lama → 1 guest: Nima Lama');
  await dialog.getByRole('button', { name: 'Start again' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Nima Lama');
});

test('notes, tags and every email of a booking are on its page, by keyboard', async ({ page, server }) => {
  const admin = await adminSession(server);
  const { booking } = await unpaidBooking(server);
  const path = `/api/bookings/${booking._id}`;
  const paid = { method: 'cash', amount: booking.amount, currency: 'USD' };
  await must(server, 'POST', `${path}/payments`, { body: paid, session: admin });
  await carrySession(page, admin);
  await page.goto(`/admin?section=all-bookings&booking=${booking._id}`);
  const notes = page.getByRole('region', { name: 'Notes and tags' });
  await tabAndType(page, notes.getByLabel('Tag'), 'Vegetarian');
  await page.keyboard.press('Enter');
  await expect(notes.getByRole('list', { name: 'Tags' })).toContainText('vegetarian');
  await tabAndType(page, notes.getByLabel('New note'), 'Calls back on Sunday');
  await tabAndPress(page, notes.getByRole('button', { name: 'Add note' }));
  await expect(notes.getByText('Calls back on Sunday')).toHaveCount(1);
  const mails = page.getByRole('region', { name: 'Emails' });
  await expect(async () => {
    await page.reload();
    await expect(mails).toBeVisible();
    await expect(mails.getByRole('button', { name: /^Preview of .*confirmed/ })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await expectReadable(page, 'the record of a booking');
  const preview = mails.getByRole('button', { name: /^Preview of .*confirmed/ });
  await tabAndPress(page, preview);
  const frame = page.frameLocator('iframe[title^="Email: "]');
  await expect(frame.getByText('Namaste Pema Lama,')).toBeVisible();
  await expect(frame.locator('a[href]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(preview).toBeFocused();
  await tabAndPress(page, mails.getByRole('button', { name: /^Send again the email .*confirmed/ }));
  await expect(page.getByText('Email sent.')).toBeVisible();
  await page.getByRole('link', { name: 'All Bookings', exact: true }).last().click();
  // Until the list is open, the record still shows its own field of that name.
  const table = page.getByRole('table', { name: 'Bookings' });
  await expect(table).toBeVisible();
  await page.getByLabel('Tag', { exact: true }).selectOption('vegetarian');
  await expect(page).toHaveURL(/tag=vegetarian/);
  await expect(table.getByRole('row')).toHaveCount(2);
});

test('staff book for a caller, who pays by card with the link of the email', async ({ page, server }) => {
  await carrySession(page, await adminSession(server));
  await reserve(page, server, /Langtang/, 1);
  await page.getByRole('radio', { name: 'For a caller' }).click();
  await page.getByLabel('Name of the caller').fill('Sunita Rai');
  await page.getByLabel('Email of the caller').fill('sunita.rai@example.com');
  await fillParty(page, 1);
  await expectReadable(page, 'the form of a booking for a caller');
  await page.getByRole('button', { name: 'Book for the caller' }).click();
  await expect(page.getByRole('region', { name: 'Booked by' })).toContainText('Sunita Rai');
  const mail = await newestMailTo(server, 'sunita.rai@example.com', /^Pay \$/);
  const link = /https?:\S+\/balance\/\S+/.exec(mail.text)?.[0] ?? '';
  const desk = page.url();
  await page.goto(new URL(link).pathname);
  await fillBilling(page, {
    name: 'Sunita Rai',
    email: 'sunita.rai@example.com',
    phone: '',
    address: 'Jhamsikhel 3, Lalitpur',
  });
  await fillCard(page, goodCard);
  await payNow(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment received' })).toBeFocused();
  await page.goto(desk);
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
});
