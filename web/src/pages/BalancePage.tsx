// /balance/:token: what is left to pay of a booking, and the ways to pay it. The link in the email is the permission,
// so no login is needed (operations §3).
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import type { BalanceBooking, BalanceOverview } from '../api/types';
import { useBookableDays } from '../api/useConfig';
import { balanceQuery, type Paid } from '../features/balance/balance';
import { ChargedPrice, PriceRow } from '../features/currency/ChargedPrice';
import { InstallmentRows } from '../features/currency/InstallmentRows';
import { formatMoney } from '../features/currency/money';
import { RupeeBalance } from '../features/currency/RupeeBalance';
import { formatDate } from '../lib/dates';
import { daysText } from '../lib/departures';
import { plural } from '../lib/format';
import { lazyComponent } from '../lib/lazy-component';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { Contact } from './BalanceContact';
import { PageTitle } from './PageTitle';

// The card form is large; what is left to pay is shown before it.
const BalanceWays = lazyComponent(
  () => import('./BalanceWays').then((file) => file.BalanceWays),
  () => <Skeleton className="h-96" />,
);

export function BalancePage() {
  const { token = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(balanceQuery(token));
  const [result, setResult] = useState<Paid>();
  return (
    <div className="page-width pt-8 pb-16">
      {result ? (
        <Result result={result} />
      ) : data ? (
        <Balance token={token} balance={data} onPaid={setResult} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <PageTitle>Pay the balance</PageTitle>
          <p role="status" className="sr-only">
            Loading your booking
          </p>
          <Skeleton className="h-12" />
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  );
}

function Balance({
  token,
  balance,
  onPaid,
}: {
  token: string;
  balance: BalanceOverview;
  onPaid: (result: Paid) => void;
}) {
  const { booking } = balance;
  const queries = useQueryClient();
  const isPaid = booking.balance === 0;
  const title = isPaid ? 'This booking is paid in full' : 'Pay the balance';
  const end = (result: Paid) => {
    if (result.kind === 'paid') {
      queries.setQueryData(balanceQuery(token).queryKey, { ...balance, booking: result.paid.booking });
    }
    onPaid(result);
  };
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-3 max-w-measure text-lg">
        {isPaid ? (
          <>Thank you, {booking.firstName}. There is nothing left to pay.</>
        ) : (
          <>
            Namaste {booking.firstName}, <Due booking={booking} />
          </>
        )}
      </p>
      <div className="mt-6 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <aside aria-label="Your booking" className="grid min-w-0 content-start gap-6 lg:order-last">
          <Summary booking={booking} />
        </aside>
        <div className="min-w-0">
          {isPaid ? (
            <ButtonLink to={paths.dashboardSection('my-bookings')}>My Bookings</ButtonLink>
          ) : (
            <BalanceWays token={token} balance={balance} onPaid={end} />
          )}
        </div>
      </div>
    </>
  );
}

function Due({ booking }: { booking: BalanceBooking }) {
  const { today } = useBookableDays();
  const { balance, currency, dueAt, schedule } = booking;
  const next = schedule.find((part) => !part.paid);
  const amount = <strong className="figures font-semibold">{formatMoney(balance, currency)}</strong>;
  if (!dueAt) return <>{amount} is left to pay.</>;
  if (next?.onArrival) {
    return (
      <>
        {amount} is left to pay, due on arrival on {formatDate(dueAt)}. You can pay it now.
      </>
    );
  }
  if (dueAt < today)
    return (
      <>
        {amount} is left to pay. It was due by {formatDate(dueAt)}.
      </>
    );
  return (
    <>
      {amount} is left to pay, due by {formatDate(dueAt)}.
    </>
  );
}

function Summary({ booking }: { booking: BalanceBooking }) {
  const { today } = useBookableDays();
  const { priceBreakdown, currency, schedule } = booking;
  const show = (amount: number) => formatMoney(amount, currency);
  return (
    <section aria-labelledby="balance-summary" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 id="balance-summary" className="wrap-anywhere text-2xl">
        {booking.trekName}
      </h2>
      <dl className="mt-3 grid gap-1.5 text-sm">
        <Line label="Booking">{booking.reference}</Line>
        <Line label="Route">{booking.routeName}</Line>
        <Line label="Dates">{daysText(booking.startDate, booking.endDate)}</Line>
        <Line label="Party">{plural(booking.totalGuests, 'guest')}</Line>
      </dl>
      <h3 className="mt-5 mb-2 font-semibold text-lg">Price</h3>
      <ChargedPrice price={priceBreakdown}>
        <PriceRow label="Paid">{show(booking.paid)}</PriceRow>
        <div className="flex items-baseline justify-between gap-4 font-semibold">
          <dt>Left to pay</dt>
          <dd className="whitespace-nowrap text-base">{show(booking.balance)}</dd>
        </div>
      </ChargedPrice>
      <RupeeBalance booking={booking} />
      {schedule.length > 1 && (
        <>
          <h3 className="mt-5 mb-2 font-semibold text-lg">Payment schedule</h3>
          <dl className="figures grid gap-1.5 text-sm">
            <InstallmentRows schedule={schedule} today={today} show={show} />
          </dl>
        </>
      )}
    </section>
  );
}

function Result({ result }: { result: Paid }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = result.kind === 'paid' ? 'Payment received' : 'Your payment will be refunded';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
        {title}
      </h1>
      {result.kind === 'paid' ? (
        <PaidText paid={result.paid} />
      ) : (
        <p role="status" className="mt-4 max-w-measure text-lg">
          {result.message}
        </p>
      )}
      <div className="mt-6">
        <ButtonLink to={paths.dashboardSection('my-bookings')}>My Bookings</ButtonLink>
      </div>
    </>
  );
}

function PaidText({ paid }: { paid: Extract<Paid, { kind: 'paid' }>['paid'] }) {
  const { booking, amount, currency, receiptNumber } = paid;
  const left =
    booking.balance > 0
      ? `${formatMoney(booking.balance, booking.currency)} is left to pay.`
      : 'The booking is paid in full.';
  return (
    <>
      <p role="status" className="figures mt-4 max-w-measure text-lg">
        Thank you, {booking.firstName}. We received {formatMoney(amount, currency)}. {left}
      </p>
      <dl className="mt-6 grid max-w-measure divide-y divide-line border-line border-y">
        <Line label="Receipt">{receiptNumber}</Line>
        <Line label="Booking">{booking.reference}</Line>
        <Line label="Trek">{booking.trekName}</Line>
        <Line label="Dates">{daysText(booking.startDate, booking.endDate)}</Line>
      </dl>
      <p className="mt-3 text-ink-soft">We email the receipt to the person who made the booking.</p>
    </>
  );
}

function Failed({ error, onRetry, isRetrying }: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const failure = error instanceof ApiFailure ? error : undefined;
  if (failure?.status === 404 || failure?.status === 410) {
    const title = failure.status === 410 ? 'This link is no longer open' : 'This link is not valid';
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <EmptyState
          whole
          title={title}
          message={
            <>
              {failure.status === 410 ? failure.serverMessage : 'Check that you opened the whole link.'} <Contact />
            </>
          }
          action={<ButtonLink to={paths.dashboardSection('my-bookings')}>My Bookings</ButtonLink>}
          className="min-h-[50vh] justify-center"
        />
      </>
    );
  }
  return (
    <>
      <PageTitle>Pay the balance</PageTitle>
      <ErrorState
        whole
        title="Your booking could not be loaded"
        message="Your booking is safe. Please check your connection and try again."
        onRetry={onRetry}
        retrying={isRetrying}
      />
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-1">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures min-w-0 text-right">{children}</dd>
    </div>
  );
}
