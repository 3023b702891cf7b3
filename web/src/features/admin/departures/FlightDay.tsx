// Moves a departure to another date or cancels it: what travellers are asked, until when, and who they are.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure } from '../../../api/client';
import { useToday } from '../../../api/useConfig';
import { type Day, formatDate, isDay } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { paths } from '../../../paths';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { Input, Select, Textarea } from '../../../ui/Input';
import { Segmented } from '../../../ui/Toggle';
import { type ChangeRequest, defaultAnswerBy, SILENCE_LABELS, useChange, type WhenSilent } from './changes';
import { type Departure, type DepartureBooking, departureBookingsQuery, targetsQuery } from './departures';
import { formatDays } from './labels';
import { Problem, reasonOf } from './Problem';

const MAX_REASON = 200;
const WAYS = [
  { value: 'date', label: 'New date' },
  { value: 'departure', label: 'Another departure' },
  { value: 'cancel', label: 'Cancel' },
] as const;
type Way = (typeof WAYS)[number]['value'];

interface Plan {
  way: Way;
  startDate: Day;
  departureId: string;
  answerBy: Day;
  whenSilent: WhenSilent;
  reason: string;
}

type Problems = Partial<Record<keyof Plan, string>>;

export function FlightDay({
  departure,
  start,
  onClose,
}: {
  departure: Departure;
  start: 'move' | 'cancel';
  onClose: () => void;
}) {
  const today = useToday();
  const navigate = useNavigate();
  const [plan, setPlan] = useState<Plan>({
    way: start === 'move' ? 'date' : 'cancel',
    startDate: '',
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
          <PlanFields departure={departure} plan={plan} problems={problems} onPlan={setPlan} />
          {change.isError && Object.keys(serverProblems(change.error)).length === 0 && (
            <Problem>{reasonOf(change.error)}</Problem>
          )}
        </form>
      ) : (
        <Review plan={plan} departure={departure} concerned={concerned} unpaid={unpaid} />
      )}
    </Dialog>
  );
}

function problemsOf({ way, startDate, departureId, answerBy, reason }: Plan): Problems {
  return {
    ...(way === 'date' && !isDay(startDate) && { startDate: 'Choose the new date' }),
    ...(way === 'departure' && departureId === '' && { departureId: 'Choose a departure' }),
    ...(!isDay(answerBy) && { answerBy: 'Choose the last day to answer' }),
    ...(way === 'cancel' && reason.trim() === '' && { reason: 'Enter a reason' }),
  };
}

function serverProblems(failure: unknown): Problems {
  if (!(failure instanceof ApiFailure)) return {};
  const fields = ['startDate', 'departureId', 'answerBy', 'whenSilent', 'reason'];
  return Object.fromEntries(
    failure.errors.filter(({ field }) => fields.includes(field)).map(({ field, message }) => [field, message]),
  );
}

function requestOf({ way, startDate, departureId, answerBy, whenSilent, reason }: Plan): ChangeRequest {
  const words = reason.trim();
  if (way === 'cancel') return { kind: 'cancel', reason: words, answerBy };
  const target = way === 'date' ? { startDate } : { departureId };
  return { kind: 'move', ...target, answerBy, whenSilent, ...(words && { reason: words }) };
}

