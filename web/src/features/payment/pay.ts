// Payment flow: the provider confirms the card, then our server verifies (document 2 §4). A double click, a lost
// response or a retry never charges twice: after a lost response the server is asked before the card is charged again.
import { ApiFailure } from '../../api/client';
import type { ProviderAnswer } from './card';
import { paymentTexts } from './messages';

/** `T` is what the server answers once the payment is recorded. */
export type PayResult<T> =
  | { kind: 'confirmed'; paid: T }
  | { kind: 'authenticate' }
  /** The payment continues on the page of the card's bank. */
  | { kind: 'leave'; url: string }
  /** Nothing was charged; the card can be tried again. */
  | { kind: 'refused'; message: string }
  /** Unknown whether the card was charged; the next attempt checks first. */
  | { kind: 'in-doubt'; message: string }
  /** The provider has the money, but our server has not verified it yet. */
  | { kind: 'unverified'; message: string };

export interface PaySteps<T> {
  confirm: () => Promise<ProviderAnswer>;
  /** Asks the server to verify the payment; throws an ApiFailure. */
  verify: () => Promise<T>;
  pause?: (ms: number) => Promise<void>;
}

const RETRY_DELAY_MS = 1500;
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export async function pay<T>(steps: PaySteps<T>, wasInDoubt: boolean): Promise<PayResult<T>> {
  if (wasInDoubt) {
    const asked = await verifyUncertain(steps);
    if (asked.kind !== 'refused') return asked;
  }
  return continuePayment(await steps.confirm(), steps);
}

/** Continues after the provider's response to a card or an authentication. */
export async function continuePayment<T>(answer: ProviderAnswer, steps: PaySteps<T>): Promise<PayResult<T>> {
  if (answer.kind === 'declined') return { kind: 'refused', message: answer.message ?? paymentTexts.failed };
  if (answer.kind === 'unknown') return verifyUncertain(steps);
  if (answer.kind === 'leave') return answer;
  if (answer.status === 'requires_action') return { kind: 'authenticate' };
  if (answer.status === 'succeeded') return verifyPaid(steps);
  return { kind: 'refused', message: paymentTexts.failed };
}

/** After a lost response: 402 means that the provider has no money; without a response the outcome stays unknown. */
async function verifyUncertain<T>({ verify }: PaySteps<T>): Promise<PayResult<T>> {
  try {
    return { kind: 'confirmed', paid: await verify() };
  } catch (failure) {
    const unpaid = failure instanceof ApiFailure && failure.status === 402;
    return { kind: unpaid ? 'refused' : 'in-doubt', message: paymentTexts.processingFailed };
  }
}

/** The card was charged: a server that does not respond is asked a second time before an error is shown. */
async function verifyPaid<T>({ verify, pause = wait }: PaySteps<T>): Promise<PayResult<T>> {
  for (const last of [false, true]) {
    try {
      return { kind: 'confirmed', paid: await verify() };
    } catch (failure) {
      const refused = failure instanceof ApiFailure && !failure.worthRetrying;
      // 401: the session has expired. The payment is valid, and a retry without a session would fail too.
      const ended = refused && failure.status === 401;
      if (refused && !ended) return { kind: 'unverified', message: paymentTexts.verificationFailed };
      if (last || ended) return { kind: 'unverified', message: paymentTexts.unconfirmed };
      await pause(RETRY_DELAY_MS);
    }
  }
  return { kind: 'unverified', message: paymentTexts.unconfirmed };
}
