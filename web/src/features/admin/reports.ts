// Queries and CSV files of the reports.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, download, fetchLong, requestData } from '../../api/client';
import type { components } from '../../api/schema';
import { balancesReportAnswer, paymentsReportAnswer, vatReportAnswer } from '../../api/validators/balances';

type Schemas = components['schemas'];
export type PaymentsReport = Schemas['PaymentsReport'];
export type BalancesReport = Schemas['BalancesReport'];
export type VatReport = Schemas['VatReport'];
export type ReportKind = 'payments' | 'balances' | 'vat';

/** The first and the last day. */
export interface Days {
  from: string;
  to: string;
}

const KEY = 'reports';
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export function isMonth(text: string | undefined): text is string {
  return text !== undefined && MONTH.test(text);
}

/** '2027-02' is 2027-02-01 to 2027-02-28. */
export function daysOfMonth(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

export function paymentsReportQuery(days: Days) {
  return queryOptions({
    queryKey: [KEY, 'payments', days],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/reports/payments', { params: { query: { ...days } }, signal }), paymentsReportAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function vatReportQuery(days: Days) {
  return queryOptions({
    queryKey: [KEY, 'vat', days],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/reports/vat', { params: { query: { ...days } }, signal }), vatReportAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const balancesReportQuery = queryOptions({
  queryKey: [KEY, 'balances'],
  queryFn: ({ signal }) => requestData(api.GET('/api/reports/balances', { signal }), balancesReportAnswer),
  staleTime: 0,
});

/** Payments, invoices, credit notes and VAT of a month as CSV files in one ZIP file. */
export function fetchAccounts(month: string): Promise<Blob> {
  const asked = { params: { query: { month } }, parseAs: 'blob', fetch: fetchLong } as const;
  return download(api.GET('/api/reports/accounts.zip', asked));
}

export function fetchReport(kind: ReportKind, days: Days): Promise<Blob> {
  const asked = { params: { query: { ...days } }, parseAs: 'blob', fetch: fetchLong } as const;
  switch (kind) {
    case 'payments':
      return download(api.GET('/api/reports/payments.csv', asked));
    case 'balances':
      return download(api.GET('/api/reports/balances.csv', { parseAs: 'blob', fetch: fetchLong }));
    case 'vat':
      return download(api.GET('/api/reports/vat.csv', asked));
  }
}
