// /admin/departures/:departureId: one departure, its bookings and what staff can do.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import { Marks, StatusBadge } from '../features/admin/departures/Badges';
import { DepartureActions } from '../features/admin/departures/DepartureActions';
import { DepartureDetail } from '../features/admin/departures/DepartureDetail';
import { departureQuery } from '../features/admin/departures/departures';
import { formatDays } from '../features/admin/departures/labels';
import { DEPARTURES } from '../features/admin/sections';
import { GuideAssignment } from '../features/guides/GuideAssignment';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { ErrorState, Skeleton } from '../ui/States';
import { DeskFrame } from './DeskFrame';

export function DeparturePage() {
  const { departureId = '' } = useParams();
  const { data: departure, isPending, isFetching, error, refetch } = useQuery(departureQuery(departureId));
  if (departure) {
    return (
      <DeskFrame {...DEPARTURES} title={`${departure.trekName}, ${formatDays(departure)}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <p className="text-ink-soft">{departure.routeName}</p>
            <p className="mt-2 flex flex-wrap gap-2">
              <StatusBadge departure={departure} />
              <Marks departure={departure} />
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <ButtonLink variant="secondary" to={paths.manifest(departure._id)} className="px-4 text-sm">
              Manifest
            </ButtonLink>
            <DepartureActions departure={departure} />
          </div>
        </div>
        <div className="mt-6 border-line border-t pt-4">
          <GuideAssignment departure={departure} onSaved={() => void refetch()} />
        </div>
        <DepartureDetail departure={departure} />
      </DeskFrame>
    );
  }
  return (
    <DeskFrame {...DEPARTURES} title="Departure">
      {isPending ? (
        <Skeleton className="h-96" />
      ) : error instanceof ApiFailure && error.status === 404 ? (
        <p className="py-10 text-center text-ink-soft">Departure not found.</p>
      ) : (
        <ErrorState
          title="The departure could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-8"
        />
      )}
    </DeskFrame>
  );
}
