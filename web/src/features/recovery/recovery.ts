// Password recovery: the two API calls, their toasts, and the state kept for a reload (document 1 §4, §5, §8).

import { ApiFailure, api, request, send } from '../../api/client';
import { codeSentAnswer } from '../../api/validators/code';
import { codeLifetime } from '../../lib/code-lifetime';
import { readJson, remove, writeJson } from '../../lib/storage';
import { toast } from '../../lib/toast';

export const WAIT_FIRST = 'Please wait before requesting a new OTP.';
/** Milliseconds that the success message is shown before the redirect (document 1 §9). */
export const REDIRECT_MS = 2000;

export interface Recovery {
  email: string;
  /** Expiry of the code in milliseconds by this device's clock. */
  endsAt: number;
}

export interface NewPassword {
  otp: string;
  newPassword: string;
  confirmPassword: string;
}

interface Words {
  progress: string;
  done: string;
  /** Shown when the response has no message. */
  otherwise: string;
}

const REQUEST: Words = {
  progress: 'Sending email with OTP...',
  done: 'An email has been sent to you with the OTP.',
  otherwise: 'Network error. Please try again.',
};
const RESEND: Words = {
  progress: 'Resending OTP...',
  done: 'A new OTP has been sent to your email.',
  otherwise: 'Failed to resend OTP. Please try again.',
};
const RESET: Words = {
  progress: 'Resetting password...',
  done: 'Password reset successful.',
  otherwise: 'Password reset failed.',
};

export type Outcome<T> = { done: T } | { problem: string; problemOf: (field: string) => string | undefined };

/** Shows one toast per call, which changes from progress to success or error. */
async function withToast<T>(words: Words, call: Promise<T>): Promise<Outcome<T>> {
  const id = toast.loading(words.progress);
  try {
    const done = await call;
    toast.success(words.done, { id });
    return { done };
  } catch (failure) {
    const known = failure instanceof ApiFailure ? failure : new ApiFailure(0, null);
    const problem = known.serverMessage ?? words.otherwise;
    toast.error(problem, { id });
    return { problem, problemOf: (field) => known.problemOf(field) };
  }
}

/** Emails a code to the address, for the first time or again. */
export function requestCode(email: string, { again = false } = {}): Promise<Outcome<Recovery>> {
  const call = async () => {
    const answer = await request(api.POST('/api/auth/forgotPassword', { body: { email } }), codeSentAnswer, 'silent');
    return { email, endsAt: Date.now() + codeLifetime(answer) * 1000 };
  };
  return withToast(again ? RESEND : REQUEST, call());
}

export function resetPassword(form: NewPassword): Promise<Outcome<unknown>> {
  return withToast(RESET, send(api.POST('/api/auth/resetPassword', { body: form }), 'silent'));
}

const KEY = 'recovery';

function isRecovery(value: unknown): value is Recovery {
  const one = value as Recovery | null;
  return typeof one?.email === 'string' && typeof one.endsAt === 'number';
}

/** The recovery of this tab; null when there is none, or its code has expired. */
export function readRecovery(now = Date.now()): Recovery | null {
  const recovery = readJson('session', KEY, isRecovery);
  if (!recovery || recovery.endsAt > now) return recovery;
  remove('session', KEY);
  return null;
}

export function saveRecovery(recovery: Recovery): void {
  writeJson('session', KEY, recovery);
}

export function clearRecovery(): void {
  remove('session', KEY);
}
