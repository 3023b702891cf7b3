// /admin/departures: the agency's departures as a list or a month calendar.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { DepartureFilters } from '../features/admin/departures/DepartureFilters';
import { DepartureList } from '../features/admin/departures/DepartureList';
import { useDepartureFilters } from '../features/admin/departures/useDepartureFilters';
import { DEPARTURES } from '../features/admin/sections';
import { guidesQuery } from '../features/guides/guides';
import { DeskFrame } from './DeskFrame';
import { PageLoading } from './PageLoading';

const DepartureCalendar = lazy(async () => ({
  default: (await import('../features/admin/departures/DepartureCalendar')).DepartureCalendar,
}));

export function DeparturesPage() {
  const shown = useDepartureFilters();
  const guides = useQuery(guidesQuery);
  return (
    <DeskFrame {...DEPARTURES}>
      <DepartureFilters shown={shown} guides={guides.data ?? []} />
      {shown.view === 'list' ? (
        <DepartureList shown={shown} />
      ) : (
        <Suspense fallback={<PageLoading />}>
          <DepartureCalendar shown={shown} />
        </Suspense>
      )}
    </DeskFrame>
  );
}
