// What staff can do with a departure: edit, stop or start its sale, guarantee, move and cancel it.
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { tell } from '../../../api/failure';
import { useToday } from '../../../api/useConfig';
import { lazyComponent } from '../../../lib/lazy-component';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { Menu, MenuAction } from '../../../ui/Menu';
import { type Departure, useDepartureChange } from './departures';
import { Guarantee } from './Guarantee';
import { decisionOf, isOver } from './labels';

// The form libraries are larger than the rest of the page.
const EditDeparture = lazyComponent(() => import('./EditDeparture').then((file) => file.EditDeparture));
const FlightDay = lazyComponent(() => import('./FlightDay').then((file) => file.FlightDay));

type Asking = 'edit' | 'guarantee' | 'move' | 'cancel';

export function DepartureActions({ departure }: { departure: Departure }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const today = useToday();
  const close = () => setAsking(null);
  const { status, kind, isGuaranteed } = departure;
  const isGroup = kind === 'group';
  const isAhead = status === 'open' || status === 'closed';
  // The notice to guarantee or cancel has this button, too.
  const canGuarantee = isGroup && isAhead && !isGuaranteed && !decisionOf(departure, today);
  return (
    <>
      {departure.status !== 'cancelled' && (
        <Button variant="secondary" className="px-4 text-sm" onClick={() => setAsking('edit')}>
          <Pencil aria-hidden className="size-4" />
          {isGroup && !isOver(departure) ? 'Edit' : 'Edit notes'}
        </Button>
      )}
      {isGroup && isAhead && <SaleButton departure={departure} />}
      {canGuarantee && (
        <Button variant="secondary" onClick={() => setAsking('guarantee')} className="px-4 text-sm">
          Guarantee
        </Button>
      )}
      {!isOver(departure) && (
        <Menu
          label="Change this departure"
          trigger={(button) => (
            <Button variant="secondary" className="px-4 text-sm" {...button}>
              Move or cancel
            </Button>
          )}
        >
          <MenuAction onSelect={() => setAsking('move')}>Move to another date…</MenuAction>
          <MenuAction onSelect={() => setAsking('cancel')}>Cancel departure…</MenuAction>
        </Menu>
      )}
      {asking === 'edit' && <EditDeparture departure={departure} onClose={close} />}
      {asking === 'guarantee' && <Guarantee departure={departure} onClose={close} />}
      {(asking === 'move' || asking === 'cancel') && <FlightDay departure={departure} start={asking} onClose={close} />}
    </>
  );
}

/** Closed departures keep their bookings. */
function SaleButton({ departure }: { departure: Departure }) {
  const change = useDepartureChange(departure._id);
  const isOpen = departure.status === 'open';
  const turn = () =>
    change.mutate(
      { version: departure.version, status: isOpen ? 'closed' : 'open' },
      {
        onSuccess: () => toast.success(isOpen ? 'Sale closed. Bookings stay.' : 'Sale opened.'),
        onError: (failure) => tell(failure),
      },
    );
  return (
    <Button variant="secondary" loading={change.isPending} onClick={turn} className="px-4 text-sm">
      {isOpen ? 'Close sale' : 'Open sale'}
    </Button>
  );
}
