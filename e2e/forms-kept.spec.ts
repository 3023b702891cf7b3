// Forms: input survives a reload, and the main button of a step is within reach on a phone.
import { randomUUID } from 'node:crypto';
import { carrySession, signUp, trekNamed } from './support/api';
import { dayFromNow } from './support/days';
import { continueToPayment, guestForm, payNow } from './support/journey';
import { expect, test } from './support/test';

test('a sign-up and the newsletter restore their input after a reload, except passwords', async ({ page }) => {
  await page.goto('/signup');
  const email = `tashi.${randomUUID().slice(0, 8)}@example.org`;
  await page.getByLabel('Username').fill('Tashi Dolma');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('over-the-larkya-la');
  const newsletter = page.getByRole('region', { name: 'Newsletter' }).getByRole('textbox');
  await newsletter.fill(email);
  await page.reload();
  await expect(page.getByLabel('Username')).toHaveValue('Tashi Dolma');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(newsletter).toHaveValue(email);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('larkya');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test('total and main button are at the bottom while the first field is in view', async ({ page, server }) => {
    const trek = await trekNamed(server, /^Everest/);
    const day = await dayFromNow(server, 120);
    await carrySession(page, await signUp(server, 'Tashi Dolma'));
    await page.goto(`/package/${trek._id}?date=${day}`);
    await page.getByRole('button', { name: 'Check dates' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reserve' }).click();
    const action = continueToPayment(page);
    await guestForm(page, 1).getByLabel(/name/i).scrollIntoViewIfNeeded();
    await expect(action).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test('leaving a field moves nothing; errors are shown on submit', async ({ page, server }) => {
  const trek = await trekNamed(server, /^Everest/);
  await carrySession(page, await signUp(server, 'Tashi Dolma'));
  await page.goto(`/package/${trek._id}?date=${await dayFromNow(server, 120)}`);
  await page.getByRole('complementary', { name: 'Book this trek' }).getByRole('button', { name: 'Reserve' }).click();
  const before = await continueToPayment(page).boundingBox();
  const first = guestForm(page, 1);
  await first.getByLabel(/phone/i).fill('12');
  await first.getByLabel(/age/i).focus();
  expect(await continueToPayment(page).boundingBox()).toEqual(before);
  await continueToPayment(page).click();
  await expect(first.getByText('Please enter a valid phone number')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Please correct the errors in the form before proceeding.' }),
  ).toBeFocused();
  await expect(payNow(page)).toHaveCount(0);
});
