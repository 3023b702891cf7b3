// Refunds of a booking and the number of its credit note.
import type { Booking } from '../../api/types';
import { MomentText } from '../../ui/Time';
import { formatMoney } from '../currency/money';

export function Refunds({ booking }: { booking: Booking }) {
  if (booking.refunds.length === 0 && !booking.creditNoteNumber) return null;
  return (
    <ul aria-label="Refunds" className="figures basis-full border-line border-t pt-3 text-ink-soft text-sm">
      {booking.refunds.map((refund) => (
        <li key={refund.createdAt}>
          {formatMoney(refund.amount, refund.currency)} {refund.made ? 'refunded on' : 'refund started on'}{' '}
          <MomentText at={refund.createdAt} />
        </li>
      ))}
      {booking.creditNoteNumber && <li>Credit note {booking.creditNoteNumber}</li>}
    </ul>
  );
}
