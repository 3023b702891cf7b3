// Where a booking stands for its traveller: each one is of exactly one kind.
import type { Booking } from '../../api/types';
import type { Day } from '../../lib/dates';

export const BOOKING_KINDS = ['upcoming', 'unpaid', 'past', 'cancelled'] as const;
export type BookingKind = (typeof BOOKING_KINDS)[number];

export function isBookingKind(named: string | null): named is BookingKind {
  return BOOKING_KINDS.includes(named as BookingKind);
}

export function kindOf({ status, checkOut }: Booking, today: Day): BookingKind {
  if (status === 'Cancelled') return 'cancelled';
  if (status === 'Pending') return 'unpaid';
  // On the last day one is still walking.
  return status === 'Completed' || checkOut < today ? 'past' : 'upcoming';
}

export type Shown = BookingKind | 'all';

/** The next departure first; all the others as the server has them, newest first. */
export function shownOf(bookings: Booking[], kind: Shown, today: Day): Booking[] {
  if (kind === 'all') return bookings;
  const shown = bookings.filter((booking) => kindOf(booking, today) === kind);
  return kind === 'upcoming' ? shown.sort((a, b) => a.checkIn.localeCompare(b.checkIn)) : shown;
}
