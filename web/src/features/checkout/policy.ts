// Texts of a booking's cancellation policy; the server sends the dates (decisions §5).
import { type Deadline, refundText } from '../../lib/cancellation';
import { formatDate } from '../../lib/dates';

export interface PolicyLine {
  when: string;
  refund: string;
}

export function deadlineLine({ until, days, percent }: Deadline): PolicyLine {
  return {
    when: `Until ${formatDate(until)} (${days} days before the start)`,
    refund: refundText(percent),
  };
}

/**
 * The lines that still apply today, for example full refund until 30 days before the start, 50% until 7 days, then
 * none.
 */
export function policyLines(deadlines: Deadline[], today: string): PolicyLine[] {
  const lines = deadlines.filter(({ until }) => until >= today).map(deadlineLine);
  const last = deadlines.at(-1);
  if (last?.days === 0) return lines;
  const rest = last ? `Less than ${last.days} days before the start` : 'At any time';
  return [...lines, { when: rest, refund: 'No refund' }];
}
