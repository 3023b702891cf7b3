// Notice to guarantee a departure or cancel it, from two weeks before the day of decision on.
import clsx from 'clsx';
import { useState } from 'react';
import { useToday } from '../../../api/useConfig';
import { formatDate } from '../../../lib/dates';
import { lazyComponent } from '../../../lib/lazy-component';
import { plural } from '../../../lib/text';
import { Button } from '../../../ui/Button';
import type { Departure } from './departures';
import { Guarantee } from './Guarantee';
import { decisionOf } from './labels';

const FlightDay = lazyComponent(() => import('./FlightDay').then((file) => file.FlightDay));

export function Decide({ departure }: { departure: Departure }) {
  const decision = decisionOf(departure, useToday());
  const [asking, setAsking] = useState<'guarantee' | 'cancel' | null>(null);
  if (!decision) return null;
  const { minimum, seatsTaken, decideBy } = departure;
  const close = () => setAsking(null);
  return (
    <section
      aria-label="Guarantee or cancel"
      className={clsx(
        'mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-sm border px-4 py-3',
        decision.isPast ? 'border-danger bg-danger-wash' : 'border-marigold bg-marigold-wash',
      )}
    >
      <div>
        <p className={clsx('font-semibold', decision.isPast ? 'text-danger' : 'text-marigold-ink')}>
          {decision.isPast ? 'The decision is overdue' : 'Guarantee or cancel'}
        </p>
        <p className="figures text-sm">
          Decide by {formatDate(decideBy)}, {decision.when}. {plural(seatsTaken, 'seat')} sold, the minimum is {minimum}
          {decision.missing > 0 && `: ${decision.missing} missing`}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setAsking('guarantee')}>
          Guarantee
        </Button>
        <Button size="sm" variant="danger" onClick={() => setAsking('cancel')}>
          Cancel departure
        </Button>
      </div>
      {asking === 'guarantee' && <Guarantee departure={departure} onClose={close} />}
      {asking === 'cancel' && <FlightDay departure={departure} start="cancel" onClose={close} />}
    </section>
  );
}
