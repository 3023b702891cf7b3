// Moves a departure to another date or cancels it: what travellers are asked, until when, and who they are.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Fragment, useState } from 'react';
import { useNavigate } from 'react-router';
import { useToday } from '../../../api/useConfig';
import type { Day } from '../../../lib/dates';
import { toast } from '../../../lib/toast';
import { paths } from '../../../paths';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ChangePlanFields } from './ChangePlanFields';
import { ChangeReview } from './ChangeReview';
import { type Plan, problemsOf, requestOf, serverProblems } from './change-plan';
import { defaultAnswerBy, useChange } from './changes';
import { type Departure, departureBookingsQuery } from './departures';
import { formatDays } from './labels';
import { Problem, reasonOf } from './Problem';

export function FlightDay({
  departure,
  start,
  startDate = '',
  onClose,
}: {
  departure: Departure;
  start: 'move' | 'cancel';
  /** The new date that the form begins with. */
  startDate?: Day;
  onClose: () => void;
}) {
  const today = useToday();
  const navigate = useNavigate();
  const [plan, setPlan] = useState<Plan>({
    way: start === 'move' ? 'date' : 'cancel',
    startDate,
    departureId: '',
    answerBy: defaultAnswerBy(departure, today),
    whenSilent: 'accept',
    reason: '',
  });
  const [step, setStep] = useState<'plan' | 'review'>('plan');
  const [isSent, setSent] = useState(false);
  const change = useChange(departure._id);
  const bookings = useQuery(departureBookingsQuery(departure._id)).data;
  const concerned = bookings?.filter(({ status }) => status === 'Confirmed') ?? [];
  const unpaid = bookings?.filter(({ status }) => status === 'Pending') ?? [];
  const problems = { ...(isSent && problemsOf(plan)), ...(change.isError && serverProblems(change.error)) };
  const isCancel = plan.way === 'cancel';

  function review(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    change.reset();
    if (Object.keys(problemsOf(plan)).length === 0) setStep('review');
  }

  function confirm() {
    change.mutate(requestOf(plan), {
      onSuccess: () => {
        toast.success(
          isCancel ? 'Departure cancelled. Travellers are asked by email.' : 'Travellers are asked by email.',
        );
        onClose();
        void navigate(paths.departureChanges(departure._id));
      },
      onError: () => setStep('plan'),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!change.isPending}
      title={isCancel ? 'Cancel departure' : 'Move departure'}
      // Dates do not wrap.
      description={`${departure.trekName}, ${departure.routeName}, ${formatDays(departure).replaceAll(' ', '\u00a0')}`}
      footer={
        step === 'plan' ? (
          <Fragment key="plan">
            <Button variant="secondary" onClick={onClose}>
              Back
            </Button>
            <Button type="submit" form="flight-day">
              Review
            </Button>
          </Fragment>
        ) : (
          <Fragment key="review">
            <Button variant="secondary" disabled={change.isPending} onClick={() => setStep('plan')}>
              Back
            </Button>
            <Button variant={isCancel ? 'danger' : 'primary'} loading={change.isPending} onClick={confirm}>
              {isCancel ? 'Cancel departure' : 'Move departure'}
            </Button>
          </Fragment>
        )
      }
    >
      {step === 'plan' ? (
        <form id="flight-day" noValidate onSubmit={review} className="grid gap-4">
          <ChangePlanFields departure={departure} plan={plan} problems={problems} onPlan={setPlan} />
          {change.isError && Object.keys(serverProblems(change.error)).length === 0 && (
            <Problem>{reasonOf(change.error)}</Problem>
          )}
        </form>
      ) : (
        <ChangeReview plan={plan} departure={departure} concerned={concerned} unpaid={unpaid} />
      )}
    </Dialog>
  );
}
