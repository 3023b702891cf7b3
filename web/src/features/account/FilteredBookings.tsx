// Bookings filtered by kind. The filter is kept in the URL.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Booking } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { BOOKING_KINDS, type BookingFilter, bookingKind, filterBookings, isBookingKind } from './booking-kinds';

const LABELS: Record<BookingFilter, string> = {
  all: 'All',
  upcoming: 'Upcoming',
  unpaid: 'To pay',
  past: 'Past',
  cancelled: 'Cancelled',
};

export function FilteredBookings({
  bookings,
  children,
}: {
  bookings: Booking[];
  children: (booking: Booking) => ReactNode;
}) {
  const [search] = useSearchParams();
  const { today } = useBookableDays();
  const named = search.get('show');
  const open = isBookingKind(named) ? named : 'all';
  const shown = filterBookings(bookings, open, today);
  return (
    <>
      <nav aria-label="Filter bookings" className="mb-5">
        <ul className="flex flex-wrap gap-2">
          {(['all', ...BOOKING_KINDS] as const).map((one) => (
            <li key={one}>
              <Filter
                kind={one}
                open={one === open}
                count={bookings.filter((booking) => one === 'all' || bookingKind(booking, today) === one).length}
              />
            </li>
          ))}
        </ul>
      </nav>
      {shown.length === 0 && <p className="py-10 text-center text-ink-soft">No bookings match.</p>}
      <ul className="grid gap-4">
        {shown.map((booking) => (
          <li key={booking._id}>{children(booking)}</li>
        ))}
      </ul>
    </>
  );
}

function Filter({ kind, open, count }: { kind: BookingFilter; open: boolean; count: number }) {
  // Keeps the path: this list appears on different pages for travellers and administrators.
  const [search] = useSearchParams();
  const words = new URLSearchParams(search);
  words.delete('show');
  if (kind !== 'all') words.set('show', kind);
  return (
    <Link
      to={{ search: words.toString() }}
      replace
      preventScrollReset
      aria-current={open ? 'true' : undefined}
      className={clsx(
        'figures flex min-h-11 items-center gap-2 rounded-full border px-4 font-medium text-sm',
        open ? 'chosen border-ink bg-ink text-paper' : 'border-line-strong bg-raised hover:border-ink hover:bg-stone',
      )}
    >
      {LABELS[kind]}
      <span className={open ? undefined : 'text-ink-soft'}>{count}</span>
    </Link>
  );
}
