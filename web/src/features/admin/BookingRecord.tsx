// Record of one booking: notes and tags, emails, and its history.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { Button } from '../../ui/Button';
import { ErrorState, Skeleton } from '../../ui/States';
import { Block } from './Block';
import { BookingNotes } from './BookingNotes';
import { bookingHistoryQuery } from './booking-mutations';
import { useRecordChange } from './booking-record';
import { Changes } from './Changes';
import { formatTimeIn, historyLabel, kindLabel } from './desk-labels';
import { MailPreview } from './MailPreview';

export function BookingRecord({ booking }: { booking: Booking }) {
  const timezone = useConfig()?.timezone;
  const { data, isPending, isFetching, refetch } = useQuery(bookingHistoryQuery(booking._id));
  if (isPending) return <Skeleton className="h-40" />;
  if (!data) {
    return (
      <ErrorState
        title="Emails and history could not be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-6"
      />
    );
  }
  return (
    <>
      <Block title="Notes and tags">
        <BookingNotes booking={booking} notes={data.notes} />
      </Block>
      <Block title="Emails">
        <Lines empty="No emails yet." count={data.mails.length}>
          {data.mails.map((mail) => (
            <Line key={mail._id} at={mail.at} timezone={timezone}>
              {kindLabel(mail.kind)} to <span className="break-all">{mail.to}</span>
              <span className="text-ink-soft">, {mail.state}</span>
              {mail.lastError && <span className="block text-danger">{mail.lastError}</span>}
              {mail.subject && <MailActions booking={booking} mailId={mail._id} subject={mail.subject} />}
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

function MailActions({ booking, mailId, subject }: { booking: Booking; mailId: string; subject: string }) {
  const [isOpen, setOpen] = useState(false);
  const resend = useRecordChange(booking._id);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="min-w-0 grow text-ink-soft">{subject}</span>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Preview<span className="sr-only"> of {subject}</span>
      </Button>
      {booking.customer.email && (
        <Button
          variant="ghost"
          size="sm"
          loading={resend.isPending}
          onClick={() => resend.mutate({ kind: 'resend', mailId })}
        >
          Send again<span className="sr-only"> the email {subject}</span>
        </Button>
      )}
      {isOpen && <MailPreview bookingId={booking._id} mailId={mailId} onClose={() => setOpen(false)} />}
    </span>
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
