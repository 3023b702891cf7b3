// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { bankDetails, installment, nprRate, priceBreakdown } from './booking';

type Schemas = components['schemas'];

export const balanceBooking: Schema<Schemas['BalanceBooking']> = { balance: 'number', 'balanceInRupees?': 'number', bannerImage: 'string', currency: 'string', 'dueAt?': 'string', endDate: 'string', firstName: 'string', paid: 'number', priceBreakdown, 'rate?': nprRate, reference: 'string', routeName: 'string', schedule: [installment], startDate: 'string', totalGuests: 'number', trekName: 'string' };
export const oneBalance: Schema<Schemas['OneBalance']> = { 'bankDetails?': bankDetails, booking: balanceBooking, waysToPay: ['string'] };
export const balanceAnswer: Schema<Schemas['BalanceAnswer']> = { data: oneBalance, 'status?': '=success' };
export const balanceOpened: Schema<Schemas['BalanceOpened']> = { amountDue: 'number', booking: balanceBooking, clientSecret: 'string', currency: 'string', paymentIntentId: 'string' };
export const balanceOpenedAnswer: Schema<Schemas['BalanceOpenedAnswer']> = { data: balanceOpened, 'status?': '=success' };
export const balancePaid: Schema<Schemas['BalancePaid']> = { amount: 'number', booking: balanceBooking, currency: 'string', receiptNumber: 'string' };
export const balancePaidAnswer: Schema<Schemas['BalancePaidAnswer']> = { data: balancePaid, 'status?': '=success' };
