// The page of one booking, with the real route table.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Booking } from '../api/types';
import { answers, closePages, config, json, maya, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf, byCard, deposited, inCash } from './booking-fixtures';

afterEach(closePages);

const OWN = 'GET /api/bookings/b1';
const terms = {
  'GET /api/config': json(200, {
    status: 'success',
    data: {
      ...config,
      today: '2026-11-22',
      contactEmail: 'hello@chautari.example',
      cancellationPolicy: [
        { days: 30, percent: 100 },
        { days: 7, percent: 50 },
      ],
    },
  }),
};
const site = (more: Parameters<typeof serve>[0]) => serve({ ...answers, ...terms, ...signedIn(), ...more });
const actions = (booking: Booking, allowedActions: Booking['allowedActions'], more: object = {}): Booking => ({
  ...booking,
  allowedActions,
  ...more,
});
const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

describe('/dashboard/bookings/:id', () => {
  test('a booking with a deposit shows what is due when, what is left, and its payments with receipts to print', async () => {
    const PAYMENTS = 'GET /api/bookings/b1/payments';
    site({
      [OWN]: bookingAnswer(deposited),
      [PAYMENTS]: json(200, { status: 'success', data: { payments: [byCard] } }),
    });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByText('Receipt R-2026-000001')).toBeVisible();
    expect([line('Paid'), line('Deposit, paid'), line('Balance, due on arrival'), line('Left to pay')]).toEqual([
      '$1,038.00',
      '$1,038.00',
      '$4,152.00',
      '$4,152.00',
    ]);
    expect(screen.getByText(/\$4,152\.00 is left to pay, due on arrival\./)).toBeVisible();
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    await userEvent.click(screen.getByRole('button', { name: 'Print receipt R-2026-000001' }));
    expect(print).toHaveBeenCalledOnce();
    expect(document.querySelector('[data-print="alone"]')).toHaveTextContent('Receipt R-2026-000001$1,038.00');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print="alone"]')).toBe(null));
  });

  test('a booking without terms that staff took in two parts shows both payments when it is paid in full', async () => {
    const first = { ...inCash, _id: 'p0', amount: 1038, receiptNumber: 'R-2026-000001' };
    site({
      [OWN]: bookingAnswer(bookingOf('Confirmed', { isInParts: true })),
      'GET /api/bookings/b1/payments': json(200, { status: 'success', data: { payments: [first, inCash] } }),
    });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByText('Receipt R-2026-000001')).toBeVisible();
    expect(screen.getByText('Receipt R-2026-000002')).toBeVisible();
    expect([line('Paid'), line('Left to pay')]).toEqual(['$5,190.00', '$0.00']);
  });

  test('the invoice of the server is saved as a file, and a failure can be tried again', async () => {
    const paid = { ...bookingOf('Confirmed'), invoiceNumber: '2083/84-000042' };
    const file = () => Promise.resolve(new Response('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }));
    site({ [OWN]: bookingAnswer(paid), 'GET /api/bookings/b1/invoice.pdf': [json(503, {}), file] });
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => {} });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    openPage('/dashboard/bookings/b1');
    await userEvent.click(await screen.findByRole('button', { name: 'Invoice (PDF)' }));
    expect(await screen.findByText('The invoice could not be loaded. Please try again.')).toBeVisible();
    expect(clicked).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Invoice (PDF)' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('invoice-2083-84-000042.pdf');
  });

  test('a balance that can be paid by card has a button that leads to its page', async () => {
    site({ [OWN]: bookingAnswer({ ...deposited, balanceToken: 'tok' }) });
    openPage('/dashboard/bookings/b1');
    const pay = await screen.findByRole('link', { name: 'Pay the balance' });
    expect(pay).toHaveAttribute('href', '/balance/tok');
  });

  test('a booking that was paid at once asks for no payments and shows no schedule', async () => {
    const server = site({ [OWN]: bookingAnswer(bookingOf('Confirmed')) });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByRole('heading', { name: "You're all set" })).toBeVisible();
    expect(screen.queryByText('Left to pay')).toBe(null);
    expect(server.to('GET /api/bookings/b1/payments')).toHaveLength(0);
  });

  test('a paid booking shows the trip, the guests, the price, the payments, and the cancellation deadline', async () => {
    const booking = actions(bookingOf('Confirmed', { cardLast4: '4242', paidAt: '2026-11-20T09:00:00Z' }), ['cancel'], {
      createdAt: '2026-11-20T08:00:00Z',
      freeCancellationUntil: '2027-02-03',
      invoiceNumber: 'INV-2026-00042',
      additionalNotes: 'No nuts.',
      includePorter: true,
    });
    booking.guestDetails.additionalGuests = [{ name: 'Asha Rai', age: 12, gender: 'Female' }];
    site({ [OWN]: bookingAnswer(booking) });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Everest Base Camp' })).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^KD-1207 · Everest Base Camp · /));
    expect(screen.getByRole('heading', { name: "You're all set" })).toBeVisible();
    expect([line('Route'), line('Dates'), line('Duration'), line('Special requests'), line('Your notes')]).toEqual([
      'Classic',
      'Mar 05, 2027 – Mar 16, 2027',
      '12 days, 11 nights',
      'Porter',
      'No nuts.',
    ]);
    const guests = within(screen.getByRole('region', { name: 'Guests' })).getAllByRole('listitem');
    expect(guests.map((guest) => guest.textContent)).toEqual([
      'Maya Gurungprimary guest31, Female, 9812345678',
      'Asha Rai12, Female',
    ]);
    expect([line('Email'), line('Phone')]).toEqual([maya.email, '9812345678']);
    const names = ['Base price', 'Group discount', 'Tax', 'Service fee', 'Insurance', 'Booking fee', 'Total'];
    expect(names.map(line)).toEqual([
      '$5,000.00',
      '−$1,000.00',
      '$720.00',
      '$200.00',
      '$250.00',
      '$20.00',
      '$5,190.00',
    ]);
    expect(screen.getByText(/^Paid/, { selector: 'dt' })).toHaveTextContent('Paid on Nov 20, 2026, card ending 4242');
    const cancellation = within(screen.getByRole('region', { name: 'Cancellation' }));
    expect(cancellation.getByText('Free cancellation until Feb 03, 2027')).toBeVisible();
    expect(cancellation.getByText('Until Feb 26, 2027 (7 days before the start)')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download Invoice' })).toBeEnabled();
    expect(screen.queryByRole('link', { name: 'Pay now' })).not.toBeInTheDocument();
  });

  test('an unpaid booking shows its payment deadline and links to the checkout', async () => {
    const booking = actions(bookingOf('Pending'), ['pay', 'cancel'], { payBy: '2026-11-23T09:30:00Z' });
    site({ [OWN]: bookingAnswer(booking) });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByRole('heading', { name: /^Pay by Nov 23, 2026, \d\d:\d\d$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', '/checkout?booking=b1');
    expect(line('Paid')).toBe('$0.00');
    expect(screen.queryByRole('button', { name: 'Download Invoice' })).not.toBeInTheDocument();
  });

  test('cancelling shows the refund, and the focus moves to the next step', async () => {
    const paid = actions(bookingOf('Confirmed', { cardLast4: '4242' }), ['cancel']);
    const cancelled = actions({ ...paid, status: 'Cancelled' }, [], {
      refunds: [{ amount: 5190, currency: 'USD', reason: 'Cancelled', made: false, createdAt: '2026-11-22T09:00:00Z' }],
    });
    const refund = { amount: 5190, currency: 'USD' };
    const server = site({
      [OWN]: bookingAnswer(paid),
      'GET /api/bookings/b1/cancellation': json(200, {
        status: 'success',
        data: { refund, percent: 100, daysBeforeStart: 103 },
      }),
      'POST /api/bookings/b1/cancel': json(200, { status: 'success', data: { booking: cancelled, refund } }),
    });
    openPage('/dashboard/bookings/b1');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel and get $5,190.00 back' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
    const next = await screen.findByRole('heading', { name: 'Your refund is under way' });
    await waitFor(() => expect(next).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Cancel booking' })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Cancellation' })).not.toBeInTheDocument();
    expect(server.to('POST /api/bookings/b1/cancel')).toHaveLength(1);
  });

  test("a missing booking and another person's booking show the same message", async () => {
    site({ [OWN]: json(404, { status: 'error', message: 'Booking not found.' }) });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Booking not found' })).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'My Bookings' })).toHaveAttribute(
      'href',
      '/dashboard?section=my-bookings',
    );
    await waitFor(() => expect(document.title).toMatch(/^Booking not found · /));
  });

  test('a booking that fails to load can be loaded again', async () => {
    site({ [OWN]: [json(400, {}), bookingAnswer(bookingOf('Confirmed'))] });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Your booking could not be loaded' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Everest Base Camp' })).toBeVisible();
  });

  test('a loading state is shown', async () => {
    site({ [OWN]: new Promise<Response>(() => {}) });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByText('Loading your booking')).toBeInTheDocument();
  });

  test('without a response the booking of the cached list is shown', async () => {
    const other = { ...bookingOf('Confirmed'), _id: 'b2' };
    site({
      [OWN]: () => Promise.reject(new TypeError('network')),
      'GET /api/bookings/my-bookings': json(200, {
        status: 'success',
        data: { bookings: [other, bookingOf('Confirmed')] },
      }),
    });
    const page = openPage('/dashboard?section=my-bookings');
    const [, second] = await screen.findAllByRole('link', { name: 'View booking of Everest Base Camp' });
    if (second) await userEvent.click(second);
    await waitFor(() => expect(page.address()).toBe('/dashboard/bookings/b1'));
    expect(await screen.findByRole('heading', { name: "You're all set" })).toBeVisible();
  });

  test("an administrator is redirected to the desk for another person's booking", async () => {
    serve({
      ...answers,
      ...terms,
      ...signedIn({ ...maya, id: 'a1', role: 'admin' }),
      [OWN]: bookingAnswer(bookingOf('Confirmed')),
    });
    const page = openPage('/dashboard/bookings/b1');
    await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&booking=b1'));
  });
});
