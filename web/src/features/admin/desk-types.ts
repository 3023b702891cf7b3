// Aliases of the wire types that only the admin pages use (decisions §3).
import type { components, paths } from '../../api/schema';

type Schemas = components['schemas'];

export type AgencyEvents = Schemas['AgencyEvents'];
export type AgencyEvent = Schemas['ShownEvent'];
export type Overview = Schemas['Overview'];
export type ManagedTrek = Schemas['ManagedTrek'];
export type AuditEntry = Schemas['AuditEntry'];
export type BookingHistory = Schemas['BookingHistory'];
export type ManagedTreksQuery = NonNullable<paths['/api/treks/manage']['get']['parameters']['query']>;
export type BookingsQuery = NonNullable<paths['/api/bookings']['get']['parameters']['query']>;
