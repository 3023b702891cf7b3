// The departures of a month: bars over the days that they run, on phones the start days one below the other.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { BadgeCheck, ChevronLeft, ChevronRight, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { type Day, formatDate, weekday } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { PHONE, useMedia } from '../../../lib/useMedia';
import { paths } from '../../../paths';
import { Button, IconButton } from '../../../ui/Button';
import { DeskList } from '../../../ui/DeskList';
import { Marks, StatusBadge } from './Badges';
import { type Departure, monthQuery } from './departures';
import { describeSeats, formatDays, STATUS_LABELS } from './labels';
import { addMonths, agendaOf, type Bar, barsOf, monthName, monthOf, shortMonth, weeksOf } from './month';
import { SeatBar } from './SeatBar';
import { monthQueryOf, type useDepartureFilters } from './useDepartureFilters';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function DepartureCalendar({ shown }: { shown: ReturnType<typeof useDepartureFilters> }) {
  const { filters, month, today, set } = shown;
  const query = useQuery(monthQuery(monthQueryOf(filters), month));
  const isPhone = useMedia(PHONE);
  const show = (to: string) => set({ month: to === monthOf(today) ? undefined : to });
  const Month = isPhone ? Agenda : Grid;
  return (
    <section aria-labelledby="month">
      <div className="mb-3 flex items-center gap-1">
        <IconButton label="Previous month" onClick={() => show(addMonths(month, -1))}>
          <ChevronLeft aria-hidden className="size-5" />
        </IconButton>
        <h2 id="month" aria-live="polite" className="min-w-40 text-center text-xl">
          {monthName(month)}
        </h2>
        <IconButton label="Next month" onClick={() => show(addMonths(month, 1))}>
          <ChevronRight aria-hidden className="size-5" />
        </IconButton>
        {month !== monthOf(today) && (
          <Button size="sm" variant="secondary" onClick={() => show(monthOf(today))} className="ml-2">
            Today
          </Button>
        )}
      </div>
      <DeskList query={query} what="The departures" empty="" isEmpty={() => false}>
        {({ departures, total }) => (
          <div
            aria-busy={query.isPlaceholderData || undefined}
            className={clsx(query.isPlaceholderData && 'opacity-60')}
          >
            <Month month={month} today={today} departures={departures} />
            {total > departures.length && (
              <p role="status" className="mt-3 text-ink-soft text-sm">
                Showing the first {plural(departures.length, 'departure')} of {total}. Choose a trek to see all of its
                departures.
              </p>
            )}
          </div>
        )}
      </DeskList>
    </section>
  );
}

interface MonthProps {
  month: string;
  today: Day;
  departures: Departure[];
}

function Grid({ month, today, departures }: MonthProps) {
  return (
    <div className="overflow-hidden rounded-sm border border-line">
      <div aria-hidden className="grid grid-cols-7 bg-stone text-ink-soft text-xs">
        {WEEKDAYS.map((name) => (
          <span key={name} className="px-2 py-2 font-semibold">
            {name}
          </span>
        ))}
      </div>
      {weeksOf(month).map((week) => (
        <Week key={week[0]} week={week} month={month} today={today} bars={barsOf(week, departures)} />
      ))}
    </div>
  );
}

function Week({ week, month, today, bars }: { week: Day[]; month: string; today: Day; bars: Bar<Departure>[] }) {
  const [monday = '', sunday = ''] = [week[0], week.at(-1)];
  return (
    <section
      aria-label={`Week of ${formatDate(monday)} to ${formatDate(sunday)}`}
      className="relative min-h-24 border-line border-t"
    >
      <div aria-hidden className="absolute inset-0 grid grid-cols-7 divide-x divide-line">
        {week.map((day) => (
          <span
            key={day}
            className={clsx(
              'figures px-2 pt-1.5 text-xs',
              monthOf(day) === month ? 'text-ink' : 'bg-stone/60 text-ink-soft',
            )}
          >
            <span
              className={clsx(
                day === today && '-ml-1 rounded-full bg-marigold-wash px-1.5 py-0.5 font-bold text-marigold-ink',
              )}
            >
              {day.endsWith('-01') ? `${shortMonth(day)} 1` : Number(day.slice(8))}
            </span>
          </span>
        ))}
      </div>
      <ul className="relative grid auto-rows-[1.75rem] grid-cols-7 gap-y-1 pt-8 pb-2">
        {bars.map((bar) => (
          <BarItem key={bar.departure._id} bar={bar} />
        ))}
      </ul>
    </section>
  );
}

