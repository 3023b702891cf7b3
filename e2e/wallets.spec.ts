// Payment at eSewa: from the checkout to its page and back.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession, must, signUp } from './support/api';
import { Esewa, esewaKeys } from './support/esewa';
import { confirmed, onlyBooking, openPayment } from './support/journey';
import { Server } from './support/server';
import { test as base, expect } from './support/test';

const test = base.extend({
  server: [
    async ({ rates }, use) => {
      const esewa = await Esewa.start();
      const server = await Server.start({
        CHAUTARI_EXCHANGE_RATE_URL: rates.url,
        CHAUTARI_RATE_SOURCE: 'typed',
        CHAUTARI_ESEWA_PRODUCT_CODE: esewaKeys.productCode,
        CHAUTARI_ESEWA_SECRET_KEY: esewaKeys.secretKey,
        CHAUTARI_ESEWA_URL: esewa.url,
      });
      await use(server);
      await server.stop();
      await esewa.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // eSewa sends the payer back to the public address, where the session has to be.
  baseURL: ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')),
});

test.use({ viewport: { width: 390, height: 844 } });

test('a traveller leaves eSewa without paying, then pays there and is confirmed', async ({ page, server }) => {
  const session = await adminSession(server);
  await must(server, 'PUT', '/api/rates/npr', { session, body: { currency: 'USD', value: 132.95 } });
  const me = await signUp(server, 'Pasang Lhamu');
  await carrySession(page, me);
  await openPayment(page, server, /Poon Hill/, 1);
  await page.getByRole('radio', { name: /eSewa/ }).check();
  await expectReadableEverywhere(page, 'payment at eSewa', [390]);
  await page.getByRole('button', { name: 'Continue to eSewa' }).click();

  await page.getByRole('link', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Your booking is not paid yet' })).toBeVisible();
  await expect(page.getByText('The payment at eSewa was not completed. Nothing was charged.')).toBeVisible();
  await expectReadableEverywhere(page, 'return from eSewa without a payment', [390]);
  await page.getByRole('link', { name: 'Choose how to pay' }).click();

  await page.getByRole('button', { name: 'Continue to eSewa' }).click();
  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(confirmed(page)).toBeVisible();
  const booking = await onlyBooking(server, me);
  const { data } = await must(server, 'GET', `/api/bookings/${booking._id}/payments`, { session: me });
  expect(data.payments[0]).toMatchObject({ method: 'other', currency: 'NPR', reference: 'eSewa · 0007XYZ' });
});
