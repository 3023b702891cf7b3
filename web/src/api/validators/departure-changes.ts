// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const changeChoice: Schema<Schemas['ChangeChoice']> = { 'answeredAt?': 'string', 'answeredBy?': 'string', 'appliedAt?': 'string', bookingId: 'string', 'choice?': 'string', 'chosenDepartureId?': 'string', guests: 'number', name: 'string', reference: 'string' };
export const changedDeparture: Schema<Schemas['ChangedDeparture']> = { _id: 'string', answerBy: 'string', choices: [changeChoice], createdAt: 'string', departureId: 'string', 'finishedAt?': 'string', fromStartDate: 'string', kind: 'string', reason: 'string', 'toDepartureId?': 'string', 'toStartDate?': 'string', whenSilent: 'string' };
export const oneChange: Schema<Schemas['OneChange']> = { change: changedDeparture };
export const changeAnswer: Schema<Schemas['ChangeAnswer']> = { data: oneChange, 'status?': '=success' };
export const changeList: Schema<Schemas['ChangeList']> = { changes: [changedDeparture] };
export const changeListAnswer: Schema<Schemas['ChangeListAnswer']> = { data: changeList, 'status?': '=success' };
