// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { bookedRoute, installment, priceBreakdown } from './booking';

type Schemas = components['schemas'];

export const orderTerms: Schema<Schemas['OrderTerms']> = { balance: 'number', 'departureId?': 'string', endDate: 'string', priceBreakdown, routeDetails: bookedRoute, schedule: [installment], startDate: 'string', totalGuests: 'number' };
export const changePreview: Schema<Schemas['ChangePreview']> = { after: orderTerms, areSeatsFree: 'boolean', back: 'number', backAsCredit: 'number', before: orderTerms, difference: 'number', mayRefund: 'boolean', 'seatsLeft?': 'number', version: 'number' };
export const onePreview: Schema<Schemas['OnePreview']> = { preview: changePreview };
export const changePreviewAnswer: Schema<Schemas['ChangePreviewAnswer']> = { data: onePreview, 'status?': '=success' };
