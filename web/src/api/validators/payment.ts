// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const nextAction: Schema<Schemas['NextAction']> = { url: 'string' };
export const sandboxIntent: Schema<Schemas['SandboxIntent']> = { id: 'string', 'nextAction?': nextAction, status: 'string' };
export const sandboxIntentData: Schema<Schemas['SandboxIntentData']> = { paymentIntent: sandboxIntent };
export const sandboxIntentAnswer: Schema<Schemas['SandboxIntentAnswer']> = { data: sandboxIntentData, 'status?': '=success' };
