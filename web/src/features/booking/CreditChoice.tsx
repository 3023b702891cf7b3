// Pays a trip with a travel credit. Loaded after the page; nothing without a credit in the currency of the trip.
import { useQuery } from '@tanstack/react-query';
import { myCreditsQuery } from '../../api/travel-credits';
import type { ListedCredit } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { RadioCard } from '../../ui/RadioCard';
import { PriceRow } from '../currency/ChargedPrice';
import { installmentLabel } from '../currency/installments';
import { formatMoney } from '../currency/money';
import { useMoney } from '../currency/useMoney';
import type { ChosenCredit, Draft } from './draft';
import { leftToPay } from './left-to-pay';

export function CreditChoice({
  draft,
  onChange,
}: {
  draft: Draft;
  onChange: (credit: ChosenCredit | undefined) => void;
}) {
  const { data: credits } = useQuery(myCreditsQuery);
  const { credit: chosen, bookingId, bookingData } = draft;
  if (!credits) return null;
  const usable = credits.filter(({ currency }) => currency === bookingData.priceBreakdown.currency);
  // A chosen credit that is no longer open can still be deselected.
  if (usable.length === 0 && !chosen) return null;
  return (
    <fieldset className="mt-8 grid max-w-md gap-2">
      <legend className="mb-2 font-semibold">Travel credit</legend>
      <RadioCard
        name="travel-credit"
        value=""
        checked={!chosen}
        onChange={() => onChange(undefined)}
        label="Don't use a travel credit"
      />
      {usable.map((credit) => {
        // The unpaid booking of this tab is replaced by the next one.
        const reservedFor = credit.usedBy?.bookingId === bookingId ? undefined : credit.usedBy;
        return (
          <RadioCard
            key={credit._id}
            name="travel-credit"
            value={credit.number}
            checked={chosen?.number === credit.number}
            disabled={reservedFor !== undefined}
            onChange={() => onChange({ number: credit.number, amount: credit.amount })}
            label={`Use travel credit ${credit.number}`}
            hint={hintOf(credit, reservedFor?.reference)}
          />
        );
      })}
    </fieldset>
  );
}

function hintOf({ amount, currency, expiresOn }: ListedCredit, reservedFor: string | undefined): string {
  const text = `${formatMoney(amount, currency)}, until ${formatDate(expiresOn)}`;
  return reservedFor ? `${text}. Reserved for your unpaid booking ${reservedFor}` : text;
}

/** What the chosen credit pays, and what is left to pay now and later. */
export function CreditRows({ draft }: { draft: Draft }) {
  const money = useMoney();
  const { today } = useBookableDays();
  const { currency } = draft.bookingData.priceBreakdown;
  const { credit, left } = leftToPay(draft, today);
  if (!credit) return null;
  const show = (amount: number) => money.format(amount, currency);
  const [now, later] = left;
  return (
    <dl className="figures mt-3 grid gap-1 border-line border-t pt-3 text-sm">
      <PriceRow label={`Travel credit ${credit.number}`}>{show(-credit.used)}</PriceRow>
      <PriceRow label="To pay now">{show(now?.amount ?? 0)}</PriceRow>
      {later && <PriceRow label={installmentLabel(later, 1, today)}>{show(later.amount)}</PriceRow>}
    </dl>
  );
}
