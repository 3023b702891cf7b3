// Admin labels for the status of a booking and of its payment (decisions §5).
import type { Booking, BookingStatus } from '../../api/types';
import { formatLocalDateTime } from '../../lib/dates';
import type { Tone } from '../../ui/States';

export const statusTone: Record<BookingStatus, Tone> = {
  Pending: 'warning',
  Confirmed: 'success',
  Completed: 'info',
  Cancelled: 'neutral',
};

export function paymentLabel(booking: Booking): string {
  const { status, payment, payBy, payWith, refunded, amount, balance } = booking;
  if (refunded > 0) return refunded >= amount ? 'Refunded' : 'Partly refunded';
  if (payment.status === 'Pending' && payment.mismatch) return 'Payment does not match';
  if (payment.status === 'Pending' && !payment.received && payBy) {
    if (payWith === 'bank') return `Waits for bank transfer until ${formatLocalDateTime(payBy)}`;
    if (payWith === 'arrival') return `Waits for payment at the office until ${formatLocalDateTime(payBy)}`;
  }
  if (payment.status === 'Pending') return payment.received ? 'Payment received' : 'Not paid';
  // Cancelled before anything was charged: by the traveller, or because it was not paid in time.
  if (status === 'Cancelled' && payment.status === 'Failed') return 'Not paid';
  if (status !== 'Cancelled' && payment.status === 'Confirmed' && balance > 0) return 'Partly paid';
  return { Confirmed: 'Paid', Failed: 'Payment failed', Refunded: 'Refunded' }[payment.status];
}
