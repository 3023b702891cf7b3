// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { booking, moneyBack } from './booking';

type Schemas = components['schemas'];

export const bookingList: Schema<Schemas['BookingList']> = { bookings: [booking] };
export const bookingListAnswer: Schema<Schemas['BookingListAnswer']> = { data: bookingList, 'status?': '=success' };
export const cancellation: Schema<Schemas['Cancellation']> = { daysBeforeStart: 'number', percent: 'number', refund: moneyBack };
export const cancellationAnswer: Schema<Schemas['CancellationAnswer']> = { data: cancellation, 'status?': '=success' };
export const moved: Schema<Schemas['Moved']> = { booking, refund: moneyBack };
export const movedAnswer: Schema<Schemas['MovedAnswer']> = { data: moved, 'status?': '=success' };
export const paidBooking: Schema<Schemas['PaidBooking']> = { amount: 'number', bookingId: 'string', 'brand?': 'string', currency: 'string', 'invoiceNumber?': 'string', 'last4?': 'string', paidAt: 'string', refunded: 'number', status: 'string', trekName: 'string' };
export const paymentList: Schema<Schemas['PaymentList']> = { payments: [paidBooking] };
export const paymentListAnswer: Schema<Schemas['PaymentListAnswer']> = { data: paymentList, 'status?': '=success' };
export const session: Schema<Schemas['Session']> = { _id: 'string', createdAt: 'string', current: 'boolean', device: 'string', lastUsedAt: 'string' };
export const sessionList: Schema<Schemas['SessionList']> = { sessions: [session] };
export const sessionListAnswer: Schema<Schemas['SessionListAnswer']> = { data: sessionList, 'status?': '=success' };
export const signIn: Schema<Schemas['SignIn']> = { createdAt: 'string', issuer: 'string', provider: 'string', subject: 'string' };
export const signInList: Schema<Schemas['SignInList']> = { signIns: [signIn] };
export const signInListAnswer: Schema<Schemas['SignInListAnswer']> = { data: signInList, 'status?': '=success' };
