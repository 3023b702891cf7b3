// The pages of departures at the desk: list, new ones, and one with its changes.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closePages, json, openPage } from '../test-server';
import { departure, departureChoices as lists } from './departure-fixtures';
import { data, desk, langtang } from './desk-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/departures/EditDeparture';
import '../features/admin/departures/FlightDay';
import '../ui/DialogFrame';
import './DepartureChangesPage';
import './DeparturePage';
import './DeparturesPage';

afterEach(closePages);
beforeEach(() => vi.stubGlobal('scrollTo', () => {}));

const own = { ...departure, _id: 'd2', kind: 'private', isGuaranteed: true, decideBy: null, capacity: 2 };
const list = (...departures: object[]) => data({ departures, total: departures.length });
const LIST = 'GET /api/departures';
const ONE = 'GET /api/departures/d1';
const SAVE = 'PATCH /api/departures/d1';
const BOOKINGS = 'GET /api/departures/d1/bookings';
const booking = {
  _id: 'b1',
  reference: 'KD-1207',
  name: 'Maya Gurung',
  email: 'maya@chautari.example',
  guests: 3,
  status: 'Confirmed',
  paymentStatus: 'Confirmed',
  amount: 4812,
  currency: 'USD',
  holdExpiresAt: null,
};
const waiting = {
  _id: 'w1',
  departureId: 'd1',
  guests: 2,
  state: 'waiting',
  position: 1,
  createdAt: '2026-11-19T06:00:00Z',
  offerExpiresAt: null,
  name: 'Lena Berg',
  email: 'lena@example.org',
};
const one = {
  'GET /api/departures/d1': data({ departure }),
  'GET /api/departures/d1/changes': data({ changes: [] }),
  'GET /api/departures/d1/waitlist': data({ waitlistEntries: [waiting] }),
};
const asked = (server: ReturnType<typeof desk>) =>
  Object.fromEntries(new URL(server.to(LIST).at(-1)?.url ?? '').searchParams);

test('the list shows what runs or comes, and its filters ask the server', async () => {
  const server = desk({ ...lists, [LIST]: list(departure, own) });
  const page = openPage('/admin/departures');
  const row = await screen.findByRole('row', { name: /Nov 25, 2026/ });
  for (const text of ['Langtang Valley', '12 days', '3 of /12 seats sold', '2 held', 'in 5 days', 'Pasang Sherpa']) {
    expect(row).toHaveTextContent(text);
  }
  expect(screen.getByRole('row', { name: /Private/ })).toBeVisible();
  expect(asked(server)).toEqual({ endsFrom: '2026-11-20', page: '1', limit: '50' });

  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Completed');
  await waitFor(() => expect(asked(server)).toEqual({ status: 'completed', page: '1', limit: '50' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Private');
  await waitFor(() => expect(asked(server).kind).toBe('private'));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Guide' }), 'Pasang Sherpa');
  await waitFor(() => expect(asked(server).guide).toBe('g1'));
  expect(page.address()).toBe('/admin/departures?status=completed&kind=private&guide=g1');
  // The desk has no footer.
  expect(screen.queryByRole('contentinfo')).toBe(null);
  const menu = within(screen.getByRole('navigation', { name: 'Admin Dashboard' }));
  expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent('Departures');
});

test('the filter offers every trek, also beyond the first hundred', async () => {
  const treks = Array.from({ length: 101 }, (_, at) => ({ ...langtang, _id: `t${at}`, name: `Trek ${at}` }));
  const pageOf = ({ url }: Request) => {
    const page = Number(new URL(url).searchParams.get('page'));
    return data({ treks: treks.slice(100 * (page - 1), 100 * page), total: treks.length });
  };
  desk({ ...lists, [LIST]: list(departure), 'GET /api/treks/manage': pageOf });
  openPage('/admin/departures');
  expect(await screen.findByRole('option', { name: 'Trek 100' })).toBeInTheDocument();
  expect(screen.getAllByRole('option', { name: /^Trek/ })).toHaveLength(101);
});

test('a departure shows who is on it, and is guaranteed after a confirmation', async () => {
  const server = desk({
    ...one,
    [BOOKINGS]: data({ bookings: [booking] }),
    [SAVE]: data({ departure: { ...departure, isGuaranteed: true, version: 4 } }),
  });
  openPage('/admin/departures/d1');
  const row = await screen.findByRole('row', { name: /Maya Gurung/ });
  expect(row).toHaveTextContent('KD-1207');
  expect(within(row).getByRole('link')).toHaveAttribute('href', '/admin?section=all-bookings&booking=b1');
  expect(await screen.findByRole('row', { name: /Lena Berg.*Waiting, no\. 1/ })).toBeVisible();
  const notice = screen.getByRole('region', { name: 'Guarantee or cancel' });
  expect(notice).toHaveTextContent('3 seats sold, the minimum is 4: 1 missing');
  await userEvent.click(within(notice).getByRole('button', { name: 'Guarantee' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/can't be undone/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Guarantee' }));
  await waitFor(() => expect(server.to(SAVE)).toHaveLength(1));
  expect(await server.to(SAVE)[0]?.json()).toEqual({ version: 3, isGuaranteed: true });
});

test('changes of two people to different fields are merged, and to the same field one is chosen', async () => {
  const theirs = { ...departure, capacity: 10, notes: 'Theirs', version: 4 };
  const stale = json(409, { status: 'error', message: 'Somebody else changed this departure.', currentVersion: 4 });
  const server = desk({
    ...one,
    [ONE]: [data({ departure }), data({ departure: theirs })],
    [BOOKINGS]: data({ bookings: [] }),
    [SAVE]: [stale, data({ departure: { ...theirs, version: 5 } })],
  });
  openPage('/admin/departures/d1');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  const minimum = dialog.getByLabelText(/Minimum/);
  await userEvent.clear(minimum);
  await userEvent.type(minimum, '6');
  await userEvent.type(dialog.getByLabelText(/Internal notes/), 'Mine');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: 'Somebody else saved this departure' }));
  await userEvent.click(question.getByRole('radio', { name: /Mine/ }));
  await userEvent.click(question.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.to(SAVE)).toHaveLength(2));
  expect(await server.to(SAVE)[1]?.json()).toEqual({ version: 4, minimum: 6, notes: 'Mine' });
});

