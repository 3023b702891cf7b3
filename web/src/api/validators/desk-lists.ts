// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { bookedRefund, booking } from './booking';

type Schemas = components['schemas'];

export const allBookings: Schema<Schemas['AllBookings']> = { bookings: [booking], total: 'number' };
export const allBookingsAnswer: Schema<Schemas['AllBookingsAnswer']> = { data: allBookings, 'status?': '=success' };
export const apiKey: Schema<Schemas['ApiKey']> = { _id: 'string', createdAt: 'string', createdBy: 'string', kind: '=reseller', 'lastUsedAt?': 'string', name: 'string', prefix: 'string', 'revokedAt?': 'string' };
export const apiKeyCreated: Schema<Schemas['ApiKeyCreated']> = { apiKey, key: 'string' };
export const apiKeyCreatedAnswer: Schema<Schemas['ApiKeyCreatedAnswer']> = { data: apiKeyCreated, 'status?': '=success' };
export const apiKeyList: Schema<Schemas['ApiKeyList']> = { apiKeys: [apiKey] };
export const apiKeyListAnswer: Schema<Schemas['ApiKeyListAnswer']> = { data: apiKeyList, 'status?': '=success' };
export const auditChange: Schema<Schemas['AuditChange']> = { after: 'any', before: 'any', field: 'string' };
export const auditSubject: Schema<Schemas['AuditSubject']> = { id: 'string', kind: 'string', name: 'string' };
export const auditWho: Schema<Schemas['AuditWho']> = { id: 'string', name: 'string' };
export const auditEntry: Schema<Schemas['AuditEntry']> = { _id: 'string', action: 'string', at: 'string', changes: [auditChange], subject: auditSubject, who: auditWho };
export const auditLog: Schema<Schemas['AuditLog']> = { entries: [auditEntry], total: 'number' };
export const auditLogAnswer: Schema<Schemas['AuditLogAnswer']> = { data: auditLog, 'status?': '=success' };
export const bookingStepWho: Schema<Schemas['BookingStepWho']> = { id: 'string', name: 'string' };
export const bookingStep: Schema<Schemas['BookingStep']> = { _id: 'string', action: 'string', at: 'string', changes: [auditChange], who: bookingStepWho };
export const bookingMail: Schema<Schemas['BookingMail']> = { _id: 'string', at: 'string', kind: 'string', 'lastError?': 'string', state: 'string', to: 'string' };
export const paymentLine: Schema<Schemas['PaymentLine']> = { amount: 'number', at: 'string', 'by?': 'string', currency: 'string', kind: 'string', reason: 'string' };
export const bookingHistory: Schema<Schemas['BookingHistory']> = { history: [bookingStep], mails: [bookingMail], payments: [paymentLine], refunds: [bookedRefund] };
export const bookingHistoryAnswer: Schema<Schemas['BookingHistoryAnswer']> = { data: bookingHistory, 'status?': '=success' };
export const customTrek: Schema<Schemas['CustomTrek']> = { _id: 'string', createdAt: 'string', 'days?': 'number', destination: 'string', email: 'string', guests: 'number', 'message?': 'string', name: 'string', 'notes?': 'string', 'phone?': 'string', 'startDate?': 'string', status: 'string', updatedAt: 'string' };
export const oneCustomTrek: Schema<Schemas['OneCustomTrek']> = { customTrek };
export const customTrekAnswer: Schema<Schemas['CustomTrekAnswer']> = { data: oneCustomTrek, 'status?': '=success' };
export const customTrekList: Schema<Schemas['CustomTrekList']> = { customTreks: [customTrek], total: 'number' };
export const customTrekListAnswer: Schema<Schemas['CustomTrekListAnswer']> = { data: customTrekList, 'status?': '=success' };
export const failedMail: Schema<Schemas['FailedMail']> = { _id: 'string', createdAt: 'string', givenUpAt: 'string', kind: 'string', lastError: 'string', to: 'string', tries: 'number' };
export const failedMailList: Schema<Schemas['FailedMailList']> = { mails: [failedMail], total: 'number' };
export const failedMailListAnswer: Schema<Schemas['FailedMailListAnswer']> = { data: failedMailList, 'status?': '=success' };
export const subscriber: Schema<Schemas['Subscriber']> = { _id: 'string', createdAt: 'string', email: 'string' };
export const subscriberList: Schema<Schemas['SubscriberList']> = { subscribers: [subscriber], total: 'number' };
export const subscriberListAnswer: Schema<Schemas['SubscriberListAnswer']> = { data: subscriberList, 'status?': '=success' };
