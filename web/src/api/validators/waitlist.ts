// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { departure } from './departure';

type Schemas = components['schemas'];

export const waitlistEntry: Schema<Schemas['WaitlistEntry']> = { _id: 'string', 'bookingId?': 'string', createdAt: 'string', departureId: 'string', guests: 'number', 'offerExpiresAt?': 'string', 'position?': 'number', state: 'string' };
export const oneWaitlistEntry: Schema<Schemas['OneWaitlistEntry']> = { waitlistEntry };
export const waitlistEntryAnswer: Schema<Schemas['WaitlistEntryAnswer']> = { data: oneWaitlistEntry, 'status?': '=success' };
export const ownWaitlistEntry: Schema<Schemas['OwnWaitlistEntry']> = { _id: 'string', 'bookingId?': 'string', createdAt: 'string', departureId: 'string', guests: 'number', 'offerExpiresAt?': 'string', 'position?': 'number', state: 'string', departure, trekName: 'string' };
export const ownWaitlist: Schema<Schemas['OwnWaitlist']> = { waitlistEntries: [ownWaitlistEntry] };
export const ownWaitlistAnswer: Schema<Schemas['OwnWaitlistAnswer']> = { data: ownWaitlist, 'status?': '=success' };
export const seatOffer: Schema<Schemas['SeatOffer']> = { departureId: 'string', endDate: 'string', expiresAt: 'string', guests: 'number', routeId: 'string', startDate: 'string', state: 'string', trekId: 'string', trekName: 'string' };
export const oneSeatOffer: Schema<Schemas['OneSeatOffer']> = { offer: seatOffer };
export const seatOfferAnswer: Schema<Schemas['SeatOfferAnswer']> = { data: oneSeatOffer, 'status?': '=success' };
