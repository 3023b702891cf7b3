// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const exchangeRate: Schema<Schemas['ExchangeRate']> = { asOf: 'string', base: 'string', rates: { '*': 'number' } };
export const exchangeRateAnswer: Schema<Schemas['ExchangeRateAnswer']> = { data: exchangeRate, 'status?': '=success' };
