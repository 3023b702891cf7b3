// Price of a route for a party, as the server computes it (document 2 §9, decisions §5 and §10). Mirrors
// crates/domain/src/pricing.rs; both run contract/pricing-cases.json. All sums are BigInt minor units, because the
// server rejects a booking whose price is a cent off, which float arithmetic would cause.

export interface PaymentDetails {
  discount: {
    groupDiscountThreshold: number;
    groupDiscountPercentage: number;
    isGroupDiscountApplicable: boolean;
  };
  charges: { gst: number; serviceFee: number; insurancePerPerson: number; bookingFee: number };
}

export interface PriceBreakdown {
  basePrice: number;
  discount: number;
  /** What the promotion code takes off; absent without one. */
  promotion?: number;
  gst: number;
  serviceFee: number;
  insurance: number;
  bookingFee: number;
  total: number;
  currency: string;
}

/** The promotion code of a price: a percentage, or an amount off the whole booking in its currency. */
export interface Deduction {
  percent?: number;
  amount?: number;
}

export interface PriceRequest {
  pricePerHead: number;
  guests: number;
  paymentDetails: PaymentDetails;
  currency: string;
  promotion?: Deduction | undefined;
}

/**
 * Why there is no price: guests outside 1 to 100, a total below the provider's minimum, an overflow, or an invalid
 * amount.
 */
export type PriceFault = 'guests' | 'zeroOrTooSmall' | 'overflow' | 'amount';

export class PriceError extends Error {
  constructor(readonly fault: PriceFault) {
    super(fault);
    this.name = 'PriceError';
  }
}

// The same table as in crates/domain/src/currency.rs.
const ZERO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND';
// biome-ignore format: a table
const PROVIDER_MINIMUMS: Record<string, bigint> = {
  AED: 200n, CZK: 1500n, DKK: 250n, GBP: 30n, HKD: 400n, HUF: 17500n, INR: 5000n, MXN: 1000n,
  MYR: 200n, NOK: 300n, NPR: 7000n, PLN: 200n, RON: 200n, SEK: 300n, THB: 1000n,
};
const MAX_AMOUNT = 999_999_999_999_999n; // the largest amount whose last digit a JSON number still holds
const HUNDRED_PERCENT = 1_000_000n; // rates are in ten-thousandths of a percent

export function minorDigits(currency: string): number {
  if (ZERO_DIGITS.includes(currency)) return 0;
  return THREE_DIGITS.includes(currency) ? 3 : 2;
}

/** Minimum of a card payment, in minor units. */
export function providerMinimum(currency: string): bigint {
  return PROVIDER_MINIMUMS[currency] ?? (minorDigits(currency) === 3 ? 500n : 50n);
}

/** Converts a wire number to units of 10^-digits through its shortest text: 12.35 is 1235, never 1234.99…. */
export function toUnits(value: number, digits: number): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined || fraction.length > digits) throw new PriceError('amount');
  const units = BigInt(whole + fraction.padEnd(digits, '0'));
  if (units > MAX_AMOUNT) throw new PriceError('amount');
  return units;
}

export function toWire(units: bigint, digits: number): number {
  const text = units.toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return Number(`${text.slice(0, point)}.${text.slice(point)}`);
}

/** This share of an amount, rounded half up to the minor unit. */
export function share(amount: bigint, rate: bigint): bigint {
  return (amount * rate + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;
}

export function rate(percent: number): bigint {
  const units = toUnits(percent, 4);
  if (units > HUNDRED_PERCENT) throw new PriceError('amount');
  return units;
}

/** What a promotion takes off a price that has `left` after the group discount; never more than that. */
function deducted(left: bigint, { percent, amount }: Deduction, digits: number): bigint {
  if (percent !== undefined) return share(left, rate(percent));
  const off = toUnits(amount ?? 0, digits);
  return off < left ? off : left;
}

/** The breakdown that the server will compute. Throws PriceError when there is no price. */
export function quote(request: PriceRequest): PriceBreakdown {
  const { guests, currency } = request;
  const { discount: terms, charges } = request.paymentDetails;
  const digits = minorDigits(currency);
  if (!Number.isInteger(guests) || guests < 1 || guests > 100) throw new PriceError('guests');

  const people = BigInt(guests);
  const bookingFee = toUnits(charges.bookingFee, digits);
  const insurance = toUnits(charges.insurancePerPerson, digits) * people;
  const basePrice = toUnits(request.pricePerHead, digits) * people;
  const groupRate = rate(terms.groupDiscountPercentage);
  const hasDiscount = terms.isGroupDiscountApplicable && guests >= terms.groupDiscountThreshold;
  const discount = hasDiscount ? share(basePrice, groupRate) : 0n;
  const promotion = request.promotion ? deducted(basePrice - discount, request.promotion, digits) : 0n;
  const taxed = basePrice - discount - promotion;
  const gst = share(taxed, rate(charges.gst));
  const serviceFee = share(taxed, rate(charges.serviceFee));
  const total = taxed + gst + serviceFee + insurance + bookingFee;
  if (basePrice > MAX_AMOUNT || insurance > MAX_AMOUNT || total > MAX_AMOUNT) throw new PriceError('overflow');
  if (total < providerMinimum(currency)) throw new PriceError('zeroOrTooSmall');

  const wire = (units: bigint) => toWire(units, digits);
  return {
    basePrice: wire(basePrice),
    discount: wire(discount),
    ...(promotion > 0n && { promotion: wire(promotion) }),
    gst: wire(gst),
    serviceFee: wire(serviceFee),
    insurance: wire(insurance),
    bookingFee: wire(bookingFee),
    total: wire(total),
    currency,
  };
}
