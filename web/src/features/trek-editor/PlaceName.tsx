// Input for the name of a place that proposes known places. Choosing one also fills in position and altitude.
import clsx from 'clsx';
import { useState } from 'react';
import { metres } from '../../lib/format';
import { Combobox } from '../../ui/Combobox';
import { cellClass } from './fields';
import { numberOf, type PlaceForm } from './form';
import { type KnownPlace, proposePlaces } from './known-places';
import { useEditor, useProblem } from './store';

export function PlaceName({
  field,
  label,
  place,
  under = false,
  large = false,
  onName,
  onPlace,
  className,
}: {
  field: string;
  label: string;
  place: PlaceForm;
  /** Whether a row of the same kind is above. Wide screens then show a table and hide the label. */
  under?: boolean;
  /** A separate field, not a cell of a row. */
  large?: boolean;
  onName: (name: string) => void;
  onPlace: (place: KnownPlace) => void;
  className?: string;
}) {
  const store = useEditor();
  const error = useProblem(field);
  // Proposals are computed only for the focused field: forty days have two hundred names.
  const [typing, setTyping] = useState(false);
  const errorId = `${field}-problem`;
  return (
    <div className={clsx('min-w-0', className)}>
      <span
        aria-hidden
        className={
          large
            ? 'mb-1.5 block font-medium text-ink text-sm'
            : clsx('mb-0.5 block truncate text-ink-soft text-xs', under && 'sm:hidden')
        }
      >
        {label}
      </span>
      <Combobox
        label={label}
        text={place.name}
        onText={(name) => {
          setTyping(true);
          onName(name);
        }}
        items={typing ? proposePlaces(store.form(), place) : []}
        itemKey={({ name, source }) => `${source} ${name}`}
        renderItem={(one) => <Proposal place={one} />}
        onPick={(one) => {
          setTyping(false);
          onPlace(one);
        }}
        invalid={error !== undefined}
        describedBy={error ? errorId : undefined}
        inputProps={{ 'data-field': field, onBlur: () => setTyping(false) } as object}
        inputClassName={clsx(cellClass, 'bg-raised!', large && 'min-h-11 px-3.5 py-2 text-base')}
        listClassName="min-w-56 max-h-56"
      />
      {error && (
        <span id={errorId} role={large ? 'alert' : undefined} className="mt-0.5 block text-danger text-xs">
          {error}
        </span>
      )}
    </div>
  );
}

function Proposal({ place }: { place: KnownPlace }) {
  const altitude = numberOf(place.altitude);
  return (
    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-3 text-sm">
      <span className="truncate font-medium">{place.name}</span>
      <span className="figures shrink-0 text-ink-soft text-xs">
        {altitude !== null && `${metres(altitude)} · `}
        {place.source === 'trek' ? 'this trek' : 'map'}
      </span>
    </span>
  );
}
