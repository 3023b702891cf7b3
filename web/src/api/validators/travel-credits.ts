// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const usedBy: Schema<Schemas['UsedBy']> = { bookingId: 'string', reference: 'string' };
export const listedCredit: Schema<Schemas['ListedCredit']> = { _id: 'string', amount: 'number', bookingId: 'string', createdAt: 'string', currency: 'string', expiresOn: 'string', name: 'string', number: 'string', reference: 'string', state: 'string', 'usedBy?': usedBy };
export const travelCreditList: Schema<Schemas['TravelCreditList']> = { credits: [listedCredit], total: 'number' };
export const travelCreditListAnswer: Schema<Schemas['TravelCreditListAnswer']> = { data: travelCreditList, 'status?': '=success' };
