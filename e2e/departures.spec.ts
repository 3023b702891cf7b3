// Group departures, as a traveller finds and books them: dates, seats, payment, seats that are gone.
import { adminSession, bookingsOf, carrySession, must, signUp, type TrekFacts, trekNamed } from './support/api';
import { dayFromNow } from './support/days';
import {
  billing,
  bookingPanel,
  confirmed,
  continueToPayment,
  fillBilling,
  fillCard,
  fillGuest,
  goodCard,
  guestForm,
  payNow,
  quoteFor,
  walkers,
} from './support/journey';
import { newestMailTo } from './support/outbox';
import type { Server } from './support/server';
import { expect, test } from './support/test';

/** A departure of a trek that sells both, on a day far enough to leave those of the demo alone. */
async function departure(server: Server, name: RegExp, days: number, more: object) {
  const session = await adminSession(server);
  const { _id } = await trekNamed(server, name);
  const { trek } = (await must(server, 'GET', `/api/treks/${_id}?edit=true`, { session })).data;
  if (trek.soldAs !== 'both') {
    await must(server, 'PUT', `/api/treks/${_id}`, { body: { ...trek, soldAs: 'both' }, session });
  }
  const route = trek.routes.find((one: { isVisible: boolean }) => one.isVisible);
  const body = { trekId: _id, routeId: route._id, startDate: await dayFromNow(server, days), ...more };
  const made = (await must(server, 'POST', '/api/departures', { body, session })).data.departure;
  return { trek: trek as TrekFacts, made };
}

async function listed(server: Server, trekId: string, id: string) {
  const { departures } = (await must(server, 'GET', `/api/treks/${trekId}/departures`)).data;
  return departures.find((one: { _id: string }) => one._id === id);
}

const monthOf = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

test('a traveller books seats of a departure from its date to the payment with the keyboard, and the seats are gone', async ({
  page,
  server,
}) => {
  const { trek, made } = await departure(server, /^Langtang/, 613, { capacity: 3, minimum: 2, pricePerHead: 700 });
  const me = await signUp(server, 'Nima Tamang');
  await carrySession(page, me);
  await page.goto(`/packages?month=${made.startDate.slice(0, 7)}`);
  await page.getByRole('link', { name: trek.name, exact: true }).first().press('Enter');
  const dates = page.getByRole('region', { name: 'Dates and prices' });
  const month = dates.getByRole('radio', { name: monthOf(made.startDate) });
  await month.focus();
  await month.press('Space');
  const row = dates.getByRole('listitem').filter({ hasText: '3 places left' });
  await row.getByRole('button', { name: /^Book/ }).press('Enter');
  const panel = await bookingPanel(page);
  await expect(panel.getByLabel('Departure')).toBeFocused();
  await expect(panel.getByLabel('Departure')).toHaveValue(made._id);
  await panel.getByLabel('Guests', { exact: true }).selectOption('4');
  await expect(panel.getByText(/Only 3 places are left/)).toBeVisible();
  await panel.getByLabel('Guests', { exact: true }).selectOption('2');
  await panel.getByRole('button', { name: 'Reserve' }).press('Enter');

  for (const number of [1, 2]) await fillGuest(page, number, walkers[number - 1] as (typeof walkers)[0]);
  await continueToPayment(page).press('Enter');
  await expect(page.getByRole('timer')).toContainText(/Your seats are held for (20:00|1\d:\d\d)/);
  expect(await listed(server, trek._id, made._id)).toMatchObject({ seatsLeft: 1, availability: 'LIMITED' });

  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await payNow(page).press('Enter');
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Group departure, guaranteed')).toBeVisible();
  expect(await listed(server, trek._id, made._id)).toMatchObject({ seatsLeft: 1, isGuaranteed: true });
  await page.goto(`/package/${trek._id}?departure=${made._id}`);
  await expect(page.getByRole('region', { name: 'Dates and prices' })).toContainText('Guaranteed');
});

