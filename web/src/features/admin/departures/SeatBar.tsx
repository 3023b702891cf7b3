// Seats of a departure: a bar of sold, held and free ones with a mark at the minimum, and the numbers.
import clsx from 'clsx';
import type { Departure } from './departures';
import { describeSeats } from './labels';

export function SeatBar({ departure, className }: { departure: Departure; className?: string }) {
  const { seatsTaken, seatsHeld, capacity } = departure;
  return (
    <span title={describeSeats(departure)} className={clsx('flex items-center gap-2.5', className)}>
      <Bar departure={departure} className="h-2 w-20 shrink-0" />
      <span className="figures whitespace-nowrap">
        {seatsTaken}
        <span className="text-ink-soft">
          <span className="sr-only"> of </span>
          <span aria-hidden>/</span>
          {capacity}
          <span className="sr-only"> seats sold</span>
        </span>
        {seatsHeld > 0 && <span className="block text-ink-soft text-xs">{seatsHeld} held</span>}
      </span>
    </span>
  );
}

/** The bar alone; numbers are beside it. */
export function Bar({ departure, className }: { departure: Departure; className?: string }) {
  const { seatsTaken, seatsHeld, capacity, minimum, kind, isGuaranteed } = departure;
  const share = (seats: number) => `${(100 * Math.min(seats, capacity)) / capacity}%`;
  return (
    <span
      aria-hidden
      className={clsx('relative flex overflow-hidden rounded-full bg-stone-deep forced-colors:border', className)}
    >
      <span className="bg-juniper forced-colors:bg-[CanvasText]" style={{ width: share(seatsTaken) }} />
      <span className="bg-marigold forced-colors:bg-[GrayText]" style={{ width: share(seatsHeld) }} />
      {kind === 'group' && !isGuaranteed && minimum < capacity && (
        <span className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: `calc(${share(minimum)} - 1px)` }} />
      )}
    </span>
  );
}
