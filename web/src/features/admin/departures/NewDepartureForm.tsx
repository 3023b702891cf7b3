// Form of a new departure, or of a series of them.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiFailure, GENERIC_FAILURE } from '../../../api/client';
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { paths } from '../../../paths';
import { Button, ButtonLink } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Input } from '../../../ui/Input';
import { Segmented } from '../../../ui/Toggle';
import { formatMoney } from '../../currency/money';
import { DateFields, datesOf, SeriesFields } from './DateFields';
import {
  blankDeparture,
  NEW_FIELDS,
  type NewDepartureReturn,
  type NewDepartureValues,
  newDepartureSchema,
  requestOf,
  seriesRequestOf,
} from './departure-form';
import { createDeparture, createSeries, forgetDepartures } from './departures';
import { showProblems } from './problems';
import { TermsFields } from './TermsFields';
import { TrekFields, useTrekAndRoute } from './TrekFields';

/** Where a series shows the problems of its dates. */
const SERIES_FIELDS = { startDate: 'from', endDate: 'to' } as const;

export function NewDepartureForm({ trekId }: { trekId: string }) {
  const form = useForm<NewDepartureValues>({
    resolver: zodResolver(newDepartureSchema),
    defaultValues: blankDeparture(trekId),
  });
  const { register, formState, control } = form;
  const { errors, isSubmitting } = formState;
  const values = useWatch({ control }) as NewDepartureValues;
  const chosen = useTrekAndRoute(form, values);
  const { trek, route } = chosen;
  const { problem, submit } = useCreate(form);
  const routePrice = route && trek ? formatMoney(route.pricePerHead, trek.currency) : undefined;
  return (
    <form noValidate aria-label="New departure" onSubmit={submit} className="grid max-w-2xl gap-6">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TrekFields form={form} chosen={chosen} />
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display font-semibold text-xl">Dates</legend>
        <Controller
          name="isSeries"
          control={control}
          render={({ field }) => (
            <Segmented
              label="How many dates"
              value={field.value ? 'series' : 'one'}
              onChange={(to) => field.onChange(to === 'series')}
              options={[
                { value: 'one', label: 'One date' },
                { value: 'series', label: 'A series' },
              ]}
              className="w-fit"
            />
          )}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {values.isSeries ? (
            <SeriesFields form={form} values={values} />
          ) : (
            <DateFields form={form} values={values} days={route?.numberOfDays} />
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-3 font-display font-semibold text-xl">Seats and price</legend>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TermsFields
            register={register as never}
            errors={errors}
            currency={trek?.currency}
            routePrice={routePrice}
            sharesSeats={!values.isSeries && values.sharesSeatsWith !== ''}
            decision={
              values.isSeries ? (
                <Field
                  label="Decide, days before the start"
                  optional
                  error={errors.decideDays?.message}
                  hint="Each date is guaranteed or cancelled by then. Empty: the agency's default, usually 42."
                >
                  <Input
                    {...register('decideDays')}
                    inputMode="numeric"
                    maxLength={4}
                    autoComplete="off"
                    className="figures"
                  />
                </Field>
              ) : undefined
            }
            decisionHint="The day to guarantee or cancel it. Empty: the agency's default, usually 42 days before the start."
          />
        </div>
      </fieldset>
      <div>
        {problem && (
          <p role="alert" className="mb-4 rounded-sm border border-danger bg-danger-wash p-3 text-danger">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={isSubmitting}>
            {buttonText(values)}
          </Button>
          <ButtonLink variant="secondary" to={paths.departures} data-desk-back>
            Cancel
          </ButtonLink>
        </div>
      </div>
    </form>
  );
}

function buttonText(values: NewDepartureValues): string {
  const dates = values.isSeries ? datesOf(values)?.dates : undefined;
  return dates ? `Create ${plural(dates.length, 'departure')}` : 'Create departure';
}

function useCreate(form: NewDepartureReturn) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useRef({ key: '', body: '' });
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    const text = JSON.stringify(values);
    if (attempt.current.body !== text) attempt.current = { key: crypto.randomUUID(), body: text };
    const { key } = attempt.current;
    try {
      const made = values.isSeries
        ? await createSeries(seriesRequestOf(values), key)
        : await createDeparture(requestOf(values), key);
      void forgetDepartures(queries);
      toast.success(`${plural(made.length, 'departure')} created.`);
      const [only, ...others] = made;
      void navigate(only && others.length === 0 ? paths.departure(only._id) : paths.departuresOf(values.trekId));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      // Each date of a series is checked like a single one.
      const fields = values.isSeries ? SERIES_FIELDS : {};
      setProblem(showProblems(failure, NEW_FIELDS, form.setError, fields) ? null : failure.message || GENERIC_FAILURE);
    }
  });
  return { problem, submit };
}
