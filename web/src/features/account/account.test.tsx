import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { GENERIC_FAILURE } from '../../api/client';
import type { Booking, BookingStatus, PaymentStatus } from '../../api/types';
import { type BookingChanges, makeBooking } from '../../fixtures';
import { toast } from '../../lib/toast';
import { config } from '../../test-server';
import { bookingKind } from './booking-kinds';
import { bookingState } from './bookings';
import MyBookings from './MyBookings';
import { findSection } from './sections';

function booking(
  id: string,
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  { payment, ...more }: BookingChanges = {},
): Booking {
  return makeBooking({
    _id: id,
    status,
    allowedActions: status === 'Pending' ? ['pay', 'cancel'] : status === 'Confirmed' ? ['cancel'] : [],
    trek: { name: `Trek ${id}` },
    payment: { status: paymentStatus, ...payment },
    ...more,
  });
}

function show(address = '/dashboard?section=my-bookings') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <MyBookings invoice={(one) => <button type="button">Invoice {one._id}</button>} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('ACCT-02 Personal Info is open unless the address names a section', () => {
  expect(findSection(null)).toBe('personal-info');
  expect(findSection('nonsense')).toBe('personal-info');
  expect(findSection('my-bookings')).toBe('my-bookings');
});

test('My Bookings shows dates, amount and state, Pay now for what is unpaid and an invoice for what is paid', async () => {
  const bookings = [
    booking('b1', 'Pending', 'Pending'),
    booking('b2', 'Confirmed', 'Confirmed'),
    booking('b3', 'Cancelled', 'Failed'),
  ];
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', data: { bookings } }));
  show();
  const [unpaid, paid, cancelled] = (await screen.findAllByRole('article')).map((card) => within(card));
  expect(unpaid?.getByText('Not paid yet')).toBeInTheDocument();
  expect(unpaid?.getByRole('link', { name: /Pay now/ })).toHaveAttribute('href', '/checkout?booking=b1');
  expect(unpaid?.getByText(/5 guests/)).toHaveTextContent('Mar 05, 2027 – Mar 16, 2027, 5 guests');
  expect(unpaid?.getByText('Mar 05, 2027')).toHaveAttribute('datetime', '2027-03-05');
  expect(unpaid?.getByText('$4,812.00')).toBeInTheDocument();
  expect(paid?.getByRole('button', { name: 'Invoice b2' })).toBeInTheDocument();
  expect(paid?.queryByRole('link', { name: /Pay now/ })).not.toBeInTheDocument();
  expect(cancelled?.queryByRole('button')).not.toBeInTheDocument();
});

test('My Bookings says what is left to pay of a confirmed booking, and when it is due', async () => {
  const parts = [
    { amount: 1000, dueAt: '2026-11-20', paid: true },
    { amount: 3812, onArrival: true, paid: false },
  ];
  const bookings = [
    booking('b1', 'Confirmed', 'Confirmed', { balance: 3812, dueAt: '2099-02-01' }),
    booking('b2', 'Confirmed', 'Confirmed', { balance: 3812, dueAt: '2027-03-05', schedule: parts }),
    booking('b3', 'Confirmed', 'Confirmed', { balance: 3812, dueAt: '2020-01-01' }),
    booking('b4', 'Confirmed', 'Confirmed'),
  ];
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', data: { bookings } }));
  show();
  const cards = await screen.findAllByRole('article');
  const texts = cards.map((card) => within(card).queryByText(/left to pay/)?.textContent);
  expect(texts).toEqual([
    '$3,812.00 left to pay, due by Feb 01, 2099',
    '$3,812.00 left to pay, due on arrival',
    '$3,812.00 left to pay, was due on Jan 01, 2020',
    undefined,
  ]);
});

test('the filter for the status of bookings is kept in the address', async () => {
  const bookings = [
    booking('late', 'Confirmed', 'Confirmed', { checkIn: '2027-05-01', checkOut: '2027-05-09' }),
    booking('unpaid', 'Pending', 'Pending'),
    booking('soon', 'Confirmed', 'Confirmed', { checkIn: '2027-02-01', checkOut: '2027-02-09' }),
    booking('walked', 'Completed', 'Confirmed', { checkIn: '2026-02-01', checkOut: '2026-02-09' }),
    booking('off', 'Cancelled', 'Refunded', { refunded: 4812 }),
  ];
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.endsWith('/api/config')
      ? Response.json({ status: 'success', data: config })
      : Response.json({ status: 'success', data: { bookings } }),
  );
  show('/dashboard?section=my-bookings&show=upcoming');
  const names = async () =>
    (await screen.findAllByRole('article')).map((one) => within(one).getByRole('heading').textContent);
  expect(await names()).toEqual(['Trek soon', 'Trek late']);
  const filter = within(screen.getByRole('navigation', { name: 'Filter bookings' }));
  expect(filter.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'All5',
    'Upcoming2',
    'To pay1',
    'Past1',
    'Cancelled1',
  ]);
  expect(filter.getByRole('link', { name: /Upcoming/ })).toHaveAttribute('aria-current', 'true');
  await userEvent.click(filter.getByRole('link', { name: /To pay/ }));
  expect(await names()).toEqual(['Trek unpaid']);
  expect(screen.getByRole('link', { name: 'Itinerary of Trek unpaid' })).toHaveAttribute(
    'href',
    '/package/t1#itinerary',
  );
  await userEvent.click(filter.getByRole('link', { name: /All/ }));
  expect(await names()).toHaveLength(5);
});

