// The next step for a booking, as a title and a sentence.
import { isAllowed } from '../../api/booking-actions';
import type { Booking } from '../../api/types';
import { type Day, daysBetween, describeDays, formatDate, formatLocalDate, formatLocalDateTime } from '../../lib/dates';
import type { Tone } from '../../ui/States';
import { formatMoney } from '../currency/money';
import { bookingKind } from './booking-kinds';
import { PAYMENT_MISMATCH } from './bookings';

export interface NextStep {
  title: string;
  text: string;
  tone: Tone;
  action?: 'pay' | 'seePayment' | 'itinerary' | 'bookAgain';
}

/** `today` is the agency's day: treks start and end by its calendar. */
export function nextStepOf(booking: Booking, today: Day): NextStep {
  if (booking.status === 'Cancelled') return afterCancellation(booking);
  if (booking.status === 'Pending') return beforePayment(booking);
  const step = beforeDeparture(booking, today);
  const pending = pendingRefund(booking);
  return pending ? { ...step, text: `${step.text} ${pending}` } : step;
}

function beforePayment(booking: Booking): NextStep {
  const { payment, payBy } = booking;
  if (payment.mismatch) {
    const text = `${PAYMENT_MISMATCH} You don't need to do anything: we'll contact you.`;
    return { title: 'We are checking your payment', text, tone: 'danger' };
  }
  if (payment.received) {
    const text = "Your card was charged once. We'll email you the confirmation; you don't need to do anything.";
    return { title: 'Payment received, confirming', text, tone: 'info', action: 'seePayment' };
  }
  if (!isAllowed(booking, 'pay')) {
    return { title: 'Waiting for payment', text: 'Nothing was charged.', tone: 'warning' };
  }
  const text = payBy
    ? "Your booking is cancelled if it isn't paid by then. The time is in your time zone."
    : 'Your booking is not paid yet.';
  const title = payBy ? `Pay by ${formatLocalDateTime(payBy)}` : 'Pay for your booking';
  return { title, text, tone: 'warning', action: 'pay' };
}

function afterCancellation(booking: Booking): NextStep {
  const { payment, refunds, refunded, currency } = booking;
  const pending = pendingRefund(booking);
  if (pending) return { title: 'Your refund is under way', text: pending, tone: 'info' };
  const last = refunds.at(-1);
  if (refunded > 0) {
    const on = last ? ` on ${formatLocalDate(last.createdAt)}` : '';
    const text = `${formatMoney(refunded, currency)} was refunded${on}. Banks show it within 5 to 10 days.`;
    return { title: 'Your refund was sent', text, tone: 'neutral', action: 'bookAgain' };
  }
  const wasPaid = payment.status === 'Confirmed' || payment.status === 'Refunded';
  const text = wasPaid ? 'This booking was no longer refundable.' : 'Nothing was charged.';
  return { title: 'This booking is cancelled', text, tone: 'neutral', action: 'bookAgain' };
}

function beforeDeparture(booking: Booking, today: Day): NextStep {
  const { checkIn, checkOut } = booking;
  if (bookingKind(booking, today) === 'past') {
    return { title: 'Your trek is over', text: `It ended on ${formatDate(checkOut)}.`, tone: 'neutral' };
  }
  if (checkIn > today) {
    const text = `Your trek starts ${describeDays(checkIn, today)}, on ${formatDate(checkIn)}.`;
    return { title: "You're all set", text, tone: 'success', action: 'itinerary' };
  }
  const text = `Today is day ${daysBetween(checkIn, today) + 1} of ${booking.routeDetails.numberOfDays}.`;
  return { title: 'Your trek is under way', text, tone: 'success', action: 'itinerary' };
}

function pendingRefund({ refunds, payment, currency }: Booking): string | undefined {
  const amount = refunds.filter((refund) => !refund.made).reduce((sum, refund) => sum + refund.amount, 0);
  if (amount === 0) return undefined;
  const money = formatMoney(amount, currency);
  if (payment.byHand) return `We'll refund ${money} the way you paid and contact you about it.`;
  const card = payment.cardLast4 ? `the card ending ${payment.cardLast4}` : 'the card you paid with';
  return `${money} will be refunded to ${card}. Banks show it within 5 to 10 days.`;
}
