// The refund rules with the dates of this booking.
import type { Booking } from '../../api/types';
import { useBookableDays, useConfig } from '../../api/useConfig';
import { policyLines } from './policy';

export function CancellationPolicy({ booking }: { booking: Booking }) {
  return (
    <div className="max-w-measure">
      <p className="mb-3 text-ink-soft">You can cancel from My Bookings. Your refund depends on the day:</p>
      <PolicyTable booking={booking} />
    </div>
  );
}

export function PolicyTable({ booking }: { booking: Booking }) {
  const { today } = useBookableDays();
  const timezone = useConfig()?.timezone;
  return (
    <>
      <dl className="grid gap-2">
        {policyLines(booking.cancellationDeadlines, today).map((line) => (
          <div key={line.when} className="flex flex-wrap justify-between gap-x-6 border-line border-b pb-2">
            <dt className="figures">{line.when}</dt>
            <dd className="font-semibold">{line.refund}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-soft text-sm">
        You get that share of what you have paid.{timezone && ` Each day ends at midnight, ${timezone} time.`}
      </p>
    </>
  );
}
