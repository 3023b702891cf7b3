// Today: the tasks of the desk and the months.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as saving from '../lib/save-file';
import { closePages, openPage } from '../test-server';
import { data, desk } from './desk-fixtures';

// Preloaded, so that no test waits for them.
import '../features/admin/today/Today';
import '../features/admin/today/Months';
import './AdminPage';

afterEach(closePages);

const nothing = { count: 0, tasks: [] };
const KINDS = [
  'overdue-balance',
  'failed-mail',
  'decision',
  'missing-guide',
  'owed-refund',
  'bank-transfer',
  'custom-trek',
  'enquiry',
  'due-balance',
  'departing',
];
/** The groups of an answer: those given, and all others without tasks. */
const groups = (given: Record<string, object>) =>
  data({ date: '2027-02-10', groups: KINDS.map((kind) => ({ kind, ...(given[kind] ?? nothing) })) });
const months = data({
  currency: 'USD',
  months: [
    { month: '2027-01', guests: 4, income: 1200.5 },
    { month: '2027-02', guests: 0, income: -300 },
    { month: '2027-03', guests: 7 },
  ],
});

test('each task leads to the place where it is done, and a long list to all of them', async () => {
  desk({
    'GET /api/today': () =>
      groups({
        'overdue-balance': {
          count: 7,
          tasks: [
            {
              _id: 'b1',
              name: 'Maya Gurung',
              subject: 'Everest Base Camp',
              date: '2027-02-08',
              amount: 2444.94,
              currency: 'USD',
            },
          ],
        },
        decision: {
          count: 1,
          tasks: [{ _id: 'd1', subject: 'Rara Lake', date: '2027-02-20', guests: 1, minimum: 4 }],
        },
        departing: {
          count: 1,
          tasks: [{ _id: 'd2', subject: 'Mardi Himal', date: '2027-02-12', guests: 6, guides: ['Pasang Sherpa'] }],
        },
      }),
    'GET /api/today/months': () => months,
  });
  openPage('/admin?section=today');
  const overdue = within(await screen.findByRole('region', { name: /Overdue balances/ }));
  const late = overdue.getByRole('link', { name: /Maya Gurung/ });
  expect(late).toHaveTextContent(
    'Maya Gurung$2,444.94Record a paymentEverest Base CampWas due Feb 08, 2027, 2 days ago',
  );
  expect(late).toHaveAttribute('href', '/admin?section=all-bookings&booking=b1');
  expect(overdue.getByRole('link', { name: 'All overdue balances (7)' })).toHaveAttribute(
    'href',
    '/admin?section=balances&state=overdue',
  );
  const decision = screen.getByRole('link', { name: /Rara Lake/ });
  expect(decision).toHaveTextContent('1 of 4 seats needed');
  expect(decision).toHaveAttribute('href', '/admin/departures/d1');
  expect(screen.getByRole('link', { name: /Mardi Himal/ })).toHaveTextContent('6 guests · Pasang Sherpa');
  expect(screen.queryByRole('region', { name: /Undelivered emails/ })).not.toBeInTheDocument();
});

test('without tasks the screen says so and still shows the months, which can be saved as a file', async () => {
  const save = vi.spyOn(saving, 'saveFile').mockImplementation(() => {});
  desk({
    'GET /api/today': () => groups({}),
    'GET /api/today/months': () => months,
    'GET /api/today/months.csv': () => new Response('Month'),
  });
  openPage('/admin?section=today');
  expect(await screen.findByText(/^Nothing to do\./)).toBeVisible();
  await userEvent.click(await screen.findByText('Show as a table'));
  const table = within(screen.getByRole('table', { name: 'Guests and income by month' }));
  expect(table.getByRole('row', { name: 'January 2027 4 $1,200.50' })).toBeVisible();
  expect(table.getByRole('row', { name: 'March 2027 7 –' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  expect(save).toHaveBeenCalledWith(expect.anything(), 'months.csv');
});
