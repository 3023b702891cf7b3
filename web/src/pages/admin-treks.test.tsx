// Manage Treks and the overview above it: contents, state in the URL, and the effect of each button.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { changeText } from '../features/admin/OverviewPanel';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/ManageTreksSection';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/treks/manage';
const overview = {
  bookings: { last30Days: 12, before: 8 },
  income: { last30Days: 15480.5, before: 0, currency: 'USD' },
  nextDepartures: [
    { bookingId: 'b1', trekName: 'Langtang Valley', startDate: '2026-12-01', guests: 2, name: 'Maya Gurung' },
  ],
  departures: [
    { startDate: '2026-12-01', trekId: 't1', trekName: 'Langtang Valley', parties: 1, guests: 2, unpaid: 3 },
    { startDate: '2026-12-02', trekId: 't2', trekName: 'Dolpo', parties: 0, guests: 0, unpaid: 1 },
  ],
  unpaidBookings: 3,
  overdueBalances: 2,
  failedMails: 1,
};
const langtang = {
  _id: 't1',
  name: 'Langtang Valley',
  location: 'Langtang',
  noOfRoutes: 3,
  visibleRoutes: 2,
  price: 899,
  currency: 'USD',
  bookings: 4,
  version: 1,
  updatedAt: '2026-11-01T20:00:00Z', // November 2 at the agency
  bannerImage: '/pictures/banner.svg',
};
const hidden = { ...langtang, _id: 't2', name: 'Dolpo', visibleRoutes: 0, bookings: 0 };
const archived = { ...langtang, _id: 't3', name: 'Manaslu', archivedAt: '2026-11-10T00:00:00Z' };
const list = (...treks: object[]) => json(200, { status: 'success', data: { treks, total: treks.length } });
const moved = (name: string) => json(200, { status: 'success', data: { trek: { _id: 't9', name } } });

function desk(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    'GET /api/overview': json(200, { status: 'success', data: overview }),
    [LIST]: list(langtang, hidden, archived),
    ...more,
  });
}
const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const lastAsked = (server: ReturnType<typeof serve>) =>
  new URL(server.to(LIST).at(-1)?.url ?? '', 'http://desk').searchParams;

test('ADMIN-16 ROLE-08 every trek is listed with its status, including hidden and archived ones', async () => {
  desk();
  openPage('/admin');
  expect(await rowOf(/Langtang Valley/)).toHaveTextContent(
    /Langtang.*Visible2 of 3 routes shown\$899\.004Nov 02, 2026/,
  );
  expect(await rowOf(/Dolpo/)).toHaveTextContent('Hidden');
  const gone = await rowOf(/Manaslu/);
  expect(gone).toHaveTextContent('Archived');
  expect(within(gone).queryByRole('link', { name: /View/ })).toBe(null);
  expect(within(await rowOf(/Dolpo/)).getByRole('link', { name: /Edit.*Dolpo/ })).toHaveAttribute(
    'href',
    '/package/edit/t2',
  );
});

test('ADMIN-16 search, status and order are sent to the server and stored in the address', async () => {
  const server = desk();
  const page = openPage('/admin');
  await rowOf(/Dolpo/);
  await userEvent.click(screen.getByRole('radio', { name: 'Hidden' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bookings' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or place' }), 'dol');
  await waitFor(() => expect(page.address()).toContain('q=dol'));
  expect(page.address()).toContain('section=manage-treks&state=hidden&sort=bookings&order=desc');
  await waitFor(() => expect(lastAsked(server).get('search')).toBe('dol'));
  expect(Object.fromEntries(lastAsked(server))).toEqual({
    search: 'dol',
    sort: 'bookings',
    order: 'desc',
    state: 'hidden',
    page: '1',
    limit: '20',
  });
});

test('ADMIN-14 on phones the filters are behind one button, which shows how many are active', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query === '(width < 48rem)' }),
  );
  const server = desk();
  const page = openPage('/admin?section=manage-treks&state=hidden');
  await rowOf(/Dolpo/);
  expect(screen.queryByRole('radio', { name: 'Hidden' })).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: /^Filter.*1/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filter' }));
  expect(sheet.getByRole('radio', { name: 'Hidden' })).toBeChecked();
  await userEvent.click(sheet.getByRole('radio', { name: 'Archived' }));
  await waitFor(() => expect(lastAsked(server).get('state')).toBe('archived'));
  await userEvent.click(sheet.getByRole('button', { name: 'Clear filters' }));
  expect(page.address()).toBe('/admin?section=manage-treks');
  await userEvent.click(sheet.getByRole('button', { name: 'Show results' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus());
});

