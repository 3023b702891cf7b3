// Actions that the server allows on a booking (decisions §11).
import type { Booking, BookingAction } from './types';

export function isAllowed(booking: Booking, action: BookingAction): boolean {
  return booking.allowedActions.includes(action);
}
