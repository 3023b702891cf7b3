// The text of an invoice as data: heading, parties, price lines, payments (document 2 §7, decisions §5).
import type { Booking, Config } from '../../api/types';
import { formatDate, formatDateIn } from '../../lib/dates';
import { currencyText, plural } from '../../lib/format';
import { amountPaid, isPaidInParts } from '../currency/installments';
import { PRICE_LINE_NAMES } from '../currency/price-lines';

export interface InvoiceLine {
  text: string;
  quantity: string;
  each: string;
  amount: string;
}

export interface InvoiceContent {
  company: { name: string; lines: string[] };
  number: string;
  bookingId: string;
  reference: string;
  date: string;
  /** `pan` is empty unless the invoice is one of Nepal's mode and the buyer gave it. */
  customer: { name: string; email: string; pan: string };
  trek: string;
  route: string;
  stay: string;
  party: string;
  lines: InvoiceLine[];
  total: string;
  paid: string[];
  thanks: string;
  /** Drawn on a second page. */
  creditNote?: { number: string; lines: { text: string; amount: string }[]; total: string };
}

/**
 * Formats an amount in the charged currency with at least two decimals. The minus sign is U+002D, because the embedded
 * font has no other; a missing letter would be drawn as an image (draw-text.ts).
 */
export function invoiceMoney(amount: number, currency: string): string {
  return currencyText(amount, currency, { least: 2 }).replace('\u00a0', ' ').replace('−', '-');
}

export function invoiceContent(booking: Booking, config: Config): InvoiceContent {
  const { company } = config;
  const contact = [config.contactEmail, config.contactPhone].filter(Boolean).join(' · ');
  return {
    company: { name: company.name, lines: [company.address, company.registration ?? '', contact].filter(Boolean) },
    number: booking.invoiceNumber ?? '',
    bookingId: booking._id,
    reference: booking.reference,
    date: formatDate(config.today),
    // The primary guest's name and the account's email (decisions §9, 143).
    customer: {
      name: booking.guestDetails.primaryGuest.name || booking.customer.name,
      email: booking.customer.email,
      pan: (config.takesBuyerPan && booking.buyerPan) || '',
    },
    trek: booking.trek.name,
    route: `${booking.routeDetails.routeName}, ${plural(booking.routeDetails.numberOfDays, 'day')}`,
    stay: `${formatDate(booking.checkIn)} – ${formatDate(booking.checkOut)}`,
    party: plural(booking.totalGuests, 'guest'),
    lines: priceLines(booking),
    total: invoiceMoney(booking.payment.finalAmount, booking.currency),
    paid: paidLines(booking, config.timezone),
    thanks: `Thank you for booking with ${company.name.replace(/\.$/, '')}. We look forward to walking with you.`,
    ...creditNote(booking, config.timezone),
  };
}

function creditNote({ creditNoteNumber, creditNoteLines = [], currency }: Booking, timezone: string) {
  if (!creditNoteNumber) return {};
  const lines = creditNoteLines.map(({ at, reason, amount }) => ({
    text: `${formatDateIn(at, timezone)}: ${reason}`,
    amount: invoiceMoney(amount, currency),
  }));
  const total = creditNoteLines.reduce((sum, { amount }) => sum + amount, 0);
  return { creditNote: { number: creditNoteNumber, lines, total: invoiceMoney(total, currency) } };
}

/** Lines of zero are omitted, except the base price. */
function priceLines({ priceBreakdown: price, totalGuests, routeDetails }: Booking): InvoiceLine[] {
  const money = (amount: number) => invoiceMoney(amount, price.currency);
  const guests = String(totalGuests);
  const lines: (InvoiceLine & { value: number })[] = [
    {
      value: 1,
      text: `${PRICE_LINE_NAMES.basePrice}, per person`,
      quantity: guests,
      each: money(routeDetails.pricePerHead),
      amount: money(price.basePrice),
    },
    { value: price.discount, text: PRICE_LINE_NAMES.discount, quantity: '', each: '', amount: money(-price.discount) },
    {
      value: price.promotion ?? 0,
      text: PRICE_LINE_NAMES.promotion,
      quantity: '',
      each: '',
      amount: money(-(price.promotion ?? 0)),
    },
    { value: price.gst, text: PRICE_LINE_NAMES.gst, quantity: '', each: '', amount: money(price.gst) },
    {
      value: price.serviceFee,
      text: PRICE_LINE_NAMES.serviceFee,
      quantity: '',
      each: '',
      amount: money(price.serviceFee),
    },
    {
      value: price.insurance,
      text: PRICE_LINE_NAMES.insurance,
      quantity: guests,
      each: money(price.insurance / totalGuests),
      amount: money(price.insurance),
    },
    {
      value: price.bookingFee,
      text: PRICE_LINE_NAMES.bookingFee,
      quantity: '1',
      each: money(price.bookingFee),
      amount: money(price.bookingFee),
    },
  ];
  return lines.filter((line) => line.value !== 0).map(({ value: _, ...line }) => line);
}

function paidLines(booking: Booking, timezone: string): string[] {
  const { payment, currency, refunded, balance } = booking;
  if (payment.status !== 'Confirmed' && payment.status !== 'Refunded') return ['Not paid yet'];
  const card = payment.cardLast4 ? ` with ${brandName(payment.cardBrand)} ending ${payment.cardLast4}` : '';
  const when = payment.paidAt ? ` on ${formatDateIn(payment.paidAt, timezone)}` : '';
  if (isPaidInParts(booking)) {
    const lines = [`${invoiceMoney(amountPaid(booking), currency)} paid`];
    if (balance > 0) lines.push(`${invoiceMoney(balance, currency)} left to pay`);
    if (refunded > 0) lines.push(`${invoiceMoney(refunded, currency)} refunded`);
    return lines;
  }
  const lines = [`${invoiceMoney(payment.finalAmount, currency)} paid${when}${card}`];
  if (refunded > 0) lines.push(`${invoiceMoney(refunded, currency)} refunded`);
  return lines;
}

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

function brandName(brand: string | undefined): string {
  return brand ? (BRANDS[brand.toLowerCase()] ?? brand) : 'card';
}
