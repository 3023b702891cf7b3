// All Bookings and the page of one booking on the desk: filters in the URL, the export, every action and its errors.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Booking } from '../api/types';
import { parseAmount } from '../features/admin/amount';
import { paymentLabel } from '../features/admin/booking-labels';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf, byCard, deposited, inCash } from './booking-fixtures';
import { langtang } from './desk-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/AllBookings';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/bookings';
const ONE = 'GET /api/bookings/b1';
const HISTORY = 'GET /api/bookings/b1/history';
const paid = bookingOf('Confirmed');
const unpaid: Booking = { ...bookingOf('Pending'), status: 'Pending' };
const PAYMENTS = 'GET /api/bookings/b1/payments';
const data = (value: object) => json(200, { status: 'success', data: value });
const at = '2026-11-20T06:00:00Z';
const history = {
  notes: [],
  payments: [],
  refunds: [],
  mails: [
    {
      _id: 'm1',
      kind: 'mailBookingConfirmed',
      to: 'maya@away.example',
      state: 'failed',
      at,
      lastError: '550 No such mailbox',
    },
  ],
  history: [
    {
      _id: 'h1',
      at,
      who: { id: 'u1', name: 'Asha Rai' },
      action: 'move',
      changes: [{ field: 'status', before: 'Pending', after: 'Confirmed' }],
    },
  ],
};

function desk(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    'GET /api/treks/manage': data({ treks: [{ ...langtang, name: 'Everest Base Camp' }], total: 1 }),
    [LIST]: data({ bookings: [paid, { ...unpaid, _id: 'b2' }], total: 60 }),
    [ONE]: bookingAnswer(paid),
    [HISTORY]: data(history),
    [PAYMENTS]: data({ payments: [] }),
    'GET /api/bookings/tags': data({ tags: ['vegetarian'] }),
    ...more,
  });
}
const openBooking = () => openPage('/admin?section=all-bookings&booking=b1');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the list of bookings', () => {
  test('a booking shows the day on which it was made at the agency', async () => {
    // 01:45 of the next day in Kathmandu.
    desk({ [LIST]: data({ bookings: [{ ...paid, createdAt: '2026-11-19T20:00:00Z' }], total: 1 }) });
    openPage('/admin?section=all-bookings');
    expect(await screen.findByRole('cell', { name: 'Nov 20, 2026' })).toBeVisible();
  });

  test('ADMIN-17 ROLE-08 shows the bookings of all travellers, page by page', async () => {
    const server = desk();
    const page = openPage('/admin?section=all-bookings');
    const row = await screen.findByRole('row', { name: /Mar 05, 2027.*Confirmed/ });
    expect(row).toHaveTextContent('Paid$5,190.00');
    expect(screen.getByText('60 bookings')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&page=3'));
    await waitFor(() => expect(new URL(server.to(LIST).at(-1)?.url ?? '').searchParams.get('page')).toBe('3'));
  });

  test('ADMIN-17 filters come from the address, are written there, and apply to the export', async () => {
    const saved = vi.fn(() => 'blob:csv');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
    const server = desk({ 'GET /api/bookings/export': new Response('id,trek', { status: 200 }) });
    const page = openPage('/admin?section=all-bookings&status=Confirmed&from=2027-03-01&to=2027-02-30&page=2');
    await screen.findByRole('table', { name: 'Bookings' });
    await userEvent.selectOptions(
      screen.getByLabelText('Trek'),
      await screen.findByRole('option', { name: /Everest/ }),
    );
    await waitFor(() => expect(page.address()).toContain('trek=t1'));
    expect(page.address()).not.toContain('page=');
    await press(/CSV/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Bookings' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const asked = new URL(server.to('GET /api/bookings/export')[0]?.url ?? '').searchParams;
    // February 30 does not exist, so the invalid date is not sent.
    expect(Object.fromEntries(asked)).toEqual({ status: 'Confirmed', trek: 't1', from: '2027-03-01' });
  });

  test('ADMIN-17 tabs and sorting are in the address and sent to the server', async () => {
    const server = desk();
    const page = openPage('/admin?section=all-bookings&page=2');
    await screen.findByRole('table', { name: 'Bookings' });
    await press('Unpaid');
    await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&view=unpaid'));
    expect(screen.getByRole('button', { name: 'Unpaid', pressed: true })).toBeVisible();
    await press('Amount');
    const lastAsked = () => Object.fromEntries(new URL(server.to(LIST).at(-1)?.url ?? '').searchParams);
    await waitFor(() =>
      expect(lastAsked()).toMatchObject({ view: 'unpaid', sort: 'amount', order: 'desc', page: '1' }),
    );
    await press('All');
    await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&sort=amount&order=desc'));
  });

  test('ADMIN-17 the guest list and the payments export the same bookings', async () => {
    const saved = vi.fn(() => 'blob:csv');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
    const server = desk({
      'GET /api/bookings/guests/export': new Response('guests', { status: 200 }),
      'GET /api/bookings/payments/export': new Response('payments', { status: 200 }),
    });
    openPage('/admin?section=all-bookings&view=refunds');
    await screen.findByRole('table', { name: 'Bookings' });
    for (const [item, call] of [
      ['Guest list', 'GET /api/bookings/guests/export'],
      ['Payments and refunds', 'GET /api/bookings/payments/export'],
    ] as const) {
      saved.mockClear();
      await press(/CSV/);
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
      await waitFor(() => expect(saved).toHaveBeenCalled());
      expect(new URL(server.to(call)[0]?.url ?? '').searchParams.get('view')).toBe('refunds');
    }
  });

  test('ADMIN-17 names the primary guest, the reference and the person who booked', async () => {
    const { primaryGuest } = paid.guestDetails;
    desk({
      [LIST]: data({ bookings: [{ ...paid, customer: { name: 'Asha Rai', email: 'asha@example.com' } }], total: 1 }),
    });
    openPage('/admin?section=all-bookings');
    const head = await screen.findByRole('rowheader', { name: new RegExp(primaryGuest.name) });
    expect(head).toHaveTextContent('KD-1207 · Booked by Asha Rai, asha@example.com');
  });
});

