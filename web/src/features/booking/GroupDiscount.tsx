// Hint from which number of guests the group discount applies, and what it saves.
import { Users } from 'lucide-react';
import type { Route, Trek } from '../../api/types';
import { useMoney } from '../currency/useMoney';
import { quoteChoice } from './choice';

/** Text of the group discount; null where the trek has none or the price is unknown. */
export function groupDiscountText(
  trek: Trek,
  route: Route,
  guests: number,
  short: (amount: number, currency: string) => string,
): string | null {
  const { groupDiscountThreshold: threshold, groupDiscountPercentage: percentage } = trek.paymentDetails.discount;
  const group = Math.max(guests, threshold);
  const saved = quoteChoice(trek, route, group)?.discount ?? 0;
  if (saved === 0) return null;
  const amount = short(saved, trek.currency);
  if (guests >= threshold) {
    return `Group discount: ${percentage}% off for ${threshold} or more guests. You save ${amount}.`;
  }
  return `${percentage}% off for ${threshold} or more guests: a group of ${threshold} saves ${amount}.`;
}

export function GroupDiscount({ trek, route, guests }: { trek: Trek; route: Route; guests: number }) {
  const { short } = useMoney();
  const text = groupDiscountText(trek, route, guests, short);
  if (!text) return null;
  return (
    <p className="figures flex items-start gap-2 rounded-sm bg-juniper-wash px-3 py-2 text-juniper text-sm">
      <Users aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span>{text}</span>
    </p>
  );
}
