// /guide: the departures that a guide leads, with their manifests from a week before to a week after.
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { type GuidedDeparture, myDeparturesQuery } from '../features/guides/guides';
import { formatDate } from '../lib/dates';
import { paths } from '../paths';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { Days } from '../ui/Time';
import { PageTitle } from './PageTitle';

export function GuidePage() {
  const { data: departures, isPending, isFetching, refetch } = useQuery(myDeparturesQuery);
  return (
    <div className="page-width pt-6 pb-16">
      <PageTitle>My departures</PageTitle>
      <h1 className="text-3xl">My departures</h1>
      <p className="mt-1 mb-5 max-w-measure text-ink-soft">
        The manifest of a departure is open from 7 days before the start to 7 days after the last day.
      </p>
      {isPending ? (
        <Skeleton className="h-60" />
      ) : !departures ? (
        <ErrorState
          title="Your departures could not be loaded"
          message="Please check your connection and try again."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : departures.length === 0 ? (
        <EmptyState title="No departures yet" message="Departures that the office assigns to you are listed here." />
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {departures.map((departure) => (
            <Departure key={departure._id} departure={departure} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Departure({ departure }: { departure: GuidedDeparture }) {
  const { _id, trekName, startDate, endDate, manifestFrom, isManifestOpen } = departure;
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{trekName}</p>
        <p className="figures text-ink-soft text-sm">
          <Days from={startDate} to={endDate} />
        </p>
      </div>
      {isManifestOpen ? (
        <Link
          to={paths.manifest(_id)}
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-glacier hover:underline"
        >
          Manifest
          <span className="sr-only">
            {' '}
            of {trekName}, {formatDate(startDate)}
          </span>
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      ) : (
        <p className="text-ink-soft text-sm">Manifest from {formatDate(manifestFrom)}</p>
      )}
    </li>
  );
}
