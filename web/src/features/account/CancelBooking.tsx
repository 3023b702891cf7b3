// Dialog that cancels a booking: it shows the refund before the traveller confirms, and the result afterwards
// (decisions §5).
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking, Cancellation } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { refundTexts } from '../../lib/cancellation';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ErrorState, Skeleton } from '../../ui/States';
import { amountPaid } from '../currency/installments';
import { formatMoney } from '../currency/money';
import { isPaidByCard, myBookingsQuery, ownBookingQuery } from './bookings';
import { type Cancelled, cancelBooking, cancellationProblem, cancellationQuery } from './cancellation';

/**
 * `children` is the label on the page of one booking. In a list the label is "Cancel" and names the trek for screen
 * readers.
 */
export function CancelBooking({ booking, children }: { booking: Booking; children?: string }) {
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const cancel = useMutation({ mutationFn: () => cancelBooking(booking._id) });
  function close() {
    setOpen(false);
    // Updates the cache only when the dialog closes: the new state removes this button, and the dialog with it.
    if (cancel.isSuccess || cancel.isError) {
      const { queryKey } = ownBookingQuery(booking._id);
      if (cancel.data) queryClient.setQueryData(queryKey, cancel.data.booking);
      else queryClient.invalidateQueries({ queryKey });
      queryClient.invalidateQueries({ queryKey: myBookingsQuery.queryKey });
    }
    cancel.reset();
  }
  return (
    <>
      {children ? (
        <Button variant="danger" onClick={() => setOpen(true)}>
          {children}
        </Button>
      ) : (
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)} aria-label={`Cancel ${booking.trek.name}`}>
          Cancel
        </Button>
      )}
      {open &&
        (cancel.data ? (
          <ResultDialog cancelled={cancel.data} onClose={close} />
        ) : (
          <ConfirmDialog
            booking={booking}
            busy={cancel.isPending}
            problem={cancel.isError ? cancellationProblem(cancel.error) : undefined}
            onCancel={() => cancel.mutate()}
            onClose={close}
          />
        ))}
    </>
  );
}

function ConfirmDialog({
  booking,
  busy,
  problem,
  onCancel,
  onClose,
}: {
  booking: Booking;
  busy: boolean;
  problem: string | undefined;
  onCancel: () => void;
  onClose: () => void;
}) {
  const { data: terms, isPending, isFetching, error, refetch } = useQuery(cancellationQuery(booking._id));
  const back = terms && formatMoney(terms.refund.amount, terms.refund.currency);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!busy}
      size="sm"
      title="Cancel this booking?"
      description={`${booking.trek.name}, ${booking.routeDetails.routeName}`}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose} className="grow">
            Keep the booking
          </Button>
          <Button variant="danger" loading={busy} disabled={!terms} onClick={onCancel} className="figures grow">
            {terms && terms.refund.amount > 0 ? `Cancel and get ${back} back` : 'Cancel the booking'}
          </Button>
        </>
      }
    >
      {isPending && (
        <div aria-busy="true">
          <p role="status" className="sr-only">
            Calculating your refund
          </p>
          <Skeleton className="h-10 w-40" />
          <Skeleton className="mt-3 h-12" />
        </div>
      )}
      {!isPending && !terms && (
        <ErrorState
          title={cancellationProblem(error)}
          onRetry={() => refetch()}
          retrying={isFetching}
          className="py-4"
        />
      )}
      {terms && <Terms booking={booking} terms={terms} />}
      {problem && (
        <p role="alert" className="mt-4 rounded-sm bg-danger-wash p-3 text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

function Terms({ booking, terms }: { booking: Booking; terms: Cancellation }) {
  const { refund, percent, daysBeforeStart } = terms;
  const { today } = useBookableDays();
  const wasPaid = booking.payment.status === 'Confirmed' || booking.payment.status === 'Refunded';
  if (!wasPaid) return <p>Nothing was charged, so there is nothing to refund.</p>;
  const paid = formatMoney(amountPaid(booking), booking.currency);
  const when = daysBeforeStart > 0 ? `The trek starts in ${plural(daysBeforeStart, 'day')}` : 'The trek has started';
  return (
    <>
      <p className="text-ink-soft">Your refund</p>
      <p className="figures font-display font-semibold text-4xl">{formatMoney(refund.amount, refund.currency)}</p>
      <p className="figures mt-3 text-ink-soft">
        {when}. Under the cancellation policy, {percent > 0 ? `${percent}%` : 'none'} of the {paid} paid is refunded{' '}
        {refund.amount > 0 && isPaidByCard(booking) && !refund.asCredit && ' to the card you paid with'}.{' '}
        {booking.refunded > 0 && ` ${formatMoney(booking.refunded, booking.currency)} of it was refunded before.`}
      </p>
      {refund.asCredit !== undefined && (
        <p className="figures mt-2 text-ink-soft">
          {formatMoney(refund.asCredit, refund.currency)} of it comes back as a travel credit, as you paid it.
        </p>
      )}
      <p className="figures mt-2 text-ink-soft">
        {refundTexts(booking.cancellationDeadlines ?? [], today).join('. ')}.
      </p>
      <p className="mt-2 text-ink-soft">This can&apos;t be undone.</p>
    </>
  );
}

function ResultDialog({ cancelled: { booking, refund }, onClose }: { cancelled: Cancelled; onClose: () => void }) {
  const { status } = booking.payment;
  const wasPaid = status === 'Confirmed' || status === 'Refunded';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Booking cancelled"
      description={`${booking.trek.name}, ${booking.routeDetails.routeName}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div role="status">
        {refund.amount > 0 ? (
          <>
            <p className="figures font-display font-semibold text-4xl">{formatMoney(refund.amount, refund.currency)}</p>
            <p className="figures mt-2 text-ink-soft">
              {refundedTo(booking, refund)} We'll email the details to {booking.customer.email}.
            </p>
          </>
        ) : (
          <p>{wasPaid ? 'This booking was no longer refundable.' : 'Nothing was charged.'}</p>
        )}
      </div>
    </Dialog>
  );
}

function refundedTo(booking: Booking, { amount, currency, asCredit = 0 }: Cancelled['refund']): string {
  const { cardLast4 } = booking.payment;
  const credit = 'comes back as a travel credit, which you can use when you book again.';
  if (asCredit >= amount) return credit;
  const money = isPaidByCard(booking)
    ? `will be refunded to ${cardLast4 ? `the card ending ${cardLast4}` : 'the card you paid with'}. Banks show it within 5 to 10 days.`
    : 'will be refunded the way you paid. The agency will contact you about it.';
  return asCredit > 0 ? `is your refund. ${formatMoney(asCredit, currency)} of it ${credit} The rest ${money}` : money;
}
