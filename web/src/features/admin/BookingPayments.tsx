// The schedule of a booking, its balance, each payment with its receipt, and each refund. Administrators reverse a payment
// that was recorded by mistake.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isAllowed } from '../../api/booking-actions';
import { ApiFailure } from '../../api/client';
import { paidByLabel, receivedPaymentsQuery } from '../../api/payments';
import type { Booking, ReceivedPayment } from '../../api/types';
import { useBookableDays, useConfig } from '../../api/useConfig';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Textarea } from '../../ui/Input';
import { ErrorState, Skeleton } from '../../ui/States';
import { PriceRow } from '../currency/ChargedPrice';
import { InstallmentRows } from '../currency/InstallmentRows';
import { formatMoney } from '../currency/money';
import { bookingAmount, formatRupees, paymentAmount } from '../currency/npr-rate';
import { PrintReceipt } from '../currency/PaymentReceipt';
import { RupeeBalance } from '../currency/RupeeBalance';
import { isAdmin } from '../session/roles';
import { useSession } from '../session/useSession';
import { useReversePayment } from './booking-payments';
import { formatTimeIn } from './desk-labels';
import { PaymentLink } from './PaymentLink';

export function BookingPayments({ booking }: { booking: Booking }) {
  const { data: payments, isPending, isFetching, refetch } = useQuery(receivedPaymentsQuery(booking._id));
  const { today } = useBookableDays();
  const { balance, currency, owedByHand, schedule, status } = booking;
  const show = (amount: number) => formatMoney(amount, currency);
  const isOpen = status !== 'Cancelled';
  return (
    <>
      <dl className="figures grid gap-1 text-sm">
        {isOpen && schedule.length > 1 && <InstallmentRows schedule={schedule} today={today} show={show} />}
        {isOpen && (
          <div className="flex justify-between gap-4 font-semibold">
            <dt>Left to pay</dt>
            <dd>{show(balance)}</dd>
          </div>
        )}
        {owedByHand > 0 && <PriceRow label="To pay out by hand">{show(owedByHand)}</PriceRow>}
        {booking.owedByHandInRupees ? (
          <PriceRow label="The same in rupees">{formatRupees(booking.owedByHandInRupees)}</PriceRow>
        ) : null}
      </dl>
      <RupeeBalance booking={booking} />
      {isAllowed(booking, 'payBalance') && <PaymentLink bookingId={booking._id} className="mt-2" />}
      {isPending ? (
        <Skeleton className="mt-2 h-16" />
      ) : payments ? (
        <ul className="mt-2 divide-y divide-line">
          {payments.map((payment) => (
            <Line key={payment._id} booking={booking} payment={payment} />
          ))}
          {booking.refunds.map((refund) => (
            <RefundLine key={`${refund.createdAt} ${refund.amount}`} refund={refund} />
          ))}
        </ul>
      ) : (
        <ErrorState
          title="The payments could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-4"
        />
      )}
    </>
  );
}

function RefundLine({ refund }: { refund: Booking['refunds'][number] }) {
  const timezone = useConfig()?.timezone;
  return (
    <li className="figures py-2 text-sm">
      <p className="flex justify-between gap-4">
        <span className="min-w-0">
          <span className="font-medium">Refund</span>
          {!refund.made && <span className="text-ink-soft"> (pending)</span>}
          <span className="block text-ink-soft">{formatTimeIn(refund.createdAt, timezone)}</span>
        </span>
        <span className="shrink-0 font-medium">{formatMoney(-refund.amount, refund.currency)}</span>
      </p>
      {refund.reason && <p className="wrap-anywhere text-ink-soft">{refund.reason}</p>}
    </li>
  );
}

function Line({ booking, payment }: { booking: Booking; payment: ReceivedPayment }) {
  const timezone = useConfig()?.timezone;
  const { user } = useSession();
  const [isReversing, setReversing] = useState(false);
  const { receiptNumber, reverses, isReversed, receivedBy, reference, reason } = payment;
  const canReverse = isAdmin(user) && payment.method !== 'card' && !reverses && !isReversed;
  return (
    <li className="figures py-2 text-sm">
      <p className="flex justify-between gap-4">
        <span className="min-w-0">
          <span className="font-medium">{reverses ? `Reversal, ${paidByLabel(payment)}` : paidByLabel(payment)}</span>
          {isReversed && <span className="text-ink-soft"> (reversed)</span>}
          <span className="block text-ink-soft">
            {formatTimeIn(payment.receivedAt, timezone)}
            {receivedBy && `, ${receivedBy}`}
          </span>
        </span>
        <span className="shrink-0 text-right font-medium">
          {paymentAmount(payment)}
          {payment.rate && <span className="block text-ink-soft">{bookingAmount(payment, booking)}</span>}
        </span>
      </p>
      {(reason || reference) && <p className="wrap-anywhere text-ink-soft">{reason || reference}</p>}
      {(receiptNumber || canReverse) && (
        <p className="flex flex-wrap items-center gap-x-2">
          {receiptNumber && <span className="mr-auto text-ink-soft">Receipt {receiptNumber}</span>}
          {receiptNumber && !isReversed && <PrintReceipt booking={booking} payment={payment} />}
          {canReverse && (
            <Button size="sm" variant="ghost" onClick={() => setReversing(true)}>
              Reverse
            </Button>
          )}
        </p>
      )}
      {isReversing && <ReverseDialog booking={booking} payment={payment} onClose={() => setReversing(false)} />}
    </li>
  );
}

function ReverseDialog({
  booking,
  payment,
  onClose,
}: {
  booking: Booking;
  payment: ReceivedPayment;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [isSent, setSent] = useState(false);
  const reverse = useReversePayment(booking._id, payment._id);
  const failure = reverse.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (reason.trim()) reverse.mutate(reason.trim(), { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!reverse.isPending}
      size="sm"
      title="Reverse this payment"
      description={`${paidByLabel(payment)}, ${paymentAmount(payment)}`}
      footer={
        <>
          <Button variant="secondary" disabled={reverse.isPending} onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form="reverse-payment" variant="danger" loading={reverse.isPending}>
            Reverse payment
          </Button>
        </>
      }
    >
      <form id="reverse-payment" noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-soft">
          {payment.isTravelCredit
            ? `The amount is left to pay again, and the guest can use travel credit ${payment.reference} for another booking.`
            : 'For a payment that was recorded by mistake. Both lines stay, and the amount is left to pay again.'}
        </p>
        <Field label="Reason" error={isSent && !reason.trim() ? 'Enter a reason' : undefined} required>
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {failure && (
          <p role="alert" className="rounded-sm bg-danger-wash p-3 text-danger">
            {failure instanceof ApiFailure && !failure.worthRetrying
              ? (failure.errors[0]?.message ?? failure.message)
              : 'The server did not answer. You can safely try again: a payment is reversed once.'}
          </p>
        )}
      </form>
    </Dialog>
  );
}
