// What a reserved trip leaves to pay now and later, after the travel credit that the traveller chose.
import type { Installment } from '../../api/types';
import type { Day } from '../../lib/dates';
import type { Draft, Reservation } from './draft';
import { installments, withCredit } from './schedule';

export interface LeftToPay {
  /** `used`: what of the credit the trip uses. */
  credit?: { number: string; used: number };
  /** The first part is due now. */
  left: Installment[];
}

export function leftToPay({ bookingData, credit }: Reservation & Pick<Draft, 'credit'>, today: Day): LeftToPay {
  const { pay = 'all', terms, priceBreakdown: price, totalGuests: guests, startDate } = bookingData;
  const parts = installments({ terms, price, guests, startDate, today }, pay);
  if (!credit) return { left: parts };
  const { used, left } = withCredit(parts, credit.amount, price.currency);
  return { credit: { number: credit.number, used }, left };
}
