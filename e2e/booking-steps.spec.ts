// The steps from the chosen trek to its payment: reloading or going back loses nothing and books nothing twice.
import { adminSession, bookingsOf, carrySession, must, signUp } from './support/api';
import { dollars } from './support/format';
import {
  billing,
  bookingPanel,
  confirmed,
  continueToPayment,
  fillBilling,
  fillCard,
  fillParty,
  goodCard,
  guestForm,
  onlyBooking,
  payNow,
  quoteFor,
  reserve,
  walkers,
} from './support/journey';
import { expect, test } from './support/test';

test('BOOK-08 BOOK-11 BOOK-15 CONF-25 a reload in the middle of each step loses nothing and books nothing twice', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Pemba Rai');
  await carrySession(page, me);
  const { trek } = await reserve(page, server, /^Langtang/, 2);

  await page.reload();
  await expect(page.getByText(trek.name).first()).toBeVisible();
  await fillParty(page, 2);
  await page.reload();
  await expect(guestForm(page, 1).getByLabel(/name/i)).toHaveValue(walkers[0].name);
  await expect(guestForm(page, 2).getByLabel(/gender/i)).toHaveValue('Female');

  await continueToPayment(page).click();
  await expect(payNow(page)).toBeVisible();
  await page.reload();
  await expect(payNow(page)).toBeVisible();
  const opened = await onlyBooking(server, me);

  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  const charged = page.waitForResponse(/\/confirm$/);
  await payNow(page).click();
  await charged;
  await page.reload(); // the provider has charged the card, but the page has not received the confirmation
  await expect.poll(async () => (await onlyBooking(server, me)).payment.status, { timeout: 75_000 }).toBe('Confirmed');

  await page.goto(`/booking/confirmation/${opened._id}`);
  await expect(confirmed(page)).toBeVisible();
  await page.reload();
  await expect(confirmed(page)).toBeVisible();
  expect((await onlyBooking(server, me)).payment.paymentIntentId).toBe(opened.payment.paymentIntentId);
});

test('the steps of a booking fit in one line and lead back to the entered data', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Dawa Lama');
  await carrySession(page, me);
  const { trek, day } = await reserve(page, server, /^Mardi Himal/, 2);
  const steps = page.getByRole('navigation', { name: 'Steps of the booking' });
  const heights = () =>
    steps.getByRole('listitem').evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
  await expect(steps.getByRole('listitem')).toHaveText(['Trip, completed', 'Guests', 'Payment', 'Confirmation']);
  expect(await heights()).toBe(1);
  await page.getByRole('switch', { name: 'Porter' }).uncheck();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Porter' })).not.toBeChecked();
  await fillParty(page, 2);
  await continueToPayment(page).click();
  await expect(payNow(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your trip' })).toContainText('Special requests: Meals');

  await expect(steps.getByText('Payment')).toHaveAttribute('aria-current', 'step');
  expect(await heights()).toBe(1);
  await page.getByLabel('Billing address').fill('Jhamsikhel 3, Lalitpur');
  await steps.getByRole('link', { name: /Guests/ }).click();
  await expect(guestForm(page, 2).getByLabel(/name/i)).toHaveValue(walkers[1].name);
  await steps.getByRole('link', { name: /Trip/ }).click();
  await expect(page).toHaveURL(`/package/${trek._id}?date=${day}`);
  const panel = await bookingPanel(page);
  await expect(panel.getByRole('switch', { name: 'Porter' })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Reserve' }).click();
  await expect(guestForm(page, 1).getByLabel(/name/i)).toHaveValue(walkers[0].name);
  await continueToPayment(page).click();
  await expect(page.getByLabel('Billing address')).toHaveValue('Jhamsikhel 3, Lalitpur');
  expect(await onlyBooking(server, me)).toMatchObject({ includeMeals: true, includePorter: false });

  // A changed guest makes another booking, so the entered card holder is discarded.
  await steps.getByRole('link', { name: /Guests/ }).click();
  await guestForm(page, 2).getByLabel(/age/i).fill('52');
  await continueToPayment(page).click();
  await expect(page.getByLabel('Billing address')).toHaveValue('Jhamsikhel 3, Lalitpur');
  expect(await bookingsOf(server, me)).toHaveLength(2);
});

test('BOOK-19 PRICE-01 a price that the agency changed meanwhile is shown before anything is booked', {
  tag: '@phone',
}, async ({ page, server }) => {
  const me = await signUp(server, 'Karma Gurung');
  await carrySession(page, me);
  const { trek } = await reserve(page, server, /^Rara Lake/, 2);
  await fillParty(page, 2);

  const admin = await adminSession(server);
  const whole = (await must(server, 'GET', `/api/treks/${trek._id}?edit=true`, { session: admin })).data.trek;
  for (const route of whole.routes) route.pricePerHead += 111;
  await must(server, 'PUT', `/api/treks/${trek._id}`, { body: whole, session: admin });
  const visible = whole.routes.find((route: { isVisible: boolean }) => route.isVisible);
  const price = await quoteFor(server, trek._id, visible._id, 2);

  const refused = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/api/bookings',
  );
  await continueToPayment(page).click();
  expect((await refused).status()).toBe(409);
  const question = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(question.getByRole('row', { name: /^Total/ })).toContainText(dollars(price.total));
  expect(await bookingsOf(server, me)).toHaveLength(0);

  await question.getByRole('button', { name: `Accept ${dollars(price.total)}` }).click();
  await expect(payNow(page)).toBeVisible();
  expect((await onlyBooking(server, me)).amount).toBe(price.total);
});

test('BOOK-15 a double click on Continue to Payment makes one booking', async ({ page, server }) => {
  const me = await signUp(server, 'Lhakpa Dorje');
  await carrySession(page, me);
  await reserve(page, server, /Poon Hill/, 1);
  await fillParty(page, 1);
  await continueToPayment(page).dblclick({ noWaitAfter: true });
  await expect(payNow(page)).toBeVisible();
  await onlyBooking(server, me);
});

test('BOOK-09 BOOK-10 the booking page without a chosen trek says what is missing and leads home', async ({
  page,
  server,
}) => {
  await carrySession(page, await signUp(server, 'Phurba Tamang'));
  await page.goto('/booking');
  await expect(
    page.getByText('Missing booking information. Please start from the package details page.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL('/');
});
