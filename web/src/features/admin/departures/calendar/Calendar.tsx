// Departures and private bookings of a month or a week, in rows by trek or by guide, on phones as a list of days. A move
// by pointer or keyboard opens the dialog that changes the departure or the booking, with the new date.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '../../../../api/useConfig';
import { type Day, isDay } from '../../../../lib/dates';
import { lazyComponent } from '../../../../lib/lazy-component';
import { useFilters } from '../../../../lib/useFilters';
import { PHONE, useMedia } from '../../../../lib/useMedia';
import { Button, IconButton } from '../../../../ui/Button';
import { DeskList } from '../../../../ui/DeskList';
import { Segmented } from '../../../../ui/Toggle';
import { deskBookingQuery } from '../../booking-mutations';
import { departureQuery } from '../departures';
import { Agenda } from './Agenda';
import {
  calendarQuery,
  daysOf,
  type PlannedGuide,
  type PlannedMove,
  periodName,
  ROWS,
  turned,
  VIEWS,
} from './calendar';
import { Legend } from './Legend';

const ChangeBooking = lazyComponent(() => import('../../ChangeBooking').then((file) => file.ChangeBooking));
const ChangeGuide = lazyComponent(() => import('./ChangeGuide').then((file) => file.ChangeGuide));
const FlightDay = lazyComponent(() => import('../FlightDay').then((file) => file.FlightDay));

// Phones show the days as a list, without the library that drags.
const Timeline = lazyComponent(() => import('./Timeline').then((file) => file.Timeline));

const NEXT = { month: ['Previous month', 'Next month'], week: ['Previous week', 'Next week'] } as const;

export function Calendar() {
  const { of, set } = useFilters();
  const today = useToday();
  const [planned, setPlanned] = useState<PlannedMove | null>(null);
  const [guided, setGuided] = useState<PlannedGuide | null>(null);
  const isPhone = useMedia(PHONE);
  const asked = of('date');
  const day = isDay(asked) ? asked : today;
  const view = VIEWS.find((one) => one === of('view')) ?? 'month';
  const by = ROWS.find((one) => one === of('by')) ?? 'trek';
  const days = daysOf(view, day);
  const query = useQuery(calendarQuery(days, by));
  const close = () => setPlanned(null);
  const show = (to: Day) => set({ date: to === today ? undefined : to });
  return (
    <section aria-labelledby="period">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex items-center gap-1">
          <IconButton label={NEXT[view][0]} onClick={() => show(turned(view, day, -1))}>
            <ChevronLeft aria-hidden className="size-5" />
          </IconButton>
          <h2 id="period" aria-live="polite" className="min-w-40 text-center text-xl">
            {periodName(view, days)}
          </h2>
          <IconButton label={NEXT[view][1]} onClick={() => show(turned(view, day, 1))}>
            <ChevronRight aria-hidden className="size-5" />
          </IconButton>
          {!days.includes(today) && (
            <Button size="sm" variant="secondary" onClick={() => show(today)} className="ml-2">
              Today
            </Button>
          )}
        </div>
        <Segmented
          label="Period"
          size="sm"
          value={view}
          onChange={(to) => set({ view: to === 'month' ? undefined : to })}
          options={[
            { value: 'month', label: 'Month' },
            { value: 'week', label: 'Week' },
          ]}
        />
        {!isPhone && (
          <Segmented
            label="Rows"
            size="sm"
            value={by}
            onChange={(to) => set({ by: to === 'trek' ? undefined : to })}
            options={[
              { value: 'trek', label: 'By trek' },
              { value: 'guide', label: 'By guide' },
            ]}
          />
        )}
      </div>
      <DeskList
        query={query}
        what="The calendar"
        empty={`Nothing runs in this ${view}. Departures and private bookings appear here.`}
        isEmpty={({ rows }) => rows.length === 0}
      >
        {({ rows, isIncomplete }) => (
          <div
            aria-busy={query.isPlaceholderData || undefined}
            className={clsx(query.isPlaceholderData && 'opacity-60')}
          >
            {isPhone ? (
              <Agenda days={days} today={today} rows={rows} />
            ) : (
              <Timeline days={days} today={today} rows={rows} by={by} onMove={setPlanned} onGuide={setGuided} />
            )}
            {isIncomplete && (
              <p role="status" className="mt-3 text-ink-soft text-sm">
                Only the first 1,000 entries are shown. Choose a week to see all of its entries.
              </p>
            )}
            <Legend canMove={!isPhone} isByGuide={by === 'guide'} />
          </div>
        )}
      </DeskList>
      {guided && <ChangeGuide {...guided} onClose={() => setGuided(null)} />}
      {planned &&
        (planned.isPrivate ? (
          <MoveBooking {...planned} onClose={close} />
        ) : (
          <MoveDeparture {...planned} onClose={close} />
        ))}
    </section>
  );
}

type MoveProps = PlannedMove & { onClose: () => void };

function MoveDeparture({ id, startDate, onClose }: MoveProps) {
  const { data, isError } = useQuery(departureQuery(id));
  if (data) return <FlightDay departure={data} start="move" startDate={startDate} onClose={onClose} />;
  return isError ? <NotMoved>The departure could not be loaded, so it was not moved. Try again.</NotMoved> : null;
}

function MoveBooking({ id, startDate, onClose }: MoveProps) {
  const { data, isError } = useQuery(deskBookingQuery(id));
  if (data?.allowedActions.includes('change'))
    return <ChangeBooking booking={data} startDate={startDate} onClose={onClose} />;
  if (data) return <NotMoved>This booking cannot be changed.</NotMoved>;
  return isError ? <NotMoved>The booking could not be loaded, so it was not moved. Try again.</NotMoved> : null;
}

function NotMoved({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-3 text-sm">
      {children}
    </p>
  );
}
