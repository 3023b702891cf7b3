// One departure: what must be decided, its facts and seats, who is on it, and what staff can do.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { formatMoney } from '../../currency/money';
import { Block } from '../Block';
import { ChangeNotice } from './ChangeNotice';
import { Decide } from './Decide';
import { DepartureBookings } from './DepartureBookings';
import { type Departure, departureBookingsQuery } from './departures';
import { daysBefore, formatDays, lengthOf } from './labels';
import { Bar } from './SeatBar';
import { Waitlist } from './Waitlist';

export function DepartureDetail({ departure, children }: { departure: Departure; children?: ReactNode }) {
  const bookings = useQuery(departureBookingsQuery(departure._id));
  return (
    <>
      <ChangeNotice id={departure._id} />
      <Decide departure={departure} />
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <Seats departure={departure} />
        <Terms departure={departure} />
        {children}
        <div className="min-w-0 xl:col-span-2">
          <DepartureBookings id={departure._id} query={bookings} />
        </div>
        {departure.kind === 'group' && (
          <div className="min-w-0 xl:col-span-2">
            <Waitlist id={departure._id} />
          </div>
        )}
      </div>
    </>
  );
}

function Seats({ departure }: { departure: Departure }) {
  const { seatsTaken, seatsHeld, seatsLeft, capacity, minimum, isGuaranteed, waiting, kind, sharesSeats } = departure;
  const missing = minimum - seatsTaken;
  return (
    <Block title="Seats">
      <p className="figures text-2xl">
        <span className="font-display font-semibold">{seatsTaken}</span>
        <span className="text-ink-soft"> of {plural(capacity, 'seat')} sold</span>
      </p>
      <Bar departure={departure} className="mt-2 h-3 w-full" />
      <Rows
        rows={[
          ['Free', plural(seatsLeft, 'seat')],
          ['Held', seatsHeld > 0 && `${plural(seatsHeld, 'seat')}, for unpaid bookings and offers`],
          [
            'Minimum',
            kind === 'group' &&
              `${plural(minimum, 'seat')}${!isGuaranteed && missing > 0 ? `, ${missing} more to guarantee it` : ''}`,
          ],
          ['Waitlist', waiting > 0 && plural(waiting, 'party', 'parties')],
          ['Pool', sharesSeats && 'Shares its seats with another departure, whose travellers count here, too.'],
        ]}
      />
    </Block>
  );
}

function Terms({ departure }: { departure: Departure }) {
  const { kind, pricePerHead, routePrice, currency, cutoffDays, startDate, decideBy, notes, isGuaranteed } = departure;
  const isGroup = kind === 'group';
  return (
    <Block title="Details">
      <Rows
        rows={[
          ['Dates', `${formatDays(departure)}, ${plural(lengthOf(departure), 'day')}`],
          [
            'Price',
            isGroup &&
              (pricePerHead == null
                ? `${formatMoney(routePrice, currency)} per person, the route's price`
                : `${formatMoney(pricePerHead, currency)} per person`),
          ],
          [
            'Last day of sale',
            isGroup &&
              `${formatDate(daysBefore(startDate, cutoffDays))}, ${plural(cutoffDays, 'day')} before the start`,
          ],
          ['Decide by', isGroup && !isGuaranteed && decideBy && formatDate(decideBy)],
          ['Internal notes', notes && <span className="whitespace-pre-line">{notes}</span>],
        ]}
      />
    </Block>
  );
}

function Rows({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="figures mt-3 grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
