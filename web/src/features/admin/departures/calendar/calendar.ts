// What the calendar shows: its period, rows and entries.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, requestData } from '../../../../api/client';
import type { components } from '../../../../api/schema';
import { calendarAnswer } from '../../../../api/validators/calendar';
import { addDays, type Day, formatDate, weekday } from '../../../../lib/dates';
import { plural } from '../../../../lib/text';
import { paths } from '../../../../paths';
import { KEY } from '../departures';
import { formatDays, STATUS_LABELS } from '../labels';
import { addMonths, daysOfMonth, monthName, monthOf, weekOf } from './month';

type Schemas = components['schemas'];
export type Entry = Schemas['CalendarEntry'];
export type Row = Schemas['CalendarRow'];

export const VIEWS = ['month', 'week'] as const;
export const ROWS = ['trek', 'guide'] as const;
export type View = (typeof VIEWS)[number];
export type RowKind = (typeof ROWS)[number];

/** A move that is not confirmed yet. */
export interface PlannedMove {
  /** Of a departure, or of a booking if it is private. */
  id: string;
  isPrivate: boolean;
  startDate: Day;
}

/** A change of the guide that is not confirmed yet. */
export interface PlannedGuide {
  /** Of a departure. */
  id: string;
  from: Row;
  to: Row;
}

export function calendarQuery(days: readonly Day[], by: RowKind) {
  const asked = { from: days[0] ?? '', to: days.at(-1) ?? '', by };
  return queryOptions({
    queryKey: [KEY, 'calendar', asked],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/calendar', { params: { query: asked }, signal }), calendarAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const daysOf = (view: View, day: Day): Day[] => (view === 'week' ? weekOf(day) : daysOfMonth(monthOf(day)));

/** A day of the next period, or with a negative count of an earlier one. */
export const turned = (view: View, day: Day, count: number): Day =>
  view === 'week' ? addDays(day, 7 * count) : `${addMonths(monthOf(day), count)}-01`;

export function periodName(view: View, days: readonly Day[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return view === 'week' ? formatDays({ startDate: first, endDate: last }) : monthName(monthOf(first));
}

/** 'Mon, Mar 01, 2027' */
export const dayName = (day: Day): string => `${weekday(day)}, ${formatDate(day)}`;

/** A private departure has the id of its booking. */
export const pathOf = ({ _id, booking }: Entry): string => (booking ? paths.adminBooking(_id) : paths.departure(_id));

/** A private booking can be moved when it is paid. */
export const canMove = ({ booking, status }: Entry): boolean =>
  (!booking || booking.status === 'Confirmed') && status !== 'completed' && status !== 'cancelled';

export const rowName = ({ name, _id }: Row): string => name || (_id ? 'Deleted trek' : 'No guide');

/** '3/12' seats sold, or the number of guests of a private booking. */
export const seatsOf = ({ booking, seatsTaken, capacity }: Entry): string =>
  booking ? String(capacity) : `${seatsTaken}/${capacity}`;

export function describe(entry: Entry): string {
  const { trekName, booking, seatsTaken, seatsHeld, capacity, isGuaranteed, status, guides } = entry;
  const words = [
    trekName,
    formatDays(entry),
    booking
      ? `private booking ${booking.reference} of ${booking.name || 'a deleted traveller'}, ${plural(capacity, 'guest')}`
      : `${seatsTaken} of ${plural(capacity, 'seat')} sold`,
    !booking && seatsHeld > 0 && `${seatsHeld} held`,
    !booking && isGuaranteed && 'guaranteed',
    booking?.status === 'Pending' && 'not paid',
    status !== 'open' && STATUS_LABELS[status].toLowerCase(),
    guides.length > 0 && `led by ${guides.map(({ name }) => name).join(' and ')}`,
  ];
  return words.filter(Boolean).join(', ');
}
