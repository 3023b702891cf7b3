// Cancelling: the refund is shown in advance, and its result in My Bookings, the email and the PDF.
import { carrySession, must, type Session, signUp, trekNamed } from './support/api';
import { dayFromNow, shown } from './support/days';
import { expectFocusSeen, tabTo } from './support/focus';
import { dollars } from './support/format';
import { billing, goodCard, onlyBooking, quoteFor } from './support/journey';
import { newestMailTo } from './support/outbox';
import { pdfText } from './support/pdf';
import type { Server } from './support/server';
import { expect, test } from './support/test';

/** Creates a booking this many days ahead over HTTP, paid or unpaid. */
async function booked(server: Server, me: Session, days: number, isPaid: boolean) {
  const trek = await trekNamed(server, /Langtang Valley/);
  const routeId = trek.routes[0]?._id ?? '';
  const price = await quoteFor(server, trek._id, routeId, 1);
  const guest = { name: me.user.name, age: 30, gender: 'Female', phoneNumber: '+977 9841234567' };
  const { data } = await must(server, 'POST', '/api/bookings', {
    session: me,
    body: {
      trekId: trek._id,
      routeDetails: { routeId },
      bookingDetails: { startDate: await dayFromNow(server, days), totalGuests: 1 },
      guestDetails: { primaryGuest: guest, additionalGuests: [] },
      payment: { finalAmount: price.total },
    },
  });
  if (isPaid) {
    const card = { number: goodCard.replaceAll(' ', ''), expMonth: 12, expYear: 2035, cvc: '123' };
    await must(server, 'POST', `/api/payments/sandbox/${data.paymentIntentId}/confirm`, {
      body: { clientSecret: data.clientSecret, card, billing: billing(me) },
    });
    const body = { paymentIntentId: data.paymentIntentId, id: data.booking._id };
    await must(server, 'POST', '/api/bookings/verify-payment', { session: me, body });
  }
  return { trek, total: price.total as number, id: data.booking._id as string };
}

test('a cancellation refunds half, with the same amount in dialog, list, email and credit note', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Maya Rai');
  const { trek, total } = await booked(server, me, 20, true);
  // Rounded half up, to the cent.
  const half = dollars(Math.round((total * 100) / 2) / 100);
  await carrySession(page, me);
  await page.goto('/dashboard?section=my-bookings');
  await page.getByRole('button', { name: `Cancel ${trek.name}` }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(question).toContainText(half);
  await expect(question).toContainText(`50% of the ${dollars(total)} paid`);
  expect((await onlyBooking(server, me)).status).toBe('Confirmed');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Cancel ${trek.name}` })).toBeFocused();

  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: `Cancel and get ${half} back` }).click();
  const outcome = page.getByRole('dialog', { name: 'Booking cancelled' });
  await expect(outcome).toContainText(half);
  await expect(outcome).toContainText('the card ending 4242');
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Cancelled, partly refunded')).toBeVisible();
  const booking = await onlyBooking(server, me);
  const refunds = page.getByRole('list', { name: 'Refunds' });
  await expect(refunds).toContainText(`${half} refunded on`);
  await expect(refunds).toContainText(`Credit note ${booking.creditNoteNumber}`);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Invoice for ${trek.name}` }).click();
  const text = await pdfText(await download, 'bookinginvoice.pdf');
  for (const part of [booking.invoiceNumber, `Credit note no. ${booking.creditNoteNumber}`, half])
    expect(text).toContain(part);
  const mail = await newestMailTo(server, me.user.email, /cancel/i);
  expect(mail.text).toContain(half);
});

test('an unpaid booking is cancelled without mentioning refunds, and can no longer be paid', async ({
  page,
  server,
}) => {
  const me = await signUp(server, 'Tsering Lama');
  const { trek } = await booked(server, me, 90, false);
  await carrySession(page, me);
  await page.goto('/dashboard?section=my-bookings');
  await page.getByRole('button', { name: `Cancel ${trek.name}` }).click();
  await expect(page.getByRole('dialog')).toContainText('Nothing was charged');
  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: `View booking of ${trek.name}` })).toBeFocused();
  await expect(page.getByRole('link', { name: /Pay now/ })).toHaveCount(0);
  const { _id } = await onlyBooking(server, me);
  await page.goto(`/checkout?booking=${_id}`);
  await expect(page.getByText('This booking can no longer be paid')).toBeVisible();
  await page.goto(`/booking/confirmation/${_id}`);
  await expect(page.getByRole('heading', { name: 'This booking is cancelled' })).toBeVisible();
});

test('a booking is opened from My Bookings and cancelled by keyboard, and says what happens next', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Pema Gurung');
  const { trek, total, id } = await booked(server, me, 60, true);
  await carrySession(page, me);
  await page.goto('/dashboard?section=my-bookings');
  const link = page.getByRole('link', { name: `View booking of ${trek.name}` });
  await expect(link).toBeVisible();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/bookings/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  const { reference } = await onlyBooking(server, me);
  await expect(page).toHaveTitle(new RegExp(`^${reference} · ${trek.name} · `));
  await expect(page.getByRole('heading', { name: "You're all set" })).toBeVisible();
  await expect(page.getByText(`Free cancellation until ${shown(await dayFromNow(server, 30))}`)).toBeVisible();
  const price = page.getByRole('region', { name: 'Price' });
  await expect(price.getByText('Base price')).toBeVisible();
  await expect(price).toContainText(`Total${dollars(total)}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBe(0);

  const cancel = page.getByRole('button', { name: 'Cancel booking' });
  await tabTo(page, cancel);
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');
  const agree = page.getByRole('button', { name: `Cancel and get ${dollars(total)} back` });
  await expect(agree).toBeEnabled();
  await tabTo(page, agree);
  await page.keyboard.press('Enter');
  const done = page.getByRole('button', { name: 'Done' });
  await tabTo(page, done);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your refund was sent' })).toBeFocused();
  await expect(cancel).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Refunds' })).toContainText(`${dollars(total)} refunded on`);
});

test('the link in an email leads through the login to the booking', async ({ page, server }) => {
  const me = await signUp(server, 'Karma Lama');
  const { trek, id } = await booked(server, me, 60, true);
  const mail = await newestMailTo(server, me.user.email, /Booking confirmed/);
  const path = new URL(/http\S+\/dashboard\/bookings\/\S+/.exec(mail.text)?.[0] ?? '').pathname;
  expect(path).toBe(`/dashboard/bookings/${id}`);
  await page.goto(path);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(me.user.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
});

test('an unpaid booking is paid from its page', async ({ page, server }) => {
  const me = await signUp(server, 'Lhamo Rai');
  const { id } = await booked(server, me, 60, false);
  await carrySession(page, me);
  await page.goto(`/dashboard/bookings/${id}`);
  await expect(page.getByRole('heading', { name: /^Pay by \w+ \d+, \d+, \d\d:\d\d$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  const { reference } = await onlyBooking(server, me);
  await expect(page.getByRole('main')).toContainText(reference);
});
