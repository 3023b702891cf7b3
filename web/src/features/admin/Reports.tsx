// Reports: payments and VAT of a month, and the balances of today. Each can be printed and downloaded as CSV.
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { methodLabel } from '../../api/payments';
import { useConfig } from '../../api/useConfig';
import { formatDate, MONTHS, todayIn } from '../../lib/dates';
import { formatNumber } from '../../lib/format';
import { saveFile } from '../../lib/save-file';
import { useFilters } from '../../lib/useFilters';
import { Button } from '../../ui/Button';
import { DeskFailed } from '../../ui/DeskFailed';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { Skeleton } from '../../ui/States';
import { formatMoney } from '../currency/money';
import { AccountsDownload } from './AccountsDownload';
import { ReportTable } from './ReportTable';
import {
  type BalancesReport,
  balancesReportQuery,
  type Days,
  daysOfMonth,
  fetchReport,
  isMonth,
  type PaymentsReport,
  paymentsReportQuery,
  type ReportKind,
  type VatReport,
  vatReportQuery,
} from './reports';

const KINDS = { payment: 'Payment', reversal: 'Reversal', refund: 'Refund', credit: 'Travel credit' } as const;

function lineLabel({ method, kind }: Pick<PaymentsReport['lines'][number], 'method' | 'kind'>): string {
  if (kind === 'credit') return KINDS.credit;
  const label = methodLabel(method);
  return kind === 'payment' ? label : `${label}, ${KINDS[kind].toLowerCase()}`;
}

export default function Reports() {
  const timezone = useConfig()?.timezone;
  const { of, set } = useFilters();
  const today = todayIn(timezone ?? 'UTC');
  const asked = of('month');
  const month = isMonth(asked) ? asked : today.slice(0, 7);
  const days = daysOfMonth(month);
  return (
    <section aria-label="Reports" className="grid gap-10">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 print:hidden">
        <Field label="Month" className="w-56">
          <Input
            type="month"
            value={month}
            max={today.slice(0, 7)}
            onChange={({ target }) => set({ month: target.value === today.slice(0, 7) ? undefined : target.value })}
          />
        </Field>
        <AccountsDownload month={month} name={monthText(month)} />
      </div>
      <Payments days={days} month={monthText(month)} />
      <Vat days={days} month={monthText(month)} />
      <Balances days={days} today={today} />
    </section>
  );
}

