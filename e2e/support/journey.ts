// The steps of a booking, by the texts of the page.
import { expect, type Locator, type Page } from '@playwright/test';
import { bookingsOf, must, type Session, signUp, trekNamed } from './api';
import { dayFromNow } from './days';
import type { Server } from './server';

export interface Walker {
  name: string;
  age: string;
  gender?: 'Male' | 'Female' | 'Other';
  phone?: string;
}

export const goodCard = '4242 4242 4242 4242';
export const declinedCard = '4000 0000 0000 0002';

export function guestForm(page: Page, number: number): Locator {
  return page.getByRole('group', { name: number === 1 ? /primary guest/i : new RegExp(`guest ${number}\\b`, 'i') });
}

export async function fillGuest(page: Page, number: number, walker: Walker): Promise<void> {
  const form = guestForm(page, number);
  await form.getByLabel(/name/i).fill(walker.name);
  await form.getByLabel(/age/i).fill(walker.age);
  if (walker.gender) await form.getByLabel(/gender/i).selectOption(walker.gender);
  if (walker.phone !== undefined) await form.getByLabel(/phone/i).fill(walker.phone);
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number', { exact: true }).fill(number);
  await page.getByLabel('Expiry').fill('1230');
  await page.getByLabel('Security code').fill('123');
}

export async function fillBilling(
  page: Page,
  who: { name: string; email: string; phone: string; address: string },
): Promise<void> {
  const payment = page.getByRole('form', { name: 'Payment' });
  await payment.getByLabel('Name on the card').fill(who.name);
  await payment.getByLabel('Email').fill(who.email);
  await payment.getByLabel('Phone').fill(who.phone);
  await payment.getByLabel('Billing address').fill(who.address);
}

export const payNow = (page: Page): Locator => page.getByRole('button', { name: /Pay Now/ });

/** The search bar of the home page. On a phone it opens a sheet with its fields. */
export async function openHomeSearch(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) return;
  await page.getByRole('button', { name: 'Where do you want to trek?' }).click();
  await expect(page.getByRole('dialog', { name: 'Find a trek' })).toBeVisible();
}

export async function submitHomeSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

/** On a wide window the panel is beside the page; on a phone the bar at the bottom opens it as a sheet. */
export async function bookingPanel(page: Page): Promise<Locator> {
  const aside = page.getByRole('complementary', { name: 'Book this trek' });
  await expect(aside).toBeVisible();
  // By the width of the window: the bar itself may not be rendered yet.
  if ((page.viewportSize()?.width ?? 0) >= 1024) return aside;
  await page.getByRole('button', { name: 'Check dates' }).click();
  return page.getByRole('dialog', { name: 'Book this trek' });
}

export const continueToPayment = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' });
export const confirmed = (page: Page) => page.getByRole('heading', { name: 'Booking Confirmed!' });

export const walkers = [
  { name: 'माया गुरुङ', age: '34', phone: '+977 98-4123-4567' },
  { name: 'Ang Rita', age: '41', gender: 'Female' },
  { name: 'José Núñez', age: '29', gender: 'Other' },
  { name: 'Lena Ödegård', age: '5' },
  { name: 'Bo', age: '100', phone: '014-411-5566' },
] as const;

export async function quoteFor(server: Server, trekId: string, routeId: string, totalGuests: number) {
  const answer = await must(server, 'POST', '/api/bookings/quote', {
    body: { trekId, routeDetails: { routeId }, totalGuests },
  });
  return answer.data.priceBreakdown;
}

/** From the trek page to the guest forms. The page must be signed in. */
export async function reserve(page: Page, server: Server, trek: RegExp, guests: number) {
  const facts = await trekNamed(server, trek);
  const day = await dayFromNow(server, 120);
  await page.goto(`/package/${facts._id}?date=${day}`);
  const panel = await bookingPanel(page);
  await panel.getByLabel('Guests', { exact: true }).selectOption(String(guests));
  await panel.getByRole('button', { name: 'Reserve' }).click();
  await expect(page).toHaveURL('/booking');
  await expect(guestForm(page, 1)).toBeVisible();
  return { trek: facts, day };
}

export async function fillParty(page: Page, guests: number): Promise<void> {
  for (const [index, walker] of walkers.slice(0, guests).entries()) await fillGuest(page, index + 1, walker);
}

/** From the trek page to the card form of a stored booking. */
export async function openPayment(page: Page, server: Server, trek: RegExp, guests: number) {
  const reserved = await reserve(page, server, trek, guests);
  await fillParty(page, guests);
  await continueToPayment(page).click();
  await expect(payNow(page)).toBeVisible();
  return reserved;
}

export async function onlyBooking(server: Server, session: Session) {
  const bookings = await bookingsOf(server, session);
  expect(bookings).toHaveLength(1);
  return bookings[0];
}

export const billing = (session: Session) => ({
  name: session.user.name,
  email: session.user.email,
  phone: '+977 9841234567',
  address: 'Jhamsikhel 3, Lalitpur',
});

export async function readSession(page: Page): Promise<Session> {
  return page.evaluate(() => ({
    user: JSON.parse(localStorage.getItem('user') ?? 'null'),
    accessToken: localStorage.getItem('accessToken') ?? '',
    refreshToken: localStorage.getItem('refreshToken') ?? '',
  }));
}

/** Creates an unpaid booking over HTTP, with its own traveller. */
export async function unpaidBooking(server: Server) {
  const session = await signUp(server, 'Pema Lama');
  const trek = await trekNamed(server, /Langtang/);
  const routeId = trek.routes[0]?._id ?? '';
  const price = await quoteFor(server, trek._id, routeId, 1);
  const body = {
    trekId: trek._id,
    routeDetails: { routeId },
    bookingDetails: { startDate: await dayFromNow(server, 90), totalGuests: 1 },
    guestDetails: {
      primaryGuest: { name: 'Pema Lama', age: 33, gender: 'Female', phoneNumber: '+977 9841234567' },
      additionalGuests: [],
    },
    payment: { finalAmount: price.total },
  };
  await must(server, 'POST', '/api/bookings', { body, session });
  const [booking] = await bookingsOf(server, session);
  return { session, booking };
}
