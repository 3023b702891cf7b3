// What the colours of the calendar mean, and how its entries are moved.
import { Kbd } from '../../../../ui/Kbd';
import { LOOKS } from './look';

const MEANINGS = [
  ['guaranteed', 'Guaranteed'],
  ['booked', 'Some seats sold or held'],
  ['empty', 'No seats sold'],
  ['private', 'Private booking'],
  ['over', 'Completed or cancelled'],
] as const;

export function Legend({ canMove, isByGuide }: { canMove: boolean; isByGuide: boolean }) {
  return (
    <div className="mt-3 grid gap-2 text-ink-soft text-xs">
      <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1">
        {MEANINGS.map(([look, meaning]) => (
          <li key={look} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-3 rounded-xs border border-l-4 ${LOOKS[look]}`} />
            {meaning}
          </li>
        ))}
      </ul>
      {canMove && (
        <p id="calendar-keys">
          Drag a departure or a paid private booking to other days{isByGuide && ' or another guide'}, or select it with
          the arrow keys and press <Kbd keys="M" />. You confirm every change before it is made. <Kbd keys="Enter" />{' '}
          opens the entry.
        </p>
      )}
    </div>
  );
}
