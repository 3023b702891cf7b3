// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const departureGuide: Schema<Schemas['DepartureGuide']> = { _id: 'string', name: 'string' };
export const departure: Schema<Schemas['Departure']> = { _id: 'string', 'allInPrice?': 'number', availability: 'string', capacity: 'number', cutoffDays: 'number', 'decideBy?': 'string', endDate: 'string', guides: [departureGuide], isGuaranteed: 'boolean', kind: 'string', minimum: 'number', 'pricePerHead?': 'number', routeId: 'string', seatsLeft: 'number', startDate: 'string', status: 'string', trekId: 'string', version: 'number' };
export const departureList: Schema<Schemas['DepartureList']> = { departures: [departure] };
export const departureListAnswer: Schema<Schemas['DepartureListAnswer']> = { data: departureList, 'status?': '=success' };
export const closure: Schema<Schemas['Closure']> = { from: 'string', 'reason?': 'string', to: 'string' };
export const closureList: Schema<Schemas['ClosureList']> = { closures: [closure] };
export const closureListAnswer: Schema<Schemas['ClosureListAnswer']> = { data: closureList, 'status?': '=success' };
