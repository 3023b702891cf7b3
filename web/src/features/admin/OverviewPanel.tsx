// What an agency wants to know first: how the last 30 days were, who leaves next, what waits for somebody.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api, ask } from '../../api/client';
import { formatDate } from '../../lib/dates';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { ErrorState, Skeleton } from '../../ui/States';
import { formatMoney } from '../currency/money';
import type { Overview } from './desk-wire';

/** '+25%' against the time before; nothing to compare with is no percentage. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'as before' : 'none in the 30 days before';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'as in the 30 days before';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}% against the 30 days before`;
}

export function OverviewPanel() {
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: async ({ signal }) => (await ask(api.GET('/api/overview', { signal }), 'silent')).data,
    staleTime: 0,
  });
  return (
    <section aria-label="Overview" aria-busy={isPending} className="mb-8">
      {isPending ? (
        <Skeleton className="h-32" />
      ) : data ? (
        <Figures overview={data} />
      ) : (
        <ErrorState
          title="The overview could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-6"
        />
      )}
    </section>
  );
}

function Figures({
  overview: { bookings, income, nextDepartures, unpaidBookings, failedMails },
}: {
  overview: Overview;
}) {
  return (
    <div className="overflow-hidden rounded-sm border border-line">
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        <Figure label="Bookings, 30 days" note={changeOf(bookings.last30Days, bookings.before)}>
          {bookings.last30Days.toLocaleString('en-US')}
        </Figure>
        <Figure label="Income, 30 days" note={changeOf(income.last30Days, income.before)}>
          {formatMoney(income.last30Days, income.currency)}
        </Figure>
        <Figure
          label="Unpaid bookings"
          note={<Link to={`${paths.adminSection('all-bookings')}&status=Pending`}>See them</Link>}
        >
          {unpaidBookings.toLocaleString('en-US')}
        </Figure>
        <Figure
          label="Mails that failed"
          alarming={failedMails > 0}
          note={<Link to={paths.adminSection('failed-mails')}>See them</Link>}
        >
          {failedMails.toLocaleString('en-US')}
        </Figure>
      </dl>
      <div className="border-line border-t bg-paper px-4 py-3">
        <h2 className="font-sans font-semibold text-ink-soft text-xs">Next departures</h2>
        {nextDepartures.length === 0 ? (
          <p className="mt-1 text-ink-soft text-sm">Nobody leaves in the time to come.</p>
        ) : (
          <ul className="mt-1 grid gap-x-6 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
            {nextDepartures.map((one) => (
              <li key={one.bookingId} className="sm:col-span-full sm:grid sm:grid-cols-subgrid">
                <Link
                  to={paths.adminBooking(one.bookingId)}
                  className="figures flex min-h-9 flex-wrap items-baseline gap-x-3 py-1.5 text-sm hover:text-glacier sm:col-span-full sm:grid sm:grid-cols-subgrid"
                >
                  <span className="shrink-0 text-ink-soft">{formatDate(one.startDate)}</span>
                  <span className="min-w-0 truncate font-medium max-sm:flex-1">{one.trekName}</span>
                  <span className="truncate text-ink-soft max-sm:w-full">
                    {one.name}, {plural(one.guests, 'guest')}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
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
