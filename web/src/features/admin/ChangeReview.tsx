// What a change does, before it is made: the old and the new booking side by side, and the difference.
import { type ReactNode, useEffect, useRef } from 'react';
import { plural } from '../../lib/text';
import { RadioCard } from '../../ui/RadioCard';
import { formatMoney } from '../currency/money';
import { PRICE_LINE_NAMES, priceLinesOf } from '../currency/price-lines';
import type { ChangePreview, MoneyBack } from './booking-change';
import { formatDays } from './departures/labels';
import { Problem } from './departures/Problem';

export function ChangeReview({
  preview,
  moneyBack,
  onMoneyBack,
}: {
  preview: ChangePreview;
  moneyBack: MoneyBack;
  onMoneyBack: (moneyBack: MoneyBack) => void;
}) {
  const { after, back, backAsCredit, mayRefund, areSeatsFree, seatsLeft = 0 } = preview;
  const box = useRef<HTMLDivElement>(null);
  // The field or button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  const { currency } = after.priceBreakdown;
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 outline-none">
      <Comparison preview={preview} />
      <p className="figures font-semibold">{outcomeOf(preview)}</p>
      {back > 0 && (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-2 font-semibold">{formatMoney(back, currency)} that the guest has paid</legend>
          <RadioCard
            name="money-back"
            value="refund"
            checked={moneyBack === 'refund'}
            disabled={!mayRefund}
            onChange={() => onMoneyBack('refund')}
            label="Refund"
            hint={mayRefund ? 'The way it was paid' : 'Only an owner can refund this amount'}
          />
          <RadioCard
            name="money-back"
            value="credit"
            checked={moneyBack === 'credit'}
            onChange={() => onMoneyBack('credit')}
            label="Travel credit"
            hint="For a later booking, valid for 24 months"
          />
          {backAsCredit > 0 && moneyBack === 'refund' && (
            <p className="figures text-ink-soft text-sm sm:col-span-2">
              {formatMoney(backAsCredit, currency)} of it were paid with a travel credit and become one again.
            </p>
          )}
        </fieldset>
      )}
      {!areSeatsFree && (
        <Problem>
          {seatsLeft === 0 ? 'The departure is sold out.' : `Only ${plural(seatsLeft, 'seat')} can be had there.`}
        </Problem>
      )}
    </div>
  );
}

function outcomeOf({ difference, after }: ChangePreview): string {
  const { currency } = after.priceBreakdown;
  const left = after.balance > 0 ? ` ${formatMoney(after.balance, currency)} are left to pay.` : '';
  if (difference > 0) return `${formatMoney(difference, currency)} more.${left} The guest gets an email with the link.`;
  if (difference < 0) return `${formatMoney(-difference, currency)} less.${left}`;
  return `The price stays the same.${left}`;
}

type Row = [label: string, before: ReactNode, after: ReactNode];

function Comparison({ preview: { before, after } }: { preview: ChangePreview }) {
  const { currency } = after.priceBreakdown;
  const lines = [before, after].map(
    ({ priceBreakdown }) => new Map(priceLinesOf(priceBreakdown).map(({ name, amount }) => [name, amount])),
  );
  const [old, fresh] = lines;
  const names = (Object.keys(PRICE_LINE_NAMES) as (keyof typeof PRICE_LINE_NAMES)[]).filter(
    (name) => old?.has(name) || fresh?.has(name),
  );
  const money = (amount: number | undefined) => (amount === undefined ? '–' : formatMoney(amount, currency));
  const rows: Row[] = [
    ['Dates', formatDays(before), formatDays(after)],
    ['Walks', before.departureId ? 'With a group' : 'Privately', after.departureId ? 'With a group' : 'Privately'],
    ['Route', before.routeDetails.routeName, after.routeDetails.routeName],
    ['Guests', before.totalGuests, after.totalGuests],
    ...names.map((name): Row => [PRICE_LINE_NAMES[name], money(old?.get(name)), money(fresh?.get(name))]),
    ['Total', money(before.priceBreakdown.total), money(after.priceBreakdown.total)],
    ['Left to pay', money(before.balance), money(after.balance)],
  ];
  return (
    <table className="figures w-full text-sm">
      <caption className="sr-only">The booking now and after the change</caption>
      <thead>
        <tr className="border-line-strong border-b text-left">
          <td />
          <th scope="col" className="py-1.5 pl-3 text-right font-semibold text-ink-soft">
            Now
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-semibold">
            New
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(([label, now, next]) => (
          <tr key={label} className={label === 'Total' ? 'font-semibold' : undefined}>
            <th scope="row" className="py-1.5 text-left font-normal text-ink-soft">
              {label}
            </th>
            <td className="py-1.5 pl-3 text-right text-ink-soft">{now}</td>
            <td className="py-1.5 pl-3 text-right">{now === next ? next : <strong>{next}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
