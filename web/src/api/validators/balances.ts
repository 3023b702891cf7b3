// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const balance: Schema<Schemas['Balance']> = { balance: 'number', bookingId: 'string', canSendLink: 'boolean', currency: 'string', customerName: 'string', daysUntilDue: 'number', dueAt: 'string', isDueOnArrival: 'boolean', 'lastReminderAt?': 'string', paid: 'number', reference: 'string', startDate: 'string', total: 'number', trekName: 'string' };
export const balanceCounts: Schema<Schemas['BalanceCounts']> = { all: 'number', due: 'number', overdue: 'number' };
export const balanceList: Schema<Schemas['BalanceList']> = { balances: [balance], counts: balanceCounts, daysAhead: 'number', total: 'number' };
export const balanceListAnswer: Schema<Schemas['BalanceListAnswer']> = { data: balanceList, 'status?': '=success' };
export const balancesByMonth: Schema<Schemas['BalancesByMonth']> = { balance: 'number', count: 'number', currency: 'string', month: 'string', overdue: 'number' };
export const balanceTotal: Schema<Schemas['BalanceTotal']> = { balance: 'number', count: 'number', currency: 'string', overdue: 'number' };
export const balancesByTrek: Schema<Schemas['BalancesByTrek']> = { balance: 'number', count: 'number', currency: 'string', overdue: 'number', trekId: 'string', trekName: 'string' };
export const balancesReport: Schema<Schemas['BalancesReport']> = { months: [balancesByMonth], totals: [balanceTotal], treks: [balancesByTrek] };
export const balancesReportAnswer: Schema<Schemas['BalancesReportAnswer']> = { data: balancesReport, 'status?': '=success' };
export const creditsTotal: Schema<Schemas['CreditsTotal']> = { amount: 'number', count: 'number', currency: 'string' };
export const paymentsReportLine: Schema<Schemas['PaymentsReportLine']> = { amount: 'number', count: 'number', currency: 'string', day: 'string', kind: 'string', method: 'string', tenderedAmount: 'number', tenderedCurrency: 'string' };
export const paymentsByMethod: Schema<Schemas['PaymentsByMethod']> = { amount: 'number', count: 'number', currency: 'string', kind: 'string', method: 'string' };
export const paymentsByMonth: Schema<Schemas['PaymentsByMonth']> = { amount: 'number', count: 'number', currency: 'string', month: 'string' };
export const tenderedTotal: Schema<Schemas['TenderedTotal']> = { currency: 'string', total: 'number' };
export const paymentsTotal: Schema<Schemas['PaymentsTotal']> = { currency: 'string', received: 'number', refunded: 'number', reversed: 'number', total: 'number' };
export const paymentsByTrek: Schema<Schemas['PaymentsByTrek']> = { amount: 'number', count: 'number', currency: 'string', trekId: 'string', trekName: 'string' };
export const paymentsReport: Schema<Schemas['PaymentsReport']> = { credits: [creditsTotal], from: 'string', lines: [paymentsReportLine], methods: [paymentsByMethod], months: [paymentsByMonth], tendered: [tenderedTotal], to: 'string', totals: [paymentsTotal], treks: [paymentsByTrek] };
export const paymentsReportAnswer: Schema<Schemas['PaymentsReportAnswer']> = { data: paymentsReport, 'status?': '=success' };
export const vatSums: Schema<Schemas['VatSums']> = { credited: 'number', creditedVat: 'number', currency: 'string', invoices: 'number', passThrough: 'number', taxable: 'number', total: 'number', vat: 'number', zeroRated: 'number' };
export const vatByMonth: Schema<Schemas['VatByMonth']> = { month: 'string', sums: vatSums };
export const vatByTrek: Schema<Schemas['VatByTrek']> = { sums: vatSums, trekName: 'string' };
export const vatReport: Schema<Schemas['VatReport']> = { from: 'string', months: [vatByMonth], to: 'string', totals: [vatSums], treks: [vatByTrek] };
export const vatReportAnswer: Schema<Schemas['VatReportAnswer']> = { data: vatReport, 'status?': '=success' };
