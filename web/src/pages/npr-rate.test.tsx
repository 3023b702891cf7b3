// Payments in NPR on a booking in dollars, and the rate that new bookings lock.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Booking } from '../api/types';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf, byCard, deposited, inCash } from './booking-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/AllBookings';
import '../features/admin/ExchangeRate';
import './AdminPage';

afterEach(closePages);

const ONE = 'GET /api/bookings/b1';
const PAYMENTS = 'GET /api/bookings/b1/payments';
const RECORD = 'POST /api/bookings/b1/payments';
const RATE = 'GET /api/rates/npr';
const rate = { value: 133.2, source: 'nrb', at: '2026-11-22T06:00:00Z' } as const;
const withRate: Booking = { ...deposited, rate, balanceInRupees: 553_047 };
const data = (value: object) => json(200, { status: 'success', data: value });
const inRupees = { ...inCash, amount: 553_047, currency: 'NPR', rate: 133.2 };

function desk(more: Parameters<typeof serve>[0]) {
  return serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    'GET /api/bookings/b1/history': data({ payments: [], refunds: [], mails: [], history: [] }),
    [PAYMENTS]: data({ payments: [byCard] }),
    ...more,
  });
}

async function openForm() {
  openPage('/admin?section=all-bookings&booking=b1');
  await userEvent.click(await screen.findByRole('button', { name: 'Record a payment' }));
  return within(await screen.findByRole('dialog', { name: 'Record a payment' }));
}

test('the balance is taken in rupees at the rate of the booking', async () => {
  const paid = bookingOf('Confirmed');
  const server = desk({
    [ONE]: [bookingAnswer(withRate), bookingAnswer(paid)],
    [PAYMENTS]: [data({ payments: [byCard] }), data({ payments: [byCard, inRupees] })],
    [RECORD]: json(201, { status: 'success', data: { payment: inRupees, booking: paid } }),
  });
  const dialog = await openForm();
  await userEvent.click(dialog.getByRole('radio', { name: 'Cash' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'NPR' }));
  expect(dialog.getByLabelText(/Amount in NPR/)).toHaveValue('553047');
  expect(dialog.getByText(/1 USD = NPR 133\.20 \(Nepal Rastra Bank, Nov 22, 2026\)/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /^Record NPR.553,047$/ }));
  expect(await screen.findByText(/^NPR.553,047 at 133\.20$/)).toBeVisible();
  expect(await server.to(RECORD)[0]?.json()).toEqual({ method: 'cash', amount: 553_047, currency: 'NPR' });
});

test('what is owed by hand is paid out in rupees at the rate of the booking', async () => {
  const owing: Booking = { ...withRate, status: 'Cancelled', owedByHand: 100.5, owedByHandInRupees: 13_387 };
  const PAYOUT = 'POST /api/bookings/b1/payouts';
  const server = desk({ [ONE]: bookingAnswer(owing), [PAYOUT]: bookingAnswer({ ...owing, owedByHand: 0 }) });
  openPage('/admin?section=all-bookings&booking=b1');
  await userEvent.click(await screen.findByRole('button', { name: 'Record a payout' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payout' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Cash' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'NPR' }));
  expect(dialog.getByText(/^NPR.13,387 is owed to the guest\.$/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /^Record NPR.13,387$/ }));
  expect(await screen.findByText('Payout recorded.')).toBeInTheDocument();
  expect(await server.to(PAYOUT)[0]?.json()).toEqual({ method: 'cash', amount: 13_387, currency: 'NPR' });
});

test('a receipt in rupees names the rate, the amount in the currency of the booking and what is left', async () => {
  desk({ [ONE]: bookingAnswer(withRate), [PAYMENTS]: data({ payments: [inRupees] }) });
  openPage('/admin?section=all-bookings&booking=b1');
  expect(await screen.findByText('Left to pay in rupees')).toBeVisible();
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await userEvent.click(await screen.findByRole('button', { name: 'Print receipt R-2026-000002' }));
  expect(print).toHaveBeenCalledOnce();
  const sheet = document.querySelector('[data-print="alone"]');
  for (const text of [
    /^Chautari/,
    /Receipt R-2026-000002NPR.553,047 at 133\.20Received on/,
    /Paid byCashIn USD\$4,152\.00/,
    /Left to pay in rupeesNPR.553,047Rate1 USD = NPR 133\.20 \(Nepal Rastra Bank/,
  ])
    expect(sheet).toHaveTextContent(text);
});

test('more rupees than the balance shows what is left in rupees', async () => {
  const message = 'This is more than is left to pay.';
  const balance = { balance: 10, balanceInRupees: 1332 };
  desk({ [ONE]: bookingAnswer(withRate), [RECORD]: json(409, { status: 'error', message, data: balance }) });
  const dialog = await openForm();
  await userEvent.click(dialog.getByRole('radio', { name: 'Cash' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'NPR' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Record NPR/ }));
  expect(await dialog.findByText(message)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /^Use NPR.1,332$/ }));
  expect(dialog.getByLabelText(/Amount in NPR/)).toHaveValue('1332');
});

test('a booking without a rate gets one before rupees are taken', async () => {
  const server = desk({
    [ONE]: [bookingAnswer(deposited), bookingAnswer(withRate)],
    [RATE]: data({ currency: 'USD', problem: 'No source of the rate is set (CHAUTARI_RATE_SOURCE).' }),
    'PUT /api/bookings/b1/rate': bookingAnswer(withRate),
  });
  const dialog = await openForm();
  await userEvent.click(dialog.getByRole('radio', { name: 'NPR' }));
  expect(dialog.getByRole('button', { name: 'Record payment' })).toBeDisabled();
  const lock = dialog.getByRole('button', { name: 'Lock this rate' });
  await userEvent.type(dialog.getByLabelText(/NPR for 1 USD/), '0');
  await userEvent.click(lock);
  expect(await dialog.findByText(/Enter a rate above zero/)).toBeVisible();
  await userEvent.clear(dialog.getByLabelText(/NPR for 1 USD/));
  await userEvent.type(dialog.getByLabelText(/NPR for 1 USD/), '133.20');
  await userEvent.click(lock);
  expect(await dialog.findByLabelText(/Amount in NPR/)).toHaveValue('553047');
  expect(await server.to('PUT /api/bookings/b1/rate')[0]?.json()).toEqual({ value: 133.2 });
});

test('the rate that staff typed last is in the field for the next one', async () => {
  desk({ [RATE]: data({ currency: 'USD', source: 'typed', rate: { ...rate, source: 'typed' } }) });
  openPage('/admin?section=exchange-rate');
  expect(await screen.findByLabelText(/NPR for 1 USD/)).toHaveValue('133.2');
});

test('staff type the rate that new bookings lock', async () => {
  const typed = { value: 134.5, source: 'typed', at: '2026-11-22T06:00:00Z' };
  const server = desk({
    [RATE]: data({ currency: 'USD', source: 'typed', problem: 'No rate was typed in yet.' }),
    'PUT /api/rates/npr': data({ currency: 'USD', source: 'typed', rate: typed }),
  });
  openPage('/admin?section=exchange-rate');
  expect(await screen.findByText(/No rate was typed in yet/)).toBeVisible();
  await userEvent.type(screen.getByLabelText(/NPR for 1 USD/), '134.5');
  await userEvent.click(screen.getByRole('button', { name: 'Save rate' }));
  expect(await screen.findByText('1 USD = NPR 134.50 (set by the agency, Nov 22, 2026)')).toBeVisible();
  expect(await server.to('PUT /api/rates/npr')[0]?.json()).toEqual({ currency: 'USD', value: 134.5 });
});
