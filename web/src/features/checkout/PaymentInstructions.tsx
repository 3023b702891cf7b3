// How to pay a booking that waits for a payment which staff record: what, where, until when and what to state.
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate, formatLocalDateTime } from '../../lib/dates';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { formatMoney } from '../currency/money';

type Row = [label: string, value: string | undefined, copied?: string];

export function PaymentInstructions({ booking }: { booking: Booking }) {
  const config = useConfig();
  const rows = rowsOf(booking, config?.company.address);
  return (
    <section aria-label="How to pay" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <dl className="figures divide-y divide-line">
        {rows.map(
          ([label, value, copied]) =>
            value && (
              <div key={label} className="py-1.5">
                <dt className="text-ink-soft text-sm">{label}</dt>
                <dd className="flex items-end justify-between gap-3 font-semibold">
                  <span className="wrap-anywhere min-w-0">{value}</span>
                  {copied && (
                    <span className="-mt-5 shrink-0">
                      <CopyButton text={copied} label={label} />
                    </span>
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
      <div className="mt-4">
        <PrintSlip booking={booking} rows={rows} />
      </div>
    </section>
  );
}

function rowsOf(booking: Booking, address: string | undefined): Row[] {
  const { bankDetails: bank, amountDue = 0, currency, reference, payBy } = booking;
  const amount: Row = ['Amount', formatMoney(amountDue, currency), String(amountDue)];
  const until: Row = ['Pay by', payBy && formatLocalDateTime(payBy)];
  if (!bank) return [amount, ['Where', address], ['Bring', reference], until];
  return [
    amount,
    ['Account holder', bank.accountName, bank.accountName],
    ['Account number', bank.accountNumber, bank.accountNumber],
    ['Bank', bank.bank, bank.bank],
    ['SWIFT', bank.swift, bank.swift],
    ['Reference', bank.reference, bank.reference],
    ['Note', bank.note],
    until,
  ];
}

function PrintSlip({ booking, rows }: { booking: Booking; rows: Row[] }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    const end = () => setPrinting(false);
    addEventListener('afterprint', end, { once: true });
    window.print();
    return () => removeEventListener('afterprint', end);
  }, [isPrinting]);
  return (
    <>
      <Button variant="secondary" className="max-sm:w-full" onClick={() => setPrinting(true)}>
        <Printer aria-hidden className="size-4" strokeWidth={1.75} />
        Print the slip
      </Button>
      {isPrinting && createPortal(<Slip booking={booking} rows={rows} />, document.body)}
    </>
  );
}

function Slip({ booking, rows }: { booking: Booking; rows: Row[] }) {
  const company = useConfig()?.company;
  const trip: Row[] = [
    ['Trek', booking.trek.name],
    ['Dates', `${formatDate(booking.checkIn)} – ${formatDate(booking.checkOut)}`],
    ['Booked by', booking.customer.name],
    ['Total', formatMoney(booking.amount, booking.currency)],
  ];
  return (
    <section data-print="alone" className="hidden p-10 text-ink print:block">
      {company && (
        <p className="mb-10 text-sm">
          <strong className="block text-base">{company.name}</strong>
          {company.address}
        </p>
      )}
      <h1 className="figures text-3xl">
        {booking.payWith === 'bank' ? 'Bank transfer' : 'Payment'} for {booking.reference}
      </h1>
      <dl className="figures mt-8 grid grid-cols-[12rem_1fr] gap-y-2 text-sm">
        {[...rows, ...trip].map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
