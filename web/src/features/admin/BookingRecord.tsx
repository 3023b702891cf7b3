// Record of one booking: payments and refunds, emails, and its history.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { ErrorState, Skeleton } from '../../ui/States';
import { formatMoney } from '../currency/money';
import { Block } from './Block';
import { bookingHistoryQuery } from './booking-mutations';
import { Changes } from './Changes';
import { formatTimeIn, historyLabel, kindLabel, ledgerLabel } from './desk-labels';

export function BookingRecord({ booking }: { booking: Booking }) {
  const timezone = useConfig()?.timezone;
  const { data, isPending, isFetching, refetch } = useQuery(bookingHistoryQuery(booking._id));
  if (isPending) return <Skeleton className="h-40" />;
  if (!data) {
    return (
      <ErrorState
        title="Payments, emails and history could not be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-6"
      />
    );
  }
  return (
    <>
      <Block title="Payments">
        <Lines empty="No payments yet." count={data.payments.length}>
          {data.payments.map((line) => (
            <Line key={`${line.at} ${line.kind} ${line.amount}`} at={line.at} timezone={timezone}>
              <span className="flex justify-between gap-4">
                <span className="min-w-0">
                  {ledgerLabel(line.kind)}
                  {line.by && <span className="text-ink-soft">, {line.by}</span>}
                  {line.reason && <span className="block break-words text-ink-soft">{line.reason}</span>}
                </span>
                <span className="shrink-0 font-medium">
                  {formatMoney(line.kind === 'refund' ? -line.amount : line.amount, line.currency)}
                </span>
              </span>
            </Line>
          ))}
        </Lines>
      </Block>
      <Block title="Emails">
        <Lines empty="No emails yet." count={data.mails.length}>
          {data.mails.map((mail) => (
            <Line key={mail._id} at={mail.at} timezone={timezone}>
              {kindLabel(mail.kind)} to <span className="break-all">{mail.to}</span>
              <span className="text-ink-soft">, {mail.state}</span>
              {mail.lastError && <span className="block text-danger">{mail.lastError}</span>}
            </Line>
          ))}
        </Lines>
      </Block>
      <Block title="History">
        <Lines empty="No history yet." count={data.history.length}>
          {data.history.map((step) => (
            <Line key={step._id} at={step.at} timezone={timezone}>
              {historyLabel(step.action)}
              {step.who.name && <span className="text-ink-soft"> by {step.who.name}</span>}
              <Changes changes={step.changes} timezone={timezone} />
            </Line>
          ))}
        </Lines>
      </Block>
    </>
  );
}

function Lines({ empty, count, children }: { empty: string; count: number; children: ReactNode }) {
  if (count === 0) return <p className="text-ink-soft text-sm">{empty}</p>;
  return <ul className="grid gap-1.5 text-sm">{children}</ul>;
}

function Line({ at, timezone, children }: { at: string; timezone: string | undefined; children: ReactNode }) {
  return (
    <li className="figures grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1">
      <time dateTime={at} className="text-ink-soft">
        {formatTimeIn(at, timezone)}
      </time>
      <span>{children}</span>
    </li>
  );
}
