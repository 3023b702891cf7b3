// Payments through Stripe: its card field, its responses, its webhook. Stand-ins replace Stripe's script and API.
import { carrySession, signUp } from './support/api';
import { billing, confirmed, fillBilling, fillCard, onlyBooking, openPayment, payNow } from './support/journey';
import { mailsTo, newestMailTo } from './support/outbox';
import { Server } from './support/server';
import { StripeService, stripeCards } from './support/stripe';
import { test as base, expect } from './support/test';

const test = base.extend<Record<never, never>, { stripe: StripeService }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const stripe = await StripeService.start();
      await use(stripe);
      await stripe.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      const server = await Server.start({ CHAUTARI_EXCHANGE_RATE_URL: 'off', ...stripe.settings });
      stripe.tellsTo(server.url);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const initFailed = 'Failed to initialize payment system';

test('PAY-01 PAY-02 PAY-05 PAY-10 a card is charged in the field of Stripe, which loads at the checkout only, and refunded by cancelling', async ({
  page,
  server,
  stripe,
}) => {
  const me = await signUp(server, 'Pasang Lhamu');
  await carrySession(page, me);
  const loaded = await stripe.serve(page);
  await page.goto('/');
  await openPayment(page, server, /Poon Hill/, 2);
  await expect(page.getByLabel('Card number', { exact: true })).toBeVisible();
  expect(loaded.map((url) => new URL(url).pathname)).toEqual(['/booking']);
  await expect(page.getByLabel('ZIP')).toHaveCount(0);
  await expect(page.getByText(/Test mode/)).toHaveCount(0);
  await fillBilling(page, billing(me));
  await payNow(page).click();
  await expect(page.getByRole('link', { name: 'Your card is incomplete.' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Your card is incomplete.' })).toBeVisible();
  await fillCard(page, stripeCards.good);
  await payNow(page).click();
  await expect(confirmed(page)).toBeVisible();
  const booking = await onlyBooking(server, me);
  expect(booking.payment).toMatchObject({ status: 'Confirmed', cardBrand: 'visa', cardLast4: '4242' });
  const intent = stripe.intents.get(booking.payment.paymentIntentId);
  expect(intent).toMatchObject({ status: 'succeeded', amount: Math.round(booking.amount * 100), currency: 'usd' });

  await page.goto('/dashboard?section=my-bookings');
  await page.getByRole('button', { name: /^Cancel / }).click();
  await page.getByRole('button', { name: /Cancel and get .* back/ }).click();
  await expect(page.getByRole('dialog', { name: 'Booking cancelled' })).toBeVisible();
  expect(stripe.refunds.filter((one) => one.payment_intent === intent?.id)).toMatchObject([{ amount: intent?.amount }]);
});

test('PAY-07 PAY-11 PAY-12 a declined card shows the message of Stripe, inline and as a toast, and another one pays', {
  tag: '@phone',
}, async ({ page, server, stripe }) => {
  const me = await signUp(server, 'Dawa Tamang');
  await carrySession(page, me);
  await stripe.serve(page);
  await openPayment(page, server, /Mardi Himal/, 1);
  await fillBilling(page, billing(me));
  await fillCard(page, stripeCards.declined);
  await payNow(page).click();
  await expect(page.getByRole('form', { name: 'Payment' }).getByRole('alert')).toContainText('Your card was declined.');
  await expect(page.locator('[data-sonner-toast]').getByText('Your card was declined.')).toBeVisible();
  expect((await onlyBooking(server, me)).payment.status).toBe('Pending');
  await fillCard(page, stripeCards.good);
  await payNow(page).click();
  await expect(confirmed(page)).toBeVisible();
});

test('PAY-07 a card with authentication in a window pays when it is authorised, and not when it is refused', async ({
  page,
  server,
  stripe,
}) => {
  const me = await signUp(server, 'Nima Doma');
  await carrySession(page, me);
  await stripe.serve(page);
  await openPayment(page, server, /Poon Hill/, 1);
  await fillBilling(page, billing(me));
  await fillCard(page, stripeCards.asks);
  await payNow(page).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('form', { name: 'Payment' }).getByRole('alert')).toContainText('unable to authenticate');
  await payNow(page).click();
  await page.getByRole('button', { name: 'Authorise' }).click();
  await expect(confirmed(page)).toBeVisible();
});

test('PAY-03 CONF-25 authentication on a page of the bank leads back to the confirmation page', async ({
  page,
  server,
  stripe,
}) => {
  const me = await signUp(server, 'Kami Rita');
  await carrySession(page, me);
  await stripe.serve(page);
  await openPayment(page, server, /Poon Hill/, 1);
  await fillBilling(page, billing(me));
  await fillCard(page, stripeCards.asksElsewhere);
  await payNow(page).click();
  await expect(page.getByRole('heading', { name: 'Your bank' })).toBeVisible();
  await page.getByRole('link', { name: 'succeed' }).click();
  await expect(page).toHaveURL(new RegExp(`^${server.url}/booking/confirmation/`));
  await expect(confirmed(page)).toBeVisible();
});

test('PAY-08 a booking whose tab closes after paying is confirmed by the webhook, with one email', async ({
  page,
  server,
  stripe,
}) => {
  const me = await signUp(server, 'Lhakpa Gelu');
  await carrySession(page, me);
  await stripe.serve(page);
  await openPayment(page, server, /Poon Hill/, 1);
  await fillBilling(page, billing(me));
  await fillCard(page, stripeCards.good);
  // The tab closes with the response of Stripe, so that no request reaches our server.
  await page.route('**/api/bookings/verify-payment', (route) => route.abort());
  const before = stripe.delivered.length;
  const charged = page.waitForResponse(/payment_intents\/\w+\/confirm/);
  await payNow(page).click();
  await charged;
  await page.close();
  await newestMailTo(server, me.user.email, /Booking confirmed/);
  // The email may arrive before Stripe has our response.
  await expect.poll(() => stripe.delivered.slice(before)).toEqual([200]);
  const mails = await mailsTo(server, me.user.email);
  expect(mails.filter((mail) => /Booking confirmed/.test(mail.subject))).toHaveLength(1);
  expect((await onlyBooking(server, me)).status).toBe('Confirmed');
});

test('PAY-17 without the script of Stripe the form says so, and a retry loads it', async ({ page, server, stripe }) => {
  const me = await signUp(server, 'Ang Phurba');
  await carrySession(page, me);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await openPayment(page, server, /Poon Hill/, 1);
  await expect(page.getByText(initFailed)).toBeVisible();
  await page.unrouteAll();
  await stripe.serve(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number', { exact: true })).toBeVisible();
});
