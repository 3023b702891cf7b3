// /admin/departures/:departureId/manifest: who walks, and what the guide needs to know. Staff and the guides of the
// departure read it on a phone, print it on A4 or download it.
import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft, Download, Printer } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import { downloadManifest, type Manifest, manifestQuery } from '../features/guides/guides';
import { ManifestTable } from '../features/guides/ManifestTable';
import { Phone } from '../features/guides/Phone';
import { isStaff } from '../features/session/roles';
import { useSession } from '../features/session/useSession';
import { plural } from '../lib/text';
import { paths } from '../paths';
import { Button } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { Days } from '../ui/Time';
import { PageTitle } from './PageTitle';

export function ManifestPage() {
  const { departureId = '' } = useParams();
  const { data: manifest, isPending, isFetching, error, refetch } = useQuery(manifestQuery(departureId));
  const status = error instanceof ApiFailure ? error.status : undefined;
  return (
    <div data-print="a4" className="page-width pt-4 pb-16 print:p-0">
      <BackLink departureId={departureId} />
      {manifest ? (
        <Sheet manifest={manifest} />
      ) : isPending ? (
        <>
          <PageTitle>Manifest</PageTitle>
          <h1 className="sr-only">Manifest</h1>
          <Skeleton className="mt-2 h-96" />
        </>
      ) : status === 404 || status === 403 ? (
        <>
          <PageTitle>Manifest</PageTitle>
          <EmptyState
            whole
            title={status === 404 ? 'Departure not found' : 'This manifest is closed'}
            message={
              status === 403 && error instanceof ApiFailure
                ? error.serverMessage
                : 'Check the address, or ask the office whether you lead this departure.'
            }
          />
        </>
      ) : (
        <>
          <PageTitle>Manifest</PageTitle>
          <ErrorState
            whole
            title="The manifest could not be loaded"
            message="Please check your connection and try again."
            onRetry={() => void refetch()}
            retrying={isFetching}
            className="mt-2"
          />
        </>
      )}
    </div>
  );
}

function BackLink({ departureId }: { departureId: string }) {
  const staff = isStaff(useSession().user);
  return (
    <Link
      to={staff ? paths.departure(departureId) : paths.guide}
      data-desk-back
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-ink-soft text-sm hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {staff ? 'Departure' : 'My departures'}
    </Link>
  );
}

function Sheet({ manifest }: { manifest: Manifest }) {
  const { departure, trekName, routeName, guides, bookings, totalGuests, pendingGuests, notes } = manifest;
  const csv = useMutation({ mutationFn: () => downloadManifest(manifest) });
  return (
    <>
      <PageTitle>{`Manifest · ${trekName}`}</PageTitle>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-ink-soft text-sm">
            {departure.kind === 'group' ? 'Group departure' : 'Private departure'}
          </p>
          <h1 className="text-2xl print:text-[16pt]">{trekName}</h1>
          <p className="figures mt-0.5 text-ink-soft">
            {routeName}, <Days from={departure.startDate} to={departure.endDate} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" className="px-4 text-sm" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" />
            Print
          </Button>
          <Button variant="secondary" className="px-4 text-sm" loading={csv.isPending} onClick={() => csv.mutate()}>
            {!csv.isPending && <Download aria-hidden className="size-4" />}
            Download CSV
          </Button>
        </div>
      </div>
      <dl className="mt-4 mb-5 grid gap-x-10 gap-y-3 border-line border-y py-3 text-sm sm:flex sm:flex-wrap">
        <div>
          <dt className="text-ink-soft text-xs">Guests</dt>
          <dd className="figures font-semibold text-lg">
            {totalGuests}
            {pendingGuests > 0 && (
              <span className="ml-2 font-normal text-ink-soft text-sm">{`and ${pendingGuests} not paid yet`}</span>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-ink-soft text-xs">Guides</dt>
          {guides.length === 0 && <dd>No guide is assigned yet.</dd>}
          {guides.map((guide) => (
            <dd key={guide._id} className="wrap-anywhere">
              <span className="font-medium">{guide.name}</span> <Phone number={guide.phone} />
            </dd>
          ))}
        </div>
        {notes && (
          <div className="min-w-0">
            <dt className="text-ink-soft text-xs">Internal notes</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{notes}</dd>
          </div>
        )}
      </dl>
      {bookings.length ? (
        <ManifestTable bookings={bookings} />
      ) : (
        <p className="rounded-sm border border-line px-4 py-10 text-center text-ink-soft text-sm">
          Nobody is booked on this departure yet.
        </p>
      )}
      <p className="sr-only" role="status">
        {plural(totalGuests, 'guest')}
      </p>
    </>
  );
}
