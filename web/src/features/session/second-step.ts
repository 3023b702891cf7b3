// The second step of a login: a code of an authenticator app, or a recovery code.
import { ApiFailure, api, GENERIC_FAILURE, requestWithHeaders } from '../../api/client';
import { userAnswer } from '../../api/validators/site';
import { signInFromResponse } from './auth-calls';
import { UNPROCESSED } from './messages';

export type SecondStepCode = { code: string } | { recoveryCode: string };

/** The outcome of a code: signed in (null), wrong, or the login is over and begins again. */
export type SecondStepOutcome = null | { problem: string; isOver: boolean };

export async function finishSecondStep(challenge: string, typed: SecondStepCode): Promise<SecondStepOutcome> {
  try {
    const call = api.POST('/api/auth/second-step', { body: { challenge, ...typed } });
    const { data, headers } = await requestWithHeaders(call, userAnswer, 'silent');
    return signInFromResponse(data.user, headers) ? null : { problem: UNPROCESSED, isOver: true };
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    const problem =
      failure.serverMessage ?? (failure.status === 0 ? failure.message || GENERIC_FAILURE : GENERIC_FAILURE);
    return { problem, isOver: failure.status === 401 };
  }
}
