// The badge in the header of the desk: changes to bookings that the agency did not make, and which of them are new.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/AgencyEvents';
import '../features/admin/FailedMails';
import './AdminPage';

afterEach(closePages);

const DESK = '/admin?section=failed-mails';
const paid = {
  _id: 'e1',
  kind: 'bookingPaid',
  at: '2026-11-20T06:00:00.123456Z',
  bookingId: 'b1',
  reference: 'KD-1001',
  trek: 'Langtang Valley',
  bookedBy: 'Pema Lama',
  seen: true,
};
const failed = {
  ...paid,
  _id: 'e2',
  kind: 'paymentFailed',
  at: '2026-11-20T07:00:00.654321Z',
  bookingId: 'b2',
  reference: 'KD-1002',
  bookedBy: '',
  seen: false,
};

const eventsOf = (events: object[], unseen: number) => json(200, { status: 'success', data: { events, unseen } });

function desk(more: Parameters<typeof serve>[0], role: 'admin' | 'user' = 'admin') {
  return serve({
    ...answers,
    ...signedIn({ ...maya, role }),
    'GET /api/mails/failed': json(200, { status: 'success', data: { mails: [], total: 0 } }),
    'POST /api/agency-events/seen': () => new Response(null, { status: 204 }),
    ...more,
  });
}

const seenCalls = async (server: ReturnType<typeof serve>) =>
  Promise.all(server.to('POST /api/agency-events/seen').map((call) => call.clone().json()));

test('the badge shows how many events are new; opening the list marks them as seen but still highlights them', async () => {
  const server = desk({ 'GET /api/agency-events': eventsOf([failed, paid], 1) });
  openPage(DESK);
  const badge = await screen.findByRole('button', { name: '1 new booking event' });
  expect(badge).toHaveTextContent('1 new');
  expect(await seenCalls(server)).toEqual([]);
  await userEvent.click(badge);
  const list = within(await screen.findByRole('dialog', { name: 'Booking events' }));
  const [first, second] = list.getAllByRole('link');
  expect(first).toHaveTextContent(/^Payment failedNewKD-1002 · Langtang ValleyDeleted account · /);
  expect(first).toHaveAttribute('href', '/admin?section=all-bookings&booking=b2');
  expect(second).toHaveTextContent(/^New paid bookingKD-1001 · Langtang ValleyPema Lama · /);
  expect(list.getAllByText('New')).toHaveLength(1);
  await waitFor(() => expect(badge).toHaveAccessibleName('Booking events'));
  // Precise to the microsecond: a rounded time would leave the newest event new.
  expect(await seenCalls(server)).toEqual([{ until: failed.at }]);
});

test('Escape closes the list, and the focus returns to the badge', async () => {
  desk({ 'GET /api/agency-events': eventsOf([paid], 0) });
  openPage(DESK);
  const badge = await screen.findByRole('button', { name: 'Booking events' });
  badge.focus();
  await userEvent.keyboard('{Enter}');
  const list = await screen.findByRole('dialog', { name: 'Booking events' });
  await waitFor(() => expect(list).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(badge).toHaveFocus());
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('an event leads to its booking, and the list closes', async () => {
  desk({ 'GET /api/agency-events': eventsOf([paid], 0) });
  const page = openPage(DESK);
  await userEvent.click(await screen.findByRole('button', { name: 'Booking events' }));
  await userEvent.click(await screen.findByRole('link', { name: /KD-1001/ }));
  await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&booking=b1'));
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('a departure to decide shows how far it is from its minimum, and leads to it', async () => {
  const event = {
    ...paid,
    kind: 'departureToDecide',
    bookingId: undefined,
    reference: '',
    bookedBy: '',
    departure: {
      _id: 'd1',
      startDate: '2027-04-03',
      decideBy: '2027-02-20',
      seatsTaken: 1,
      minimum: 4,
      isGuaranteed: false,
    },
  };
  desk({ 'GET /api/agency-events': eventsOf([event], 0) });
  openPage(DESK);
  await userEvent.click(await screen.findByRole('button', { name: 'Booking events' }));
  const link = await screen.findByRole('link', { name: /Guarantee or cancel/ });
  expect(link).toHaveTextContent(/Apr 0?3, 2027 · Langtang Valley1 of 4 seats sold, decide by Feb 20, 2027 · /);
  expect(link).toHaveAttribute('href', '/admin/departures/d1');
});

test('an empty list explains what it will show', async () => {
  desk({});
  openPage(DESK);
  await userEvent.click(await screen.findByRole('button', { name: 'Booking events' }));
  expect(await screen.findByText(/^No booking events yet\./)).toBeVisible();
});

test('a failure to load the events is shown only in the list, which offers to try again', async () => {
  const broken = json(500, { status: 'error', message: 'Something went wrong' });
  desk({ 'GET /api/agency-events': [broken, eventsOf([paid], 0)] });
  openPage(DESK);
  await userEvent.click(await screen.findByRole('button', { name: 'Booking events' }));
  const list = within(screen.getByRole('dialog', { name: 'Booking events' }));
  expect(await list.findByRole('alert')).toHaveTextContent("Couldn't load the booking events");
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await userEvent.click(list.getByRole('button', { name: 'Try again' }));
  expect(await list.findByRole('link', { name: /KD-1001/ })).toBeVisible();
});

test('events stay new if marking them as seen fails', async () => {
  const server = desk({
    'GET /api/agency-events': eventsOf([failed], 1),
    'POST /api/agency-events/seen': json(503, { status: 'error', message: 'Try again' }),
  });
  openPage(DESK);
  const badge = await screen.findByRole('button', { name: '1 new booking event' });
  await userEvent.click(badge);
  await waitFor(() => expect(server.to('POST /api/agency-events/seen')).toHaveLength(1));
  expect(await screen.findByRole('link', { name: /KD-1002/ })).toBeVisible();
  expect(badge).toHaveAccessibleName('1 new booking event');
});

test('events are loaded once a minute, not while the tab is hidden, and at once when it is visible again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const server = desk({ 'GET /api/agency-events': [eventsOf([], 0), eventsOf([], 0), eventsOf([failed], 1)] });
    const asked = () => server.to('GET /api/agency-events').length;
    openPage(DESK);
    await screen.findByRole('button', { name: 'Booking events' });
    await waitFor(() => expect(asked()).toBe(1));
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(asked()).toBe(2);
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(asked()).toBe(2);
    state.mockReturnValue('visible');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('button', { name: '1 new booking event' })).toBeVisible();
    expect(document.title).not.toContain('1');
  } finally {
    vi.useRealTimers();
  }
});

test('only an administrator on the desk sees the badge', async () => {
  const server = desk({});
  openPage('/packages');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'Booking events' })).toBe(null);
  expect(server.to('GET /api/agency-events')).toHaveLength(0);
});
