// /admin/departures/new: one new departure, or a series of them.
import { useSearchParams } from 'react-router';
import { NewDepartureForm } from '../features/admin/departures/NewDepartureForm';
import { DEPARTURES } from '../features/admin/sections';
import { DeskFrame } from './DeskFrame';

export function NewDeparturePage() {
  const [search] = useSearchParams();
  const trekId = search.get('trek') ?? '';
  return (
    <DeskFrame {...DEPARTURES} title="New departure">
      {/* On a slow device a trek may be chosen in the list while it gives way to this page. */}
      <NewDepartureForm key={trekId} trekId={trekId} />
    </DeskFrame>
  );
}
