// Confirmation before a departure is guaranteed, which is never withdrawn.
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { type Departure, useDepartureChange } from './departures';
import { formatDays } from './labels';
import { Problem, reasonOf } from './Problem';

export function Guarantee({ departure, onClose }: { departure: Departure; onClose: () => void }) {
  const change = useDepartureChange(departure._id);
  const { seatsTaken, minimum, version } = departure;
  const guarantee = () =>
    change.mutate(
      { version, isGuaranteed: true },
      {
        onSuccess: () => {
          toast.success('Departure guaranteed.');
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Guarantee this departure?"
      description={`${departure.trekName}, ${formatDays(departure)}`}
      agree="Guarantee"
      cancel="Back"
      isBusy={change.isPending}
      onAgree={guarantee}
      onClose={onClose}
    >
      <p>
        Travellers see that it runs whatever happens to the number of guests. This can't be undone.{' '}
        {plural(seatsTaken, 'seat')} sold, the minimum is {minimum}.
      </p>
      {change.isError && <Problem>{reasonOf(change.error)}</Problem>}
    </ConfirmDialog>
  );
}
