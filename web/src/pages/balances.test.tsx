// Balances and Reports of the desk.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as saving from '../lib/save-file';
import { PHONE } from '../lib/useMedia';
import { closePages, json, openPage } from '../test-server';
import { deposited, inCash } from './booking-fixtures';
import { data, desk } from './desk-fixtures';

// Preloaded, so that no test waits for them.
import '../features/admin/Balances';
import '../features/admin/Reports';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/balances';
const balance = {
  bookingId: deposited._id,
  reference: 'KD-1207',
  customerName: 'Maya Gurung',
  trekName: 'Everest Base Camp',
  startDate: '2027-03-01',
  total: 3056.18,
  paid: 611.24,
  balance: 2444.94,
  currency: 'USD',
  dueAt: '2027-01-30',
  isDueOnArrival: false,
  daysUntilDue: -2,
  canSendLink: true,
  lastReminderAt: '2027-01-29T06:15:00Z',
};
const second = {
  ...balance,
  bookingId: 'b2',
  reference: 'KD-1208',
  customerName: 'Pemba Sherpa',
  dueAt: '2027-02-04',
  isDueOnArrival: true,
  daysUntilDue: 3,
  canSendLink: false,
  lastReminderAt: null,
};
const counts = { due: 2, overdue: 1, all: 2 };
const list = (...balances: object[]) => data({ balances, total: balances.length, counts, daysAhead: 14 });
const asked = (server: ReturnType<typeof desk>) =>
  server.to(LIST).map(({ url }) => new URL(url, 'http://desk').searchParams.get('state'));

test('balances are listed by due date, and the tabs choose what is due or overdue', async () => {
  const server = desk({
    [LIST]: (request: Request) =>
      new URL(request.url).searchParams.get('state') === 'overdue' ? list(balance) : list(balance, second),
  });
  openPage('/admin?section=balances');
  const row = await screen.findByRole('row', { name: /Maya Gurung/ });
  expect(row).toHaveTextContent('Jan 30, 20272 days overdue');
  expect(row).toHaveTextContent('$2,444.94');
  expect(within(row).getByRole('link', { name: 'Maya Gurung' })).toHaveAttribute(
    'href',
    `/admin?section=all-bookings&booking=${deposited._id}`,
  );
  const other = screen.getByRole('row', { name: /Pemba Sherpa/ });
  expect(other).toHaveTextContent('in 3 days, on arrival');
  expect(other).toHaveTextContent('None yet');
  expect(within(row).getByRole('button', { name: /^Copy payment link/ })).toBeVisible();
  expect(within(other).queryByRole('button', { name: /^Copy payment link/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Overdue ?1$/ }));
  await screen.findByText('1 balance');
  expect(screen.queryByRole('row', { name: /Pemba Sherpa/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Due soon ?2$/ }));
  await screen.findByRole('row', { name: /Pemba Sherpa/ });
  expect(screen.getByText('Due within 14 days, or overdue.')).toBeVisible();
  expect(asked(server)).toEqual([null, 'overdue', 'due']);
});

