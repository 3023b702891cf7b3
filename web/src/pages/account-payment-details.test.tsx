import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import './DashboardPage';
import '../features/account/PaymentDetails';

afterEach(closePages);

const PAYMENTS = 'GET /api/users/me/payments';
const payment = (bookingId: string, more: object = {}) => ({
  bookingId,
  trekName: `Trek ${bookingId}`,
  amount: 4812,
  currency: 'USD',
  status: 'Confirmed',
  paidAt: '2026-11-18T10:00:00Z',
  refunded: 0,
  ...more,
});
const payments = (...list: object[]) => json(200, { status: 'success', data: { payments: list } });

test('ACCT-03 each payment shows date, card, amount and refunds, and a note says that cards are never stored', async () => {
  serve({
    ...answers,
    ...signedIn(),
    [PAYMENTS]: payments(
      payment('b1', { brand: 'visa', last4: '4242', invoiceNumber: 'CH-2026-00012' }),
      payment('b2', { brand: 'mastercard', last4: '4444', refunded: 2406 }),
      payment('b3', { refunded: 4812 }),
    ),
  });
  openPage('/dashboard?section=payment-details');
  expect(await screen.findByText(/We never store card numbers/)).toBeVisible();
  const [paid, partly, wholly] = (await screen.findAllByRole('article')).map((one) => within(one));
  expect(paid?.getByText('Nov 18, 2026', { exact: false }).parentElement).toHaveTextContent(
    'Nov 18, 2026, invoice CH-2026-00012',
  );
  expect(paid?.getByText('ending in 4242')).toBeInTheDocument();
  expect(paid?.getByText('$4,812.00')).toBeVisible();
  expect(paid?.getByText('Paid')).toBeVisible();
  expect(partly?.getByText('Partly refunded')).toBeVisible();
  expect(partly?.getByText('$2,406.00 refunded')).toBeVisible();
  expect(wholly?.getByText('Refunded')).toBeVisible();
  expect(wholly?.getByText('Card')).toBeVisible();
});

test('the invoice is created from the booking of the payment, and a failure shows a message', async () => {
  const server = serve({ ...answers, ...signedIn(), [PAYMENTS]: payments(payment('b1')) });
  openPage('/dashboard?section=payment-details');
  await userEvent.click(await screen.findByRole('button', { name: 'Invoice for Trek b1' }));
  expect(await screen.findByText('Failed to generate invoice. Please try again.')).toBeInTheDocument();
  expect(server.to('GET /api/bookings/b1').length).toBeGreaterThan(0);
});

test('an empty list and a failed request have different messages', async () => {
  serve({ ...answers, ...signedIn(), [PAYMENTS]: [json(500, {}), payments()] });
  openPage('/dashboard?section=payment-details');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('No payments yet')).toBeVisible());
});
