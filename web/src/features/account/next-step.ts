// The next step for a booking, as a title and a sentence.
import { isAllowed } from '../../api/booking-actions';
import type { Booking } from '../../api/types';
import { type Day, daysBetween, describeDays, formatDate, formatLocalDate, formatLocalDateTime } from '../../lib/dates';
import type { Tone } from '../../ui/States';
import { formatMoney } from '../currency/money';
import { bookingKind } from './booking-kinds';
import { isPaidByCard, PAYMENT_MISMATCH } from './bookings';

export interface NextStep {
  title: string;
  text: string;
  tone: Tone;
  action?: 'pay' | 'payBalance' | 'takeAgain' | 'seePayment' | 'itinerary' | 'bookAgain' | 'choose' | 'review';
}

/** `today` is the agency's day: treks start and end by its calendar. */
export function nextStepOf(booking: Booking, today: Day): NextStep {
  if (booking.status === 'Cancelled') return afterCancellation(booking);
  if (booking.status === 'Pending') return beforePayment(booking);
  if (booking.openChoice) {
    const text = `The agency changed your departure. Choose by ${formatDate(booking.openChoice.answerBy)} what happens with your booking.`;
    return { title: 'Your departure has changed', text, tone: 'warning', action: 'choose' };
  }
  const step = beforeDeparture(booking, today);
  const pending = pendingRefund(booking);
  return pending ? { ...step, text: `${step.text} ${pending}` } : step;
}

function beforePayment(booking: Booking): NextStep {
  const { amountDue, currency, payment, payBy, payWith, reference } = booking;
  if (payment.mismatch) {
    const text = `${PAYMENT_MISMATCH} You don't need to do anything: we'll contact you.`;
    return { title: 'We are checking your payment', text, tone: 'danger' };
  }
  if (payment.received) {
    const text = "You were charged once. We'll email you the confirmation; you don't need to do anything.";
    return { title: 'Payment received, confirming', text, tone: 'info', action: 'seePayment' };
  }
  if (amountDue !== undefined && payBy && (payWith === 'bank' || payWith === 'arrival')) {
    const amount = formatMoney(amountDue, currency);
    const [verb, text] =
      payWith === 'bank'
        ? ['Transfer', `State ${reference}. We confirm your booking by email when the money has arrived.`]
        : ['Pay', `Come to our office and bring ${reference}. We confirm your booking when you have paid.`];
    return {
      title: `${verb} ${amount} by ${formatLocalDateTime(payBy)}`,
      text: `${text} Your places are kept until then. The time is in your time zone.`,
      tone: 'warning',
    };
  }
  if (!isAllowed(booking, 'pay')) {
    return { title: 'Waiting for payment', text: 'Nothing was charged.', tone: 'warning' };
  }
  if (booking.holdExpiresAt) {
    const text = 'Your seats are held until then. After that, others can book them. The time is in your time zone.';
    return { title: `Pay by ${formatLocalDateTime(booking.holdExpiresAt)}`, text, tone: 'warning', action: 'pay' };
  }
  const text = payBy
    ? "Your booking is cancelled if it isn't paid by then. The time is in your time zone."
    : 'Your booking is not paid yet.';
  const title = payBy ? `Pay by ${formatLocalDateTime(payBy)}` : 'Pay for your booking';
  return { title, text, tone: 'warning', action: 'pay' };
}

function afterCancellation(booking: Booking): NextStep {
  if (booking.isHoldEnded) {
    const text = 'The seats were not paid in time, so others can book them. Nothing was charged.';
    return { title: 'Your hold has ended', text, tone: 'neutral', action: 'takeAgain' };
  }
  const { payment, refunds, refunded, currency, travelCredit } = booking;
  const pending = pendingRefund(booking);
  if (pending) return { title: 'Your refund is under way', text: pending, tone: 'info' };
  if (travelCredit) {
    const text = `Travel credit ${travelCredit.number} over ${formatMoney(travelCredit.amount, travelCredit.currency)} is valid until ${formatDate(travelCredit.expiresOn)}. Choose it when you book your next trek.`;
    return { title: 'You have a travel credit', text, tone: 'info', action: 'bookAgain' };
  }
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
  const { checkIn, checkOut, balance, dueAt, currency } = booking;
  if (bookingKind(booking, today) === 'past') {
    const text = `It ended on ${formatDate(checkOut)}.`;
    return { title: 'Your trek is over', text, tone: 'neutral', ...(booking.openReview && { action: 'review' }) };
  }
  if (checkIn > today) {
    const starts = `Your trek starts ${describeDays(checkIn, today)}, on ${formatDate(checkIn)}.`;
    const next = booking.schedule.find((part) => !part.paid);
    if (balance > 0 && dueAt) {
      const when = next?.onArrival
        ? 'on arrival'
        : dueAt < today
          ? `since ${formatDate(dueAt)}`
          : `by ${formatDate(dueAt)}`;
      const text = `${starts} ${formatMoney(balance, currency)} is left to pay, due ${when}.`;
      const isLate = !next?.onArrival && dueAt < today;
      const action = booking.balanceToken ? 'payBalance' : 'itinerary';
      return { title: "You're all set", text, tone: isLate ? 'warning' : 'success', action };
    }
    const text = starts;
    return { title: "You're all set", text, tone: 'success', action: 'itinerary' };
  }
  const day = `Today is day ${daysBetween(checkIn, today) + 1} of ${booking.routeDetails.numberOfDays}.`;
  const text = balance > 0 ? `${day} ${formatMoney(balance, currency)} is left to pay.` : day;
  const action = booking.balanceToken ? 'payBalance' : 'itinerary';
  return { title: 'Your trek is under way', text, tone: 'success', action };
}

function pendingRefund(booking: Booking): string | undefined {
  const { refunds, payment, currency } = booking;
  const amount = refunds.filter((refund) => !refund.made).reduce((sum, refund) => sum + refund.amount, 0);
  if (amount === 0) return undefined;
  const money = formatMoney(amount, currency);
  if (!isPaidByCard(booking)) return `We'll refund ${money} the way you paid and contact you about it.`;
  const card = payment.cardLast4 ? `the card ending ${payment.cardLast4}` : 'the card you paid with';
  return `${money} will be refunded to ${card}. Banks show it within 5 to 10 days.`;
}
