// Price lines of a booking in the charged currency.
import type { ReactNode } from 'react';
import type { PriceBreakdown } from '../../api/types';
import { formatMoney } from './money';
import { priceLinesOf } from './price-lines';

/** `children` are further rows below the total. */
export function ChargedPrice({ price, children }: { price: PriceBreakdown; children?: ReactNode }) {
  return (
    <dl className="figures grid gap-1.5 text-sm">
      {priceLinesOf(price).map(({ name, label, amount }) => (
        <PriceRow key={name} label={label}>
          {formatMoney(amount, price.currency)}
        </PriceRow>
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-2.5">
        <dt className="font-semibold text-base">Total</dt>
        <dd className="whitespace-nowrap font-display font-semibold text-2xl">
          {formatMoney(price.total, price.currency)}
        </dd>
      </div>
      {children}
    </dl>
  );
}

export function PriceRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}
