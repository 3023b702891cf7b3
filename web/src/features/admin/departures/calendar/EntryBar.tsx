// One entry of the calendar: a link over the days that it runs, which is dragged to other days.
import { useDraggable } from '@dnd-kit/core';
import clsx from 'clsx';
import { BadgeCheck, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { canMove, describe, type Entry, pathOf, type RowKind, seatsOf } from './calendar';
import { lookOf } from './look';
import type { Bar } from './month';

export function EntryBar({
  id,
  bar: { entry, first, last, lane, continues },
  by,
  isTabStop,
  isMoving,
  shift,
  onFocus,
}: {
  /** Unique in the calendar: an entry with two guides has two bars. */
  id: string;
  bar: Bar<Entry>;
  by: RowKind;
  isTabStop: boolean;
  isMoving: boolean;
  /** Days by which a move that is not confirmed shifts it. */
  shift: number;
  onFocus: (id: string) => void;
}) {
  const { setNodeRef, listeners } = useDraggable({ id, disabled: !canMove(entry) });
  const { booking, isGuaranteed, status } = entry;
  const Icon = booking ? UserRound : isGuaranteed ? BadgeCheck : null;
  const text = describe(entry);
  const label = labelOf(entry, by);
  return (
    <li
      style={{
        gridColumn: `${first} / ${last + 1}`,
        gridRow: lane + 1,
        ...(shift !== 0 && { transform: `translateX(${(100 * shift) / (last - first + 1)}%)` }),
      }}
      className={clsx('min-w-0 px-0.5', shift !== 0 && 'relative z-1')}
    >
      <Link
        ref={setNodeRef}
        {...listeners}
        to={pathOf(entry)}
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        data-entry={id}
        data-start={entry.startDate}
        onFocus={() => onFocus(id)}
        // Begins with what is shown, for people who operate the page by voice.
        aria-label={`${seatsOf(entry)} ${label && `${label} `}– ${text}`}
        aria-describedby={canMove(entry) ? 'calendar-keys' : undefined}
        title={text}
        className={clsx(
          'figures flex h-7 items-center gap-1 overflow-hidden border px-1.5 text-xs hover:border-ink',
          continues.before ? 'border-l-0' : 'rounded-l-sm border-l-4',
          continues.after ? 'border-r-0' : 'rounded-r-sm',
          isMoving && 'opacity-80 shadow-md outline-2 outline-glacier outline-dashed',
          lookOf(entry),
        )}
      >
        {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
        <span className="shrink-0 font-semibold">{seatsOf(entry)}</span>{' '}
        <span className={clsx('truncate', status === 'cancelled' && 'line-through')}>{label}</span>
      </Link>
    </li>
  );
}

/** What the row does not say: of a trek who leads it or who walks, of a guide the trek. */
function labelOf({ trekName, booking, guides }: Entry, by: RowKind): string {
  if (by === 'guide') return booking?.name ? `${trekName}, ${booking.name}` : trekName;
  return booking?.name ?? guides.map(({ name }) => name).join(', ');
}
