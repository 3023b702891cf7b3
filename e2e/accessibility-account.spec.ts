// Accessibility of the booking steps and of the account in every state, checked with axe: light and dark, desktop and
// phone.
import { expectReadableEverywhere } from './support/accessibility';
import { carrySession, login, signUp } from './support/api';
import {
  billing,
  confirmed,
  continueToPayment,
  declinedCard,
  fillBilling,
  fillCard,
  fillParty,
  payNow,
  reserve,
} from './support/journey';
import { demo } from './support/server';
import { expect, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the guest forms, the checkout, the confirmation and a cancellation pass an accessibility check', async ({
  page,
  server,
}) => {
  test.slow();
  const me = await signUp(server, 'Dolma Sherpa');
  await carrySession(page, me);
  const { trek } = await reserve(page, server, /Poon Hill/, 2);
  await continueToPayment(page).click();
  await expect(page.getByText('Age must be between 5 and 100 years').first()).toBeVisible();
  await expectReadableEverywhere(page, 'guest forms, mistakes');
  await fillParty(page, 2);
  await continueToPayment(page).click();
  await expect(payNow(page)).toBeVisible();
  await page.getByRole('button', { name: '1. Cancellation Policy' }).click();
  await payNow(page).click();
  await expect(page.getByLabel('Billing address')).toHaveAttribute('aria-invalid', 'true');
  await expectReadableEverywhere(page, 'checkout, mistakes');
  await fillBilling(page, billing(me));
  await fillCard(page, declinedCard);
  await payNow(page).click();
  await expect(page.getByText(/declined/i)).toHaveCount(2); // inline and as a toast
  await expectReadableEverywhere(page, 'checkout, declined', [390]);
  await fillCard(page, '4000 0025 0000 3155');
  await payNow(page).click();
  const bank = page.getByRole('dialog');
  await expect(bank).toBeVisible();
  await expectReadableEverywhere(page, 'checkout, the bank asks', [390]);
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(confirmed(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expectReadableEverywhere(page, 'confirmation');
  await page.getByRole('link', { name: 'View booking' }).click();
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await expectReadableEverywhere(page, 'a booking, paid');
  await page.goto('/dashboard?section=my-bookings');
  await page.getByRole('button', { name: `Cancel ${trek.name}` }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(question.getByRole('button').last()).toBeEnabled();
  await expectReadableEverywhere(page, 'my bookings, cancelling one');
  await question.getByRole('button').last().click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: `View booking of ${trek.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Your refund was sent' })).toBeVisible();
  await expectReadableEverywhere(page, 'a booking, cancelled', [390]);
  await page.goto('/dashboard/bookings/019a0000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible();
  await expectReadableEverywhere(page, 'a booking that is not there', [390]);
});

test('the account passes an accessibility check, empty and full', async ({ page, server }) => {
  test.slow();
  await carrySession(page, await signUp(server, 'Nima Empty'));
  for (const section of ['my-bookings', 'payment-details']) {
    await page.goto(`/dashboard?section=${section}`);
    await page.waitForLoadState('networkidle');
    await expectReadableEverywhere(page, `${section}, empty`, [390]);
  }
  await carrySession(page, await login(server, demo.traveller));
  for (const section of ['my-bookings', 'personal-info', 'security', 'preferences', 'payment-details']) {
    await page.goto(`/dashboard?section=${section}`);
    await page.waitForLoadState('networkidle');
    await expectReadableEverywhere(page, section);
  }
});
