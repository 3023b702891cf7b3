// What a booking's and its payment's states are called at the desk, and what an administrator may still do (decisions §5).
import type { Booking, BookingStatus } from '../../api/types';
import type { Tone } from '../../ui/States';

export const statusTone: Record<BookingStatus, Tone> = {
  Pending: 'warning',
  Confirmed: 'success',
  Completed: 'info',
  Cancelled: 'neutral',
};

export function paymentState({ payment, refunded, amount }: Booking): string {
  if (refunded > 0) return refunded >= amount ? 'Refunded' : 'Partly refunded';
  if (payment.status === 'Pending') return payment.received ? 'Money received' : 'Not paid';
  return { Confirmed: 'Paid', Failed: 'Payment failed', Refunded: 'Refunded' }[payment.status];
}

/** Money that came and has not been promised back. */
export function refundable({ payment, amount, refunded }: Booking): number {
  // Refunded is what a payment is after its first refund, of a part too.
  if (payment.status !== 'Confirmed' && payment.status !== 'Refunded') return 0;
  // Whole minor units, of which some currencies have a thousand: 0.1 + 0.2 must leave nothing behind.
  return Math.max(0, Math.round((amount - refunded) * 1000) / 1000);
}

export function actionsOf(booking: Booking) {
  const { status, payment } = booking;
  return {
    confirm: status === 'Pending' && payment.status === 'Pending',
    cancel: status === 'Pending' || status === 'Confirmed',
    refund: refundable(booking) > 0,
    // What it came to is mailed: one that was cancelled unpaid was never written about.
    resend: payment.status === 'Confirmed' || payment.status === 'Refunded',
  };
}
