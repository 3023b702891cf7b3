// What the server allows with a booking (decisions §11).
import type { Booking, BookingAction } from './types';

/** A booking that was kept for offline use by an older version names no actions. */
export function isAllowed(booking: Booking, action: BookingAction): boolean {
  return booking.allowedActions?.includes(action) ?? false;
}
