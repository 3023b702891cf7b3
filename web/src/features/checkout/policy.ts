// The cancellation policy of a booking in words; the server sends its days (decisions §5).
import type { Booking } from '../../api/types';
import { formatDate } from '../../lib/dates';

type Deadline = Booking['cancellationDeadlines'][number];

export interface PolicyLine {
  when: string;
  refund: string;
}

export function deadlineLine({ until, days, percent }: Deadline): PolicyLine {
  return {
    when: `Until ${formatDate(until)} (${days} days before the start)`,
    refund: percent === 100 ? 'Full refund' : `${percent}% refund`,
  };
}

/** What still holds on a day: until 30 days before the start everything, until 7 days before half, then nothing. */
export function policyLines(deadlines: Deadline[], today: string): PolicyLine[] {
  const lines = deadlines.filter(({ until }) => until >= today).map(deadlineLine);
  const last = deadlines.at(-1);
  if (last?.days === 0) return lines;
  const rest = last ? `Less than ${last.days} days before the start` : 'At any time';
  return [...lines, { when: rest, refund: 'No refund' }];
}
