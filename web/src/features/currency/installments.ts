// Words and sums of a booking that is paid in parts.
import type { Booking, Installment } from '../../api/types';
import { type Day, formatDate } from '../../lib/dates';
import { decimalsOf } from '../../lib/format';
import { formatMoney } from './money';

/** 'Deposit, due now', 'Balance, due by Sep 01, 2027', 'Balance, due on arrival', 'Deposit, paid'. */
export function installmentLabel(part: Installment, index: number, today: Day): string {
  const name = index === 0 ? 'Deposit' : 'Balance';
  if (part.paid) return `${name}, paid`;
  if (!part.dueAt) return `${name}, due on arrival`;
  if (index === 0 || part.dueAt === today) return `${name}, due ${index === 0 ? 'now' : 'today'}`;
  return part.dueAt < today
    ? `${name}, was due on ${formatDate(part.dueAt)}`
    : `${name}, due by ${formatDate(part.dueAt)}`;
}

type Paid = Pick<
  Booking,
  'amount' | 'balance' | 'currency' | 'payment' | 'refundable' | 'refunds' | 'schedule' | 'status' | 'travelCredit'
>;

/** Whether the price was divided, or staff took a part of it. All other bookings are shown with one payment. */
export function isPaidInParts({ schedule, status, balance, amount, payment }: Paid): boolean {
  const isPartPaid = status !== 'Cancelled' && balance > 0 && balance < amount;
  return schedule.length > 1 || payment.isInParts === true || isPartPaid;
}

/** '$800.00 left to pay, due by Sep 01, 2027', or 'on arrival' or 'was due on …'. */
export function balanceText({ balance, currency, dueAt, schedule }: Booking, today: Day): string {
  const left = `${formatMoney(balance, currency)} left to pay`;
  const next = schedule.find((part) => !part.paid);
  if (next?.onArrival) return `${left}, due on arrival`;
  if (!dueAt) return left;
  return dueAt < today ? `${left}, was due on ${formatDate(dueAt)}` : `${left}, due by ${formatDate(dueAt)}`;
}

/** What came in, before refunds. */
export function amountPaid(booking: Paid): number {
  if (!isPaidInParts(booking)) return booking.payment.finalAmount;
  const refunds = booking.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  // Nothing is left to pay of a cancelled booking, so that its balance does not say what was paid.
  const credited = booking.travelCredit?.amount ?? 0;
  const paid =
    booking.status === 'Cancelled' ? booking.refundable + refunds + credited : booking.amount - booking.balance;
  return Number(paid.toFixed(decimalsOf(booking.currency)));
}
