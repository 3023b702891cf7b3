// Form of a new departure, or of a series of them.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiFailure, GENERIC_FAILURE } from '../../../api/client';
import { useToday } from '../../../api/useConfig';
import { formatDate, isDay } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { paths } from '../../../paths';
import { Button, ButtonLink } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Input, Select } from '../../../ui/Input';
import { Segmented } from '../../../ui/Toggle';
import { formatMoney } from '../../currency/money';
import { trekChoicesQuery } from '../all-bookings';
import {
  blankDeparture,
  NEW_FIELDS,
  type NewDepartureValues,
  newDepartureSchema,
  requestOf,
  seriesOf,
  seriesRequestOf,
} from './departure-form';

import { createDeparture, createSeries, forgetDepartures, sharableQuery, useTrekToSell } from './departures';
import { formatDays } from './labels';
import { showProblems } from './problems';
import { INTERVALS, type Interval } from './series';
import { TermsFields } from './TermsFields';

const INTERVAL_LABELS: Record<Interval, string> = {
  week: 'Every week',
  '2 weeks': 'Every 2 weeks',
  month: 'Every month, on the first such weekday',
};
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Dates of a series that are named before it is saved. */
const NAMED_DATES = 6;
/** Where a series shows the problems of its dates. */
const SERIES_FIELDS = { startDate: 'from', endDate: 'to' } as const;
type Form = UseFormReturn<NewDepartureValues>;

