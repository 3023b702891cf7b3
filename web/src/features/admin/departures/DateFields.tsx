// The dates of a new departure, or of a series of them.
import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../../api/useConfig';
import { formatDate, isDay } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { Field } from '../../../ui/Field';
import { Input, Select } from '../../../ui/Input';
import { type NewDepartureReturn, type NewDepartureValues, seriesOf } from './departure-form';
import { sharableQuery } from './departures';
import { formatDays } from './labels';
import { INTERVALS, type Interval } from './series';

const INTERVAL_LABELS: Record<Interval, string> = {
  week: 'Every week',
  '2 weeks': 'Every 2 weeks',
  month: 'Every month, on the first such weekday',
};
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Dates of a series that are named before it is saved. */
const NAMED_DATES = 6;

/** The series, once both of its days are chosen. */
export function datesOf(values: NewDepartureValues) {
  return isDay(values.from) && isDay(values.to) ? seriesOf(values) : undefined;
}

export function DateFields({
  form,
  values,
  days,
}: {
  form: NewDepartureReturn;
  values: NewDepartureValues;
  days: number | undefined;
}) {
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

function SharedSeats({
  form,
  values: { trekId, startDate },
}: {
  form: NewDepartureReturn;
  values: NewDepartureValues;
}) {
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

export function SeriesFields({
  form: { register, formState },
  values,
}: {
  form: NewDepartureReturn;
  values: NewDepartureValues;
}) {
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
