// Badge in the admin header: number of booking events that this administrator has not seen, with a list of the
// latest.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../api/useConfig';
import { describeAge, formatDate } from '../../lib/dates';
import { formatNumber, plural } from '../../lib/format';
import { paths } from '../../paths';
import { DeskFailed } from '../../ui/DeskFailed';
import { Popover } from '../../ui/Popover';
import { Badge, Skeleton } from '../../ui/States';
import { agencyEventsQuery, describeDecision, describeEvent, markEventsSeen } from './agency-events';
import { formatTimeIn } from './desk-labels';
import type { AgencyEvent } from './desk-types';

export default function AgencyEvents() {
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const { data, isPending, isFetching, refetch } = useQuery(agencyEventsQuery);
  const { mutate: markSeen } = useMutation({
    mutationFn: markEventsSeen,
    // A pending response would still count them as new.
    onMutate: () => queryClient.cancelQueries({ queryKey: agencyEventsQuery.queryKey }),
    // The list keeps its "New" badges until the next response, to show what was new when it was opened.
    onSuccess: () => queryClient.setQueryData(agencyEventsQuery.queryKey, (was) => was && { ...was, unseen: 0 }),
  });
  const unseen = data?.unseen ?? 0;
  const newest = data?.events[0]?.at;
  useEffect(() => {
    if (open && unseen > 0 && newest) markSeen(newest);
  }, [open, unseen, newest, markSeen]);
  return (
    <Popover
      label="Booking events"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-96"
      trigger={
        <button
          type="button"
          aria-label={unseen > 0 ? plural(unseen, 'new booking event') : 'Booking events'}
          title="Booking events"
          className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-sm px-2 transition-colors hover:bg-stone print:hidden"
        >
          <Bell aria-hidden className="size-5" strokeWidth={1.75} />
          {unseen > 0 && (
            <span className="figures whitespace-nowrap rounded-full bg-laligurans px-2 py-0.5 font-semibold text-on-laligurans text-xs forced-colors:border">
              {formatNumber(unseen)} new
            </span>
          )}
        </button>
      }
    >
      <p className="mb-2 font-semibold text-sm">Booking events</p>
      {isPending ? (
        <Loading />
      ) : !data ? (
        <DeskFailed title="Couldn't load the booking events" onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.events.length === 0 ? (
        <p className="text-ink-soft text-sm">
          No booking events yet. Paid bookings, cancellations, failed payments and departures to decide are listed here.
        </p>
      ) : (
        <ul className="-mx-2 divide-y divide-line">
          {data.events.map((event) => (
            <EventLine key={event._id} event={event} onOpen={() => setOpen(false)} />
          ))}
        </ul>
      )}
    </Popover>
  );
}

function EventLine({ event, onOpen }: { event: AgencyEvent; onOpen: () => void }) {
  const timezone = useConfig()?.timezone;
  const { words, alarming = false } = describeEvent(event);
  return (
    <li>
      <Link
        to={event.departure ? paths.departure(event.departure._id) : paths.adminBooking(event.bookingId ?? '')}
        onClick={onOpen}
        className="block rounded-sm px-2 py-2 text-ink text-sm no-underline -outline-offset-2 hover:bg-stone"
      >
        <span className="flex items-center justify-between gap-3">
          <span className={clsx('font-semibold', alarming && 'text-danger')}>{words}</span>
          {!event.seen && <Badge tone="info">New</Badge>}
        </span>
        <span className="wrap-anywhere block">
          <span className="figures">{event.departure ? formatDate(event.departure.startDate) : event.reference}</span> ·{' '}
          {event.trek}
        </span>
        <span className="wrap-anywhere block text-ink-soft text-xs">
          {event.departure ? describeDecision(event.departure) : event.bookedBy || 'Deleted account'} ·{' '}
          <time dateTime={event.at} title={formatTimeIn(event.at, timezone)}>
            {describeAge(Date.parse(event.at))}
          </time>
        </span>
      </Link>
    </li>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-4 py-1">
      <p role="status" className="sr-only">
        Loading booking events
      </p>
      {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className={clsx('h-3.5', width)} />
        </div>
      ))}
    </div>
  );
}
