// Polls the booking every two seconds until it is confirmed or the wait is over.
import { useEffect, useState } from 'react';
import { api, requestData, send } from '../../api/client';
import type { Booking } from '../../api/types';
import { bookingAnswer } from '../../api/validators/booking';
import { afterPoll, type ConfirmationState, INITIAL_STATE, isFinished, POLL_MS } from './confirmation';

export function useConfirmation(bookingId: string): { waiting: ConfirmationState; tryAgain: () => void } {
  const [waiting, setWaiting] = useState<ConfirmationState>(INITIAL_STATE);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts polling again
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let now: ConfirmationState = INITIAL_STATE;
    let isVerificationRequested = false;
    setWaiting(now);
    const poll = async () => {
      const seen = await fetchBooking(bookingId, ended.signal);
      if (ended.signal.aborted) return;
      now = afterPoll(now, seen);
      setWaiting(now);
      if (isFinished(now)) return;
      if ('booking' in seen && !isVerificationRequested) {
        isVerificationRequested = true;
        requestVerification(seen.booking);
      }
      timer = setTimeout(poll, POLL_MS);
    };
    void poll();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [bookingId, attempt]);

  return { waiting, tryAgain: () => setAttempt((one) => one + 1) };
}

async function fetchBooking(id: string, signal: AbortSignal): Promise<{ booking: Booking } | { failure: unknown }> {
  try {
    return await requestData(api.GET('/api/bookings/{id}', { params: { path: { id } }, signal }), bookingAnswer);
  } catch (failure) {
    return { failure };
  }
}

/** After a return from the provider's own page the payment was not verified yet: asks the server to verify it once. */
function requestVerification({ _id, payment }: Booking) {
  if (!payment.paymentIntentId) return;
  const body = { paymentIntentId: payment.paymentIntentId, id: _id };
  send(api.POST('/api/bookings/verify-payment', { body }), 'silent').catch(() => {});
}
