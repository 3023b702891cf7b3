// Confirmation before a departure is guaranteed, which is never withdrawn.
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
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
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!change.isPending}
      size="sm"
      title="Guarantee this departure?"
      description={`${departure.trekName}, ${formatDays(departure)}`}
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Back
          </Button>
          <Button loading={change.isPending} onClick={guarantee}>
            Guarantee
          </Button>
        </>
      }
    >
      <p>
        Travellers see that it runs whatever happens to the number of guests. This can't be undone.{' '}
        {plural(seatsTaken, 'seat')} sold, the minimum is {minimum}.
      </p>
      {change.isError && <Problem>{reasonOf(change.error)}</Problem>}
    </Dialog>
  );
}
