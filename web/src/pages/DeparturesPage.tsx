// /admin/departures: the agency's departures as a list.
import { useQuery } from '@tanstack/react-query';
import { DepartureFilters } from '../features/admin/departures/DepartureFilters';
import { DepartureList } from '../features/admin/departures/DepartureList';
import { useDepartureFilters } from '../features/admin/departures/useDepartureFilters';
import { DEPARTURES } from '../features/admin/sections';
import { guidesQuery } from '../features/guides/guides';
import { DeskFrame } from './DeskFrame';

export function DeparturesPage() {
  const shown = useDepartureFilters();
  const guides = useQuery(guidesQuery);
  return (
    <DeskFrame {...DEPARTURES}>
      <DepartureFilters shown={shown} guides={guides.data ?? []} />
      <DepartureList shown={shown} />
    </DeskFrame>
  );
}
