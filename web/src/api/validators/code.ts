// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const codeSentAnswer: Schema<Schemas['CodeSentAnswer']> = { 'expiresInSeconds?': 'number', message: 'string', 'status?': '=success' };
export const signupAnswer: Schema<Schemas['SignupAnswer']> = { 'expiresInSeconds?': 'number', message: 'string', 'status?': '=success', tempUserId: 'string' };
export const secondStepChallenge: Schema<Schemas['SecondStepChallenge']> = { challenge: 'string', expiresInSeconds: 'number' };
export const secondStepAnswer: Schema<Schemas['SecondStepAnswer']> = { data: secondStepChallenge, 'status?': '=second-step' };