test('a booking cancelled before its payment does not count as a failed payment', () => {
  const cancelled = { ...paid, status: 'Cancelled', payment: { ...paid.payment, status: 'Failed' } } as Booking;
  expect(paymentLabel(cancelled)).toBe('Not paid');
});

describe('one booking', () => {
  test('ADMIN-17 shows guests, price, payments and emails, and leads back to the same list', async () => {
    const promised = { amount: 100.5, currency: 'USD', reason: 'Snow', made: false, createdAt: at };
    desk({ [ONE]: bookingAnswer({ ...paid, refunds: [promised] }), [PAYMENTS]: data({ payments: [inCash] }) });
    const page = openPage('/admin?section=all-bookings&status=Confirmed&booking=b1');
    expect(await screen.findByRole('heading', { name: 'Everest Base Camp' })).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Price' })).getByText('$5,190.00')).toBeVisible();
    const payments = await screen.findByRole('region', { name: 'Payments' });
    await waitFor(() => expect(within(payments).getAllByText('Cash')).toHaveLength(1));
    expect(payments).toHaveTextContent('Refund (pending)Nov 20, 2026, 11:45−$100.50Snow');
    expect(await screen.findByRole('region', { name: 'Emails' })).toHaveTextContent(
      'Booking confirmed to maya@away.example, failed550 No such mailbox',
    );
    expect(screen.getByRole('region', { name: 'History' })).toHaveTextContent(
      'Nov 20, 2026, 11:45Changed by Asha RaiStatus Pending → Confirmed',
    );
    await userEvent.click(screen.getByRole('link', { name: 'All Bookings', current: false }));
    await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&status=Confirmed'));
  });

  test('ADMIN-17 shows a message if it does not exist', async () => {
    desk({ [ONE]: json(404, { status: 'error', message: 'No booking' }) });
    openBooking();
    expect(await screen.findByText('Booking not found.')).toBeVisible();
  });

  test('ADMIN-17 can be confirmed by hand with a reason if the payment does not match', async () => {
    const mismatch = { amount: 1, currency: 'USD' };
    const server = desk({
      [ONE]: [bookingAnswer({ ...unpaid, payment: { ...unpaid.payment, mismatch } }), bookingAnswer(paid)],
      'PATCH /api/bookings/b1': bookingAnswer(paid),
    });
    openBooking();
    await press('Confirm booking');
    const dialog = await dialogOf('Confirm this booking');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm booking' }));
    expect(await dialog.findByText('Enter a reason')).toBeVisible();
    expect(server.to('PATCH /api/bookings/b1')).toHaveLength(0);
    await userEvent.type(dialog.getByLabelText('How it was paid'), 'Paid in cash in Thamel');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm booking' }));
    expect(await screen.findByText('Booking confirmed.')).toBeInTheDocument();
    expect(await server.to('PATCH /api/bookings/b1')[0]?.json()).toEqual({
      status: 'Confirmed',
      reason: 'Paid in cash in Thamel',
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm booking' })).toBe(null));
  });

  test('ADMIN-17 a payment at the counter takes one tap and one confirmation, and a retry records it once', async () => {
    const RECORD = 'POST /api/bookings/b1/payments';
    const server = desk({
      [ONE]: [bookingAnswer(deposited), bookingAnswer(paid)],
      [PAYMENTS]: [data({ payments: [byCard] }), data({ payments: [byCard, inCash] })],
      [RECORD]: [json(503, {}), json(201, { status: 'success', data: { payment: inCash, booking: paid } })],
    });
    openBooking();
    expect(await screen.findByText('Balance, due on arrival')).toBeVisible();
    await press('Record a payment');
    const dialog = await dialogOf('Record a payment');
    expect(dialog.getByLabelText(/Amount in USD/)).toHaveValue('4152.00');
    const record = dialog.getByRole('button', { name: 'Record $4,152.00' });
    await userEvent.click(record);
    expect(await dialog.findByText('Choose how it was paid')).toBeVisible();
    expect(server.to(RECORD)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('radio', { name: 'Cash' }));
    await userEvent.click(record);
    expect(await dialog.findByText(/You can safely try again/)).toBeVisible();
    await userEvent.click(record);
    expect(await screen.findByText('Payment recorded. Receipt R-2026-000002.')).toBeInTheDocument();
    const [lost, again] = server.to(RECORD);
    expect(await again?.json()).toEqual({ method: 'cash', amount: 4152, currency: 'USD' });
    expect(again?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
    expect(await screen.findByText('Receipt R-2026-000002')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Record a payment' })).toBe(null));
  });

  test('a transfer that came after the hold is recorded for the booking that ended', async () => {
    const ended = { ...bookingOf('Failed'), balance: 0, lateBalance: 1038 };
    const RECORD = 'POST /api/bookings/b1/payments';
    const server = desk({
      [ONE]: [bookingAnswer(ended), bookingAnswer(paid)],
      [PAYMENTS]: data({ payments: [] }),
      [RECORD]: json(201, { status: 'success', data: { payment: inCash, booking: paid } }),
    });
    openBooking();
    await press('Record a payment');
    const dialog = await dialogOf('Record a payment');
    expect(dialog.getByText(/ended unpaid. A payment of the whole price/)).toBeVisible();
    await userEvent.click(dialog.getByRole('radio', { name: 'Bank transfer' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Record $1,038.00' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Record a payment' })).toBe(null));
    expect(await server.to(RECORD)[0]?.json()).toMatchObject({ method: 'bank', amount: 1038 });
  });

  test('less than confirms a booking that ended is refused, and the least amount is taken with one tap', async () => {
    const ended = { ...bookingOf('Failed'), balance: 0, lateBalance: 1038 };
    const RECORD = 'POST /api/bookings/b1/payments';
    const message = 'This booking has ended unpaid. Only a payment of at least $1,038.00 confirms it again.';
    const server = desk({
      [ONE]: bookingAnswer(ended),
      [PAYMENTS]: data({ payments: [] }),
      [RECORD]: json(409, { status: 'error', message, data: { amountDue: 1038 } }),
    });
    openBooking();
    await press('Record a payment');
    const dialog = await dialogOf('Record a payment');
    const amount = dialog.getByLabelText(/Amount in USD/);
    await userEvent.click(dialog.getByRole('radio', { name: 'Bank transfer' }));
    await userEvent.clear(amount);
    await userEvent.type(amount, '900');
    await userEvent.click(dialog.getByRole('button', { name: 'Record $900.00' }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(await server.to(RECORD)[0]?.json()).toMatchObject({ amount: 900 });
    await userEvent.click(dialog.getByRole('button', { name: 'Use $1,038.00' }));
    expect(amount).toHaveValue('1038.00');
  });

  test('an invoice that was replaced is saved by its number', async () => {
    const earlier = {
      amount: 5190,
      startDate: '2027-03-01',
      endDate: '2027-03-12',
      movedAt: '2026-11-20T08:00:00Z',
      invoiceNumber: 'INV-2026-00001',
      creditNoteNumber: 'CN-2026-00001',
    };
    const changed = { ...paid, invoiceNumber: 'INV-2026-00002', earlierDates: [earlier] };
    const file = () => Promise.resolve(new Response('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }));
    const server = desk({ [ONE]: bookingAnswer(changed), 'GET /api/bookings/b1/invoice.pdf': file });
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => {} });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    openBooking();
    await press('Replaced invoice INV-2026-00001 (PDF)');
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('invoice-INV-2026-00001.pdf');
    const [asked] = server.to('GET /api/bookings/b1/invoice.pdf');
    expect(new URL(asked?.url ?? '').searchParams.get('number')).toBe('INV-2026-00001');
  });

  test('staff copy the link that pays the balance, and can select it where the browser does not copy', async () => {
    const url = 'https://treks.example/balance/tok';
    const writeText = vi.fn<(text: string) => Promise<void>>().mockRejectedValueOnce(new Error('denied'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    desk({
      [ONE]: bookingAnswer({ ...deposited, allowedActions: ['payBalance'] }),
      [PAYMENTS]: data({ payments: [byCard] }),
      'POST /api/bookings/b1/balance-link': data({ url }),
    });
    openBooking();
    await press('Copy payment link');
    expect(await screen.findByLabelText('Payment link')).toHaveValue(url);
    await press('Copy payment link');
    expect(await screen.findByText('Payment link copied.')).toBeInTheDocument();
    expect(writeText).toHaveBeenLastCalledWith(url);
    await waitFor(() => expect(screen.queryByLabelText('Payment link')).toBe(null));
  });

  test('a payment above the balance shows what is left, and takes it with one tap', async () => {
    const message = 'This is more than is left to pay.';
    const server = desk({
      [ONE]: bookingAnswer(deposited),
      [PAYMENTS]: data({ payments: [byCard] }),
      'POST /api/bookings/b1/payments': json(409, { status: 'error', message, data: { balance: 100.5 } }),
    });
    openBooking();
    await press('Record a payment');
    const dialog = await dialogOf('Record a payment');
    await userEvent.click(dialog.getByRole('radio', { name: 'Bank transfer' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Record $4,152.00' }));
    expect(await dialog.findByText(message)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Use $100.50' }));
    expect(dialog.getByRole('button', { name: 'Record $100.50' })).toBeEnabled();
    expect(server.to('POST /api/bookings/b1/payments')).toHaveLength(1);
  });

  test('an administrator reverses a payment with a reason; a payment by card is not reversed', async () => {
    const REVERSE = 'POST /api/bookings/b1/payments/p2/reverse';
    const server = desk({
      [PAYMENTS]: data({ payments: [byCard, inCash] }),
      [REVERSE]: data({ payment: { ...inCash, _id: 'p3', amount: -4152, reverses: 'p2' }, booking: deposited }),
    });
    openBooking();
    await press('Reverse');
    const dialog = await dialogOf('Reverse this payment');
    await userEvent.click(dialog.getByRole('button', { name: 'Reverse payment' }));
    expect(await dialog.findByText('Enter a reason')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Counted twice');
    await userEvent.click(dialog.getByRole('button', { name: 'Reverse payment' }));
    expect(await screen.findByText('Payment reversed.')).toBeInTheDocument();
    expect(await server.to(REVERSE)[0]?.json()).toEqual({ reason: 'Counted twice' });
  });

  test('what is owed by hand is noted as paid out, which leaves nothing to pay out', async () => {
    const PAYOUT = 'POST /api/bookings/b1/payouts';
    const owing = { ...paid, status: 'Cancelled', owedByHand: 100.5 } as Booking;
    const server = desk({
      [ONE]: [bookingAnswer(owing), bookingAnswer({ ...owing, owedByHand: 0, refunded: 100.5 })],
      [PAYOUT]: bookingAnswer({ ...owing, owedByHand: 0 }),
    });
    openBooking();
    await press('Record a payout');
    const dialog = await dialogOf('Record a payout');
    expect(dialog.getByText('$100.50 is owed to the guest.')).toBeVisible();
    await userEvent.click(dialog.getByRole('radio', { name: 'Bank transfer' }));
    await userEvent.type(dialog.getByLabelText(/Payment reference/), 'NIC 4411');
    await userEvent.click(dialog.getByRole('button', { name: 'Record $100.50' }));
    expect(await screen.findByText('Payout recorded.')).toBeInTheDocument();
    const body = { method: 'bank', amount: 100.5, currency: 'USD', reference: 'NIC 4411' };
    expect(await server.to(PAYOUT)[0]?.json()).toEqual(body);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Record a payout' })).toBe(null));
  });

  test('staff see the payments, but no button that reverses one', async () => {
    desk({ ...signedIn({ ...maya, role: 'staff' }), [PAYMENTS]: data({ payments: [byCard, inCash] }) });
    openBooking();
    expect(await screen.findByText('Receipt R-2026-000002')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reverse' })).toBe(null);
  });

  test('ADMIN-17 can be refunded in part, up to the remaining amount, and a retry refunds only once', async () => {
    const REFUND = 'POST /api/bookings/b1/refund';
    const server = desk({
      [REFUND]: [json(503, {}), data({ booking: paid, refund: { amount: 100.5, currency: 'USD' } })],
    });
    openBooking();
    await press('Refund');
    const dialog = await dialogOf('Refund');
    expect(dialog.getByText(/goes to the card that was charged/)).toBeVisible();
    const amount = dialog.getByLabelText(/Amount to refund/);
    await userEvent.type(amount, '6000');
    await userEvent.type(dialog.getByLabelText('Reason for the guest'), 'A lodge was closed');
    await userEvent.type(dialog.getByLabelText(/Internal note/), 'Pasang knows more');
    const give = dialog.getByRole('button', { name: 'Refund' });
    await userEvent.click(give);
    expect(await dialog.findByText('At most $5,190.00 can be refunded')).toBeVisible();
    await userEvent.clear(amount);
    await userEvent.type(amount, '100.50');
    await userEvent.click(give);
    expect(await dialog.findByText(/The server did not answer/)).toBeVisible();
    await userEvent.click(give);
    expect(await screen.findByText('Refund started.')).toBeInTheDocument();
    const sent = server.to(REFUND);
    expect(await sent[1]?.json()).toEqual({
      amount: 100.5,
      reason: 'A lodge was closed',
      internalReason: 'Pasang knows more',
    });
    const keys = sent.map((call) => call.headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test('ADMIN-17 can be cancelled with amount and reason, and a rejection shows its message', async () => {
    const CANCEL = 'POST /api/bookings/b1/cancel';
    const server = desk({
      [CANCEL]: [
        json(409, { status: 'error', message: 'The booking is cancelled already.' }),
        data({ booking: paid, refund: { amount: 0, currency: 'USD' } }),
      ],
    });
    openBooking();
    await press('Cancel booking');
    const dialog = await dialogOf('Cancel this booking');
    const amount = dialog.getByLabelText(/Amount to refund/);
    expect(amount).toHaveValue('5190');
    await userEvent.clear(amount);
    await userEvent.type(amount, '0');
    await userEvent.type(dialog.getByLabelText('Reason for the guest'), 'Did not come');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }));
    expect(await dialog.findByText('The booking is cancelled already.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByText('Booking cancelled.')).toBeInTheDocument();
    expect(await server.to(CANCEL)[1]?.json()).toEqual({ amount: 0, reason: 'Did not come' });
  });

  test('ADMIN-17 can have its email sent again', async () => {
    const server = desk({ 'POST /api/bookings/b1/resend-mail': json(202, { status: 'success', message: 'Sent.' }) });
    openBooking();
    await press('Resend email');
    expect(await screen.findByText('Email sent.')).toBeInTheDocument();
    expect(server.to('POST /api/bookings/b1/resend-mail')).toHaveLength(1);
  });
});

test('decisions §11: the desk offers only allowed actions, and no amount that is already being refunded', async () => {
  const promised = { amount: 5000, currency: 'USD', reason: 'Snow', made: false, createdAt: at };
  const left = { ...paid, refunded: 0, refunds: [promised], refundable: 190, allowedActions: ['refund' as const] };
  desk({ [ONE]: bookingAnswer(left) });
  openBooking();
  await press('Refund');
  expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBe(null);
  expect(screen.queryByRole('button', { name: 'Resend email' })).toBe(null);
  const dialog = await dialogOf('Refund');
  expect(dialog.getByText('Up to $190.00.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText(/Amount to refund/), '190.01');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText('At most $190.00 can be refunded')).toBeVisible();
});

test('a booking paid in cash is not refunded to a card', async () => {
  desk({ [ONE]: bookingAnswer({ ...paid, payment: { ...paid.payment, byHand: true } }) });
  openBooking();
  await press('Refund');
  const dialog = await dialogOf('Refund');
  expect(dialog.getByText(/wasn't paid by card/)).toBeVisible();
  expect(dialog.queryByText(/card that was charged/)).toBe(null);
});

test.each([
  ['12', 12],
  [' 12.50 ', 12.5],
  ['', null],
  ['1e3', null],
  ['-1', null],
  ['1,000', null],
  ['12.', null],
  ['12.345', null],
])('ADMIN-17 the amount %j in dollars is read as %j', (typed, amount) => {
  expect(parseAmount(typed, 'USD')).toBe(amount);
});

test('an amount has as many decimals as its currency', () => {
  expect([parseAmount('12', 'JPY'), parseAmount('12.5', 'JPY')]).toEqual([12, null]);
  expect([parseAmount('12.345', 'KWD'), parseAmount('12.3456', 'KWD')]).toEqual([12.345, null]);
});
