// The buttons of one booking, only those that its state allows, and the dialogs that ask for amount and reason.
import { type FormEvent, useState } from 'react';
import { ApiFailure } from '../../api/client';
import type { Booking } from '../../api/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { formatMoney } from '../currency/money';
import { useBookingMove } from './booking-moves';
import { actionsOf, refundable } from './booking-words';

type Asking = 'confirm' | 'cancel' | 'refund';

export function BookingActions({ booking }: { booking: Booking }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const resend = useBookingMove(booking._id);
  const allowed = actionsOf(booking);
  return (
    <div className="flex flex-wrap gap-2">
      {allowed.confirm && (
        <Button size="sm" onClick={() => setAsking('confirm')}>
          Confirm by hand
        </Button>
      )}
      {allowed.resend && (
        <Button
          size="sm"
          variant="secondary"
          loading={resend.isPending}
          onClick={() => resend.mutate({ kind: 'resend' })}
        >
          Resend mail
        </Button>
      )}
      {allowed.refund && (
        <Button size="sm" variant="secondary" onClick={() => setAsking('refund')}>
          Refund
        </Button>
      )}
      {allowed.cancel && (
        <Button size="sm" variant="danger" onClick={() => setAsking('cancel')}>
          Cancel booking
        </Button>
      )}
      {asking && <MoveDialog booking={booking} asking={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

const TITLES: Record<Asking, string> = {
  confirm: 'Confirm without the payment provider',
  cancel: 'Cancel this booking',
  refund: 'Give money back',
};
const VERBS: Record<Asking, string> = { confirm: 'Confirm booking', cancel: 'Cancel booking', refund: 'Refund' };
const LOST = 'The server did not answer. Trying again is safe: nothing happens twice.';

/** An amount as it is typed: digits, at most as many decimals as the currency has. */
export function amountOf(typed: string): number | null {
  return /^\d{1,9}(\.\d{1,3})?$/.test(typed.trim()) ? Number(typed.trim()) : null;
}

function MoveDialog({ booking, asking, onClose }: { booking: Booking; asking: Asking; onClose: () => void }) {
  const most = refundable(booking);
  const asksAmount = asking === 'refund' || (asking === 'cancel' && most > 0);
  const [amount, setAmount] = useState(asking === 'cancel' ? String(most) : '');
  const [reason, setReason] = useState('');
  const [sent, setSent] = useState(false);
  const move = useBookingMove(booking._id);
  const number = amountOf(amount);
  const amountProblem = !asksAmount
    ? undefined
    : number === null || (asking === 'refund' && number === 0)
      ? 'Enter an amount'
      : number > most
        ? `At most ${formatMoney(most, booking.currency)} is left`
        : undefined;
  const reasonProblem = reason.trim() ? undefined : 'Enter a reason';

  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (amountProblem || reasonProblem) return;
    const words = reason.trim();
    const back = asksAmount ? (number ?? 0) : 0;
    move.mutate(
      asking === 'confirm' ? { kind: 'confirm', reason: words } : { kind: asking, amount: back, reason: words },
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
        <p className="text-ink-soft">{explanation(booking, asking, most)}</p>
        {asksAmount && (
          <Field
            label={`Amount to give back, in ${booking.currency}`}
            hint={`${formatMoney(most, booking.currency)} can go back${asking === 'cancel' ? '; 0 keeps all of it' : ''}.`}
            error={sent ? amountProblem : undefined}
            required
          >
            <Input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
          </Field>
        )}
        <Field label="Reason" error={sent ? reasonProblem : undefined} required>
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {move.isError && (
          <p role="alert" className="rounded-sm bg-danger-wash p-3 text-danger">
            {wordsOf(move.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function wordsOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.worthRetrying) return LOST;
  return failure.errors[0]?.message ?? failure.message;
}

function explanation(booking: Booking, asking: Asking, most: number): string {
  if (asking === 'confirm') {
    return `Say how the ${formatMoney(booking.amount, booking.currency)} came. The open card payment is closed first; if the card was charged already, that is what confirms the booking.`;
  }
  if (asking === 'refund')
    return 'It goes back to the card that paid, and the traveller gets a mail and a credit note.';
  return most > 0
    ? 'A cancelled booking cannot be taken up again. All that was paid goes back unless you say another amount.'
    : 'A cancelled booking cannot be taken up again. Nothing was paid for it.';
}
