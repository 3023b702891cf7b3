// Every page for people who zoom, listen, use a phone or read at night: axe finds nothing, nothing is wider than the window.
import { expectReadable } from './support/accessibility';
import { carrySession, signUp, trekNamed } from './support/api';
import {
  billing,
  confirmed,
  continueToPayment,
  fillBilling,
  fillCard,
  fillParty,
  goodCard,
  payNow,
  reserve,
} from './support/journey';
import { expect, test } from './support/test';

// From the first paint on: set later, it does not end what already moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('every public page passes an accessibility check by day and by night and fits a phone', {
  tag: '@phone',
}, async ({ page, server }) => {
  test.setTimeout(600_000); // eighteen visits, each read to the last node
  const trek = await trekNamed(server, /Everest Base Camp/);
  for (const path of [
    '/',
    '/packages',
    `/package/${trek._id}`,
    '/blogs',
    '/login',
    '/signup',
    '/forgot-password',
    '/terms',
    '/none',
  ]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expectReadable(page, `${path} ${colorScheme}`);
    }
  }
});

test('the second step of recovery passes an accessibility check and fits a phone, its mistakes shown', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/healthz');
  await page.evaluate(() => {
    const endsAt = Date.now() + 600_000;
    sessionStorage.setItem('recovery', JSON.stringify({ email: 'pasang.lhamu.sherpa@example.org', endsAt }));
  });
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Please fill out all fields correctly.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectReadable(page, `recovery ${colorScheme}`);
  }
});

test('the guest forms, the checkout, the confirmation and My Bookings pass an accessibility check and fit a phone', {
  tag: '@phone',
}, async ({ page, server }) => {
  test.setTimeout(600_000); // the same, on a machine that does other things too
  const me = await signUp(server, 'Dolma Sherpa');
  await carrySession(page, me);
  await reserve(page, server, /Poon Hill/, 2);
  await continueToPayment(page).click(); // with every mistake shown
  await expect(page.getByText('Age must be between 5 and 100 years').first()).toBeVisible();
  await inBothLights('guest forms');
  await fillParty(page, 2);
  await continueToPayment(page).click();
  await expect(payNow(page)).toBeVisible();
  await page.getByRole('button', { name: '1. Cancellation Policy' }).click();
  await inBothLights('checkout');
  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await payNow(page).click();
  await expect(confirmed(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await inBothLights('confirmation');
  for (const section of ['my-bookings', 'personal-info', 'security', 'preferences', 'payment-details']) {
    await page.goto(`/dashboard?section=${section}`);
    await page.waitForLoadState('networkidle');
    await inBothLights(section);
  }

  async function inBothLights(where: string) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectReadable(page, `${where} ${colorScheme}`);
    }
  }
});
