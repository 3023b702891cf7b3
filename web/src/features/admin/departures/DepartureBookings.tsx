// Who is on a departure.
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatLocalDateTime } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { paths } from '../../../paths';
import { DeskList } from '../../../ui/DeskList';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Badge } from '../../../ui/States';
import { formatMoney } from '../../currency/money';
import { statusTone } from '../booking-labels';
import type { DepartureBooking } from './departures';

const COLUMNS: Column[] = [
  { label: 'Guest' },
  { label: 'Guests', figures: true },
  { label: 'Status' },
  { label: 'Amount', figures: true, className: 'hidden sm:table-cell' },
];
const PAYMENT_LABELS: Record<DepartureBooking['paymentStatus'], string> = {
  Pending: 'Not paid',
  Confirmed: 'Paid',
  Failed: 'Not paid',
  Refunded: 'Refunded',
};

export function DepartureBookings({ id, query }: { id: string; query: UseQueryResult<DepartureBooking[]> }) {
  const seated = query.data?.filter(({ status }) => status !== 'Cancelled') ?? [];
  const guests = seated.reduce((sum, booking) => sum + booking.guests, 0);
  return (
    <section aria-labelledby="travellers">
      <h2 id="travellers" className="mb-2 font-semibold text-lg">
        Bookings
        {seated.length > 0 && (
          <span className="figures ml-2 font-normal font-sans text-ink-soft text-sm">
            {plural(seated.length, 'booking')}, {plural(guests, 'guest')}
          </span>
        )}
      </h2>
      {seated.some(({ status }) => status === 'Confirmed') && (
        <Link
          to={`${paths.adminSection('campaigns')}&campaign=new&departure=${id}`}
          className="mb-2 inline-flex min-h-11 items-center text-glacier text-sm underline underline-offset-4"
        >
          Write to the travellers
        </Link>
      )}
      <DeskList query={query} what="The bookings" empty="Nobody has booked yet." isEmpty={(list) => list.length === 0}>
        {(bookings) => (
          <DeskTable label="Bookings" columns={COLUMNS}>
            {bookings.map((booking) => (
              <Row key={booking._id} booking={booking} />
            ))}
          </DeskTable>
        )}
      </DeskList>
    </section>
  );
}

function Row({ booking }: { booking: DepartureBooking }) {
  const { _id, reference, name, email, guests, status, paymentStatus, amount, currency, holdExpiresAt } = booking;
  return (
    <tr className="relative">
      <th scope="row" className="w-full px-3 py-1.5 font-normal">
        <Link
          to={paths.adminBooking(_id)}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink shadow-none outline-none after:absolute after:inset-0 hover:text-glacier focus-visible:after:outline-2 focus-visible:after:outline-glacier focus-visible:after:-outline-offset-2"
        >
          {name || 'Name removed'}
        </Link>
        <span className="block text-ink-soft text-xs">
          <span className="mr-2 inline-block font-medium text-ink">{reference}</span>
          {/* A phone has no room for it; the booking has it. */}
          <span className="max-sm:hidden">{email}</span>
        </span>
      </th>
      <td className="px-3 py-1.5 text-right">{guests}</td>
      <td className="px-3 py-1.5">
        <Badge tone={statusTone[status]}>{status}</Badge>
        <span className="block whitespace-nowrap text-ink-soft text-xs">
          {holdExpiresAt ? `Held until ${formatLocalDateTime(holdExpiresAt)}` : PAYMENT_LABELS[paymentStatus]}
        </span>
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 text-right sm:table-cell">{formatMoney(amount, currency)}</td>
    </tr>
  );
}
