// The open travel credits of the traveller, above the bookings. Nothing without one.
import { useQuery } from '@tanstack/react-query';
import { myCreditsQuery } from '../../api/travel-credits';
import { formatDate } from '../../lib/dates';
import { formatMoney } from '../currency/money';

export function OpenCredits() {
  const { data: credits } = useQuery(myCreditsQuery);
  if (!credits || credits.length === 0) return null;
  return (
    <section aria-label="Travel credits" className="mb-6 rounded-lg border border-line bg-raised p-5">
      <h2 className="text-xl">Travel credits</h2>
      <p className="mt-1 text-ink-soft text-sm">Choose one when you enter the guests of your next booking.</p>
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {credits.map(({ _id, number, amount, currency, reference, expiresOn, usedBy }) => (
          <li key={_id} className="figures flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-sm">
            <span>
              <span className="font-semibold">{number}</span>
              <span className="block text-ink-soft">
                {reference && `From ${reference}, `}valid until {formatDate(expiresOn)}
              </span>
              {usedBy && (
                <span className="block text-ink-soft">Reserved for {usedBy.reference} until you pay or cancel it</span>
              )}
            </span>
            <span className="font-semibold text-base">{formatMoney(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