export function NewDepartureForm({ trekId }: { trekId: string }) {
  const form = useForm<NewDepartureValues>({
    resolver: zodResolver(newDepartureSchema),
    defaultValues: blankDeparture(trekId),
  });
  const { register, formState, control } = form;
  const { errors, isSubmitting } = formState;
  const values = useWatch({ control }) as NewDepartureValues;
  const { trek, route } = useRoute(form, values);
  const { problem, submit } = useCreate(form);
  const routePrice = route && trek ? formatMoney(route.pricePerHead, trek.currency) : undefined;
  return (
    <form noValidate aria-label="New departure" onSubmit={submit} className="grid max-w-2xl gap-6">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TrekFields form={form} routes={trek?.routes ?? []} soldAs={trek?.soldAs} />
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

function datesOf(values: NewDepartureValues) {
  return isDay(values.from) && isDay(values.to) ? seriesOf(values) : undefined;
}

function buttonText(values: NewDepartureValues): string {
  const dates = values.isSeries ? datesOf(values)?.dates : undefined;
  return dates ? `Create ${plural(dates.length, 'departure')}` : 'Create departure';
}

/** The chosen trek and route. A trek with one route needs no choice. */
function useRoute(form: Form, { trekId, routeId }: NewDepartureValues) {
  const { data } = useTrekToSell(trekId);
  const trek = data?.trek && data.trek._id === trekId ? data.trek : undefined;
  const { setValue } = form;
  useEffect(() => {
    if (!trek || trek.routes.some((one) => one._id === routeId)) return;
    const [only, ...others] = trek.routes;
    setValue('routeId', only?._id && others.length === 0 ? only._id : '');
  }, [trek, routeId, setValue]);
  return { trek, route: trek?.routes.find((one) => one._id === routeId) };
}

function TrekFields({
  form: { register, formState },
  routes,
  soldAs,
}: {
  form: Form;
  routes: readonly { _id?: string | undefined; name: string; isVisible: boolean }[];
  soldAs: string | undefined;
}) {
  const treks = useQuery(trekChoicesQuery);
  const { errors } = formState;
  return (
    <>
      <Field label="Trek" required error={errors.trekId?.message}>
        {/* The key selects the trek of the URL once it is among the options. */}
        <Select {...register('trekId')} key={treks.data ? 'loaded' : 'loading'}>
          <option value="">Choose a trek</option>
          {treks.data
            ?.filter((one) => !one.archivedAt)
            .map((one) => (
              <option key={one._id} value={one._id}>
                {one.name}
              </option>
            ))}
        </Select>
      </Field>
      <Field label="Route" required error={errors.routeId?.message}>
        <Select {...register('routeId')} disabled={routes.length === 0}>
          <option value="">Choose a route</option>
          {routes.map((one) => (
            <option key={one._id} value={one._id}>
              {one.name}
              {!one.isVisible && ' (hidden)'}
            </option>
          ))}
        </Select>
      </Field>
      {soldAs === 'private' && (
        <p className="rounded-sm bg-marigold-wash px-3 py-2 text-marigold-ink text-sm sm:col-span-2">
          This trek is sold to private parties only. Travellers see its departures once the trek is sold by departures,
          too.
        </p>
      )}
    </>
  );
}

function DateFields({ form, values, days }: { form: Form; values: NewDepartureValues; days: number | undefined }) {
  const { register, formState } = form;
  const { errors } = formState;
  const today = useToday();
  return (
    <>
      <Field label="Start date" required error={errors.startDate?.message}>
        <Input {...register('startDate')} type="date" min={today} max="9999-12-31" />
      </Field>
      <Field
        label="Last day"
        optional
        error={errors.endDate?.message}
        hint={
          days ? `Empty: after ${plural(days, 'day')}, the length of the route.` : 'Empty: the length of the route.'
        }
      >
        <Input {...register('endDate')} type="date" min={values.startDate || today} max="9999-12-31" />
      </Field>
      <SharedSeats form={form} values={values} />
    </>
  );
}

function SharedSeats({ form, values: { trekId, startDate } }: { form: Form; values: NewDepartureValues }) {
  const ready = trekId !== '' && isDay(startDate);
  const { data = [] } = useQuery({ ...sharableQuery(trekId, ready ? startDate : '2000-01-01'), enabled: ready });
  if (data.length === 0) return null;
  return (
    <Field
      label="Shares seats with"
      optional
      error={form.formState.errors.sharesSeatsWith?.message}
      hint="For departures that use the same bus or guide: a seat sold on one is gone on the other."
      className="sm:col-span-2"
    >
      <Select {...form.register('sharesSeatsWith')}>
        <option value="">Seats of its own</option>
        {data.map((one) => (
          <option key={one._id} value={one._id}>
            {`${one.routeName}, ${formatDays(one)}, ${plural(one.capacity, 'seat')}`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function SeriesFields({ form: { register, formState }, values }: { form: Form; values: NewDepartureValues }) {
  const { errors } = formState;
  const today = useToday();
  return (
    <>
      <Field label="Repeats" required>
        <Select {...register('every')}>
          {INTERVALS.map((one) => (
            <option key={one} value={one}>
              {INTERVAL_LABELS[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Weekday" required error={errors.weekday?.message}>
        <Select {...register('weekday')}>
          {WEEKDAYS.map((name, at) => (
            <option key={name} value={at + 1}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From" required error={errors.from?.message}>
        <Input {...register('from')} type="date" min={today} max="9999-12-31" />
      </Field>
      <Field label="Until" required error={errors.to?.message}>
        <Input {...register('to')} type="date" min={values.from || today} max="9999-12-31" />
      </Field>
      <Preview values={values} />
    </>
  );
}

/** How many dates come, and the first of them. */
function Preview({ values }: { values: NewDepartureValues }) {
  const series = datesOf(values);
  const dates = series?.dates ?? [];
  const more = dates.length - NAMED_DATES;
  return (
    <div role="status" className="rounded-sm bg-stone px-3 py-2.5 text-sm sm:col-span-2">
      {dates.length > 0 ? (
        <>
          <p className="font-semibold">{plural(dates.length, 'departure')}</p>
          <p className="figures mt-0.5 text-ink-soft">
            {dates
              .slice(0, NAMED_DATES)
              .map((date) => formatDate(date))
              .join(' · ')}
            {more > 0 && ` and ${more} more, the last on ${formatDate(dates.at(-1))}`}
          </p>
        </>
      ) : (
        <p className="text-ink-soft">{series?.problem ?? 'Choose both days to see the dates.'}</p>
      )}
    </div>
  );
}

function useCreate(form: Form) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const made = values.isSeries
        ? await createSeries(seriesRequestOf(values))
        : await createDeparture(requestOf(values));
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
