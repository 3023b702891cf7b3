// The desk's calendar: rows by trek or guide, its keys, and moves that are confirmed in a dialog.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closePages, openPage } from '../test-server';
import { bookingAnswer, bookingOf } from './booking-fixtures';
import { departure } from './departure-fixtures';
import { data, desk } from './desk-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/ChangeBooking';
import '../features/admin/departures/calendar/ChangeGuide';
import '../features/admin/departures/calendar/Timeline';
import '../features/admin/departures/FlightDay';
import '../ui/DialogFrame';
import './CalendarPage';

afterEach(closePages);
beforeEach(() => vi.stubGlobal('scrollTo', () => {}));

const CALENDAR = 'GET /api/calendar';
const entry = {
  _id: 'd1',
  trekName: 'Langtang Valley',
  startDate: '2027-03-05',
  endDate: '2027-03-16',
  status: 'open',
  isGuaranteed: false,
  capacity: 12,
  seatsHeld: 2,
  seatsTaken: 3,
  guides: [{ _id: 'g1', name: 'Pasang Sherpa' }],
};
const later = { ...entry, _id: 'd2', startDate: '2027-03-20', endDate: '2027-03-31', isGuaranteed: true, guides: [] };
const own = {
  ...entry,
  _id: 'b1',
  trekName: 'Rara Lake',
  startDate: '2027-03-19',
  endDate: '2027-03-25',
  capacity: 2,
  guides: [],
  booking: { reference: 'KD-1207', name: 'Maya Gurung', status: 'Pending' },
};
const march = data({
  from: '2027-03-01',
  to: '2027-03-31',
  rows: [
    { _id: 't1', name: 'Langtang Valley', entries: [entry, later] },
    { _id: 't2', name: 'Rara Lake', entries: [own] },
  ],
  isIncomplete: false,
});
const answers = {
  [CALENDAR]: march,
  'GET /api/departures/d1': data({ departure }),
  'GET /api/departures/d1/bookings': data({ bookings: [] }),
};
const asked = (server: ReturnType<typeof desk>) =>
  Object.fromEntries(new URL(server.to(CALENDAR).at(-1)?.url ?? '').searchParams);
const FIRST =
  '3/12 Pasang Sherpa – Langtang Valley, Mar 05 – Mar 16, 2027, 3 of 12 seats sold, 2 held, led by Pasang Sherpa';

test('a month has a row for each trek, and the address says period and rows', async () => {
  const server = desk(answers);
  const page = openPage('/admin/calendar?date=2027-03-10');
  expect(await screen.findByRole('heading', { name: 'March 2027' })).toBeVisible();
  const row = within(await screen.findByRole('region', { name: 'Langtang Valley, 2 entries' }));
  expect(row.getByRole('link', { name: FIRST })).toHaveAttribute('href', '/admin/departures/d1');
  expect(row.getByRole('link', { name: /guaranteed/ })).toHaveTextContent('3/12');
  const party = screen.getByRole('link', { name: /private booking KD-1207 of Maya Gurung, 2 guests, not paid/ });
  expect(party).toHaveAttribute('href', '/admin?section=all-bookings&booking=b1');
  expect(asked(server)).toEqual({ from: '2027-03-01', to: '2027-03-31', by: 'trek' });
  await userEvent.click(screen.getByRole('radio', { name: 'By guide' }));
  await waitFor(() => expect(asked(server).by).toBe('guide'));
  await userEvent.click(screen.getByRole('radio', { name: 'Week' }));
  await waitFor(() => expect(asked(server)).toEqual({ from: '2027-03-08', to: '2027-03-14', by: 'guide' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
  await waitFor(() => expect(page.address()).toBe('/admin/calendar?date=2027-03-17&by=guide&view=week'));
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(page.address()).toBe('/admin/calendar?by=guide&view=week'));
});

test('arrow keys lead from entry to entry, and one of them is a tab stop', async () => {
  desk(answers);
  openPage('/admin/calendar?date=2027-03-10');
  const first = await screen.findByRole('link', { name: FIRST });
  const second = screen.getByRole('link', { name: /Mar 20/ });
  const party = screen.getByRole('link', { name: /KD-1207/ });
  expect([first, second, party].map((link) => link.tabIndex)).toEqual([0, -1, -1]);
  first.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(second).toHaveFocus();
  await waitFor(() => expect([first, second, party].map((link) => link.tabIndex)).toEqual([-1, 0, -1]));
  await userEvent.keyboard('{ArrowDown}');
  expect(party).toHaveFocus();
  // The nearest start of the row above.
  await userEvent.keyboard('{ArrowUp}');
  expect(second).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(first).toHaveFocus();
});

test('M moves a departure by keys, and nothing is sent before the dialog is confirmed', async () => {
  const server = desk(answers);
  openPage('/admin/calendar?date=2027-03-10');
  const first = await screen.findByRole('link', { name: FIRST });
  first.focus();
  await userEvent.keyboard('m{ArrowRight}{ArrowDown}');
  expect(screen.getByText('New start: Sat, Mar 13, 2027')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('The move was cancelled.')).toBeInTheDocument();
  await userEvent.keyboard('m{ArrowRight}{ArrowRight}{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move departure' }));
  expect(dialog.getByLabelText(/New start date/)).toHaveValue('2027-03-07');
  expect(server.calls.filter(({ method, url }) => method === 'POST' && url.includes('/departures/'))).toEqual([]);
});

