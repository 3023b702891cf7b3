// API calls for login, sign-up and the one-time code, with their error messages (document 1 §5 and §8, decisions 110,
// 111,

import { ApiFailure, api, request, requestWithHeaders, tell } from '../../api/client';
import type { User } from '../../api/types';
import { anyResponse, isValid } from '../../api/validate';
import { secondStepAnswer, signupAnswer } from '../../api/validators/code';
import { userAnswer } from '../../api/validators/site';
import { codeLifetime } from '../../lib/code-lifetime';
import { toast } from '../../lib/toast';
import * as messages from './messages';
import { signIn } from './session';
import type { StoredSession } from './session-storage';

export const FILL_ALL = 'Please fill out all fields';
export const FILL_ALL_CORRECTLY = 'Please fill out all fields correctly.';
export const INCOMPLETE_CODE = 'Please enter a complete OTP';
export const NO_SIGNUP = 'User session expired. Please restart signup process.';
export const CODE_EXPIRED = 'OTP has expired. Please request a new one.';
export const CODE_LENGTH = 6;

/** Signs in with the user and tokens of a response; false when one of them is missing. */
export function signInFromResponse(user: User, headers: Headers): boolean {
  const accessToken = headers.get('x-access-token');
  const refreshToken = headers.get('x-refresh-token');
  if (!accessToken || !refreshToken) return false;
  signInWith({ user, accessToken, refreshToken });
  return true;
}

/** Signs in, and shows a toast when the browser stores nothing. */
export function signInWith(session: StoredSession): void {
  if (signIn(session)) return;
  toast.error(messages.STORAGE_FAILED, { description: messages.UNTIL_THE_TAB_CLOSES });
}

/** The login waits for the second step. */
export interface Challenge {
  challenge: string;
}

/** null when signed in, a challenge, or the error, which was already shown as a toast. */
export async function logIn(email: string, password: string): Promise<string | Challenge | null> {
  try {
    const call = api.POST('/api/auth/login', { body: { email, password } });
    const { data, headers } = await requestWithHeaders<unknown>(call, anyResponse, 'silent');
    if (isValid(secondStepAnswer, data)) return data.data;
    if (!isValid(userAnswer, data)) throw new ApiFailure(200, data);
    return signInFromResponse(data.user, headers) ? null : showError(messages.UNPROCESSED);
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status >= 400) {
      tell(failure, { otherwise: 'Login failed due to an error' });
      return failure.serverMessage ?? 'Login failed due to an error';
    }
    return showError(loginFailed(failure));
  }
}

export function loginFailed(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Login failed: something unexpected happened';
  if (failure.isInvalidResponse && !failure.serverMessage) return messages.UNPROCESSED;
  return `Login failed: ${failure.serverMessage ?? 'the server did not answer'}`;
}

export interface SignupForm {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
}

export interface PendingSignup {
  tempUserId: string;
  email: string;
  /** Expiry of the code in milliseconds by this device's clock. */
  endsAt: number;
}

/** The role is always user. Throws the ApiFailure after its toast, for errors beside the fields. */
export async function signUp(form: SignupForm): Promise<PendingSignup> {
  const answer = await request(api.POST('/api/auth/signup', { body: { ...form, role: 'user' } }), signupAnswer, {
    otherwise: 'Signup failed',
  });
  return {
    tempUserId: answer.tempUserId,
    email: form.email,
    endsAt: Date.now() + codeLifetime(answer) * 1000,
  };
}

/**
 * null when the code was correct and the visitor is signed in, otherwise the error, which was already shown as a
 * toast.
 */
export async function verifyCode(otp: string, tempUserId: string): Promise<string | null> {
  try {
    const { data, headers } = await requestWithHeaders(
      api.POST('/api/auth/verifyOTP', { body: { otp, tempUserId } }),
      userAnswer,
      'silent',
    );
    return signInFromResponse(data.user, headers) ? null : showError('OTP verification failed');
  } catch (failure) {
    const answered = failure instanceof ApiFailure && failure.status !== 0;
    const otherwise = answered ? 'OTP verification failed' : 'OTP verification failed. Please try again.';
    tell(failure, { otherwise });
    return (answered && failure.serverMessage) || otherwise;
  }
}

export function showError(message: string): string {
  toast.error(message);
  return message;
}
