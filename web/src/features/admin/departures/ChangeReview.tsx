// What a move or a cancellation does, and whom it concerns, before it is sent.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useToday } from '../../../api/useConfig';
import { formatDate } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import type { Plan } from './change-plan';
import { SILENCE_LABELS } from './changes';
import { type Departure, type DepartureBooking, targetsQuery } from './departures';
import { formatDays } from './labels';

export function ChangeReview({
  plan,
  departure,
  concerned,
  unpaid,
}: {
  plan: Plan;
  departure: Departure;
  concerned: DepartureBooking[];
  unpaid: DepartureBooking[];
}) {
  const { way, startDate, departureId, answerBy, whenSilent, reason } = plan;
  const targets = useQuery(targetsQuery(departure, useToday())).data;
  const target = targets?.find(({ _id }) => _id === departureId);
  const guests = concerned.reduce((sum, booking) => sum + booking.guests, 0);
  const silence = way === 'cancel' ? 'refund' : whenSilent;
  const box = useRef<HTMLDivElement>(null);
  // The field or button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 outline-none">
      <ul className="figures grid list-disc gap-1.5 pl-5">
        {way === 'cancel' ? (
          <li>The departure is cancelled for good.</li>
        ) : (
          <li>
            Everybody is asked to move to{' '}
            <strong>
              {way === 'date' ? formatDate(startDate) : target ? formatDays(target) : 'the other departure'}
            </strong>
            .{departure.kind === 'group' && ' This departure is not sold any more.'}
          </li>
        )}
        <li>
          {concerned.length > 0
            ? `${plural(concerned.length, 'booking')} with ${plural(guests, 'guest')} get an email with a link to choose.`
            : 'Nobody has paid for it yet: no email is sent.'}
        </li>
        {unpaid.length > 0 && <li>{plural(unpaid.length, 'unpaid booking')} end.</li>}
        {concerned.length > 0 && (
          <li>
            Who does not answer by <strong>{formatDate(answerBy)}</strong>: {SILENCE_LABELS[silence].toLowerCase()}.
          </li>
        )}
      </ul>
      {reason.trim() && <blockquote className="wrap-anywhere border-line-strong border-l-2 pl-3">{reason}</blockquote>}
      {concerned.length > 0 && (
        <section
          aria-label="Bookings that are asked"
          className="max-h-56 overflow-y-auto rounded-sm border border-line"
        >
          <ul className="divide-y divide-line text-sm">
            {concerned.map(({ _id, name, reference, guests: party }) => (
              <li key={_id} className="figures flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
                <span className="wrap-anywhere font-medium">{name || 'Name removed'}</span>
                <span className="text-ink-soft">
                  {reference}, {plural(party, 'guest')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
