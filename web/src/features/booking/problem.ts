// Maps the error response of a booking request to the page's reaction (document 2 §8).
import { ApiFailure } from '../../api/client';
import type { BookingOpened, PriceBreakdown } from '../../api/types';
import { isValid } from '../../api/validate';
import { quoteData } from '../../api/validators/booking';
import { readPath } from '../../lib/json';
import { bookingTexts } from './messages';

export type BookingProblem =
  | { kind: 'login' }
  /** Errors that belong to a field of the form, and those that do not. */
  | { kind: 'fields'; fields: Record<string, string>; others: string[] }
  | { kind: 'price'; price: PriceBreakdown; message: string }
  /** Too few seats are left on the departure. */
  | { kind: 'seats'; left: number; message: string }
  | { kind: 'message'; message: string };

export function bookingProblem(problem: unknown): BookingProblem {
  if (!(problem instanceof ApiFailure) || problem.status === 0)
    return { kind: 'message', message: bookingTexts.processing };
  if (problem.isInvalidResponse) return { kind: 'message', message: bookingTexts.invalidResponse };
  if (problem.status === 401) return { kind: 'login' };
  if (problem.status === 400)
    return problem.errors.length > 0
      ? fieldsOf(problem)
      : { kind: 'message', message: problem.serverMessage ?? bookingTexts.invalidData };
  if (problem.status === 409) {
    const price = newPrice(problem.data);
    const message = problem.serverMessage ?? bookingTexts.unexpected;
    const left = readPath(problem.data, 'seatsLeft');
    if (typeof left === 'number') return { kind: 'seats', left, message };
    return price ? { kind: 'price', price, message } : { kind: 'message', message };
  }
  // The link of a proposal or an offer is over.
  if (problem.status === 410) return { kind: 'message', message: problem.serverMessage ?? bookingTexts.unexpected };
  return { kind: 'message', message: bookingTexts.unexpected };
}

/** Maps the server's field paths to the form's: additionalGuests[0].name to additionalGuests.0.name. */
function fieldsOf(failure: ApiFailure): BookingProblem {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, message } of failure.errors) {
    const own = field.replace(/^guestDetails\./, '').replace(/\[(\d+)\]/g, '.$1');
    if (/^(primaryGuest|additionalGuests\.\d+)\.(name|age|gender|phoneNumber)$|^(additionalNotes|buyerPan)$/.test(own))
      fields[own] ??= message;
    else others.push(message);
  }
  return { kind: 'fields', fields, others };
}

function newPrice(data: unknown): PriceBreakdown | null {
  return isValid(quoteData, data) ? data.priceBreakdown : null;
}

/** A response without the secret or the intent cannot be paid, unless a travel credit has paid everything that is due. */
export function hasPaymentIntent({ booking, clientSecret, paymentIntentId, payWith = 'card' }: BookingOpened): boolean {
  if (booking.status === 'Confirmed') return true;
  return payWith !== 'card' || (clientSecret !== '' && paymentIntentId !== '');
}