/** How full a departure is, besides what its number and marks say. */
function colourOf({ status, isGuaranteed, kind, seatsTaken, seatsHeld }: Departure): string {
  if (status === 'cancelled' || status === 'completed') return 'border-line bg-stone text-ink-soft';
  if (kind === 'private') return 'border-dashed border-glacier bg-raised text-ink';
  if (isGuaranteed) return 'border-juniper bg-juniper-wash text-ink';
  if (seatsTaken + seatsHeld > 0) return 'border-marigold bg-marigold-wash text-ink';
  return 'border-line-strong bg-raised text-ink';
}

function BarItem({ bar: { departure, first, last, lane, continues } }: { bar: Bar<Departure> }) {
  const { trekName, kind, isGuaranteed, seatsTaken, capacity, status } = departure;
  const Icon = kind === 'private' ? UserRound : isGuaranteed ? BadgeCheck : null;
  return (
    // The part in a later week repeats the link for the pointer. It is skipped by the keyboard and screen readers.
    <li
      aria-hidden={continues.before || undefined}
      style={{ gridColumn: `${first} / ${last + 1}`, gridRow: lane + 1 }}
      className="min-w-0 px-1"
    >
      <Link
        to={paths.departure(departure._id)}
        tabIndex={continues.before ? -1 : undefined}
        aria-label={nameOf(departure)}
        title={nameOf(departure)}
        className={clsx(
          'figures flex h-7 items-center gap-1.5 overflow-hidden border px-2 text-xs hover:border-ink',
          continues.before ? 'border-l-0' : 'rounded-l-sm border-l-4',
          continues.after ? 'border-r-0' : 'rounded-r-sm',
          colourOf(departure),
        )}
      >
        {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
        <span className={clsx('truncate font-medium', status === 'cancelled' && 'line-through')}>{trekName}</span>
        <span className="shrink-0 text-ink-soft">{kind === 'private' ? capacity : `${seatsTaken}/${capacity}`}</span>
      </Link>
    </li>
  );
}

function nameOf(departure: Departure): string {
  const { trekName, routeName, kind, isGuaranteed, status } = departure;
  const words = [
    trekName,
    routeName,
    formatDays(departure),
    kind === 'private' ? `private, ${plural(departure.capacity, 'guest')}` : describeSeats(departure),
    kind === 'group' && isGuaranteed && 'guaranteed',
    status !== 'open' && STATUS_LABELS[status].toLowerCase(),
  ];
  return words.filter(Boolean).join(', ');
}

function Agenda({ month, today, departures }: MonthProps) {
  const days = agendaOf(month, departures);
  if (days.length === 0) {
    return (
      <p className="rounded-sm border border-line px-4 py-10 text-center text-ink-soft text-sm">
        No departures start in this month.
      </p>
    );
  }
  return (
    <ol className="divide-y divide-line rounded-sm border border-line">
      {days.map(([day, starting]) => (
        <li key={day} className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-3 px-3 py-2.5">
          <h3 className="figures text-center font-sans">
            <span className="block text-ink-soft text-xs">{weekday(day)}</span>
            <span className={clsx('block font-semibold text-lg', day === today && 'text-marigold-ink')}>
              {Number(day.slice(8))}
            </span>
          </h3>
          <ul className="grid gap-2.5">
            {starting.map((departure) => (
              <li key={departure._id} className="relative">
                <Link
                  to={paths.departure(departure._id)}
                  className="wrap-anywhere font-semibold text-sm after:absolute after:inset-0 hover:text-glacier"
                >
                  {departure.trekName}
                </Link>
                <span className="wrap-anywhere block text-ink-soft text-xs">
                  {departure.routeName}, until {formatDate(departure.endDate)}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-1.5 text-sm">
                  <SeatBar departure={departure} className="mr-1" />
                  <StatusBadge departure={departure} />
                  <Marks departure={departure} />
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
