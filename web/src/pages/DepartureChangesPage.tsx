// /admin/departures/:departureId/changes: the answers of the travellers after a move or a cancellation.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { DepartureChanges } from '../features/admin/departures/DepartureChanges';
import { departureQuery } from '../features/admin/departures/departures';
import { formatDays } from '../features/admin/departures/labels';
import { DEPARTURES } from '../features/admin/sections';
import { paths } from '../paths';
import { DeskFrame } from './DeskFrame';

export function DepartureChangesPage() {
  const { departureId = '' } = useParams();
  const { data: departure } = useQuery(departureQuery(departureId));
  return (
    <DeskFrame {...DEPARTURES} title="Moves and cancellations">
      <p className="mb-4 text-sm">
        <Link
          to={paths.departure(departureId)}
          data-desk-back
          className="inline-flex min-h-9 items-center text-glacier underline underline-offset-4"
        >
          {departure ? `${departure.trekName}, ${formatDays(departure)}` : 'Departure'}
        </Link>
      </p>
      <DepartureChanges id={departureId} />
    </DeskFrame>
  );
}
