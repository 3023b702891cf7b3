// Changes a booking: first what, then the old and the new price side by side, then the change.
import { type FormEvent, Fragment, useState } from 'react';
import type { Booking } from '../../api/types';
import type { Day } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import {
  type BookingChange,
  type ChangeForm,
  type ChangePreview,
  changedByOthers,
  formOf,
  isUnchanged,
  type MoneyBack,
  problemsOf,
  requestOf,
  serverProblems,
  useChangeBooking,
  useChangePreview,
} from './booking-change';
import { ChangedByOthers } from './ChangedByOthers';
import { ChangeFields } from './ChangeFields';
import { ChangeReview } from './ChangeReview';
import { Problem, reasonOf } from './departures/Problem';

interface Review {
  wanted: BookingChange;
  preview: ChangePreview;
}

export function ChangeBooking({
  booking: opened,
  startDate,
  onClose,
}: {
  booking: Booking;
  /** The new start that the form begins with. */
  startDate?: Day;
  onClose: () => void;
}) {
  // The booking as it was when the form was opened or read again: a change in the background must not replace the form.
  const [booking, setBooking] = useState(opened);
  const [form, setForm] = useState<ChangeForm>(() => ({ ...formOf(opened), ...(startDate && { startDate }) }));
  const [isSent, setSent] = useState(false);
  const [review, setReview] = useState<Review | null>(null);
  const [moneyBack, setMoneyBack] = useState<MoneyBack>('refund');
  const preview = useChangePreview(booking._id);
  const change = useChangeBooking(booking._id);
  const problems = { ...(isSent && problemsOf(form)), ...serverProblems(preview.error) };
  const others = changedByOthers(change.error);
  const isNothing = isSent && isUnchanged(requestOf(form, booking));

  function set(next: ChangeForm) {
    setForm(next);
    preview.reset();
  }

  function show(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    change.reset();
    const wanted = requestOf(form, booking);
    if (isUnchanged(wanted) || Object.keys(problemsOf(form)).length > 0) return;
    preview.mutate(wanted, {
      onSuccess: (shown) => {
        setMoneyBack(shown.mayRefund ? 'refund' : 'credit');
        setReview({ wanted, preview: shown });
      },
    });
  }

  function confirm({ wanted, preview: shown }: Review) {
    const body = {
      ...wanted,
      expectedTotal: shown.after.priceBreakdown.total,
      ...(shown.back > 0 && { moneyBack }),
    };
    change.mutate(body, {
      onSuccess: () => {
        toast.success('Booking changed.');
        onClose();
      },
    });
  }

  function startAgain(current: Booking) {
    setBooking(current);
    setForm(formOf(current));
    setReview(null);
    setSent(false);
    change.reset();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!change.isPending}
      size="lg"
      title="Change booking"
      description={`${booking.reference}, ${booking.customer.name || 'deleted account'}, ${booking.trek.name}`}
      footer={
        review ? (
          <Fragment key="review">
            <Button variant="secondary" disabled={change.isPending} onClick={() => setReview(null)}>
              Back
            </Button>
            {others ? (
              <Button onClick={() => startAgain(others)}>Start again</Button>
            ) : (
              <Button
                loading={change.isPending}
                disabled={!review.preview.areSeatsFree}
                onClick={() => confirm(review)}
              >
                Change booking
              </Button>
            )}
          </Fragment>
        ) : (
          <Fragment key="form">
            <Button variant="secondary" onClick={onClose}>
              Back
            </Button>
            <Button type="submit" form="change-booking" loading={preview.isPending}>
              Show new price
            </Button>
          </Fragment>
        )
      }
    >
      {review ? (
        <>
          <ChangeReview preview={review.preview} moneyBack={moneyBack} onMoneyBack={setMoneyBack} />
          {others ? (
            <ChangedByOthers before={booking} after={others} />
          ) : (
            change.isError && <Problem>{reasonOf(change.error)}</Problem>
          )}
        </>
      ) : (
        <form id="change-booking" noValidate onSubmit={show} className="grid gap-6">
          <ChangeFields booking={booking} form={form} problems={problems} onForm={set} />
          {isNothing && <Problem>Nothing is changed yet.</Problem>}
          {preview.isError && Object.keys(serverProblems(preview.error)).length === 0 && (
            <Problem>{reasonOf(preview.error)}</Problem>
          )}
        </form>
      )}
    </Dialog>
  );
}
