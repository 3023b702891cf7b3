// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const privateBooking: Schema<Schemas['PrivateBooking']> = { name: 'string', reference: 'string', status: 'string' };
export const calendarEntry: Schema<Schemas['CalendarEntry']> = { _id: 'string', 'booking?': privateBooking, capacity: 'number', endDate: 'string', guides: [{ _id: 'string', name: 'string' }], isGuaranteed: 'boolean', seatsHeld: 'number', seatsTaken: 'number', startDate: 'string', status: 'string', trekName: 'string' };
export const calendarRow: Schema<Schemas['CalendarRow']> = { '_id?': 'string', entries: [calendarEntry], name: 'string' };
export const calendar: Schema<Schemas['Calendar']> = { from: 'string', isIncomplete: 'boolean', rows: [calendarRow], to: 'string' };
export const calendarAnswer: Schema<Schemas['CalendarAnswer']> = { data: calendar, 'status?': '=success' };
