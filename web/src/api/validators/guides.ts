// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { guest } from './booking';
import { departure } from './departure';

type Schemas = components['schemas'];

export const guide: Schema<Schemas['Guide']> = { _id: 'string', 'email?': 'string', isActive: 'boolean', 'licence?': 'string', 'licenceUntil?': 'string', name: 'string', 'phone?': 'string', version: 'number' };
export const oneGuide: Schema<Schemas['OneGuide']> = { guide };
export const guideAnswer: Schema<Schemas['GuideAnswer']> = { data: oneGuide, 'status?': '=success' };
export const guideList: Schema<Schemas['GuideList']> = { guides: [guide] };
export const guideListAnswer: Schema<Schemas['GuideListAnswer']> = { data: guideList, 'status?': '=success' };
export const guidedDeparture: Schema<Schemas['GuidedDeparture']> = { _id: 'string', endDate: 'string', isManifestOpen: 'boolean', manifestFrom: 'string', manifestUntil: 'string', startDate: 'string', status: 'string', trekName: 'string' };
export const guidedDepartures: Schema<Schemas['GuidedDepartures']> = { departures: [guidedDeparture] };
export const guidedDeparturesAnswer: Schema<Schemas['GuidedDeparturesAnswer']> = { data: guidedDepartures, 'status?': '=success' };
export const manifestContact: Schema<Schemas['ManifestContact']> = { email: 'string', name: 'string', 'phone?': 'string' };
export const manifestBooking: Schema<Schemas['ManifestBooking']> = { _id: 'string', contact: manifestContact, guests: [guest], includeMeals: 'boolean', includePorter: 'boolean', 'notes?': 'string', paymentStatus: 'string', reference: 'string', 'reseller?': 'string', status: 'string' };
export const manifest: Schema<Schemas['Manifest']> = { bookings: [manifestBooking], departure, guides: [guide], 'notes?': 'string', pendingGuests: 'number', routeName: 'string', totalGuests: 'number', trekName: 'string' };
export const oneManifest: Schema<Schemas['OneManifest']> = { manifest };
export const manifestAnswer: Schema<Schemas['ManifestAnswer']> = { data: oneManifest, 'status?': '=success' };
