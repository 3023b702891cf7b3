// Runs the payment of the form: one at a time, with its message, authentication, and an unknown outcome.
import { useRef, useState } from 'react';
import { api, requestData } from '../../api/client';
import type { Booking } from '../../api/types';
import { bookingAnswer } from '../../api/validators/booking';
import { leaveFor } from '../../lib/leave';
import { toast } from '../../lib/toast';
import type { Billing, CardElement } from './card';
import { paymentTexts } from './messages';
import { continuePayment, type PayResult, pay } from './pay';
import { authenticateSandboxCard } from './sandbox';

/** `T` is what the server answers once the payment is recorded. */
export interface PaymentSession<T> {
  paymentIntentId: string;
  clientSecret: string;
  /** The page to which the card's bank returns. */
  returnPath: string;
  /** Asks the server to verify the payment; throws an ApiFailure. */
  verify: () => Promise<T>;
}

/** Verifies the payment of the traveller's own booking. */
export async function verifyBooking(bookingId: string, paymentIntentId: string): Promise<Booking> {
  const body = { paymentIntentId, id: bookingId };
  return (await requestData(api.POST('/api/bookings/verify-payment', { body }), bookingAnswer)).booking;
}

export interface PaymentState {
  busy: boolean;
  authenticating: boolean;
  message?: string;
  /** The provider has the money: no second payment, the confirmation page continues polling. */
  paid: boolean;
}

export function usePayment<T>(session: PaymentSession<T>, onConfirmed: (paid: T) => void) {
  const [state, setState] = useState<PaymentState>({ busy: false, authenticating: false, paid: false });
  // A ref, because a second click comes before React renders the first.
  const running = useRef(false);
  const inDoubt = useRef(false);

  const { verify } = session;

  function end(result: PayResult<T>) {
    inDoubt.current = result.kind === 'in-doubt';
    if (result.kind === 'confirmed') {
      toast.success(paymentTexts.successful);
      onConfirmed(result.paid);
      return;
    }
    if (result.kind === 'leave') {
      // Stays busy until the browser leaves the page.
      leaveFor(result.url);
      return;
    }
    running.current = false;
    if (result.kind === 'authenticate') {
      setState({ busy: false, authenticating: true, paid: false });
      return;
    }
    toast.error(result.message);
    setState({ busy: false, authenticating: false, message: result.message, paid: result.kind === 'unverified' });
  }

  async function run(work: () => Promise<PayResult<T>>, authenticating: boolean) {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, authenticating, paid: false });
    end(await work());
  }

  function payNow(card: CardElement, billing: Billing): Promise<void> {
    const { clientSecret, paymentIntentId, returnPath } = session;
    if (!clientSecret || !paymentIntentId) {
      end({ kind: 'refused', message: paymentTexts.noSession });
      return Promise.resolve();
    }
    const returnUrl = new URL(returnPath, location.origin).href;
    const confirm = () => card.confirm({ paymentIntentId, clientSecret, billing, returnUrl });
    return run(() => pay({ confirm, verify }, inDoubt.current), false);
  }

  function authenticate(outcome: 'succeed' | 'fail'): Promise<void> {
    const { clientSecret, paymentIntentId } = session;
    const confirm = () => authenticateSandboxCard(paymentIntentId, clientSecret, outcome);
    return run(async () => continuePayment(await confirm(), { confirm, verify }), true);
  }

  function fail(message: string) {
    end({ kind: 'refused', message });
  }
  return { state, payNow, authenticate, fail };
}
