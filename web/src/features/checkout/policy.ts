// The cancellation policy in days that can be read on a calendar (decisions §5).
import { addDays, formatDate } from '../../lib/dates';

export interface PolicyStep {
  days: number;
  percent: number;
}

export interface PolicyLine {
  when: string;
  refund: string;
}

/** [{30, 100}, {7, 50}] → until 30 days before the start everything, until 7 days before half, then nothing. */
export function policyLines(steps: PolicyStep[], startDate: string): PolicyLine[] {
  const ordered = [...steps].sort((a, b) => b.days - a.days);
  const lines = ordered.map(({ days, percent }) => ({
    when: `Until ${formatDate(addDays(startDate, -days))} (${days} days before the start)`,
    refund: percent === 100 ? 'The full amount is refunded' : `${percent}% is refunded`,
  }));
  const last = ordered.at(-1);
  const rest = last ? `Later than ${last.days} days before the start` : 'At any time';
  return last?.days === 0 ? lines : [...lines, { when: rest, refund: 'Nothing is refunded' }];
}
