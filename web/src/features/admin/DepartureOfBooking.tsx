// The departure that a booking is on, in the details of the booking.
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Booking } from '../../api/types';
import { paths } from '../../paths';
import { Badge } from '../../ui/States';
import { departureQuery } from './departures/departures';
import { formatDays } from './departures/labels';

/** A party that chose its own date has a private departure with the id of its booking. */
export function DepartureOfBooking({ booking: { _id, departureId } }: { booking: Booking }) {
  const { data: departure } = useQuery(departureQuery(departureId ?? _id));
  if (!departure) return null;
  return (
    <p className="figures mt-2 flex flex-wrap items-center gap-2 text-sm">
      <Link to={paths.departure(departure._id)} className="text-glacier underline underline-offset-4">
        {departure.kind === 'group' ? 'Group departure' : 'Private departure'}, {formatDays(departure)}
      </Link>
      {departure.kind === 'group' && departure.isGuaranteed && (
        <Badge tone="success">
          <BadgeCheck aria-hidden className="size-3.5" />
          Guaranteed
        </Badge>
      )}
    </p>
  );
}
