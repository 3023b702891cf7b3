// Values, checks and requests of the forms for departures. The rules between the fields are the server's
// (crates/domain/src/departure.rs); its problems are shown beside the fields.
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../../lib/zod-setup';
import { decimalsOf } from '../../../lib/format';
import type { Departure, DepartureChange, NewDeparture, NewSeries } from './departures';
import { INTERVALS, seriesDates } from './series';

const isWhole = (text: string) => /^\d{1,4}$/.test(text);
const whole = (problem: string) => z.string().check(z.trim(), z.refine(isWhole, problem));
const MONEY = /^\d{1,9}(?:\.\d{1,3})?$/;

/** What a departure and a series have in common; also the form of a change. */
const terms = {
  capacity: whole('Enter the number of seats'),
  minimum: whole('Enter the minimum'),
  pricePerHead: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || MONEY.test(text), 'Enter an amount, for example 1450'),
  ),
  cutoffDays: whole('Enter a number of days'),
  decideBy: z.string(),
  notes: z.string(),
};

export const changeSchema = z.object({ ...terms, startDate: z.string(), endDate: z.string() });
export type ChangeValues = z.infer<typeof changeSchema>;

export const newDepartureSchema = z
  .object({
    ...terms,
    trekId: z.string().check(z.minLength(1, 'Choose a trek')),
    routeId: z.string().check(z.minLength(1, 'Choose a route')),
    isSeries: z.boolean(),
    startDate: z.string(),
    endDate: z.string(),
    sharesSeatsWith: z.string(),
    from: z.string(),
    to: z.string(),
    every: z.enum(INTERVALS),
    weekday: z.string(),
    decideDays: z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isWhole(text), 'Enter a number of days'),
    ),
  })
  .check(({ value, issues }) => {
    const problem = (path: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [path], message });
    if (!value.isSeries) {
      if (value.startDate === '') problem('startDate', 'Choose the start date');
      return;
    }
    if (value.from === '') problem('from', 'Choose the first date');
    if (value.to === '') problem('to', 'Choose the last date');
    if (value.from === '' || value.to === '') return;
    const series = seriesOf(value);
    if (series.problem !== undefined) problem('to', series.problem);
  });
export type NewDepartureValues = z.infer<typeof newDepartureSchema>;
export type NewDepartureReturn = UseFormReturn<NewDepartureValues>;

export const CHANGE_FIELDS = [
  'startDate',
  'endDate',
  'capacity',
  'minimum',
  'pricePerHead',
  'cutoffDays',
  'decideBy',
  'notes',
] as const satisfies readonly (keyof ChangeValues)[];

export const NEW_FIELDS = [
  'trekId',
  'routeId',
  'from',
  'to',
  'weekday',
  'startDate',
  'endDate',
  'sharesSeatsWith',
  'capacity',
  'minimum',
  'pricePerHead',
  'cutoffDays',
  'decideBy',
  'decideDays',
  'notes',
] as const satisfies readonly (keyof NewDepartureValues)[];

/** The dates of the series, or why it has none. Both days must be chosen. */
export function seriesOf({ from, to, every, weekday }: NewDepartureValues) {
  return seriesDates({ from, to, every, weekday: Number(weekday) });
}

export function blankDeparture(trekId: string): NewDepartureValues {
  return {
    trekId,
    routeId: '',
    isSeries: false,
    startDate: '',
    endDate: '',
    sharesSeatsWith: '',
    from: '',
    to: '',
    every: 'week',
    weekday: '6',
    capacity: '12',
    minimum: '2',
    pricePerHead: '',
    cutoffDays: '7',
    decideBy: '',
    decideDays: '',
    notes: '',
  };
}

function termsOf(values: NewDepartureValues) {
  const { capacity, minimum, pricePerHead, cutoffDays, notes } = values;
  return {
    capacity: Number(capacity),
    minimum: Number(minimum),
    cutoffDays: Number(cutoffDays),
    ...(pricePerHead && { pricePerHead: Number(pricePerHead) }),
    ...(notes && { notes }),
  };
}

export function requestOf(values: NewDepartureValues): NewDeparture {
  const { trekId, routeId, startDate, endDate, sharesSeatsWith, decideBy } = values;
  return {
    trekId,
    routeId,
    startDate,
    ...(endDate && { endDate }),
    ...(sharesSeatsWith && { sharesSeatsWith }),
    ...(decideBy && { decideBy }),
    ...termsOf(values),
  };
}

/** Every date of a series has its own day of decision. */
export function seriesRequestOf(values: NewDepartureValues): NewSeries {
  const { trekId, routeId, from, to, every, weekday, decideDays } = values;
  return {
    trekId,
    routeId,
    from,
    to,
    every,
    weekday: Number(weekday),
    ...(decideDays && { decideDays: Number(decideDays) }),
    ...termsOf(values),
  };
}

export function valuesOf(departure: Departure): ChangeValues {
  const { startDate, endDate, capacity, minimum, pricePerHead, cutoffDays, decideBy, notes, currency } = departure;
  return {
    startDate,
    endDate,
    capacity: String(capacity),
    minimum: String(minimum),
    pricePerHead: pricePerHead == null ? '' : pricePerHead.toFixed(decimalsOf(currency)).replace(/\.0+$/, ''),
    cutoffDays: String(cutoffDays),
    decideBy: decideBy ?? '',
    notes: notes ?? '',
  };
}

/** The fields that differ from `base`. An empty price means the route's, an empty decision no reminders. */
export function changeOf(values: ChangeValues, base: ChangeValues, version: number): DepartureChange {
  const differs = (name: keyof ChangeValues) => values[name].trim() !== base[name];
  const { startDate, endDate, capacity, minimum, pricePerHead, cutoffDays, decideBy, notes } = values;
  return {
    version,
    ...(differs('startDate') && { startDate }),
    // The end moves with the start unless it was changed, too.
    ...(differs('endDate') && { endDate }),
    ...(differs('capacity') && { capacity: Number(capacity) }),
    ...(differs('minimum') && { minimum: Number(minimum) }),
    ...(differs('pricePerHead') && { pricePerHead: pricePerHead === '' ? null : Number(pricePerHead) }),
    ...(differs('cutoffDays') && { cutoffDays: Number(cutoffDays) }),
    ...(differs('decideBy') && { decideBy: decideBy === '' ? null : decideBy }),
    ...(differs('notes') && { notes: notes.trim() }),
  };
}

export const FIELD_LABELS: Record<keyof ChangeValues, string> = {
  startDate: 'Start date',
  endDate: 'Last day',
  capacity: 'Seats',
  minimum: 'Minimum to guarantee',
  pricePerHead: 'Price per person',
  cutoffDays: 'Sales end, days before the start',
  decideBy: 'Decide by',
  notes: 'Internal notes',
};
