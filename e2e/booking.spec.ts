// The main journey of a traveller: find a trek, sign up, book, pay, and get a confirmation and an invoice.
import { randomUUID } from 'node:crypto';
import { must, type Session, trekNamed } from './support/api';
import { chooseDay, dayFromNow, shown } from './support/days';
import { dollars } from './support/format';
import {
  billing,
  bookingPanel,
  confirmed,
  continueToPayment,
  declinedCard,
  fillBilling,
  fillCard,
  fillGuest,
  fillParty,
  goodCard,
  guestForm,
  onlyBooking,
  openHomeSearch,
  payNow,
  quoteFor,
  readSession,
  submitHomeSearch,
  walkers,
} from './support/journey';
import { codeFor, newestMailTo } from './support/outbox';
import { pdfText } from './support/pdf';
import { expect, test } from './support/test';

test('BOOK-24 ROLE-10 HOME-14 TREK-12 PRICE-01..04 SIGNUP-22 GUEST-01 GUEST-04..10 PAY-11 PAY-12 CONF-02..06 INVOICE-01..09 a visitor finds a trek, signs up, books for five, pays at the second try and holds the invoice', {
  tag: '@phone',
}, async ({ page, server }) => {
  const trek = await trekNamed(server, /^Annapurna Circuit/);
  const route = trek.routes.toSorted((a, b) => a.pricePerHead - b.pricePerHead)[0];
  if (!route) throw new Error('a trek has a route');
  const day = await dayFromNow(server, 130);
  const price = await quoteFor(server, trek._id, route._id, 5);
  expect(price.discount).toBeGreaterThan(0);
  const me = {
    name: 'Maya Thapa',
    email: `maya.thapa.${randomUUID().slice(0, 8)}@example.org`,
    password: 'north-of-thorong-la',
  };

  await test.step('the home search leads to the trek with the chosen day', async () => {
    await page.goto('/');
    await openHomeSearch(page);
    await page.getByRole('combobox', { name: 'Destination' }).fill('annapurna c');
    await page.getByRole('option', { name: /Annapurna Circuit/ }).click();
    await chooseDay(page, page.getByRole('button', { name: /^Start date/ }), day);
    await submitHomeSearch(page);
    await expect(page).toHaveURL(`/package/${trek._id}?date=${day}`);
    await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  });

  await test.step('five guests get the group discount, and a visitor reads why Reserve waits', async () => {
    const panel = await bookingPanel(page);
    await expect(panel).toContainText(shown(day));
    await panel.getByLabel('Guests', { exact: true }).selectOption('5');
    for (const line of [
      price.basePrice,
      price.discount,
      price.gst,
      price.serviceFee,
      price.insurance,
      price.bookingFee,
      price.total,
    ]) {
      await expect(panel).toContainText(dollars(line));
    }
    await expect(panel.getByRole('button', { name: 'Reserve' })).toBeDisabled();
    await panel.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/signup\?next=/);
  });

  await test.step('sign-up with the mailed code comes back to the trek with everything kept', async () => {
    await page.getByLabel('Username').fill(me.name);
    await page.getByLabel('Email').fill(me.email);
    await page.getByLabel('Password', { exact: true }).fill(me.password);
    await page.getByLabel('Confirm password').fill(me.password);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const modal = page.getByRole('dialog', { name: 'Almost done..!' });
    await modal.getByRole('textbox').first().click();
    await page.keyboard.type(await codeFor(server, me.email));
    await modal.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(new RegExp(`/package/${trek._id}`));
    const panel = await bookingPanel(page);
    await expect(panel.getByLabel('Guests', { exact: true })).toHaveValue('5');
    await expect(panel).toContainText(shown(day));
    await panel.getByRole('button', { name: 'Reserve' }).click();
    await expect(page).toHaveURL('/booking');
  });

  await test.step('mistakes in the guest forms are named in one list and beside their field', async () => {
    const summary = page
      .getByRole('complementary')
      .or(page.getByRole('region', { name: /summary|trip/i }))
      .first();
    for (const text of [trek.name, route.name, '5 guests', dollars(price.total)])
      await expect(summary).toContainText(text);
    await fillGuest(page, 1, { name: 'M', age: '4', phone: '12345' });
    await continueToPayment(page).click();
    const mistakes = page.getByRole('region', { name: 'Please correct the errors in the form before proceeding.' });
    await expect(mistakes).toBeFocused();
    await expect(mistakes).toBeInViewport();
    await expect(page.getByText('Please correct the errors in the form before proceeding.')).toHaveCount(1);
    await mistakes.getByRole('link', { name: 'Primary guest: Age must be between 5 and 100 years' }).click();
    await expect(guestForm(page, 1).getByLabel(/age/i)).toBeFocused();
    const first = guestForm(page, 1);
    await expect(first).toContainText('Name must be at least 2 characters');
    await expect(first).toContainText('Please enter a valid phone number');
    await expect(first).toContainText('Age must be between 5 and 100 years');
    await expect(first.getByLabel(/name/i)).toHaveAttribute('aria-invalid', 'true');
    await expect(guestForm(page, 5)).toContainText('Age must be between 5 and 100 years');
    await expect(guestForm(page, 2).getByLabel(/gender/i)).toHaveValue('Male');
    await fillParty(page, 5);
    await page.getByLabel(/additional notes/i).fill('Two of us eat no meat.');
    await continueToPayment(page).click();
    await expect(payNow(page)).toBeVisible();
  });

  let session: Session | undefined;
  await test.step('a declined card says so and leaves a booking that can be paid', async () => {
    session = await readSession(page);
    await fillBilling(page, billing(session));
    await fillCard(page, declinedCard);
    await payNow(page).click();
    await expect(page.getByText(/declined/i)).toHaveCount(2); // inline and as a toast
    const booking = await onlyBooking(server, session);
    expect(booking).toMatchObject({ status: 'Pending', payment: { status: 'Pending' } });
  });

  await test.step('the good card confirms it', async () => {
    await fillCard(page, goodCard);
    await payNow(page).click();
    await expect(page).toHaveURL(/\/booking\/confirmation\/[0-9a-f-]{36}$/);
    await expect(confirmed(page)).toBeVisible();
  });

  const booking = await onlyBooking(server, session as unknown as Session);
  await test.step('the confirmation tells what was booked and paid', async () => {
    expect(booking).toMatchObject({
      status: 'Confirmed',
      checkIn: day,
      totalGuests: 5,
      additionalNotes: 'Two of us eat no meat.',
      payment: { status: 'Confirmed', finalAmount: price.total },
    });
    const main = page.getByRole('main');
    for (const text of [booking._id, dollars(price.total), trek.name, route.name, `${route.numberOfDays} days`])
      await expect(main).toContainText(text);
    await expect(main).toContainText(/The home page opens in 1?\d s\./);
    await expect(page.getByRole('link', { name: 'Go to Home Now' })).toBeVisible();
  });

  await test.step('the invoice reads as an invoice', async () => {
    const config = (await must(server, 'GET', '/api/config')).data;
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Invoice' }).click();
    const text = await pdfText(await download, 'bookinginvoice.pdf');
    for (const part of [
      booking._id,
      booking.invoiceNumber,
      config.company.name,
      walkers[0].name,
      me.email,
      trek.name,
      route.name,
      `${route.numberOfDays} days`,
      dollars(price.basePrice),
      dollars(price.total),
      shown(config.today),
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/thank you/i);
  });

  await test.step('a mail confirms it, and My Bookings keeps it', async () => {
    const mail = await newestMailTo(server, me.email, /confirm/i);
    expect(mail.text).toContain(trek.name);
    expect(mail.html).toContain(trek.name);
    await page.goto('/dashboard?section=my-bookings');
    const card = page.getByRole('article').filter({ hasText: trek.name });
    await expect(card).toContainText('Confirmed');
    await expect(card).toContainText(shown(day));
  });
});
