// What of a price is due when, as rows of a list of amounts.
import type { Installment } from '../../api/types';
import type { Day } from '../../lib/dates';
import { PriceRow } from './ChargedPrice';
import { installmentLabel } from './installments';

export function InstallmentRows({
  schedule,
  today,
  show,
}: {
  schedule: Installment[];
  today: Day;
  /** Formats an amount. */
  show: (amount: number) => string;
}) {
  return schedule.map((part, index) => (
    <PriceRow key={part.dueAt ?? 'arrival'} label={installmentLabel(part, index, today)}>
      {show(part.amount)}
    </PriceRow>
  ));
}
