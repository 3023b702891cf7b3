// Dialog for a price that the agency changed meanwhile: old and new lines, and a button to accept (document 2 §8,
// 409).
import type { PriceBreakdown } from '../../api/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useMoney } from '../currency/useMoney';
import { priceLines } from './PriceLines';

export interface PriceChange {
  before: PriceBreakdown;
  after: PriceBreakdown;
  message: string;
}

/** Only the lines that differ, and the total. */
export function changedLines(before: PriceBreakdown, after: PriceBreakdown, guests: number) {
  const old = new Map(priceLines(before, guests).map((line) => [line.label, line.amount]));
  const lines = priceLines(after, guests).map(({ label, amount }) => ({
    label,
    before: old.get(label) ?? 0,
    after: amount,
  }));
  const gone = [...old]
    .filter(([label]) => !lines.some((line) => line.label === label))
    .map(([label, amount]) => ({ label, before: amount, after: 0 }));
  return [...lines, ...gone, { label: 'Total', before: before.total, after: after.total }].filter(
    (line) => line.before !== line.after,
  );
}

export function PriceChangedDialog({
  change,
  guests,
  onAccept,
  onClose,
}: {
  change: PriceChange | null;
  guests: number;
  onAccept: () => void;
  onClose: () => void;
}) {
  const money = useMoney();
  if (!change) return null;
  const show = (amount: number) => money.format(amount, change.after.currency);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The price has changed"
      description={change.message}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button onClick={onAccept}>Accept {show(change.after.total)}</Button>
        </>
      }
    >
      <table className="figures w-full text-sm">
        <thead>
          <tr className="text-left text-ink-soft">
            <th className="py-2 font-normal">
              <span className="sr-only">Item</span>
            </th>
            <th className="py-2 text-right font-normal">Before</th>
            <th className="py-2 text-right font-normal">Now</th>
          </tr>
        </thead>
        <tbody>
          {changedLines(change.before, change.after, guests).map((line) => (
            <tr key={line.label} className="border-line border-t">
              <th scope="row" className="py-2 text-left font-medium">
                {line.label}
              </th>
              <td className="py-2 text-right text-ink-soft line-through">{show(line.before)}</td>
              <td className="py-2 text-right font-semibold">{show(line.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-ink-soft text-sm">Nothing is booked and nothing was charged. What you typed is kept.</p>
    </Dialog>
  );
}
