// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const soldBookings: Schema<Schemas['SoldBookings']> = { before: 'number', last30Days: 'number' };
export const departureGroup: Schema<Schemas['DepartureGroup']> = { guests: 'number', parties: 'number', startDate: 'string', trekId: 'string', trekName: 'string', unpaid: 'number' };
export const income: Schema<Schemas['Income']> = { before: 'number', currency: 'string', last30Days: 'number' };
export const nextDeparture: Schema<Schemas['NextDeparture']> = { bookingId: 'string', guests: 'number', name: 'string', startDate: 'string', trekName: 'string' };
export const overview: Schema<Schemas['Overview']> = { bookings: soldBookings, departures: [departureGroup], failedMails: 'number', income, nextDepartures: [nextDeparture], overdueBalances: 'number', unpaidBookings: 'number' };
export const overviewAnswer: Schema<Schemas['OverviewAnswer']> = { data: overview, 'status?': '=success' };
export const departureToDecide: Schema<Schemas['DepartureToDecide']> = { _id: 'string', 'decideBy?': 'string', isGuaranteed: 'boolean', minimum: 'number', seatsTaken: 'number', startDate: 'string' };
export const shownEvent: Schema<Schemas['ShownEvent']> = { _id: 'string', at: 'string', bookedBy: 'string', 'bookingId?': 'string', 'departure?': departureToDecide, kind: 'string', reference: 'string', seen: 'boolean', trek: 'string' };
export const agencyEvents: Schema<Schemas['AgencyEvents']> = { events: [shownEvent], unseen: 'number' };
export const agencyEventsAnswer: Schema<Schemas['AgencyEventsAnswer']> = { data: agencyEvents, 'status?': '=success' };
export const managedTrek: Schema<Schemas['ManagedTrek']> = { _id: 'string', 'archivedAt?': 'string', bannerImage: 'string', bookings: 'number', currency: 'string', location: 'string', name: 'string', noOfRoutes: 'number', price: 'number', updatedAt: 'string', version: 'number', visibleRoutes: 'number' };
export const managedTrekList: Schema<Schemas['ManagedTrekList']> = { total: 'number', treks: [managedTrek] };
export const managedTrekListAnswer: Schema<Schemas['ManagedTrekListAnswer']> = { data: managedTrekList, 'status?': '=success' };
