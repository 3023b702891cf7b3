// Booking by bank transfer: from the checkout to the payment that staff record.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession, must, signUp } from './support/api';
import { confirmed, onlyBooking, openPayment } from './support/journey';
import { newestMailTo } from './support/outbox';
import { Server } from './support/server';
import { test as base, expect } from './support/test';

const test = base.extend({
  server: [
    async ({ rates }, use) => {
      const server = await Server.start({
        CHAUTARI_EXCHANGE_RATE_URL: rates.url,
        CHAUTARI_PAY_BY_BANK: '1',
        CHAUTARI_PAY_ON_ARRIVAL: '1',
        CHAUTARI_BANK_ACCOUNT_NAME: 'Chautari Treks Pvt. Ltd.',
        CHAUTARI_BANK_ACCOUNT_NUMBER: '0123456789',
        CHAUTARI_BANK_NAME: 'Himalayan Bank, Thamel',
        CHAUTARI_BANK_SWIFT: 'HIMANPKA',
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.use({ viewport: { width: 390, height: 844 } });

test('a traveller books by bank transfer on a phone, and staff confirm it when the money has arrived', async ({
  page,
  server,
}) => {
  const me = await signUp(server, 'Pasang Lhamu');
  await carrySession(page, me);
  await openPayment(page, server, /Poon Hill/, 1);
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await expectReadableEverywhere(page, 'ways to pay', [390]);
  await page.getByRole('button', { name: 'Book and pay by bank transfer' }).click();
  await expect(page.getByRole('heading', { name: 'Your booking waits for your payment' })).toBeVisible();
  const booking = await onlyBooking(server, me);
  const how = page.getByRole('region', { name: 'How to pay' });
  await expect(how).toContainText('0123456789');
  await expect(how).toContainText(booking.reference);
  await expectReadableEverywhere(page, 'instructions for a transfer', [390]);
  await newestMailTo(server, me.user.email, /^Transfer/);
  await page.getByRole('link', { name: 'View booking' }).click();
  await expect(page.getByRole('heading', { name: /^Transfer / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'How to pay' })).toContainText('HIMANPKA');

  const session = await adminSession(server);
  const body = { method: 'bank', amount: booking.amountDue, currency: booking.currency, reference: 'FT 27' };
  await must(server, 'POST', `/api/bookings/${booking._id}/payments`, { session, body });
  await page.goto(`/booking/confirmation/${booking._id}`);
  await expect(confirmed(page)).toBeVisible();
});
