// Price lines as a receipt, in the chosen currency. If that differs from the charged currency, the charged amount is
// shown too.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { PaymentDetails, PriceBreakdown } from '../../api/types';
import { plural } from '../../lib/text';
import { formatMoney } from '../currency/money';
import { PRICE_LINE_NAMES } from '../currency/price-lines';
import { useMoney } from '../currency/useMoney';

export interface PriceLine {
  label: string;
  amount: number;
  kind?: 'discount';
}

/** Adds percentages when the terms are known and omits lines of zero. */
export function priceLines(price: PriceBreakdown, guests: number, terms?: PaymentDetails): PriceLine[] {
  const percent = (value: number | undefined) => (value === undefined ? '' : ` (${value}%)`);
  const lines: PriceLine[] = [
    { label: `${PRICE_LINE_NAMES.basePrice}, ${plural(guests, 'guest')}`, amount: price.basePrice },
    {
      label: `${PRICE_LINE_NAMES.discount}${percent(terms?.discount.groupDiscountPercentage)}`,
      amount: -price.discount,
      kind: 'discount',
    },
    { label: PRICE_LINE_NAMES.promotion, amount: -(price.promotion ?? 0), kind: 'discount' },
    { label: `${PRICE_LINE_NAMES.gst}${percent(terms?.charges.gst)}`, amount: price.gst },
    { label: `${PRICE_LINE_NAMES.serviceFee}${percent(terms?.charges.serviceFee)}`, amount: price.serviceFee },
    { label: `${PRICE_LINE_NAMES.insurance}, ${plural(guests, 'person', 'people')}`, amount: price.insurance },
    { label: PRICE_LINE_NAMES.bookingFee, amount: price.bookingFee },
  ];
  return lines.filter((line, index) => index === 0 || line.amount !== 0);
}

export function PriceLines({
  price,
  guests,
  terms,
  total = true,
  beside,
}: {
  price: PriceBreakdown;
  guests: number;
  terms?: PaymentDetails;
  /** 'first': the total is the largest text and comes before the lines. */
  total?: boolean | 'first';
  /** Rendered at the right end of the line above the total of 'first'. */
  beside?: ReactNode;
}) {
  const money = useMoney();
  const lines = priceLines(price, guests, terms).map((line) => (
    <Line key={line.label} label={line.label} discount={line.kind === 'discount'}>
      {money.format(line.amount, price.currency)}
    </Line>
  ));
  const sum = money.format(price.total, price.currency);
  if (total === 'first') {
    return (
      <dl className="flex flex-col text-sm">
        {lines}
        <div className="order-first mb-2">
          <dt className="flex flex-wrap items-center justify-between gap-x-3 text-ink-soft">
            <span>
              <span className="font-semibold text-ink">Total</span> for {plural(guests, 'guest')}
            </span>
            {beside}
          </dt>
          <dd>
            <span className="figures block font-display font-semibold text-4xl">{sum}</span>
            <ChargedNote amount={price.total} currency={price.currency} />
          </dd>
        </div>
      </dl>
    );
  }
  return (
    <>
      <dl className="text-sm">
        {lines}
        {total && (
          <div className="mt-2 flex items-baseline justify-between gap-4 border-line border-t pt-3">
            <dt className="font-semibold text-base">Total</dt>
            <dd className="figures font-display font-semibold text-2xl">{sum}</dd>
          </div>
        )}
      </dl>
      {total && (
        <div className="text-right">
          <ChargedNote amount={price.total} currency={price.currency} />
        </div>
      )}
    </>
  );
}

function Line({ label, discount, children }: { label: string; discount: boolean; children: ReactNode }) {
  return (
    <div className={clsx('flex justify-between gap-4 py-0.5', discount ? 'text-juniper' : 'text-ink')}>
      <dt className={discount ? undefined : 'text-ink-soft'}>{label}</dt>
      <dd className="figures whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Converted prices are for orientation only, so the charged amount is stated. */
export function ChargedNote({ amount, currency }: { amount: number; currency: string }) {
  const { shown } = useMoney();
  if (shown === currency) return null;
  return <p className="figures mt-1 text-ink-soft text-sm">Charged as {formatMoney(amount, currency)}</p>;
}
