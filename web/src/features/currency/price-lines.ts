// Names and order of the price lines, the same from the booking panel to the invoice. Mirrors Quote::lines in
// crates/domain/src/pricing.rs, which the emails use; both run contract/price-line-cases.json.
import type { PriceBreakdown } from '../../api/types';

export const PRICE_LINE_NAMES = {
  basePrice: 'Base price',
  discount: 'Group discount',
  promotion: 'Promotion code',
  gst: 'Tax',
  serviceFee: 'Service fee',
  insurance: 'Insurance',
  bookingFee: 'Booking fee',
} as const;

export type PriceLineName = keyof typeof PRICE_LINE_NAMES;

const isDeducted = (name: PriceLineName) => name === 'discount' || name === 'promotion';

/** In order. The discount and the promotion are negative. Lines of zero are omitted, except the base price. */
export function priceLinesOf(price: PriceBreakdown): { name: PriceLineName; label: string; amount: number }[] {
  return (Object.keys(PRICE_LINE_NAMES) as PriceLineName[])
    .map((name) => ({
      name,
      label: PRICE_LINE_NAMES[name],
      amount: isDeducted(name) ? -(price[name] ?? 0) : price[name],
    }))
    .filter(({ name, amount }) => name === 'basePrice' || amount !== 0);
}