test('in rows by guide, M and the arrows give a departure to another guide, after a question', async () => {
  const rows = [
    { _id: null, name: '', entries: [] },
    { _id: 'g1', name: 'Pasang Sherpa', entries: [entry] },
    { _id: 'g2', name: 'Nima Tamang', entries: [] },
  ];
  const led = { ...departure, guides: [{ _id: 'g1', name: 'Pasang Sherpa' }] };
  const server = desk({
    ...answers,
    [CALENDAR]: data({ from: '2027-03-01', to: '2027-03-31', rows, isIncomplete: false }),
    'GET /api/departures/d1': data({ departure: led }),
    'PATCH /api/departures/d1': data({ departure: led, warnings: [] }),
  });
  openPage('/admin/calendar?date=2027-03-10&by=guide');
  (await screen.findByRole('link', { name: FIRST.replace('Pasang Sherpa', 'Langtang Valley') })).focus();
  await userEvent.keyboard('m{ArrowDown}');
  expect(screen.getByText('Guide: Nima Tamang')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the guide?' }));
  expect(dialog.getByText(/Nima Tamang leads it instead of Pasang Sherpa\./)).toBeVisible();
  expect(server.to('PATCH /api/departures/d1')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Change guide' }));
  await waitFor(() => expect(server.to('PATCH /api/departures/d1')).toHaveLength(1));
  expect(await server.to('PATCH /api/departures/d1')[0]?.json()).toEqual({ version: led.version, guideIds: ['g2'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('M opens the page of a private booking that is not paid', async () => {
  desk(answers);
  const page = openPage('/admin/calendar?date=2027-03-10');
  const party = await screen.findByRole('link', { name: /KD-1207/ });
  party.focus();
  await userEvent.keyboard('m');
  await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&booking=b1'));
});

test('a paid private booking that is moved opens the dialog of its change with the new date', async () => {
  const paid = { ...own, booking: { ...own.booking, status: 'Confirmed' } };
  const days = { from: '2027-03-01', to: '2027-03-31', isIncomplete: false };
  const server = desk({
    [CALENDAR]: data({ ...days, rows: [{ _id: 't2', name: 'Rara Lake', entries: [paid] }] }),
    'GET /api/bookings/b1': bookingAnswer({ ...bookingOf('Confirmed'), allowedActions: ['change'] }),
    'GET /api/departures': data({ departures: [], total: 0 }),
  });
  openPage('/admin/calendar?date=2027-03-10');
  (await screen.findByRole('link', { name: /KD-1207/ })).focus();
  await userEvent.keyboard('m{ArrowRight}{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change booking' }));
  expect(dialog.getByLabelText(/Start date/)).toHaveValue('2027-03-20');
  expect(server.calls.filter(({ method, url }) => method === 'POST' && url.includes('/change'))).toEqual([]);
});

test('a departure that is dragged opens the dialog with the day it was dropped on', async () => {
  desk(answers);
  openPage('/admin/calendar?date=2027-03-10');
  const first = await screen.findByRole('link', { name: FIRST });
  // 31 days of 20 pixels.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 620, 30));
  fireEvent.mouseDown(first, { clientX: 100, clientY: 10, button: 0 });
  fireEvent.mouseMove(document, { clientX: 110, clientY: 10 });
  fireEvent.mouseMove(document, { clientX: 161, clientY: 10 });
  expect(await screen.findByText('New start: Mon, Mar 08, 2027')).toBeInTheDocument();
  fireEvent.mouseUp(document);
  const dialog = within(await screen.findByRole('dialog', { name: 'Move departure' }));
  expect(dialog.getByLabelText(/New start date/)).toHaveValue('2027-03-08');
});

test('an empty period says what would be there', async () => {
  desk({ [CALENDAR]: data({ from: '2027-03-01', to: '2027-03-31', rows: [], isIncomplete: false }) });
  openPage('/admin/calendar?date=2027-03-10');
  expect(await screen.findByText(/Nothing runs in this month/)).toBeVisible();
});