/** '2027-03' is 'Mar 2027'. */
function monthText(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

function Payments({ days, month }: { days: Days; month: string }) {
  return (
    <Report
      title={`Payments, ${month}`}
      kind="payments"
      days={days}
      query={useQuery(paymentsReportQuery(days))}
      empty="No payments in this month."
      isEmpty={({ lines }) => lines.length === 0}
    >
      {(report) => <PaymentTables report={report} />}
    </Report>
  );
}

function PaymentTables({ report }: { report: PaymentsReport }) {
  const { lines, methods, treks, totals, tendered, credits } = report;
  return (
    <>
      <ReportTable
        label="Totals by currency"
        head={['Currency', 'Received', 'Reversed', 'Refunded', 'Total']}
        rows={totals.map((one) => [
          one.currency,
          formatMoney(one.received, one.currency),
          formatMoney(one.reversed, one.currency),
          formatMoney(one.refunded, one.currency),
          <b key="total">{formatMoney(one.total, one.currency)}</b>,
        ])}
      />
      {credits.length > 0 && (
        <ReportTable
          label="Paid with travel credits, not part of the totals"
          head={['Currency', 'Count', 'Amount']}
          rows={credits.map((one) => [one.currency, formatNumber(one.count), formatMoney(one.amount, one.currency)])}
        />
      )}
      <div className="grid gap-5 xl:grid-cols-2">
        <ReportTable
          label="By method"
          head={['Method', 'Count', 'Amount']}
          rows={methods.map((one) => [lineLabel(one), formatNumber(one.count), formatMoney(one.amount, one.currency)])}
        />
        <ReportTable
          label="By trek"
          head={['Trek', 'Count', 'Amount']}
          rows={treks.map((one) => [
            one.trekName || 'Deleted trek',
            formatNumber(one.count),
            formatMoney(one.amount, one.currency),
          ])}
        />
      </div>
      <ReportTable
        label="By day and method"
        texts={2}
        head={['Day', 'Method', 'Count', 'Amount', 'Handed over']}
        rows={lines.map((one) => [
          formatDate(one.day),
          lineLabel(one),
          formatNumber(one.count),
          formatMoney(one.amount, one.currency),
          formatMoney(one.tenderedAmount, one.tenderedCurrency),
        ])}
        foot={
          tendered.length > 1
            ? ['Handed over in all', '', '', '', tendered.map((one) => formatMoney(one.total, one.currency)).join(', ')]
            : undefined
        }
      />
    </>
  );
}

function Vat({ days, month }: { days: Days; month: string }) {
  return (
    <Report
      title={`VAT, ${month}`}
      kind="vat"
      days={days}
      query={useQuery(vatReportQuery(days))}
      empty="No invoices with VAT in this month."
      isEmpty={({ totals }) => totals.length === 0}
    >
      {(report) => <VatTables report={report} />}
    </Report>
  );
}

function VatTables({ report: { treks, totals } }: { report: VatReport }) {
  const cells = (sums: VatReport['totals'][number]) =>
    [sums.taxable, sums.vat, sums.zeroRated, sums.passThrough, sums.total, sums.credited, sums.creditedVat].map(
      (amount) => formatMoney(amount, sums.currency),
    );
  const head = ['Invoices', 'Taxable', 'VAT', 'Zero-rated', 'Pass-through', 'Total', 'Credited', 'VAT credited'];
  return (
    <>
      <ReportTable
        label="VAT by currency"
        head={['Currency', ...head]}
        rows={totals.map((sums) => [sums.currency, formatNumber(sums.invoices), ...cells(sums)])}
      />
      <ReportTable
        label="VAT by trek"
        head={['Trek', ...head]}
        rows={treks.map(({ trekName, sums }) => [trekName, formatNumber(sums.invoices), ...cells(sums)])}
      />
    </>
  );
}

function Balances({ days, today }: { days: Days; today: string }) {
  return (
    <Report
      title={`Balances on ${formatDate(today)}`}
      kind="balances"
      days={days}
      query={useQuery(balancesReportQuery)}
      empty="Every booking is paid in full."
      isEmpty={({ totals }) => totals.length === 0}
    >
      {(report) => <BalanceTables report={report} />}
    </Report>
  );
}

function BalanceTables({ report: { totals, months, treks } }: { report: BalancesReport }) {
  const cells = (sums: BalancesReport['totals'][number]) => [
    formatNumber(sums.count),
    formatMoney(sums.overdue, sums.currency),
    formatMoney(sums.balance, sums.currency),
  ];
  const head = ['Bookings', 'Overdue', 'Left to pay'];
  return (
    <>
      <ReportTable
        label="Balances by currency"
        head={['Currency', ...head]}
        rows={totals.map((one) => [one.currency, ...cells(one)])}
      />
      <div className="grid gap-5 xl:grid-cols-2">
        <ReportTable
          label="Balances by due month"
          head={['Due', ...head]}
          rows={months.map((one) => [monthText(one.month), ...cells(one)])}
        />
        <ReportTable
          label="Balances by trek"
          head={['Trek', ...head]}
          rows={treks.map((one) => [one.trekName, ...cells(one)])}
        />
      </div>
    </>
  );
}

function Report<Data>({
  title,
  kind,
  days,
  query,
  empty,
  isEmpty,
  children,
}: {
  title: string;
  kind: ReportKind;
  days: Days;
  query: UseQueryResult<Data>;
  empty: string;
  isEmpty: (report: Data) => boolean;
  children: (report: Data) => ReactNode;
}) {
  const { data, isPending, isFetching, isPlaceholderData, refetch } = query;
  return (
    <section aria-label={title} aria-busy={isPending || isPlaceholderData} className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">{title}</h2>
        {data && !isEmpty(data) && <CsvButton kind={kind} days={days} title={title} />}
      </div>
      {isPending ? (
        <Skeleton className="h-28" />
      ) : !data ? (
        <DeskFailed title="The report could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : isEmpty(data) ? (
        <p className="rounded-sm border border-line px-4 py-6 text-center text-ink-soft text-sm">{empty}</p>
      ) : (
        children(data)
      )}
    </section>
  );
}

function CsvButton({ kind, days, title }: { kind: ReportKind; days: Days; title: string }) {
  const file = useMutation({
    mutationFn: () => fetchReport(kind, days),
    onSuccess: (blob) => saveFile(blob, kind === 'balances' ? 'balances.csv' : `${kind}-${days.from.slice(0, 7)}.csv`),
  });
  return (
    <Button variant="secondary" size="sm" loading={file.isPending} onClick={() => file.mutate()}>
      {!file.isPending && <Download aria-hidden className="size-4" />}
      CSV<span className="sr-only"> of {title}</span>
    </Button>
  );
}
