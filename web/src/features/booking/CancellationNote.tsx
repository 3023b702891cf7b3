// What a trip refunds if it is cancelled, before it is booked. Nothing until the policy of the agency has loaded.
import { useConfig } from '../../api/useConfig';
import { deadlinesOf, openDeadlines, refundTexts } from '../../lib/cancellation';
import type { Day } from '../../lib/dates';

export function CancellationNote({ startDate, today }: { startDate: Day; today: Day }) {
  const policy = useConfig()?.cancellationPolicy;
  if (!policy) return null;
  const deadlines = deadlinesOf(policy, startDate);
  if (policy.length > 0 && openDeadlines(deadlines, today).length === 0) {
    return (
      <p className="rounded-sm bg-stone px-3.5 py-2.5 text-sm">
        No refund any more for this start date, even if you cancel today.
      </p>
    );
  }
  return <p className="figures text-ink-soft text-sm">If you cancel: {refundTexts(deadlines, today).join('. ')}.</p>;
}
