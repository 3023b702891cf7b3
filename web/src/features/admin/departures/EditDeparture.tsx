// Form of the terms of a departure. Changes that another user saved in the meantime are merged field by field.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiFailure } from '../../../api/client';
import { useToday } from '../../../api/useConfig';
import { merge } from '../../../lib/merge';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { type Choices, Collisions, focusFirstUnchosen } from '../../../ui/Collisions';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { Input, Textarea } from '../../../ui/Input';
import { formatMoney } from '../../currency/money';
import { CHANGE_FIELDS, type ChangeValues, changeOf, changeSchema, FIELD_LABELS, valuesOf } from './departure-form';
import { changeDeparture, type Departure, departureQuery, forgetDepartures } from './departures';
import { formatDays, isOver } from './labels';
import { Problem, reasonOf } from './Problem';
import { showProblems } from './problems';
import { TermsFields } from './TermsFields';

const NO_CHOICES: Choices = new Map();

/** What another user saved, where both changed the same fields. */
interface Disagreement {
  base: ChangeValues;
  mine: ChangeValues;
  theirs: Departure;
}

export function EditDeparture({ departure, onClose }: { departure: Departure; onClose: () => void }) {
  // The version that the form is based on; the page behind it may be refreshed.
  const [base, setBase] = useState(departure);
  const [conflict, setConflict] = useState<Disagreement | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  const form = useForm<ChangeValues>({ resolver: zodResolver(changeSchema), defaultValues: valuesOf(departure) });

  async function save(values: ChangeValues, from: Departure): Promise<void> {
    try {
      const changed = await changeDeparture(from._id, changeOf(values, valuesOf(from), from.version));
      queries.setQueryData(departureQuery(from._id).queryKey, changed);
      void forgetDepartures(queries);
      toast.success('Departure saved.');
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (failure.currentVersion !== undefined) return mergeWithTheirs(values, from);
      const isShown = showProblems(failure, CHANGE_FIELDS, form.setError);
      setProblem(isShown ? null : reasonOf(failure));
    }
  }

  async function mergeWithTheirs(mine: ChangeValues, from: Departure): Promise<void> {
    const theirs = await queries.fetchQuery(departureQuery(from._id)).catch(() => null);
    if (!theirs) return setProblem('Somebody else changed this departure, and it could not be read. Try again.');
    const merged = merge(valuesOf(from), mine, valuesOf(theirs));
    form.reset(merged.value);
    setBase(theirs);
    if (merged.collisions.length > 0) return setConflict({ base: valuesOf(from), mine, theirs });
    return save(merged.value, theirs);
  }

  const submit = form.handleSubmit((values) => {
    setProblem(null);
    return save(values, base);
  });
  if (conflict) {
    return (
      <Conflict
        disagreement={conflict}
        onLater={() => setConflict(null)}
        onMerged={(values) => {
          form.reset(values);
          setConflict(null);
          void save(values, conflict.theirs);
        }}
      />
    );
  }
  const busy = form.formState.isSubmitting;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!busy}
      title="Edit departure"
      description={`${departure.trekName}, ${departure.routeName}, ${formatDays(departure)}`}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="departure" loading={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id="departure" noValidate onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2">
        <Fields form={form} departure={base} />
        {problem && (
          <div className="sm:col-span-2">
            <Problem>{problem}</Problem>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** A private departure follows its booking, and one that is over does not change any more. */
function Fields({ form, departure }: { form: ReturnType<typeof useForm<ChangeValues>>; departure: Departure }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const start = useWatch({ control, name: 'startDate' });
  const today = useToday();
  if (departure.kind === 'private' || isOver(departure)) {
    return (
      <Field label={FIELD_LABELS.notes} optional error={errors.notes?.message} className="sm:col-span-2">
        <Textarea {...register('notes')} rows={5} maxLength={2000} />
      </Field>
    );
  }
  return (
    <>
      <Field
        label={FIELD_LABELS.startDate}
        required
        error={errors.startDate?.message}
        hint="Only while nobody has booked it. Later, use Move."
      >
        <Input {...register('startDate')} type="date" min={today} max="9999-12-31" />
      </Field>
      <Field label={FIELD_LABELS.endDate} required error={errors.endDate?.message}>
        <Input {...register('endDate')} type="date" min={start} max="9999-12-31" />
      </Field>
      <TermsFields
        register={register as never}
        errors={errors}
        currency={departure.currency}
        routePrice={formatMoney(departure.routePrice, departure.currency)}
        sharesSeats={departure.sharesSeats}
        decisionHint="The day to guarantee or cancel it. Empty: no reminders."
      />
    </>
  );
}

function Conflict({
  disagreement: { base, mine, theirs },
  onMerged,
  onLater,
}: {
  disagreement: Disagreement;
  onMerged: (values: ChangeValues) => void;
  onLater: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(NO_CHOICES);
  const [incomplete, setIncomplete] = useState(false);
  const merged = merge(base, mine, valuesOf(theirs), { chosen });
  const list = merged.collisions.map(({ id, mine: one, theirs: other }) => ({
    id,
    field: FIELD_LABELS[id as keyof ChangeValues],
    mine: String(one) || 'Empty',
    theirs: String(other) || 'Empty',
  }));
  const go = () => (focusFirstUnchosen(box.current) ? setIncomplete(true) : onMerged(merged.value));
  return (
    <Dialog
      open
      onOpenChange={onLater}
      title="Somebody else saved this departure"
      description="You both changed the same fields. Choose which version to keep. Nothing was overwritten."
      footer={
        <>
          <Button variant="secondary" onClick={onLater}>
            Back to editing
          </Button>
          <Button onClick={go}>Save</Button>
        </>
      }
    >
      <div ref={box}>
        <Collisions list={list} chosen={chosen} onChoose={setChosen} incomplete={incomplete} />
      </div>
    </Dialog>
  );
}
