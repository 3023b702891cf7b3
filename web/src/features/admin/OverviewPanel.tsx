// Key figures for the agency: the last 30 days, the next departures, unpaid bookings and undelivered emails.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api, requestData } from '../../api/client';
import { overviewAnswer } from '../../api/validators/desk';
import { formatDate } from '../../lib/dates';
import { formatNumber, plural } from '../../lib/format';
import { paths } from '../../paths';
import { DeskFailed } from '../../ui/DeskFailed';
import { Skeleton } from '../../ui/States';
import { formatMoney } from '../currency/money';
import type { Overview } from './desk-types';

/** '+25%' compared with the previous 30 days. Without bookings before, a text replaces the percentage. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'no change' : 'none in the previous 30 days';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'same as the previous 30 days';
  return `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}% vs. the previous 30 days`;
}

type DepartureGroup = Overview['departures'][number];

/** Link to the bookings of that trek on that day. */
function departureAddress({ startDate, trekId }: DepartureGroup): string {
  return `${paths.adminSection('all-bookings')}&trek=${trekId}&from=${startDate}&to=${startDate}`;
}

/** '3 parties, 8 guests, 1 unpaid'; zeros are omitted. */
export function departureText({ parties, guests, unpaid }: DepartureGroup): string {
  const words = [
    parties > 0 && plural(parties, 'party', 'parties'),
    guests > 0 && plural(guests, 'guest'),
    unpaid > 0 && `${formatNumber(unpaid)} unpaid`,
  ];
  return words.filter(Boolean).join(', ');
}

export function OverviewPanel() {
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => requestData(api.GET('/api/overview', { signal }), overviewAnswer),
    staleTime: 0,
  });
  return (
    <section aria-label="Overview" aria-busy={isPending} className="mb-8">
      {isPending ? (
        <OverviewSkeleton />
      ) : data ? (
        <Figures overview={data} />
      ) : (
        <DeskFailed title="The overview could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </section>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const { bookings, income, departures, unpaidBookings, overdueBalances, failedMails } = overview;
  return (
    <div className="overflow-hidden rounded-sm border border-line">
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        <Figure label="Bookings, 30 days" note={changeText(bookings.last30Days, bookings.before)}>
          {formatNumber(bookings.last30Days)}
        </Figure>
        <Figure label="Revenue, 30 days" note={changeText(income.last30Days, income.before)}>
          {formatMoney(income.last30Days, income.currency)}
        </Figure>
        <Figure
          label="Unpaid bookings"
          note={
            <>
              <Link to={`${paths.adminSection('all-bookings')}&view=unpaid`}>View</Link>
              {overdueBalances > 0 && (
                <>
                  {' · '}
                  <Link to={`${paths.adminSection('balances')}&state=overdue`} className="whitespace-nowrap">
                    {plural(overdueBalances, 'overdue balance')}
                  </Link>
                </>
              )}
            </>
          }
        >
          {formatNumber(unpaidBookings)}
        </Figure>
        <Figure
          label="Undelivered emails"
          alarming={failedMails > 0}
          note={<Link to={paths.adminSection('failed-mails')}>View</Link>}
        >
          {formatNumber(failedMails)}
        </Figure>
      </dl>
      <div className="border-line border-t py-3">
        <div className="flex items-baseline justify-between gap-4 px-4">
          <h2 className="font-sans font-semibold text-ink-soft text-xs">Next departures</h2>
          <Link to={paths.adminSection('today')} className="text-glacier text-xs underline underline-offset-4">
            Tasks of today
          </Link>
        </div>
        {departures.length === 0 ? (
          <p className="mt-1 px-4 text-ink-soft text-sm">No upcoming departures.</p>
        ) : (
          // On wide screens each column is aligned with a figure above.
          <ul className="mt-1">
            {departures.map((one) => (
              <li key={`${one.startDate} ${one.trekId}`}>
                <Link
                  to={departureAddress(one)}
                  className="figures grid min-h-9 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-1.5 text-sm -outline-offset-2 hover:bg-stone/60 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-4 xl:gap-x-px xl:px-0 xl:[&>*]:px-4"
                >
                  <span className="text-ink-soft">{formatDate(one.startDate)}</span>
                  <span className="truncate font-medium">{one.trekName}</span>
                  <span className="truncate text-ink-soft max-sm:col-span-2 xl:col-span-2">{departureText(one)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The same height as the loaded overview, so that the list below does not shift. */
function OverviewSkeleton() {
  return (
    <div className="rounded-sm border border-line">
      <div className="grid grid-cols-2 lg:grid-cols-4">
        {['bookings', 'income', 'unpaid', 'mails'].map((one) => (
          <div key={one} className="h-25 px-4 py-3.5 sm:h-23 lg:h-28 xl:h-23">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="mt-3 h-5 w-16" />
          </div>
        ))}
      </div>
      <div className="border-line border-t px-4 pt-3.5 pb-4.5">
        <Skeleton className="h-3.5 w-28" />
        {['w-2/3', 'w-1/2', 'w-3/5', 'w-1/2', 'w-2/5'].map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity besides their position
          <div key={row} className="flex h-14 items-center sm:h-9">
            <Skeleton className={clsx('h-3.5', width)} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Figure({
  label,
  note,
  alarming = false,
  children,
}: {
  label: string;
  note: ReactNode;
  alarming?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="bg-paper px-4 py-3">
      <dt className="font-semibold text-ink-soft text-xs">{label}</dt>
      <dd className={clsx('figures font-display font-semibold text-2xl', alarming && 'text-danger')}>{children}</dd>
      <dd className="figures text-ink-soft text-xs [&_a]:text-glacier [&_a]:underline [&_a]:underline-offset-4">
        {note}
      </dd>
    </div>
  );
}
