// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const secondStepState: Schema<Schemas['SecondStepState']> = { 'confirmedAt?': 'string', isRequired: 'boolean', recoveryCodesLeft: 'number' };
export const oneSecondStep: Schema<Schemas['OneSecondStep']> = { secondStep: secondStepState };
export const secondStepStateAnswer: Schema<Schemas['SecondStepStateAnswer']> = { data: oneSecondStep, 'status?': '=success' };
export const secondStepEnrolment: Schema<Schemas['SecondStepEnrolment']> = { otpauthUrl: 'string', qrCode: 'string', secret: 'string' };
export const secondStepEnrolmentAnswer: Schema<Schemas['SecondStepEnrolmentAnswer']> = { data: secondStepEnrolment, 'status?': '=success' };
export const recoveryCodes: Schema<Schemas['RecoveryCodes']> = { recoveryCodes: ['string'] };
export const newRecoveryCodesAnswer: Schema<Schemas['NewRecoveryCodesAnswer']> = { data: recoveryCodes, 'status?': '=success' };
