// What was changed of a booking while this change was prepared.
import type { Booking } from '../../api/types';
import { plural } from '../../lib/text';
import { formatMoney } from '../currency/money';
import { formatDays } from './departures/labels';
import { Problem } from './departures/Problem';

const facts = (booking: Booking): [string, string][] => [
  ['Status', booking.status],
  ['Dates', formatDays({ startDate: booking.checkIn, endDate: booking.checkOut })],
  ['Route', booking.routeDetails.routeName],
  ['Guests', guestNames(booking)],
  ['Price', formatMoney(booking.amount, booking.currency)],
  ['Left to pay', formatMoney(booking.balance, booking.currency)],
];

function guestNames({ guestDetails: { primaryGuest, additionalGuests }, totalGuests }: Booking): string {
  const names = [primaryGuest, ...additionalGuests].map(({ name }) => name);
  return `${plural(totalGuests, 'guest')}: ${names.join(', ')}`;
}

export function ChangedByOthers({ before, after }: { before: Booking; after: Booking }) {
  const now = new Map(facts(after));
  const changed = facts(before).filter(([label, value]) => now.get(label) !== value);
  return (
    <Problem>
      <strong className="block">This booking was changed meanwhile. Nothing of your change was saved.</strong>
      {changed.map(([label, value]) => (
        <span key={label} className="figures block">
          {label}: <del>{value}</del> <span aria-hidden>→</span> <ins className="no-underline">{now.get(label)}</ins>
        </span>
      ))}
    </Problem>
  );
}
