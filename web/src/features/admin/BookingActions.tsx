// Buttons for the actions that the server allows on a booking, and the dialogs that ask for amount and reason.
import { type FormEvent, useState } from 'react';
import { isAllowed } from '../../api/booking-actions';
import { ApiFailure } from '../../api/client';
import type { Booking } from '../../api/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { formatMoney } from '../currency/money';
import { parseAmount, unreadableAmount } from './amount';
import { useBookingAction } from './booking-mutations';
import type { MoneyKind } from './booking-payments';
import { ChangeBooking } from './ChangeBooking';
import { RecordPayment } from './RecordPayment';

/** Large on a phone, which staff hold while someone stands at the counter. */
const COUNTER_BUTTON = 'max-sm:min-h-12 max-sm:w-full max-sm:text-base';

type BookingAction = 'confirm' | 'cancel' | 'refund';

export function BookingActions({ booking }: { booking: Booking }) {
  const [asking, setAsking] = useState<BookingAction | null>(null);
  const [recording, setRecording] = useState<MoneyKind | null>(null);
  const [isChanging, setChanging] = useState(false);
  const resend = useBookingAction(booking._id);
  // Where the provider took another amount, an administrator decides first.
  const takesPayment = (booking.lateBalance ?? booking.balance) > 0 && !booking.payment.mismatch;
  return (
    <div className="flex flex-wrap gap-2">
      {takesPayment ? (
        <Button size="sm" className={COUNTER_BUTTON} onClick={() => setRecording('payment')}>
          Record a payment
        </Button>
      ) : (
        isAllowed(booking, 'confirm') && (
          <Button size="sm" onClick={() => setAsking('confirm')}>
            Confirm booking
          </Button>
        )
      )}
      {booking.owedByHand > 0 && (
        <Button size="sm" className={COUNTER_BUTTON} onClick={() => setRecording('payout')}>
          Record a payout
        </Button>
      )}
      {isAllowed(booking, 'change') && (
        <Button size="sm" variant="secondary" onClick={() => setChanging(true)}>
          Change booking
        </Button>
      )}
      {isAllowed(booking, 'resendMail') && (
        <Button
          size="sm"
          variant="secondary"
          loading={resend.isPending}
          onClick={() => resend.mutate({ kind: 'resend' })}
        >
          Resend email
        </Button>
      )}
      {isAllowed(booking, 'refund') && (
        <Button size="sm" variant="secondary" onClick={() => setAsking('refund')}>
          Refund
        </Button>
      )}
      {isAllowed(booking, 'cancel') && (
        <Button size="sm" variant="danger" onClick={() => setAsking('cancel')}>
          Cancel booking
        </Button>
      )}
      {recording && <RecordPayment booking={booking} kind={recording} onClose={() => setRecording(null)} />}
      {isChanging && <ChangeBooking booking={booking} onClose={() => setChanging(false)} />}
      {asking && <ActionDialog booking={booking} asking={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

const TITLES: Record<BookingAction, string> = {
  confirm: 'Confirm this booking',
  cancel: 'Cancel this booking',
  refund: 'Refund',
};
const VERBS: Record<BookingAction, string> = { confirm: 'Confirm booking', cancel: 'Cancel booking', refund: 'Refund' };
const LOST = 'The server did not answer. You can safely try again: nothing is done twice.';

function validateAmount(number: number | null, booking: Booking, asking: BookingAction): string | undefined {
  const { currency } = booking;
  const maxAmount = maxRefund(booking);
  if (number === null) return unreadableAmount(currency);
  if (asking === 'refund' && number === 0) return 'Enter an amount';
  if (number <= maxAmount) return undefined;
  return maxAmount < booking.refundable
    ? `You can refund at most ${formatMoney(maxAmount, currency)}. An owner can refund more`
    : `At most ${formatMoney(maxAmount, currency)} can be refunded`;
}

/** The most that this person may refund now. */
const maxRefund = ({ refundable, refundLimit }: Booking) => Math.min(refundable, refundLimit ?? refundable);

function ActionDialog({ booking, asking, onClose }: { booking: Booking; asking: BookingAction; onClose: () => void }) {
  const maxAmount = maxRefund(booking);
  const isLimited = maxAmount < booking.refundable;
  const asksAmount = asking === 'refund' || (asking === 'cancel' && booking.refundable > 0);
  const [amount, setAmount] = useState(asking === 'cancel' ? String(maxAmount) : '');
  const [reason, setReason] = useState('');
  const [internal, setInternal] = useState('');
  const [sent, setSent] = useState(false);
  const move = useBookingAction(booking._id);
  const number = parseAmount(amount, booking.currency);
  const amountProblem = asksAmount ? validateAmount(number, booking, asking) : undefined;
  // The guest gets a reason only for a refund or cancellation. For a recorded payment it is bookkeeping.
  const toGuest = asking !== 'confirm';
  const reasonProblem = reason.trim() ? undefined : 'Enter a reason';

  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (amountProblem || reasonProblem) return;
    const words = reason.trim();
    const back = asksAmount ? (number ?? 0) : 0;
    move.mutate(
      asking === 'confirm'
        ? { kind: 'confirm', reason: words }
        : { kind: asking, amount: back, reason: words, internalReason: internal.trim() || undefined },
      { onSuccess: onClose },
    );
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!move.isPending}
      size="sm"
      title={TITLES[asking]}
      description={`${booking.trek.name}, ${booking.customer.name || 'deleted account'}`}
      footer={
        <>
          <Button variant="secondary" disabled={move.isPending} onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form="move"
            variant={asking === 'cancel' ? 'danger' : 'primary'}
            loading={move.isPending}
            className="figures"
          >
            {VERBS[asking]}
          </Button>
        </>
      }
    >
      <form id="move" noValidate onSubmit={send} className="grid gap-4">
        <p className="text-ink-soft">{explanation(booking, asking)}</p>
        {asksAmount && isLimited && (
          <p className="rounded-sm bg-marigold-wash px-3.5 py-2.5 text-marigold-ink text-sm">
            Staff can refund {formatMoney(maxAmount, booking.currency)} of this booking. For more of the{' '}
            {formatMoney(booking.refundable, booking.currency)} that were paid, ask an owner.
          </p>
        )}
        {asksAmount && (
          <Field
            label={`Amount to refund, in ${booking.currency}`}
            hint={`Up to ${formatMoney(maxAmount, booking.currency)}${asking === 'cancel' ? '; 0 refunds nothing' : ''}.`}
            error={sent ? amountProblem : undefined}
            required
          >
            <Input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
          </Field>
        )}
        <Field
          label={toGuest ? 'Reason for the guest' : 'How it was paid'}
          hint={toGuest ? 'Shown to the guest, in the email and on the credit note.' : undefined}
          error={sent ? reasonProblem : undefined}
          required
        >
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {toGuest && (
          <Field label="Internal note" hint="Kept in the audit log. The guest never sees it." optional>
            <Textarea rows={2} maxLength={500} value={internal} onChange={(event) => setInternal(event.target.value)} />
          </Field>
        )}
        {move.isError && (
          <p role="alert" className="rounded-sm bg-danger-wash p-3 text-danger">
            {failureMessage(move.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function failureMessage(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.worthRetrying) return LOST;
  return failure.errors[0]?.message ?? failure.message;
}

function explanation(booking: Booking, asking: BookingAction): string {
  const amount = formatMoney(booking.amount, booking.currency);
  if (asking === 'confirm') {
    return `Confirms the booking as paid without a card. The open card payment of ${amount} is closed first. If the card was charged already, that charge confirms the booking instead.`;
  }
  if (asking === 'refund') return `${destination(booking)} The guest gets an email and a credit note.`;
  return booking.refundable > 0
    ? `This can't be undone. ${destination(booking)} The amount below is refunded.`
    : "This can't be undone. Nothing was paid for this booking.";
}

function destination({ payment }: Booking): string {
  return payment.byHand
    ? "This booking wasn't paid by card. The refund is recorded here; you return the money yourself."
    : 'The refund goes to the card that was charged.';
}
