// The receipt of one payment, printed by the browser without the page around it.
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { methodLabel } from '../../api/payments';
import type { Booking, ReceivedPayment } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { Button } from '../../ui/Button';
import { formatMoney } from './money';
import { bookingAmount, formatRupees, paymentAmount, rateText } from './npr-rate';

export function PrintReceipt({ booking, payment }: { booking: Booking; payment: ReceivedPayment }) {
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
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Print receipt ${payment.receiptNumber}`}
        onClick={() => setPrinting(true)}
      >
        <Printer aria-hidden className="size-4" strokeWidth={1.75} />
        Receipt
      </Button>
      {isPrinting && createPortal(<PaymentReceipt booking={booking} payment={payment} />, document.body)}
    </>
  );
}

function PaymentReceipt({ booking, payment }: { booking: Booking; payment: ReceivedPayment }) {
  const config = useConfig();
  const company = config?.company;
  const guest = booking.guestDetails.primaryGuest.name;
  const rows: [string, string | undefined][] = [
    ['Received on', formatDate(payment.receivedAt, config?.timezone)],
    ['From', booking.customer.name || guest],
    ['For', `${booking.reference}, ${booking.trek.name}`],
    ['Trek dates', `${formatDate(booking.checkIn)} – ${formatDate(booking.checkOut)}`],
    ['Paid by', methodLabel(payment.method)],
    [`In ${booking.currency}`, bookingAmount(payment, booking)],
    ['Payment reference', payment.reference],
    ['Total of the booking', formatMoney(booking.amount, booking.currency)],
    ['Left to pay', formatMoney(booking.balance, booking.currency)],
    ['Left to pay in rupees', booking.balanceInRupees ? formatRupees(booking.balanceInRupees) : undefined],
    ['Rate', booking.rate && rateText(booking.rate, booking.currency, config?.timezone)],
  ];
  return (
    <section data-print="alone" className="hidden p-10 text-ink print:block">
      {company && (
        <p className="mb-10 text-sm">
          <strong className="block text-base">{company.name}</strong>
          {company.address}
        </p>
      )}
      <h1 className="figures text-3xl">Receipt {payment.receiptNumber}</h1>
      <p className="figures mt-4 font-display font-semibold text-4xl">{paymentAmount(payment)}</p>
      <dl className="figures mt-8 grid grid-cols-[12rem_1fr] gap-y-2 text-sm">
        {rows.map(
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
