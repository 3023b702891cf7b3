// State machine of the wait for the confirmation: the outcome of each poll (document 2 §4, decisions §5).
import { ApiFailure } from '../../api/client';
import type { Booking, WayToPay } from '../../api/types';

export const POLL_MS = 2000;
export const REDIRECT_SECONDS = 15;
const MAX_RETRIES = 3;
/** A wallet knows of a payment some seconds after it sends the payer back. */
const MAX_WALLET_RETRIES = 10;

export const confirmationTexts = {
  verifying: 'Verifying your booking',
  received: 'Payment received, confirming',
  confirmed: 'Booking Confirmed!',
  failed: 'Booking Verification Failed',
  notVerified: 'Failed to verify booking',
  timedOut: 'Payment confirmation timed out',
  cancelled: 'This booking is cancelled',
  waiting: 'Your booking waits for your payment',
} as const;

export type ConfirmationState =
  | { phase: 'verifying' | 'received'; retries: number; note?: string; booking?: Booking }
  /** The payer left the wallet without paying, or the wallet knows of no payment yet. */
  | { phase: 'left' | 'unknown'; booking: Booking }
  /** Waiting: staff record the payment when it comes, which can take days. */
  | { phase: 'confirmed' | 'cancelled' | 'waiting'; booking: Booking }
  | { phase: 'failed'; message: string };

export const INITIAL_STATE: ConfirmationState = { phase: 'verifying', retries: 0 };

/** True when polling has ended. */
export function isFinished(
  waiting: ConfirmationState,
): waiting is Exclude<ConfirmationState, { phase: 'verifying' | 'received' }> {
  return waiting.phase !== 'verifying' && waiting.phase !== 'received';
}

/** A poll that fails or finds no confirmation is a retry; the fourth ends the wait. */
export function afterPoll(
  before: ConfirmationState,
  seen: { booking: Booking } | { failure: unknown },
): ConfirmationState {
  if (isFinished(before)) return before;
  if ('booking' in seen) {
    const { payment, payWith, status } = seen.booking;
    // Also when it was cancelled before its payment arrived: that payment is refunded automatically.
    if (status === 'Cancelled') return { phase: 'cancelled', booking: seen.booking };
    if (payment.status === 'Confirmed' || payment.status === 'Refunded')
      return { phase: 'confirmed', booking: seen.booking };
    // The payment was received, so polling continues until it is confirmed.
    if (payment.received) return { phase: 'received', retries: before.retries };
    if (payWith === 'bank' || payWith === 'arrival') return { phase: 'waiting', booking: seen.booking };
    if (isWallet(payWith) && !payment.paymentIntentId && payment.lastError)
      return { phase: 'left', booking: seen.booking };
  } else if (seen.failure instanceof ApiFailure && !seen.failure.worthRetrying) {
    return { phase: 'failed', message: confirmationTexts.notVerified };
  } else if (before.phase === 'received') return before;
  const retries = before.retries + 1;
  const booking = 'booking' in seen ? seen.booking : before.booking;
  if (isWallet(booking?.payWith)) {
    if (retries > MAX_WALLET_RETRIES) return { phase: 'unknown', booking };
  } else if (retries > MAX_RETRIES) return { phase: 'failed', message: confirmationTexts.timedOut };
  const note = 'failure' in seen && { note: confirmationTexts.notVerified };
  return { phase: 'verifying', retries, ...(isWallet(booking?.payWith) && { booking }), ...note };
}

function isWallet(way: WayToPay | undefined): way is 'esewa' | 'khalti' {
  return way === 'esewa' || way === 'khalti';
}
