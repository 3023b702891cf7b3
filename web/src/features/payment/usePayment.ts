// Runs the payment of the form: one at a time, with its message, authentication, and an unknown outcome.
import { useRef, useState } from 'react';
import { api, requestData } from '../../api/client';
import type { Booking } from '../../api/types';
import { bookingAnswer } from '../../api/validators/booking';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import type { Billing, CardElement } from './card';
import { paymentTexts } from './messages';
import { continuePayment, type PayResult, pay } from './pay';
import { authenticateSandboxCard } from './sandbox';

export interface PaymentSession {
  bookingId: string;
  paymentIntentId: string;
  clientSecret: string;
}

export interface PaymentState {
  busy: boolean;
  authenticating: boolean;
  message?: string;
  /** The provider has the money: no second payment, the confirmation page continues polling. */
  paid: boolean;
}

export function usePayment(session: PaymentSession, onConfirmed: (booking: Booking) => void) {
  const [state, setState] = useState<PaymentState>({ busy: false, authenticating: false, paid: false });
  // A ref, because a second click comes before React renders the first.
  const running = useRef(false);
  const inDoubt = useRef(false);

  const verify = async () => {
    const body = { paymentIntentId: session.paymentIntentId, id: session.bookingId };
    return (await requestData(api.POST('/api/bookings/verify-payment', { body }), bookingAnswer)).booking;
  };

  function end(result: PayResult) {
    inDoubt.current = result.kind === 'in-doubt';
    if (result.kind === 'confirmed') {
      toast.success(paymentTexts.successful);
      onConfirmed(result.booking);
      return;
    }
    if (result.kind === 'leave') {
      // Stays busy until the browser leaves the page.
      location.assign(result.url);
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

  async function run(work: () => Promise<PayResult>, authenticating: boolean) {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, authenticating, paid: false });
    end(await work());
  }

  function payNow(card: CardElement, billing: Billing): Promise<void> {
    const { clientSecret, paymentIntentId, bookingId } = session;
    if (!clientSecret || !paymentIntentId) {
      end({ kind: 'refused', message: paymentTexts.noSession });
      return Promise.resolve();
    }
    const returnUrl = new URL(paths.confirmation(bookingId), location.origin).href;
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