test('a hold that ended is taken again with one click, and what is typed stays', {
  tag: '@phone',
}, async ({ page, server }) => {
  const { trek, made } = await departure(server, /^Mardi Himal/, 640, { capacity: 8 });
  const me = await signUp(server, 'Sonam Rai');
  await carrySession(page, me);
  await page.goto(`/package/${trek._id}?departure=${made._id}&guests=1`);
  const panel = await bookingPanel(page);
  await expect(panel.getByLabel('Departure')).toHaveValue(made._id);
  await panel.getByRole('button', { name: 'Reserve' }).click();
  await fillGuest(page, 1, walkers[0]);
  await expect(guestForm(page, 1).getByLabel(/age/i)).toHaveValue(walkers[0].age);
  // The clock of the page is moved, because the hold of the server lasts 20 minutes.
  await page.clock.install();
  await continueToPayment(page).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await fillBilling(page, billing(me));
  await page.clock.fastForward('25:00');
  await expect(page.getByRole('heading', { name: 'Your hold has ended' })).toBeVisible();
  await expect(payNow(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Take the seats again' }).click();
  await expect.poll(async () => (await bookingsOf(server, me)).length).toBe(2);
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByLabel('Billing address')).toHaveValue(billing(me).address);
  const states = (await bookingsOf(server, me)).map((one) => one.status).sort();
  expect(states).toEqual(['Cancelled', 'Pending']);
  expect(await listed(server, trek._id, made._id)).toMatchObject({ seatsLeft: 7 });
});

test('a traveller joins the waitlist of a departure, and books the seats that become free with the link of the email', async ({
  page,
  server,
}) => {
  const { trek, made } = await departure(server, /^Gosaikunda/, 690, { capacity: 2 });
  const other = await signUp(server, 'Karma Lama');
  const order = {
    trekId: trek._id,
    departureId: made._id,
    routeDetails: { routeId: made.routeId },
    bookingDetails: { startDate: made.startDate, totalGuests: 2 },
    payment: { finalAmount: (await quoteFor(server, trek._id, made.routeId, 2)).total },
    guestDetails: {
      primaryGuest: { name: 'Karma Lama', age: 40, gender: 'Male', phoneNumber: '9812345678' },
      additionalGuests: [{ name: 'Dechen Lama', age: 38, gender: 'Female' }],
    },
  };
  const { booking } = (await must(server, 'POST', '/api/bookings', { body: order, session: other })).data;
  const me = await signUp(server, 'Lhakpa Sherpa');
  await carrySession(page, me);
  await page.goto(`/package/${trek._id}?departure=${made._id}`);
  const dates = page.getByRole('region', { name: 'Dates and prices' });
  await dates.getByRole('radio', { name: monthOf(made.startDate) }).check();
  await dates.getByRole('button', { name: /^Join the waitlist/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the waitlist' });
  await dialog.getByLabel('Number of guests').selectOption('1');
  await dialog.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(dates.getByText('You are on the waitlist, position 1.')).toBeVisible();

  await must(server, 'POST', `/api/bookings/${booking._id}/cancel`, { session: other });
  const mail = await newestMailTo(server, me.user.email, /^Seats are held for you/);
  const link = /http\S+offer=\S+/.exec(mail.text)?.[0] ?? '';
  await page.goto(new URL(link).pathname + new URL(link).search);
  const panel = await bookingPanel(page);
  await expect(panel.getByText(/^1 place is held for you until/)).toBeVisible();
  await panel.getByRole('button', { name: 'Reserve' }).click();
  await fillGuest(page, 1, walkers[0]);
  await continueToPayment(page).click();
  await expect(page.getByRole('timer')).toBeVisible();
  const [mine] = await bookingsOf(server, me);
  expect(mine).toMatchObject({ departureId: made._id, totalGuests: 1, status: 'Pending' });
  expect(await listed(server, trek._id, made._id)).toMatchObject({ seatsLeft: 1 });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('dates and prices are readable, and each departure has its own link', async ({ page, server }) => {
    const { trek, made } = await departure(server, /^Annapurna Circuit/, 660, { capacity: 2 });
    await page.goto(`/package/${trek._id}`);
    const dates = page.getByRole('region', { name: 'Dates and prices' });
    await expect(dates.getByRole('heading', { name: monthOf(made.startDate) })).toBeVisible();
    const link = page.locator(`a[href*="${made._id}"]`);
    // Playwright finds no text within <noscript>, where the later months are.
    const row = await dates.locator('li').filter({ has: link }).innerText();
    expect(row).toMatch(/2 places left[\s\S]*Book/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
