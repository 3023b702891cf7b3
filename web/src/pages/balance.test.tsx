// /balance/:token with the real route table, without a login.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { BalanceBooking, BalanceOverview } from '../api/types';
import { makeBooking } from '../fixtures';
import { answers, closePages, json, openPage, serve } from '../test-server';

afterEach(closePages);

const booking: BalanceBooking = {
  reference: 'KD-1207',
  trekName: 'Everest Base Camp',
  routeName: 'Classic',
  bannerImage: '/pictures/ebc.svg',
  startDate: '2027-03-05',
  endDate: '2027-03-16',
  totalGuests: 2,
  firstName: 'Maya',
  priceBreakdown: makeBooking().priceBreakdown,
  currency: 'USD',
  paid: 1038,
  balance: 4152,
  dueAt: '2027-03-05',
  schedule: [
    { amount: 1038, dueAt: '2026-11-20', paid: true },
    { amount: 4152, onArrival: true, paid: false },
  ],
};
const READ = 'GET /api/balance/tok';
const OPEN = 'POST /api/balance/tok/payment-intent';
const VERIFY = 'POST /api/balance/tok/verify';
const CONFIRM = 'POST /api/payments/sandbox/pi_9/confirm';

const read = (of: BalanceBooking, more: Partial<BalanceOverview> = { waysToPay: ['card'] }) =>
  json(200, { status: 'success', data: { booking: of, ...more } });
const opened = json(200, {
  status: 'success',
  data: { clientSecret: 's', paymentIntentId: 'pi_9', amountDue: 4152, currency: 'USD', booking },
});
const charged = json(200, { status: 'success', data: { paymentIntent: { id: 'pi_9', status: 'succeeded' } } });
const refused = (status: number, message: string) => json(status, { status: 'error', message });

async function payByCard() {
  await userEvent.type(await screen.findByLabelText('Name on the card'), 'Asha Gurung');
  await userEvent.type(screen.getByLabelText('Email'), 'asha@example.com');
  await userEvent.type(screen.getByLabelText('Billing address'), 'Lakeside 6, Pokhara');
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry'), '1230');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
  await userEvent.click(screen.getByRole('button', { name: 'Pay Now · $4,152.00' }));
}

test('whoever has the link reads what is left to pay, pays it by card and sees the receipt number', async () => {
  const done = { ...booking, paid: 5190, balance: 0, dueAt: undefined };
  const paid = { receiptNumber: 'R-2026-00002', amount: 4152, currency: 'USD', booking: done };
  const server = serve({
    ...answers,
    [READ]: read(booking),
    [OPEN]: opened,
    [CONFIRM]: charged,
    [VERIFY]: json(200, { status: 'success', data: paid }),
  });
  openPage('/balance/tok');
  expect(await screen.findByRole('heading', { level: 1, name: 'Pay the balance' })).toBeVisible();
  expect(screen.getByText(/Namaste Maya/)).toHaveTextContent(
    'Namaste Maya, $4,152.00 is left to pay, due on arrival on Mar 05, 2027. You can pay it now.',
  );
  for (const text of ['KD-1207', 'Classic', '2 guests', 'Balance, due on arrival'])
    expect(screen.getByText(text)).toBeVisible();
  await payByCard();
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment received' })).toHaveFocus();
  expect(screen.getByText(/We received \$4,152\.00\. The booking is paid in full\./)).toBeVisible();
  expect(screen.getByText('R-2026-00002')).toBeVisible();
  expect(await server.to(VERIFY)[0]?.json()).toEqual({ paymentIntentId: 'pi_9' });
});

test('an amount that was not due any more is said to be refunded', async () => {
  const message = 'This amount was not due any more when you paid it. It will be refunded to your card in full.';
  serve({ ...answers, [READ]: read(booking), [OPEN]: opened, [CONFIRM]: charged, [VERIFY]: refused(409, message) });
  openPage('/balance/tok');
  await payByCard();
  expect(await screen.findByRole('heading', { level: 1, name: 'Your payment will be refunded' })).toHaveFocus();
  expect(screen.getByText(message)).toBeVisible();
});

test('a payer without a card sees the bank account, the office and the amount in rupees', async () => {
  const rate = { value: 133.2, source: 'typed', at: '2026-11-20T06:00:00Z' } as const;
  const server = serve({
    ...answers,
    [READ]: read(
      { ...booking, rate, balanceInRupees: 553_047 },
      {
        waysToPay: ['bank', 'arrival'],
        bankDetails: { accountName: 'Chautari Treks', accountNumber: '0123', bank: 'NIC Asia', reference: 'KD-1207' },
      },
    ),
  });
  openPage('/balance/tok');
  const bank = await screen.findByRole('region', { name: 'Bank transfer' });
  expect(bank).toHaveTextContent(/^Bank transferAmount\$4,152\.00In rupeesNPR.553,047Account holderChautari Treks/);
  expect(screen.getByText(/^1 USD = NPR 133\.20/)).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^Pay at our office/ }));
  const office = await screen.findByRole('region', { name: 'Pay at our office' });
  expect(office).toHaveTextContent('BringKD-1207');
  // No payment by card is opened.
  expect(server.to(OPEN)).toHaveLength(0);
});

test('a booking that is paid in full asks for no card', async () => {
  const server = serve({ ...answers, [READ]: read({ ...booking, paid: 5190, balance: 0, dueAt: undefined }) });
  openPage('/balance/tok');
  expect(await screen.findByRole('heading', { level: 1, name: 'This booking is paid in full' })).toBeVisible();
  expect(server.to(OPEN)).toHaveLength(0);
});

test('a link that is wrong or over says so, and a payment that is refused can be tried again', async () => {
  serve({ ...answers, [READ]: refused(410, 'This booking was cancelled, so nothing is left to pay.') });
  openPage('/balance/tok');
  expect(await screen.findByRole('heading', { name: 'This link is no longer open' })).toBeVisible();
  expect(screen.getByText(/This booking was cancelled/)).toBeVisible();
  closePages();
  serve({ ...answers, [READ]: refused(404, 'This link is not valid.') });
  openPage('/balance/tok');
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  closePages();
  const underWay = refused(409, 'A payment is under way. Please try again in a minute.');
  serve({ ...answers, [READ]: read(booking), [OPEN]: [underWay, opened] });
  openPage('/balance/tok');
  expect(await screen.findByText('A payment is under way. Please try again in a minute.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pay Now · $4,152.00' })).toBeVisible());
});
