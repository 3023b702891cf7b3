// Paying, step by step: the provider confirms the card, then our server verifies (document 2 §4). A second click, a lost
// answer or a second try never makes a second charge: after a lost answer the server is asked before the card is.
import { ApiFailure } from '../../api/client';
import type { Booking } from '../../api/types';
import type { ProviderAnswer } from './card';
import { paymentTexts } from './messages';

export type PayResult =
  | { kind: 'confirmed'; booking: Booking }
  | { kind: 'authenticate' }
  /** The payment goes on at the card's bank. */
  | { kind: 'leave'; url: string }
  /** Nothing was charged; the card can be tried again. */
  | { kind: 'refused'; message: string }
  /** Nobody can say yet whether the card was charged; the next try asks first. */
  | { kind: 'in-doubt'; message: string }
  /** The provider has the money, our server has not said so yet. */
  | { kind: 'unverified'; message: string };

export interface PaySteps {
  confirm: () => Promise<ProviderAnswer>;
  /** verify-payment; throws an ApiFailure. */
  verify: () => Promise<Booking>;
  pause?: (ms: number) => Promise<void>;
}

const PAUSE_MS = 1500;
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export async function pay(steps: PaySteps, wasInDoubt: boolean): Promise<PayResult> {
  if (wasInDoubt) {
    const asked = await askServer(steps);
    if (asked.kind !== 'refused') return asked;
  }
  return follow(await steps.confirm(), steps);
}

/** Goes on from what the provider said, to a card or to an authentication. */
export async function follow(answer: ProviderAnswer, steps: PaySteps): Promise<PayResult> {
  if (answer.kind === 'declined') return { kind: 'refused', message: answer.message ?? paymentTexts.failed };
  if (answer.kind === 'unknown') return askServer(steps);
  if (answer.kind === 'leave') return answer;
  if (answer.status === 'requires_action') return { kind: 'authenticate' };
  if (answer.status === 'succeeded') return verifyPaid(steps);
  return { kind: 'refused', message: paymentTexts.failed };
}

/** After a lost answer: 402 means that the provider has no money, and no answer leaves the doubt. */
async function askServer({ verify }: PaySteps): Promise<PayResult> {
  try {
    return { kind: 'confirmed', booking: await verify() };
  } catch (failure) {
    const unpaid = failure instanceof ApiFailure && failure.status === 402;
    return { kind: unpaid ? 'refused' : 'in-doubt', message: paymentTexts.processingFailed };
  }
}

/** The money is there: a server that does not answer is asked once more before the traveller is told. */
async function verifyPaid({ verify, pause = wait }: PaySteps): Promise<PayResult> {
  for (const last of [false, true]) {
    try {
      return { kind: 'confirmed', booking: await verify() };
    } catch (failure) {
      const refused = failure instanceof ApiFailure && !failure.worthRetrying;
      // 401: the session ended meanwhile. The payment stands, and asking again as nobody would not help.
      const ended = refused && failure.status === 401;
      if (refused && !ended) return { kind: 'unverified', message: paymentTexts.verificationFailed };
      if (last || ended) return { kind: 'unverified', message: paymentTexts.unconfirmed };
      await pause(PAUSE_MS);
    }
  }
  return { kind: 'unverified', message: paymentTexts.unconfirmed };
}
