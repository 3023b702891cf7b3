// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { booking } from './booking';

type Schemas = components['schemas'];

export const balanceLink: Schema<Schemas['BalanceLink']> = { url: 'string' };
export const balanceLinkAnswer: Schema<Schemas['BalanceLinkAnswer']> = { data: balanceLink, 'status?': '=success' };
export const receivedPayment: Schema<Schemas['ReceivedPayment']> = { _id: 'string', amount: 'number', amountInBookingCurrency: 'number', currency: 'string', isReversed: 'boolean', 'isTravelCredit?': 'boolean', method: 'string', 'rate?': 'number', 'reason?': 'string', 'receiptNumber?': 'string', receivedAt: 'string', 'receivedBy?': 'string', reference: 'string', 'reverses?': 'string' };
export const receivedPayments: Schema<Schemas['ReceivedPayments']> = { payments: [receivedPayment] };
export const receivedPaymentsAnswer: Schema<Schemas['ReceivedPaymentsAnswer']> = { data: receivedPayments, 'status?': '=success' };
export const oneReceivedPayment: Schema<Schemas['OneReceivedPayment']> = { booking, payment: receivedPayment };
export const receivedPaymentAnswer: Schema<Schemas['ReceivedPaymentAnswer']> = { data: oneReceivedPayment, 'status?': '=success' };