test('ADMIN-16 a column heading sorts the table and indicates the order', async () => {
  desk();
  const page = openPage('/admin');
  await rowOf(/Dolpo/);
  const head = (name: string) => screen.getByRole('columnheader', { name });
  expect(head('Changed')).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Trek' }));
  expect(page.address()).toContain('sort=name&order=asc');
  expect(head('Trek')).toHaveAttribute('aria-sort', 'ascending');
  expect(head('Changed')).not.toHaveAttribute('aria-sort');
  await userEvent.click(screen.getByRole('button', { name: 'Trek' }));
  expect(head('Trek')).toHaveAttribute('aria-sort', 'descending');
});

test('ADMIN-16 a trek is duplicated with one click, and archived after a confirmation', async () => {
  localStorage.setItem('treks', '{}');
  const server = desk({
    'POST /api/treks/t1/duplicate': moved('Langtang Valley (copy)'),
    'POST /api/treks/t1/archive': moved('Langtang Valley'),
  });
  openPage('/admin');
  await userEvent.click(
    within(await rowOf(/Langtang Valley/)).getByRole('button', { name: 'Duplicate Langtang Valley' }),
  );
  expect(await screen.findByText(/Langtang Valley \(copy\) created/)).toBeInTheDocument();
  expect(localStorage.getItem('treks')).toBe(null);
  await userEvent.click(
    within(await rowOf(/Langtang Valley/)).getByRole('button', { name: 'Archive Langtang Valley' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive Langtang Valley?' }));
  expect(dialog.getByText(/Its 4 bookings stay as they are/)).toBeVisible();
  expect(server.to('POST /api/treks/t1/archive')).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Langtang Valley archived.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
});

test("ADMIN-16 an archived trek can be restored, and a rejection shows the server's message", async () => {
  desk({
    'POST /api/treks/t3/restore': [json(409, { status: 'error', message: 'It is back already.' }), moved('Manaslu')],
  });
  openPage('/admin');
  for (const said of ['It is back already.', 'Manaslu restored.']) {
    await userEvent.click(within(await rowOf(/Manaslu/)).getByRole('button', { name: 'Restore Manaslu' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(said)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  }
});

test('ROLE-08 the overview shows the last 30 days, the next departures and open tasks', async () => {
  desk();
  openPage('/admin');
  const seen = within(await screen.findByRole('region', { name: 'Overview' }));
  expect((await seen.findByText('Bookings, 30 days')).parentElement).toHaveTextContent(
    '12+50% vs. the previous 30 days',
  );
  expect(seen.getByText('Revenue, 30 days').parentElement).toHaveTextContent('$15,480.50none in the previous 30 days');
  const unpaid = seen.getByText('Unpaid bookings').parentElement;
  expect(unpaid).toHaveTextContent('3View · 2 overdue balances');
  expect(seen.getByRole('link', { name: '2 overdue balances' })).toHaveAttribute(
    'href',
    '/admin?section=balances&state=overdue',
  );
  expect(seen.getByText('Undelivered emails').parentElement).toHaveTextContent('1');
  expect(seen.getByRole('link', { name: /Langtang Valley/ })).toHaveAttribute(
    'href',
    '/admin?section=all-bookings&trek=t1&from=2026-12-01&to=2026-12-01',
  );
});

test.each([
  [12, 8, '+50% vs. the previous 30 days'],
  [6, 8, '−25% vs. the previous 30 days'],
  [8, 8, 'same as the previous 30 days'],
  [3, 0, 'none in the previous 30 days'],
  [0, 0, 'no change'],
])('ROLE-08 %s after %s is shown as "%s"', (now, before, words) => {
  expect(changeText(now, before)).toBe(words);
});

test('ADMIN-16 a list that fails to load can be loaded again; the overview is independent of it', async () => {
  desk({ [LIST]: [json(500, {}), list(langtang)] });
  openPage('/admin');
  expect(await screen.findByText('The treks could not be loaded')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rowOf(/Langtang Valley/)).toBeVisible();
});

test('ADMIN-16 departures are grouped by day and trek, and link to their bookings', async () => {
  desk();
  openPage('/admin');
  const first = await screen.findByRole('link', { name: /Langtang Valley.*1 party, 2 guests, 3 unpaid/ });
  expect(first).toHaveAttribute('href', '/admin?section=all-bookings&trek=t1&from=2026-12-01&to=2026-12-01');
  // Nobody has paid yet, so no parties are counted.
  expect(screen.getByRole('link', { name: /Dolpo.*unpaid/ })).toHaveTextContent(/Dolpo1 unpaid$/);
});
