// Labels and states of departures at the desk.
import { addDays, type Day, daysBetween, describeDays, formatDate } from '../../../lib/dates';
import { plural } from '../../../lib/format';
import type { Tone } from '../../../ui/States';
import type { Departure } from './departures';

export const STATUSES = ['open', 'closed', 'running', 'completed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];
export const KINDS = ['group', 'private'] as const;

export const STATUS_LABELS: Record<Status, string> = {
  open: 'Open',
  closed: 'Closed',
  running: 'Running',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
export const KIND_LABELS: Record<(typeof KINDS)[number], string> = { group: 'Group', private: 'Private' };

const TONES: Record<Status, Tone> = {
  open: 'success',
  closed: 'warning',
  running: 'info',
  completed: 'neutral',
  cancelled: 'danger',
};
export const toneOf = (status: Departure['status']): Tone => TONES[status];

/** The agency is reminded from this many days before the decision on. */
const REMINDER_DAYS = 14;

/** 'Mar 05 – Mar 16, 2027'; both years where they differ. */
export function formatDays({ startDate, endDate }: { startDate: Day; endDate: Day }): string {
  if (startDate === endDate) return formatDate(startDate);
  const start = formatDate(startDate);
  const isSameYear = startDate.slice(0, 4) === endDate.slice(0, 4);
  return `${isSameYear ? start.slice(0, -6) : start} – ${formatDate(endDate)}`;
}

export function lengthOf({ startDate, endDate }: { startDate: Day; endDate: Day }): number {
  return daysBetween(startDate, endDate) + 1;
}

/** '8 of 12 seats sold, 2 held' */
export function describeSeats({ seatsTaken, seatsHeld, capacity }: Departure): string {
  return `${seatsTaken} of ${plural(capacity, 'seat')} sold${seatsHeld > 0 ? `, ${seatsHeld} held` : ''}`;
}

export const isOver = ({ status }: Departure) => status === 'completed' || status === 'cancelled';

export interface Decision {
  isPast: boolean;
  /** 'in 9 days', 'today', '2 days ago' */
  when: string;
  /** Seats that are missing for the minimum. */
  missing: number;
}

/** What the agency must decide now: guarantee the departure or cancel it. */
export function decisionOf(departure: Departure, today: Day): Decision | null {
  const { kind, decideBy, isGuaranteed, minimum, seatsTaken, status } = departure;
  const isUndecided = kind === 'group' && !isGuaranteed && (status === 'open' || status === 'closed');
  if (!isUndecided || !decideBy || daysBetween(today, decideBy) > REMINDER_DAYS) return null;
  return {
    isPast: decideBy < today,
    when: describeDays(decideBy, today),
    missing: Math.max(0, minimum - seatsTaken),
  };
}

export const daysBefore = (day: Day, count: number): Day => addDays(day, -count);
