// Failures and repetitions during a payment: never a second charge, never a lost booking.
import { call, carrySession, must, signUp } from './support/api';
import { shown } from './support/days';
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
  readSession,
} from './support/journey';
import { mailsTo, newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

test('PAY-08 BOOK-15 a double click on Pay Now charges once', { tag: '@phone' }, async ({ page, server }) => {
  const me = await signUp(server, 'Nima Lama');
  await carrySession(page, me);
  await openPayment(page, server, /Poon Hill/, 1);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(?:bookings|payments)/.test(request.url()))
      sent.push(new URL(request.url()).pathname);
  });
  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await payNow(page).dblclick({ noWaitAfter: true });
  await expect(confirmed(page)).toBeVisible();
  expect(sent.filter((path) => path.endsWith('/confirm'))).toHaveLength(1);
  expect(sent.filter((path) => path === '/api/bookings')).toHaveLength(0);
  const booking = await onlyBooking(server, me);
  expect(booking.payment).toMatchObject({ status: 'Confirmed', finalAmount: booking.priceBreakdown.total });
  await newestMailTo(server, me.user.email, /confirm/i);
  expect(
    (await mailsTo(server, me.user.email)).filter(
      (mail) => /confirm/i.test(mail.subject) && !/code/i.test(mail.subject),
    ),
  ).toHaveLength(1);
});

test('SESSION-16 PAY-05 a session that ends before paying leads to login and back, without a double or lost payment', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Sonam Bhote');
  await carrySession(page, me);
  await openPayment(page, server, /Mardi Himal/, 1);
  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await must(server, 'POST', '/api/auth/logout', { session: me });

  await payNow(page).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(me.user.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);

  // The card was charged before the session ended: the booking is shown as paid.
  await expect(page).toHaveURL(/\/booking\/confirmation\//);
  await expect(confirmed(page)).toBeVisible();
  const again = { ...me, ...(await readSession(page)) };
  expect((await onlyBooking(server, again)).payment.status).toBe('Confirmed');
});

test('PAY-07 a card that requires authentication pays after it, and not when it fails', async ({ page, server }) => {
  const me = await signUp(server, 'Yangzom Sherpa');
  await carrySession(page, me);
  await openPayment(page, server, /Poon Hill/, 1);
  await fillBilling(page, billing(me));
  await fillCard(page, '4000 0025 0000 3155');
  await payNow(page).click();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Payment' }).getByRole('alert')).toContainText(/authenticat/i);
  expect((await onlyBooking(server, me)).payment.status).toBe('Pending');
  await fillCard(page, '4000 0025 0000 3155');
  await payNow(page).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(confirmed(page)).toBeVisible();
});

test('CONF-14..21 an unpaid booking is paid from My Bookings and ends on the success page, also after a reload', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Tashi Namgyal');
  await carrySession(page, me);
  const { trek, day } = await openPayment(page, server, /Langtang Valley/, 2);
  await page.goto('/dashboard?section=my-bookings');
  await page.getByRole('link', { name: `Pay now for ${trek.name}` }).click();
  await expect(page).toHaveURL(/\/checkout\?booking=/);
  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await payNow(page).click();
  await expect(page).toHaveURL(/\/booking-success/);
  const booking = await onlyBooking(server, me);
  for (let visit = 0; visit < 2; visit++) {
    await expect(page.getByText(`All set you are going to ${trek.name}!`)).toBeVisible();
    const main = page.getByRole('main');
    for (const text of [
      dollars(booking.amount),
      booking._id,
      shown(day),
      shown(booking.checkOut),
      trek.location,
      '2 guests',
    ])
      await expect(main).toContainText(text);
    await expect(page.getByRole('button', { name: 'Download Invoice' })).toBeVisible();
    await page.reload();
  }
});

test('CONF-07 CONF-08 CONF-13 the booking of another traveller is not shown as confirmed', async ({ page, server }) => {
  const owner = await signUp(server, 'Owner Rai');
  await carrySession(page, owner);
  await openPayment(page, server, /Poon Hill/, 1);
  const booking = await onlyBooking(server, owner);
  const other = await signUp(server, 'Other Rai');
  expect((await call(server, 'GET', `/api/bookings/${booking._id}`, { session: other })).status).toBe(404);
  await carrySession(page, other);
  await page.goto(`/booking/confirmation/${booking._id}`);
  await expect(page.getByText('Booking Verification Failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expect(page.getByText(booking.trek.name)).toHaveCount(0);
});
