// The payments of a booking that is paid in parts: what is due when, what is left, and each payment with its receipt.
import { useQuery } from '@tanstack/react-query';
import { paidByLabel, receivedPaymentsQuery } from '../../api/payments';
import type { Booking, ReceivedPayment } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { MomentText } from '../../ui/Time';
import { PriceRow } from '../currency/ChargedPrice';
import { InstallmentRows } from '../currency/InstallmentRows';
import { formatMoney } from '../currency/money';
import { bookingAmount, paymentAmount } from '../currency/npr-rate';
import { PrintReceipt } from '../currency/PaymentReceipt';

export function BookingPayments({ booking }: { booking: Booking }) {
  const { data: payments } = useQuery(receivedPaymentsQuery(booking._id));
  const { today } = useBookableDays();
  const { currency, balance } = booking;
  const show = (amount: number) => formatMoney(amount, currency);
  const isOpen = booking.status !== 'Cancelled';
  return (
    <section aria-label="Payments" className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold text-lg">Payments</h3>
      {isOpen && (
        <dl className="figures grid gap-1.5 text-sm">
          {booking.schedule.length > 1 && <InstallmentRows schedule={booking.schedule} today={today} show={show} />}
          <div className="flex items-baseline justify-between gap-4 font-semibold">
            <dt>Left to pay</dt>
            <dd className="whitespace-nowrap text-base">{show(balance)}</dd>
          </div>
        </dl>
      )}
      {payments && payments.length > 0 && (
        <ul className="divide-y divide-line border-line border-t text-sm">
          {payments.map((payment) => (
            <Line key={payment._id} booking={booking} payment={payment} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ booking, payment }: { booking: Booking; payment: ReceivedPayment }) {
  const { reverses, isReversed, receiptNumber } = payment;
  return (
    <li className="py-2.5">
      <dl>
        <PriceRow
          label={
            <>
              {reverses ? 'Reversed' : paidByLabel(payment)}, <MomentText at={payment.receivedAt} />
              {isReversed && ' (reversed)'}
              {payment.isTravelCredit && <span className="block">{payment.reference}</span>}
            </>
          }
        >
          {paymentAmount(payment)}
        </PriceRow>
        {payment.rate && <PriceRow label={`In ${booking.currency}`}>{bookingAmount(payment, booking)}</PriceRow>}
      </dl>
      {reverses && payment.reason && <p className="wrap-anywhere text-ink-soft">{payment.reason}</p>}
      {receiptNumber && (
        <p className="figures flex flex-wrap items-center justify-between gap-x-3 text-ink-soft">
          Receipt {receiptNumber}
          {!isReversed && <PrintReceipt booking={booking} payment={payment} />}
        </p>
      )}
    </li>
  );
}
