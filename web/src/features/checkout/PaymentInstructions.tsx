// How to pay a booking that waits for a payment which staff record: what, where, until when and what to state.
import type { Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate, formatLocalDateTime } from '../../lib/dates';
import { PrintButton } from '../../ui/PrintSheet';
import { formatMoney } from '../currency/money';
import { bankRows, PaymentRows, type Row } from './PaymentRows';

export function PaymentInstructions({ booking }: { booking: Booking }) {
  const config = useConfig();
  const rows = rowsOf(booking, config?.company.address);
  return (
    <section aria-label="How to pay" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <PaymentRows rows={rows} />
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
  return [amount, ...bankRows(bank), until];
}

function PrintSlip({ booking, rows }: { booking: Booking; rows: Row[] }) {
  const company = useConfig()?.company;
  const trip: Row[] = [
    ['Trek', booking.trek.name],
    ['Dates', `${formatDate(booking.checkIn)} – ${formatDate(booking.checkOut)}`],
    ['Booked by', booking.customer.name],
    ['Total', formatMoney(booking.amount, booking.currency)],
  ];
  const title = `${booking.payWith === 'bank' ? 'Bank transfer' : 'Payment'} for ${booking.reference}`;
  return (
    <PrintButton variant="secondary" className="max-sm:w-full" sheet={{ title, company, rows: [...rows, ...trip] }}>
      Print the slip
    </PrintButton>
  );
}