const moved = {
  _id: 'c1',
  kind: 'move',
  departureId: 'd1',
  toDepartureId: 'd9',
  fromStartDate: '2027-03-05',
  toStartDate: '2027-03-12',
  reason: 'The flight to Lukla is cancelled',
  answerBy: '2026-11-25',
  whenSilent: 'accept',
  createdAt: '2026-11-20T06:00:00Z',
  finishedAt: null,
  choices: [
    {
      bookingId: 'b1',
      reference: 'KD-1207',
      name: 'Maya Gurung',
      guests: 3,
      choice: 'refund',
      chosenDepartureId: null,
      answeredBy: 'traveller',
      answeredAt: '2026-11-20T08:00:00Z',
      appliedAt: '2026-11-20T08:00:01Z',
    },
    {
      bookingId: 'b2',
      reference: 'KD-1208',
      name: 'Tenzin Sherpa',
      guests: 2,
      choice: null,
      chosenDepartureId: null,
      answeredBy: null,
      answeredAt: null,
      appliedAt: null,
    },
  ],
};
const CHANGES = 'GET /api/departures/d1/changes';
const MOVE = 'POST /api/departures/d1/move';

test('a move says who is asked and what silence means before it is sent, and shows the answers after it', async () => {
  const unpaid = { ...booking, _id: 'b3', name: 'Pema Lama', status: 'Pending', paymentStatus: 'Pending' };
  const past = json(400, {
    status: 'error',
    message: 'Invalid move. Please check your input.',
    errors: [{ field: 'answerBy', message: 'The answer must be due before the start' }],
  });
  const server = desk({
    ...one,
    [BOOKINGS]: data({ bookings: [booking, unpaid] }),
    [MOVE]: [past, data({ change: moved })],
    [CHANGES]: data({ changes: [moved] }),
  });
  const page = openPage('/admin/departures/d1');
  await userEvent.click(await screen.findByRole('button', { name: 'Move or cancel' }));
  await userEvent.click(screen.getByRole('menuitem', { name: /^Move/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Review' }));
  expect(await dialog.findByText('Choose the new date')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('New start date'), '2027-03-12');
  await userEvent.click(dialog.getByRole('button', { name: 'Review' }));
  expect(dialog.getByText('1 booking with 3 guests get an email with a link to choose.')).toBeVisible();
  expect(dialog.getByText('1 unpaid booking end.')).toBeVisible();
  expect(dialog.getByText('Maya Gurung')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Move departure' }));
  expect(await dialog.findByText('The answer must be due before the start')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Review' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Move departure' }));
  await waitFor(() => expect(page.address()).toBe('/admin/departures/d1/changes'));
  expect(await server.to(MOVE).at(-1)?.json()).toEqual({
    startDate: '2027-03-12',
    answerBy: '2026-11-25',
    whenSilent: 'accept',
  });
  expect(await screen.findByRole('row', { name: /Maya Gurung.*Refund/ })).toHaveTextContent('By the traveller');
  expect(screen.getByRole('row', { name: /Tenzin Sherpa/ })).toHaveTextContent('Not answered');
  expect(screen.getByText('1 of 2 not answered')).toBeVisible();
  expect(screen.getByText(/Without an answer: they move to the new date/)).toBeVisible();
});

test('a cancellation needs a reason, and refunds who does not answer', async () => {
  const server = desk({
    ...one,
    [BOOKINGS]: data({ bookings: [booking] }),
    'POST /api/departures/d1/cancel': data({ change: { ...moved, kind: 'cancel', toStartDate: null } }),
    [CHANGES]: data({ changes: [] }),
  });
  openPage('/admin/departures/d1');
  const notice = await screen.findByRole('region', { name: 'Guarantee or cancel' });
  await userEvent.click(within(notice).getByRole('button', { name: 'Cancel departure' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Review' }));
  expect(await dialog.findByText('Enter a reason')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Reason for the travellers'), 'Too few guests');
  await userEvent.click(dialog.getByRole('button', { name: 'Review' }));
  expect(dialog.getByText(/they get all their money back/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel departure' }));
  await waitFor(() => expect(server.to('POST /api/departures/d1/cancel')).toHaveLength(1));
  expect(await server.to('POST /api/departures/d1/cancel')[0]?.json()).toEqual({
    reason: 'Too few guests',
    answerBy: '2026-11-25',
  });
});
