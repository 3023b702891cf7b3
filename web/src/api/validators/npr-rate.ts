// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { nprRate } from './booking';

type Schemas = components['schemas'];

export const currentNprRate: Schema<Schemas['CurrentNprRate']> = { currency: 'string', 'problem?': 'string', 'rate?': nprRate, 'source?': 'string' };
export const currentNprRateAnswer: Schema<Schemas['CurrentNprRateAnswer']> = { data: currentNprRate, 'status?': '=success' };
