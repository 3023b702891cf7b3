// The steps of a traveller who books, by what is written on the page.
import { expect, type Locator, type Page } from '@playwright/test';

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
  await page.getByLabel(/card number/i).fill(number);
  await page.getByLabel(/expiry/i).fill('1230');
  await page.getByLabel(/cvc/i).fill('123');
}

export async function fillBilling(
  page: Page,
  who: { name: string; email: string; phone: string; address: string },
): Promise<void> {
  const payment = page.getByRole('region', { name: /payment information/i });
  await payment.getByLabel(/name/i).fill(who.name);
  await payment.getByLabel(/e-?mail/i).fill(who.email);
  await payment.getByLabel(/phone/i).fill(who.phone);
  await payment.getByLabel(/billing address/i).fill(who.address);
}

export const payNow = (page: Page): Locator => page.getByRole('button', { name: /Pay Now/ });

/** On a phone the home search is a sheet that one bar opens. */
export async function openHomeSearch(page: Page): Promise<void> {
  const destination = page.getByRole('combobox', { name: /destination/i });
  const opener = page.getByRole('button', { name: /where/i });
  await expect(destination.or(opener).first()).toBeVisible();
  if (!(await destination.isVisible())) await opener.click();
  await expect(destination).toBeVisible();
}

export async function submitHomeSearch(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(search|find)/i })
    .last()
    .click();
}

/** On a phone the booking panel is a sheet that the price bar opens. */
export async function bookingPanel(page: Page): Promise<Locator> {
  const reserve = page.getByRole('button', { name: 'Reserve' });
  const opener = page.getByRole('button', { name: /choose|check price|book/i });
  await expect(reserve.or(opener).first()).toBeVisible();
  if (!(await reserve.isVisible())) await opener.first().click();
  await expect(reserve).toBeVisible();
  return page
    .getByRole('form')
    .or(page.getByRole('dialog'))
    .or(page.getByRole('region'))
    .filter({ has: reserve })
    .last();
}
