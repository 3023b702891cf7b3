// Until when a cancellation refunds how much (decisions §5). Mirrors `RefundPolicy` of crates/domain/src/refund.rs for
// trips that are not booked yet; both run contract/cancellation-cases.json.
import { addDays, type Day, formatDate } from './dates';

interface Step {
  days: number;
  percent: number;
}

export interface Deadline extends Step {
  /** The last day, in the agency's time zone. */
  until: Day;
}

/** The last day of each step for a start date, earliest first. `policy` has the most days first. */
export function deadlinesOf(policy: readonly Step[], startDate: Day): Deadline[] {
  return policy.map(({ days, percent }) => ({ until: addDays(startDate, -days), days, percent }));
}

/** The deadlines that have not passed today. Of steps with the same share, the last one. */
export function openDeadlines(deadlines: readonly Deadline[], today: Day): Deadline[] {
  const open = deadlines.filter(({ until, percent }) => until >= today && percent > 0);
  return open.filter(({ percent }, at) => percent !== open[at + 1]?.percent);
}

export function refundText(percent: number): string {
  return percent === 100 ? 'Full refund' : `${percent}% refund`;
}

/** 'Full refund until Feb 03, 2027', '50% refund until Feb 26, 2027', 'No refund after that'. */
export function refundTexts(deadlines: readonly Deadline[], today: Day): string[] {
  const open = openDeadlines(deadlines, today);
  const texts = open.map(({ until, percent }) => `${refundText(percent)} until ${formatDate(until)}`);
  const rest = open.length > 0 ? 'No refund after that' : 'No refund any more';
  return [...texts, deadlines.length > 0 ? rest : 'No refund'];
}