test('each booking has one kind, and on its last day it is still upcoming', () => {
  const days = { checkIn: '2026-11-10', checkOut: '2026-11-20' };
  expect(bookingKind(booking('b', 'Confirmed', 'Confirmed', days), '2026-11-20')).toBe('upcoming');
  expect(bookingKind(booking('b', 'Confirmed', 'Confirmed', days), '2026-11-21')).toBe('past');
  expect(bookingKind(booking('b', 'Completed', 'Confirmed', days), '2026-11-20')).toBe('past');
  expect(bookingKind(booking('b', 'Pending', 'Pending', days), '2026-11-21')).toBe('unpaid');
  expect(bookingKind(booking('b', 'Cancelled', 'Pending', days), '2026-11-01')).toBe('cancelled');
});

test('decisions §11: the server decides which actions a booking offers, not its status', async () => {
  const bookings = [
    booking('b1', 'Pending', 'Pending', { allowedActions: [] }),
    booking('b2', 'Confirmed', 'Confirmed', { allowedActions: ['cancel'] }),
    booking('b3', 'Confirmed', 'Confirmed', { allowedActions: ['resendMail'] }),
  ];
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', data: { bookings } }));
  show();
  await screen.findAllByRole('article');
  expect(screen.queryByRole('link', { name: /Pay now/ })).toBe(null);
  expect(screen.getAllByRole('button', { name: /^Cancel/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Cancel Trek b2',
  ]);
});

test('TOAST-05 TOAST-06 a failed request shows the server’s message as a toast beside the error panel', async () => {
  const said = vi.spyOn(toast, 'error');
  const answers = [Response.json({ status: 'error', message: 'The books are closed.' }, { status: 500 })];
  vi.stubGlobal('fetch', async () => answers.shift() ?? Response.json({}, { status: 500 }));
  show();
  expect(await screen.findByText('Your bookings could not be loaded')).toBeInTheDocument();
  expect(said.mock.calls.map(([text]) => text)).toEqual(['The books are closed.']);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(said).toHaveBeenLastCalledWith(GENERIC_FAILURE, expect.anything()));
});

test('an unpaid booking shows its reference and payment deadline, and one under review shows the reason', async () => {
  const bookings = [
    booking('b1', 'Pending', 'Pending', { reference: 'KD-1207', payBy: '2026-11-21T09:30:00Z' }),
    booking('b2', 'Pending', 'Pending', {
      allowedActions: ['cancel'],
      payment: { status: 'Pending', mismatch: { amount: 1, currency: 'USD' } },
    }),
  ];
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', data: { bookings } }));
  show();
  const [unpaid, review] = (await screen.findAllByRole('article')).map((card) => within(card));
  expect(unpaid?.getByText('KD-1207')).toBeVisible();
  expect(unpaid?.getByText(/Pay by/)).toHaveTextContent(
    /Pay by Nov 21, 2026, \d\d:\d\d\. The booking is cancelled after that\./,
  );
  expect(unpaid?.getByRole('link', { name: 'View booking of Trek b1' })).toHaveAttribute(
    'href',
    '/dashboard/bookings/b1',
  );
  expect(review?.getByText('Payment under review')).toBeVisible();
  expect(review?.getByText('The payment does not match this booking. We have been notified.')).toBeVisible();
});

test('without bookings there is a link to the treks, and a failed request can be retried', async () => {
  const answers = [new Response('', { status: 500 }), Response.json({ status: 'success', data: { bookings: [] } })];
  vi.stubGlobal('fetch', async () => answers.shift());
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No bookings yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Discover Packages' })).toHaveAttribute('href', '/packages');
});

test('every status of a booking has a label and an offered action', () => {
  expect(bookingState(booking('b', 'Completed', 'Confirmed'))).toMatchObject({ label: 'Completed', offer: 'invoice' });
  expect(
    bookingState(booking('b', 'Pending', 'Pending', { payment: { status: 'Pending', received: true } })),
  ).toMatchObject({ offer: 'wait' });
  expect(bookingState(booking('b', 'Cancelled', 'Refunded', { refunded: 2406 }))).toMatchObject({
    label: 'Cancelled, partly refunded',
    offer: 'invoice',
  });
  expect(bookingState(booking('b', 'Cancelled', 'Refunded', { refunded: 4812 }))).toMatchObject({
    label: 'Cancelled, refunded',
  });
  const pending = { amount: 4812, currency: 'USD', reason: '', made: false, createdAt: '2027-02-20T09:00:00Z' };
  const onItsWay = { refunded: 0, refunds: [pending] };
  expect(bookingState(booking('b', 'Cancelled', 'Confirmed', onItsWay))).toMatchObject({
    label: 'Cancelled, refund on its way',
  });
  expect(bookingState(booking('b', 'Confirmed', 'Refunded', { refunded: 100 }))).toMatchObject({
    label: 'Confirmed, partly refunded',
  });
  expect(bookingState(booking('b', 'Pending', 'Failed'))).toMatchObject({ offer: 'none' });
});
