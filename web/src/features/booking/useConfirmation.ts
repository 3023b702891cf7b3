// Polls the booking every two seconds until it is confirmed or the wait is over.
import { useEffect, useState } from 'react';
import { api, ask } from '../../api/client';
import type { Booking } from '../../api/types';
import { afterLook, FIRST_LOOK, isOver, POLL_MS, type Waiting } from './confirmation';

export function useConfirmation(bookingId: string): { waiting: Waiting; tryAgain: () => void } {
  const [waiting, setWaiting] = useState<Waiting>(FIRST_LOOK);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts polling again
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let now: Waiting = FIRST_LOOK;
    let nudged = false;
    setWaiting(now);
    const look = async () => {
      const seen = await lookAt(bookingId, ended.signal);
      if (ended.signal.aborted) return;
      now = afterLook(now, seen);
      setWaiting(now);
      if (isOver(now)) return;
      if ('booking' in seen && !nudged) {
        nudged = true;
        nudge(seen.booking);
      }
      timer = setTimeout(look, POLL_MS);
    };
    void look();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [bookingId, round]);

  return { waiting, tryAgain: () => setRound((one) => one + 1) };
}

async function lookAt(id: string, signal: AbortSignal): Promise<{ booking: Booking } | { failure: unknown }> {
  try {
    const answer = await ask(api.GET('/api/bookings/{id}', { params: { path: { id } }, signal }), 'silent');
    return { booking: answer.data.booking };
  } catch (failure) {
    return { failure };
  }
}

/** After a return from the provider's own page the payment was not verified yet: asks the server to verify it once. */
function nudge({ _id, payment }: Booking) {
  if (!payment.paymentIntentId) return;
  const body = { paymentIntentId: payment.paymentIntentId, id: _id };
  ask(api.POST('/api/bookings/verify-payment', { body }), 'silent').catch(() => {});
}
