// Amounts in NPR of a booking in another currency, at its locked rate.
import type { Booking, NprRate, ReceivedPayment } from '../../api/types';
import { formatDateIn } from '../../lib/dates';
import { formatMoney } from './money';

/** 'NPR 167,406' */
export const formatRupees = (amount: number): string => formatMoney(amount, 'NPR', true);

/** '133.20', '0.00532': two decimals at least. */
export function formatRate(value: number): string {
  const short = value.toFixed(2);
  return Number(short) === value ? short : String(value);
}

const SOURCES: Record<NprRate['source'], string> = {
  nrb: 'Nepal Rastra Bank',
  exchange: 'exchange rate service',
  typed: 'set by the agency',
};

/** '1 USD = NPR 133.20 (Nepal Rastra Bank, Nov 22, 2026)' */
export function rateText(rate: NprRate, currency: string, timezone: string | undefined): string {
  const day = formatDateIn(rate.at, timezone);
  return `1 ${currency} = NPR ${formatRate(rate.value)} (${SOURCES[rate.source] ?? rate.source}, ${day})`;
}

/** 'NPR 10,000 at 133.20', or '$75.08' without a rate. */
export function paymentAmount({ amount, currency, rate }: ReceivedPayment): string {
  return rate ? `${formatMoney(amount, currency, true)} at ${formatRate(rate)}` : formatMoney(amount, currency);
}

/** What a payment in NPR is in the currency of its booking. */
export function bookingAmount(
  { rate, amountInBookingCurrency }: ReceivedPayment,
  booking: Booking,
): string | undefined {
  return rate ? formatMoney(amountInBookingCurrency, booking.currency) : undefined;
}
