// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const staffDeparture: Schema<Schemas['StaffDeparture']> = { _id: 'string', 'allInPrice?': 'number', availability: 'string', capacity: 'number', cutoffDays: 'number', 'decideBy?': 'string', endDate: 'string', guides: [{ _id: 'string', name: 'string' }], isGuaranteed: 'boolean', kind: 'string', minimum: 'number', 'pricePerHead?': 'number', routeId: 'string', seatsLeft: 'number', startDate: 'string', status: 'string', trekId: 'string', version: 'number', currency: 'string', 'notes?': 'string', routeName: 'string', routePrice: 'number', seatsHeld: 'number', seatsTaken: 'number', sharesSeats: 'boolean', trekName: 'string', waiting: 'number' };
export const oneStaffDeparture: Schema<Schemas['OneStaffDeparture']> = { departure: staffDeparture };
export const staffDepartureAnswer: Schema<Schemas['StaffDepartureAnswer']> = { data: oneStaffDeparture, 'status?': '=success' };
export const staffDepartureList: Schema<Schemas['StaffDepartureList']> = { departures: [staffDeparture], total: 'number' };
export const staffDepartureListAnswer: Schema<Schemas['StaffDepartureListAnswer']> = { data: staffDepartureList, 'status?': '=success' };
export const fieldProblem: Schema<Schemas['FieldProblem']> = { field: 'string', message: 'string' };
export const updatedDeparture: Schema<Schemas['UpdatedDeparture']> = { departure: staffDeparture, warnings: [fieldProblem] };
export const departureUpdateAnswer: Schema<Schemas['DepartureUpdateAnswer']> = { data: updatedDeparture, 'status?': '=success' };
export const departureBooking: Schema<Schemas['DepartureBooking']> = { _id: 'string', amount: 'number', currency: 'string', email: 'string', guests: 'number', 'holdExpiresAt?': 'string', name: 'string', paymentStatus: 'string', reference: 'string', status: 'string' };
export const departureBookings: Schema<Schemas['DepartureBookings']> = { bookings: [departureBooking] };
export const departureBookingsAnswer: Schema<Schemas['DepartureBookingsAnswer']> = { data: departureBookings, 'status?': '=success' };
export const waitingParty: Schema<Schemas['WaitingParty']> = { _id: 'string', 'bookingId?': 'string', createdAt: 'string', departureId: 'string', guests: 'number', 'offerExpiresAt?': 'string', 'position?': 'number', state: 'string', email: 'string', name: 'string' };
export const waitlist: Schema<Schemas['Waitlist']> = { waitlistEntries: [waitingParty] };
export const waitlistAnswer: Schema<Schemas['WaitlistAnswer']> = { data: waitlist, 'status?': '=success' };
