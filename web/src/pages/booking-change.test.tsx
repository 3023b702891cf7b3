// Staff change a booking on the desk: what is sent, the price before the change, and concurrent changes.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { components } from '../api/schema';
import type { Booking } from '../api/types';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf } from './booking-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/AllBookings';
import './AdminPage';

afterEach(closePages);

type Preview = components['schemas']['ChangePreview'];
const PREVIEW = 'POST /api/bookings/b1/change/preview';
const CHANGE = 'POST /api/bookings/b1/change';
const data = (value: object) => json(200, { status: 'success', data: value });
const paid: Booking = { ...bookingOf('Confirmed'), allowedActions: ['change'] };
const lower = { ...paid.priceBreakdown, total: 4690 };
const terms = (more: Partial<Preview['after']>): Preview['after'] => ({
  startDate: paid.checkIn,
  endDate: paid.checkOut,
  routeDetails: paid.routeDetails,
  totalGuests: paid.totalGuests,
  priceBreakdown: paid.priceBreakdown,
  schedule: paid.schedule,
  balance: 0,
  ...more,
});
const preview: Preview = {
  version: 3,
  before: terms({}),
  after: terms({ startDate: '2027-03-12', endDate: '2027-03-23', priceBreakdown: lower }),
  difference: -500,
  back: 500,
  backAsCredit: 0,
  mayRefund: true,
  areSeatsFree: true,
};

function desk(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    'GET /api/bookings/b1': bookingAnswer(paid),
    'GET /api/bookings/b1/history': data({ notes: [], payments: [], refunds: [], mails: [], history: [] }),
    'GET /api/bookings/b1/payments': data({ payments: [] }),
    'GET /api/bookings/tags': data({ tags: [] }),
    'GET /api/departures': data({ departures: [], total: 0 }),
    [PREVIEW]: data({ preview }),
    [CHANGE]: bookingAnswer(paid),
    ...more,
  });
}

async function openDialog() {
  openPage('/admin?section=all-bookings&booking=b1');
  await userEvent.click(await screen.findByRole('button', { name: 'Change booking' }));
  return within(await screen.findByRole('dialog', { name: 'Change booking' }));
}

test('only what differs is sent, the price is shown before, and a retry keeps its key', async () => {
  const server = desk({ [CHANGE]: [json(503, {}), bookingAnswer(paid)] });
  const dialog = await openDialog();
  const show = dialog.getByRole('button', { name: 'Show new price' });
  await userEvent.click(show);
  expect(await dialog.findByText('Nothing is changed yet.')).toBeVisible();
  expect(server.to(PREVIEW)).toHaveLength(0);
  const start = dialog.getByLabelText(/Start date/);
  await userEvent.clear(start);
  await userEvent.type(start, '2027-03-12');
  await userEvent.click(show);
  expect(await dialog.findByText('$500.00 less.')).toBeVisible();
  expect(await server.to(PREVIEW)[0]?.json()).toEqual({ version: 3, startDate: '2027-03-12' });
  const total = within(dialog.getByRole('row', { name: /^Total/ }));
  expect(total.getByText('$5,190.00')).toBeVisible();
  expect(total.getByText('$4,690.00')).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: /Travel credit/ }));
  const confirm = dialog.getByRole('button', { name: 'Change booking' });
  await userEvent.click(confirm);
  await waitFor(() => expect(server.to(CHANGE)).toHaveLength(1));
  await userEvent.click(await dialog.findByRole('button', { name: 'Change booking' }));
  expect(await screen.findByText('Booking changed.')).toBeInTheDocument();
  const [lost, again] = server.to(CHANGE);
  expect(await again?.json()).toEqual({
    version: 3,
    startDate: '2027-03-12',
    expectedTotal: 4690,
    moneyBack: 'credit',
  });
  expect(again?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
});

test('a booking that was changed meanwhile shows what was changed, and starts again from there', async () => {
  const current: Booking = { ...paid, version: 4, checkIn: '2027-04-01', checkOut: '2027-04-12' };
  desk({
    [CHANGE]: json(409, {
      status: 'error',
      message: 'This booking was changed meanwhile.',
      data: { booking: current },
      currentVersion: 4,
    }),
  });
  const dialog = await openDialog();
  await userEvent.type(dialog.getAllByLabelText(/Name/)[0] as HTMLElement, ' Rai');
  await userEvent.click(dialog.getByRole('button', { name: 'Show new price' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Change booking' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing of your change was saved.');
  expect(dialog.getByRole('alert')).toHaveTextContent(/Dates: .*Mar.*Apr/);
  await userEvent.click(dialog.getByRole('button', { name: 'Start again' }));
  expect(dialog.getByLabelText(/Start date/)).toHaveValue('2027-04-01');
});

test('staff who must not refund keep the amount as a travel credit, and a full departure cannot be confirmed', async () => {
  const refused = { ...preview, mayRefund: false, areSeatsFree: false, seatsLeft: 1 };
  desk({ ...signedIn({ ...maya, role: 'staff' }), [PREVIEW]: data({ preview: refused }) });
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Add guest' }));
  const added = within(dialog.getByRole('group', { name: 'Guest 2' }));
  await userEvent.type(added.getByLabelText(/Name/), 'Tashi Lama');
  await userEvent.type(added.getByLabelText(/Age/), '34');
  await userEvent.click(dialog.getByRole('button', { name: 'Show new price' }));
  expect(await dialog.findByText('Only 1 seat can be had there.')).toBeVisible();
  expect(dialog.getByRole('radio', { name: /^Refund/ })).toBeDisabled();
  expect(dialog.getByRole('radio', { name: /Travel credit/ })).toBeChecked();
  expect(dialog.getByRole('button', { name: 'Change booking' })).toBeDisabled();
});