function PlanFields({
  departure,
  plan,
  problems,
  onPlan,
}: {
  departure: Departure;
  plan: Plan;
  problems: Problems;
  onPlan: (plan: Plan) => void;
}) {
  const today = useToday();
  const set = (change: Partial<Plan>) => onPlan({ ...plan, ...change });
  const { way } = plan;
  return (
    <>
      <Segmented
        label="What to do"
        value={way}
        onChange={(to) => set({ way: to })}
        // A party that walks by itself gets other dates, not the seats of a group.
        options={WAYS.filter(({ value }) => value !== 'departure' || departure.kind === 'group')}
        className="w-fit"
      />
      {way === 'date' && (
        <Field label="New start date" required error={problems.startDate} hint="The seats of everybody are held there.">
          <Input
            type="date"
            min={today}
            max="9999-12-31"
            value={plan.startDate}
            onChange={(event) => set({ startDate: event.target.value })}
          />
        </Field>
      )}
      {way === 'departure' && (
        <Field label="Departure" required error={problems.departureId}>
          <Targets departure={departure} value={plan.departureId} onChange={(departureId) => set({ departureId })} />
        </Field>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Answer by" required error={problems.answerBy} hint="The last day on which travellers can choose.">
          <Input
            type="date"
            min={today}
            max="9999-12-31"
            value={plan.answerBy}
            onChange={(event) => set({ answerBy: event.target.value })}
          />
        </Field>
        {way !== 'cancel' && (
          <Field label="Without an answer" required error={problems.whenSilent}>
            <Select value={plan.whenSilent} onChange={(event) => set({ whenSilent: event.target.value as WhenSilent })}>
              <option value="accept">{SILENCE_LABELS.accept}</option>
              <option value="refund">{SILENCE_LABELS.refund}</option>
            </Select>
          </Field>
        )}
      </div>
      <Field
        label="Reason for the travellers"
        required={way === 'cancel'}
        optional={way !== 'cancel'}
        error={problems.reason}
        hint="In the email and on the page where they choose."
      >
        <Textarea
          rows={2}
          maxLength={MAX_REASON}
          value={plan.reason}
          onChange={(event) => set({ reason: event.target.value.replace(/\s*\n\s*/g, ' ') })}
        />
      </Field>
    </>
  );
}

function Targets({
  departure,
  value,
  onChange,
}: {
  departure: Departure;
  value: string;
  onChange: (id: string) => void;
}) {
  const { data, isPending } = useQuery(targetsQuery(departure, useToday()));
  return (
    <Select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">
        {isPending ? 'Loading…' : data?.length ? 'Choose a departure' : 'This trek has no other open departure'}
      </option>
      {data?.map((one) => (
        <option key={one._id} value={one._id}>
          {`${formatDays(one)}, ${one.routeName}, ${plural(one.seatsLeft, 'seat')} left`}
        </option>
      ))}
    </Select>
  );
}

function Review({
  plan,
  departure,
  concerned,
  unpaid,
}: {
  plan: Plan;
  departure: Departure;
  concerned: DepartureBooking[];
  unpaid: DepartureBooking[];
}) {
  const { way, startDate, departureId, answerBy, whenSilent, reason } = plan;
  const targets = useQuery(targetsQuery(departure, useToday())).data;
  const target = targets?.find(({ _id }) => _id === departureId);
  const guests = concerned.reduce((sum, booking) => sum + booking.guests, 0);
  const silence = way === 'cancel' ? 'refund' : whenSilent;
  const box = useRef<HTMLDivElement>(null);
  // The field or button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 outline-none">
      <ul className="figures grid list-disc gap-1.5 pl-5">
        {way === 'cancel' ? (
          <li>The departure is cancelled for good.</li>
        ) : (
          <li>
            Everybody is asked to move to{' '}
            <strong>
              {way === 'date' ? formatDate(startDate) : target ? formatDays(target) : 'the other departure'}
            </strong>
            .{departure.kind === 'group' && ' This departure is not sold any more.'}
          </li>
        )}
        <li>
          {concerned.length > 0
            ? `${plural(concerned.length, 'booking')} with ${plural(guests, 'guest')} get an email with a link to choose.`
            : 'Nobody has paid for it yet: no email is sent.'}
        </li>
        {unpaid.length > 0 && <li>{plural(unpaid.length, 'unpaid booking')} end.</li>}
        {concerned.length > 0 && (
          <li>
            Who does not answer by <strong>{formatDate(answerBy)}</strong>: {SILENCE_LABELS[silence].toLowerCase()}.
          </li>
        )}
      </ul>
      {reason.trim() && <blockquote className="wrap-anywhere border-line-strong border-l-2 pl-3">{reason}</blockquote>}
      {concerned.length > 0 && (
        <section
          aria-label="Bookings that are asked"
          className="max-h-56 overflow-y-auto rounded-sm border border-line"
        >
          <ul className="divide-y divide-line text-sm">
            {concerned.map(({ _id, name, reference, guests: party }) => (
              <li key={_id} className="figures flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
                <span className="wrap-anywhere font-medium">{name || 'Name removed'}</span>
                <span className="text-ink-soft">
                  {reference}, {plural(party, 'guest')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
