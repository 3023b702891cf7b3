// /admin/departures/new: one new departure, or a series of them.
import { useSearchParams } from 'react-router';
import { NewDepartureForm } from '../features/admin/departures/NewDepartureForm';
import { DEPARTURES } from '../features/admin/sections';
import { DeskFrame } from './DeskFrame';

export function NewDeparturePage() {
  const [search] = useSearchParams();
  return (
    <DeskFrame {...DEPARTURES} title="New departure">
      <NewDepartureForm trekId={search.get('trek') ?? ''} />
    </DeskFrame>
  );
}
