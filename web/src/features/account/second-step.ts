// API calls of the second step of the own login. The dialogs show failures themselves.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData, send } from '../../api/client';
import type { components } from '../../api/schema';
import {
  newRecoveryCodesAnswer,
  secondStepEnrolmentAnswer,
  secondStepStateAnswer,
} from '../../api/validators/second-step';
import type { Proof } from './account-calls';

export type SecondStepState = components['schemas']['SecondStepState'];
export type Enrolment = components['schemas']['SecondStepEnrolment'];
/** A code of the app or a recovery code. */
export type StepCode = { code: string } | { recoveryCode: string };

export const secondStepQuery = queryOptions({
  queryKey: ['my-second-step'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/users/me/totp', { signal }), secondStepStateAnswer)).secondStep,
  staleTime: 0,
});

export async function beginSecondStep(proof: Proof): Promise<Enrolment> {
  return requestData(api.POST('/api/users/me/totp', { body: proof }), secondStepEnrolmentAnswer);
}

/** Returns the recovery codes. */
export async function confirmSecondStep(code: string): Promise<string[]> {
  const call = api.POST('/api/users/me/totp/confirm', { body: { code } });
  return (await requestData(call, newRecoveryCodesAnswer)).recoveryCodes;
}

export async function removeSecondStep(proof: Proof & StepCode): Promise<void> {
  await send(api.DELETE('/api/users/me/totp', { body: proof }), 'silent');
}

export async function replaceRecoveryCodes(proof: Proof & StepCode): Promise<string[]> {
  const call = api.POST('/api/users/me/totp/recovery-codes', { body: proof });
  return (await requestData(call, newRecoveryCodesAnswer)).recoveryCodes;
}