test('a payment is recorded from the list, which then shows what is left', async () => {
  const paid = { ...deposited, balance: 0 };
  const server = desk({
    [LIST]: [list(balance), list()],
    [`GET /api/bookings/${deposited._id}`]: data({ booking: deposited }),
    [`POST /api/bookings/${deposited._id}/payments`]: json(201, {
      status: 'success',
      data: { payment: inCash, booking: paid },
    }),
  });
  openPage('/admin?section=balances');
  await userEvent.click(await screen.findByRole('button', { name: /^Record a payment ?for KD-1207$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Cash' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Record / }));
  expect(await screen.findByText(/^No balances\./)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.to(`POST /api/bookings/${deposited._id}/payments`)).toHaveLength(1);
});

test('the second payment is recorded with two clicks, as it was taken the last time', async () => {
  localStorage.setItem('payment-method-by-hand', 'bank');
  const server = desk({
    [LIST]: list(balance),
    [`GET /api/bookings/${deposited._id}`]: data({ booking: deposited }),
    [`POST /api/bookings/${deposited._id}/payments`]: json(201, {
      status: 'success',
      data: { payment: inCash, booking: deposited },
    }),
  });
  openPage('/admin?section=balances');
  await userEvent.click(await screen.findByRole('button', { name: /^Record a payment ?for KD-1207$/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Record $4,152.00' }));
  const [sent] = server.to(`POST /api/bookings/${deposited._id}/payments`);
  expect(await sent?.json()).toEqual({ method: 'bank', amount: 4152, currency: 'USD' });
});

test('a list of balances that fails to load can be loaded again', async () => {
  desk({ [LIST]: [json(500, {}), list()] });
  openPage('/admin?section=balances&state=all');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No balances\./)).toBeVisible();
});

const payments = {
  from: '2027-02-01',
  to: '2027-02-28',
  lines: [
    {
      day: '2027-02-03',
      kind: 'payment',
      method: 'cash',
      count: 2,
      amount: 500,
      currency: 'USD',
      tenderedAmount: 66475,
      tenderedCurrency: 'NPR',
    },
    {
      day: '2027-02-04',
      kind: 'refund',
      method: 'card',
      count: 1,
      amount: -10.5,
      currency: 'USD',
      tenderedAmount: -10.5,
      tenderedCurrency: 'USD',
    },
  ],
  methods: [
    { kind: 'payment', method: 'cash', count: 2, amount: 500, currency: 'USD' },
    { kind: 'refund', method: 'card', count: 1, amount: -10.5, currency: 'USD' },
  ],
  months: [{ month: '2027-02', count: 3, amount: 489.5, currency: 'USD' }],
  treks: [{ trekId: 't1', trekName: 'Langtang Valley', count: 3, amount: 489.5, currency: 'USD' }],
  totals: [{ currency: 'USD', received: 500, reversed: 0, refunded: -10.5, total: 489.5 }],
  tendered: [
    { currency: 'NPR', total: 66475 },
    { currency: 'USD', total: -10.5 },
  ],
  credits: [{ currency: 'USD', count: 1, amount: 120 }],
};
const sums = {
  currency: 'USD',
  invoices: 2,
  taxable: 1000,
  vat: 130,
  zeroRated: 0,
  passThrough: 50,
  total: 1180,
  credited: 10.5,
  creditedVat: 1.21,
};
const vat = {
  from: '2027-02-01',
  to: '2027-02-28',
  months: [{ month: '2027-02', sums }],
  treks: [{ trekName: 'Langtang Valley', sums }],
  totals: [sums],
};
const balances = {
  totals: [{ currency: 'USD', count: 2, balance: 4889.88, overdue: 2444.94 }],
  months: [{ month: '2027-03', currency: 'USD', count: 2, balance: 4889.88, overdue: 2444.94 }],
  treks: [{ trekId: 't1', trekName: 'Langtang Valley', currency: 'USD', count: 2, balance: 4889.88, overdue: 2444.94 }],
};

test('the reports show a month of payments and VAT, and the balances of today', async () => {
  const saved = vi.spyOn(saving, 'saveFile').mockReturnValue();
  const server = desk({
    'GET /api/reports/payments': data(payments),
    'GET /api/reports/vat': data(vat),
    'GET /api/reports/balances': data(balances),
    'GET /api/reports/payments.csv': new Response('a,b', { headers: { 'content-type': 'text/csv' } }),
    'GET /api/reports/accounts.zip': new Response('zip', { headers: { 'content-type': 'application/zip' } }),
  });
  openPage('/admin?section=reports&month=2027-02');
  const report = within(await screen.findByRole('region', { name: 'Payments, Feb 2027' }));
  const days = await report.findByRole('table', { name: 'By day and method' });
  expect(within(days).getByRole('row', { name: /Feb 03, 2027/ })).toHaveTextContent(/Cash2\$500\.00NPR.66,475\.00/);
  expect(within(days).getByRole('row', { name: /Feb 04, 2027/ })).toHaveTextContent(/Card, refund1[-−]\$10\.50/);
  expect(within(days).getByRole('row', { name: /Handed over in all/ })).toHaveTextContent(
    /NPR.66,475\.00, [-−]\$10\.50/,
  );
  const totals = within(report.getByRole('table', { name: 'Totals by currency' }));
  expect(totals.getByRole('row', { name: /USD/ })).toHaveTextContent(/\$489\.50$/);
  const credits = within(report.getByRole('table', { name: /^Paid with travel credits/ }));
  expect(credits.getByRole('row', { name: /USD/ })).toHaveTextContent('USD1$120.00');
  const taxes = within(await screen.findByRole('region', { name: 'VAT, Feb 2027' }));
  const trek = (await taxes.findByRole('table', { name: 'VAT by trek' })).querySelector('tbody tr');
  expect(trek).toHaveTextContent('Langtang Valley2$1,000.00$130.00$0.00$50.00$1,180.00$10.50$1.21');
  const owed = await screen.findByRole('table', { name: 'Balances by due month' });
  expect(within(owed).getByRole('row', { name: /Mar 2027/ })).toHaveTextContent('2$2,444.94$4,889.88');
  const [first] = server.to('GET /api/reports/payments');
  expect(first?.url).toMatch(/from=2027-02-01&to=2027-02-28/);
  await userEvent.click(report.getByRole('button', { name: /^CSV ?of Payments, Feb 2027$/ }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.anything(), 'payments-2027-02.csv'));
  expect(server.to('GET /api/reports/payments.csv')[0]?.url).toMatch(/from=2027-02-01&to=2027-02-28/);
  await userEvent.click(screen.getByRole('button', { name: 'Accounts of Feb 2027' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.anything(), 'accounts-2027-02.zip'));
  expect(server.to('GET /api/reports/accounts.zip')[0]?.url).toMatch(/month=2027-02/);
});

test('on a phone the rows of a wide report are lists of figures', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media === PHONE, media, addListener() {}, removeListener() {} }),
  );
  desk({
    'GET /api/reports/payments': data(payments),
    'GET /api/reports/vat': data(vat),
    'GET /api/reports/balances': data(balances),
  });
  openPage('/admin?section=reports&month=2027-02');
  const days = within(await screen.findByRole('region', { name: 'By day and method' }));
  expect(days.queryByRole('table')).toBe(null);
  const [first, second, all] = days.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Feb 03, 2027, CashCount2Amount\$500\.00Handed overNPR.66,475\.00$/);
  expect(second).toHaveTextContent(/^Feb 04, 2027, Card, refund/);
  expect(all).toHaveTextContent(/^Handed over in allHanded overNPR.66,475\.00, [-−]\$10\.50$/);
  expect(screen.getByRole('table', { name: 'By trek' })).toBeVisible();
});

test('a month without payments, without VAT and without balances says so', async () => {
  const none = { from: '2027-02-01', to: '2027-02-28', months: [], treks: [], totals: [] };
  desk({
    'GET /api/reports/payments': data({ ...none, lines: [], methods: [], tendered: [], credits: [] }),
    'GET /api/reports/vat': data(none),
    'GET /api/reports/balances': data({ totals: [], months: [], treks: [] }),
  });
  openPage('/admin?section=reports&month=2027-02');
  expect(await screen.findByText('No payments in this month.')).toBeVisible();
  expect(await screen.findByText('No invoices with VAT in this month.')).toBeVisible();
  expect(await screen.findByText('Every booking is paid in full.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^CSV/ })).toBeNull();
});
