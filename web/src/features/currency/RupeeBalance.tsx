// What is left to pay in NPR, with the rate that was locked with the booking.
import type { Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatRupees, rateText } from './npr-rate';

export function RupeeBalance({ booking }: { booking: Pick<Booking, 'rate' | 'balanceInRupees' | 'currency'> }) {
  const timezone = useConfig()?.timezone;
  const { rate, balanceInRupees, currency } = booking;
  if (!rate || !balanceInRupees) return null;
  return (
    <div className="figures text-sm">
      <p className="flex justify-between gap-4">
        <span className="text-ink-soft">Left to pay in rupees</span>
        <span className="whitespace-nowrap">{formatRupees(balanceInRupees)}</span>
      </p>
      <p className="text-ink-soft text-xs">{rateText(rate, currency, timezone)}</p>
    </div>
  );
}
