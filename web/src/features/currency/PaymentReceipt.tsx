// The receipt of one payment, printed by the browser without the page around it.
import { paidByLabel } from '../../api/payments';
import type { Booking, ReceivedPayment } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate, formatDateIn } from '../../lib/dates';
import { PrintButton } from '../../ui/PrintSheet';
import { formatMoney } from './money';
import { bookingAmount, formatRupees, paymentAmount, rateText } from './npr-rate';

export function PrintReceipt({ booking, payment }: { booking: Booking; payment: ReceivedPayment }) {
  const config = useConfig();
  const guest = booking.guestDetails.primaryGuest.name;
  const rows: [string, string | undefined][] = [
    ['Received on', formatDateIn(payment.receivedAt, config?.timezone)],
    ['From', booking.customer.name || guest],
    ['For', `${booking.reference}, ${booking.trek.name}`],
    ['Trek dates', `${formatDate(booking.checkIn)} – ${formatDate(booking.checkOut)}`],
    ['Paid by', paidByLabel(payment)],
    [`In ${booking.currency}`, bookingAmount(payment, booking)],
    ['Payment reference', payment.reference],
    ['Total of the booking', formatMoney(booking.amount, booking.currency)],
    ['Left to pay', formatMoney(booking.balance, booking.currency)],
    ['Left to pay in rupees', booking.balanceInRupees ? formatRupees(booking.balanceInRupees) : undefined],
    ['Rate', booking.rate && rateText(booking.rate, booking.currency, config?.timezone)],
  ];
  return (
    <PrintButton
      size="sm"
      variant="ghost"
      label={`Print receipt ${payment.receiptNumber}`}
      sheet={{
        title: `Receipt ${payment.receiptNumber}`,
        lead: paymentAmount(payment),
        company: config?.company,
        rows,
      }}
    >
      Receipt
    </PrintButton>
  );
}
