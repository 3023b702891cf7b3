// What is to be done today, and the months behind and ahead: queries, labels and links.
import { queryOptions } from '@tanstack/react-query';
import { api, download, fetchLong, requestData } from '../../../api/client';
import type { components } from '../../../api/schema';
import { monthsAnswer, todayAnswer } from '../../../api/validators/today';
import { paths } from '../../../paths';

type Schemas = components['schemas'];
export type Task = Schemas['Task'];
export type TaskGroup = Schemas['TaskGroup'];
export type TaskKind = Schemas['TaskKind'];
export type Month = Schemas['Month'];

const KEY = 'today';

export const todayQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => requestData(api.GET('/api/today', { signal }), todayAnswer),
  staleTime: 0,
});

export const monthsQuery = queryOptions({
  queryKey: [KEY, 'months'],
  queryFn: ({ signal }) => requestData(api.GET('/api/today/months', { signal }), monthsAnswer),
  staleTime: 0,
});

export function fetchMonthsFile(): Promise<Blob> {
  return download(api.GET('/api/today/months.csv', { parseAs: 'blob', fetch: fetchLong }));
}

interface Kind {
  title: string;
  /** What the date of a task means. */
  date?: string;
  /** What is done about a task. */
  action: string;
  /** Names the link to all of them. */
  all: string;
  list: string;
  /** Where a task is done. */
  task: (id: string) => string;
  isLate?: boolean;
}

const list = (section: string, more = '') => `${paths.adminSection(section)}${more}`;

export const KINDS: Record<TaskKind, Kind> = {
  'overdue-balance': {
    title: 'Overdue balances',
    action: 'Record a payment',
    date: 'Was due',
    all: 'All overdue balances',
    list: list('balances', '&state=overdue'),
    task: paths.adminBooking,
    isLate: true,
  },
  'failed-mail': {
    title: 'Undelivered emails',
    action: 'Send again',
    all: 'All undelivered emails',
    list: list('failed-mails'),
    task: () => list('failed-mails'),
    isLate: true,
  },
  decision: {
    title: 'Guarantee or cancel',
    action: 'Decide',
    date: 'Decide by',
    all: 'All departures',
    list: paths.departures,
    task: paths.departure,
  },
  'missing-guide': {
    title: 'Departures without a guide',
    action: 'Assign a guide',
    date: 'Starts',
    all: 'All departures',
    list: paths.departures,
    task: paths.departure,
  },
  'owed-refund': {
    title: 'Refunds to pay out',
    action: 'Pay out',
    date: 'Trek starts',
    all: 'All bookings',
    list: list('all-bookings'),
    task: paths.adminBooking,
  },
  'bank-transfer': {
    title: 'Bank transfers expected',
    action: 'Record it',
    date: 'Trek starts',
    all: 'All unpaid bookings',
    list: list('all-bookings', '&view=unpaid'),
    task: paths.adminBooking,
  },
  'custom-trek': {
    title: 'Custom trek requests',
    action: 'Answer',
    date: 'Wishes to start',
    all: 'All requests',
    list: list('custom-treks', '&state=New'),
    task: (id) => list('custom-treks', `&request=${id}`),
  },
  enquiry: {
    title: 'Questions to answer',
    action: 'Answer',
    date: 'Last message',
    all: 'All questions',
    list: list('enquiries', '&state=Waiting'),
    task: (id) => list('enquiries', `&enquiry=${id}`),
  },
  review: {
    title: 'Reviews to decide on',
    action: 'Read',
    date: 'Written',
    all: 'All waiting reviews',
    list: list('reviews'),
    task: () => list('reviews'),
  },
  proposal: {
    title: 'Proposals that end soon',
    action: 'Open',
    date: 'Ends',
    all: 'All open proposals',
    list: list('proposals', '&state=sent'),
    task: (id) => list('proposals', `&proposal=${id}`),
  },
  'due-balance': {
    title: 'Balances due in 14 days',
    action: 'Record a payment',
    date: 'Due',
    all: 'All balances due',
    list: list('balances'),
    task: paths.adminBooking,
  },
  departing: {
    title: 'Leaving in 14 days',
    action: 'Open',
    date: 'Starts',
    all: 'All departures',
    list: paths.departures,
    task: paths.departure,
  },
};

/** '2027-03' is 'Mar 2027'. */
export function monthName(month: string, style: 'short' | 'long' = 'short'): string {
  const format = new Intl.DateTimeFormat('en-US', { month: style, year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
