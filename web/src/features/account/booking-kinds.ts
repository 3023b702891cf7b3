// Kinds of bookings for the filter. Each booking has exactly one kind.
import type { Booking } from '../../api/types';
import type { Day } from '../../lib/dates';

export const BOOKING_KINDS = ['upcoming', 'unpaid', 'past', 'cancelled'] as const;
export type BookingKind = (typeof BOOKING_KINDS)[number];

export function isBookingKind(named: string | null): named is BookingKind {
  return BOOKING_KINDS.includes(named as BookingKind);
}

export function bookingKind({ status, checkOut }: Booking, today: Day): BookingKind {
  if (status === 'Cancelled') return 'cancelled';
  if (status === 'Pending') return 'unpaid';
  // The last day still counts as upcoming: the trek ends on it.
  return status === 'Completed' || checkOut < today ? 'past' : 'upcoming';
}

export type BookingFilter = BookingKind | 'all';

/** Upcoming bookings sorted by departure; all others in the server's order, newest first. */
export function filterBookings(bookings: Booking[], kind: BookingFilter, today: Day): Booking[] {
  if (kind === 'all') return bookings;
  const shown = bookings.filter((booking) => bookingKind(booking, today) === kind);
  return kind === 'upcoming' ? shown.sort((a, b) => a.checkIn.localeCompare(b.checkIn)) : shown;
}
