// The balance of a booking, paid by the link that staff copy at the desk, on a phone and without a login.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, call, carrySession, must, signUp, trekNamed } from './support/api';
import { dayFromNow } from './support/days';
import { fillBilling, fillCard, goodCard, payNow, quoteFor } from './support/journey';
import { newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

const guest = { name: 'Dawa Sherpa', age: 34, gender: 'Male', phoneNumber: '+977 9841234567' };

test.use({ viewport: { width: 390, height: 844 } });

test('a balance is paid by its link, and the desk shows the receipt', async ({ page, server }) => {
  const [admin, me] = [await adminSession(server), await signUp(server, 'Dawa Sherpa')];
  const found = await trekNamed(server, /Mardi Himal/);
  const path = `/api/treks/${found._id}`;
  const { trek } = (await must(server, 'GET', path, { session: admin })).data;
  trek.paymentDetails.terms = { deposit: { percent: 20 }, balance: { onArrival: true } };
  await must(server, 'PUT', path, { session: admin, body: trek });
  const routeId = found.routes[0]?._id ?? '';
  const price = await quoteFor(server, found._id, routeId, 1);
  const { data } = await must(server, 'POST', '/api/bookings', {
    session: me,
    body: {
      trekId: found._id,
      routeDetails: { routeId },
      bookingDetails: { startDate: await dayFromNow(server, 120), totalGuests: 1 },
      guestDetails: { primaryGuest: guest, additionalGuests: [] },
      payment: { finalAmount: price.total },
      priceBreakdown: price,
      pay: 'deposit',
    },
  });
  // Other tests book the same trek.
  const { version } = (await must(server, 'GET', path, { session: admin })).data.trek;
  trek.paymentDetails.terms = null;
  await must(server, 'PUT', path, { session: admin, body: { ...trek, version } });
  const billing = { name: me.user.name, email: me.user.email, address: 'Jhamsikhel 3, Lalitpur' };
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
  await must(server, 'POST', `/api/payments/sandbox/${data.paymentIntentId}/confirm`, {
    body: { clientSecret: data.clientSecret, card, billing },
  });
  const id = data.booking._id;
  await must(server, 'POST', '/api/bookings/verify-payment', {
    session: me,
    body: { paymentIntentId: data.paymentIntentId, id },
  });
  expect((await newestMailTo(server, me.user.email, /^Booking confirmed/)).text).toContain('/balance/');
  const { url } = (await must(server, 'POST', `/api/bookings/${id}/balance-link`, { session: admin })).data;

  await page.goto(new URL(url).pathname);
  await expect(page.getByRole('heading', { level: 1, name: 'Pay the balance' })).toBeVisible();
  await expect(page.getByText(/Namaste Dawa,/)).toContainText('is left to pay, due on arrival');
  await expect(payNow(page)).toBeVisible();
  await expectReadableEverywhere(page, 'payment of a balance', [390, 1280]);
  await fillBilling(page, { ...billing, phone: '' });
  await fillCard(page, goodCard);
  await payNow(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment received' })).toBeFocused();
  await expect(page.getByText('The booking is paid in full.')).toBeVisible();
  const receipt = await page.getByText(/^R-\d{4}-\d{5}$/).textContent();
  await expectReadableEverywhere(page, 'receipt of a balance', [390]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'This booking is paid in full' })).toBeVisible();
  expect((await call(server, 'POST', `/api/bookings/${id}/balance-link`, { session: admin })).status).toBe(409);

  await carrySession(page, admin);
  await page.goto(`/admin?section=all-bookings&booking=${id}`);
  await expect(page.getByText(`Receipt ${receipt}`, { exact: true })).toBeVisible();
});
