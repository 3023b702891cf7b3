// The fields of a move or a cancellation.
import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../../api/useConfig';
import { plural } from '../../../lib/text';
import { Field } from '../../../ui/Field';
import { Input, Select, Textarea } from '../../../ui/Input';
import { Segmented } from '../../../ui/Toggle';
import type { Plan, Problems } from './change-plan';
import { SILENCE_LABELS, type WhenSilent } from './changes';
import { type Departure, targetsQuery } from './departures';
import { formatDays } from './labels';

const MAX_REASON = 200;
const WAYS = [
  { value: 'date', label: 'New date' },
  { value: 'departure', label: 'Another departure' },
  { value: 'cancel', label: 'Cancel' },
] as const;

export function ChangePlanFields({
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
