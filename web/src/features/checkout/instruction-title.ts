// The title of the instructions for a payment that staff record.
import type { Booking } from '../../api/types';
import { formatLocalDateTime } from '../../lib/dates';
import { formatMoney } from '../currency/money';

/** 'Transfer $523.68 by Nov 27, 2026, 14:30' */
export function instructionTitle(booking: Booking): string {
  const { amountDue = 0, payBy, payWith, currency } = booking;
  const verb = payWith === 'bank' ? 'Transfer' : 'Pay';
  const where = payWith === 'bank' ? '' : ' at our office';
  const until = payBy ? ` by ${formatLocalDateTime(payBy)}` : '';
  return `${verb} ${formatMoney(amountDue, currency)}${where}${until}`;
}
