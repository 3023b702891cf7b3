// The waypoints of a day, one row each: name, coordinates, altitude, start and end.
import clsx from 'clsx';
import { ArrowUp, MapPin, Plus, Wrench, X } from 'lucide-react';
import { memo } from 'react';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { focusNeighbour } from '../../ui/focus-neighbour';
import type { Armed } from './DayBody';
import { CellInput } from './fields';
import { MAX_WAYPOINTS, type WaypointForm } from './form';
import { CANNOT_REMOVE, isMarked } from './moves';
import { PlaceName } from './PlaceName';
import type { DayMove } from './reducer';
import { SortableItem, SortableList } from './Sortable';
import { useProblem } from './store';

export const Waypoints = memo(function Waypoints({
  waypoints,
  path,
  move,
  armed,
  onArm,
}: {
  waypoints: WaypointForm[];
  path: string;
  move: (move: DayMove) => void;
  armed: Armed;
  onArm: (armed: Armed) => void;
}) {
  const problem = useProblem(`${path}.waypoints`);
  const placing = armed && 'waypoint' in armed ? armed.waypoint : null;
  return (
    <fieldset className="drawn-in-sight">
      <legend className="mb-1.5 font-semibold text-sm">Waypoints</legend>
      {problem && (
        <p role="alert" className="mb-2 text-danger text-sm">
          {problem}
        </p>
      )}
      <SortableList
        keys={waypoints.map((one) => one.key)}
        onMove={(from, to) => move({ type: 'waypoint-moved', from, to })}
      >
        <ol className="grid gap-1.5">
          {waypoints.map((one, at) => (
            <WaypointRow
              key={one.key}
              waypoint={one}
              at={at}
              field={`${path}.waypoints[${at}]`}
              move={move}
              placing={placing === one.key}
              onArm={onArm}
            />
          ))}
        </ol>
      </SortableList>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          data-field={`${path}.waypoints`}
          disabled={waypoints.length >= MAX_WAYPOINTS}
          onClick={() => move({ type: 'waypoint-added' })}
        >
          <Plus aria-hidden className="size-4" />
          Add Waypoint
        </Button>
        <Button variant="ghost" size="sm" onClick={() => move({ type: 'waypoints-fixed' })}>
          <Wrench aria-hidden className="size-4" />
          Fix Waypoints
        </Button>
      </div>
    </fieldset>
  );
});

const WaypointRow = memo(function WaypointRow({
  waypoint,
  at,
  field,
  move,
  placing,
  onArm,
}: {
  waypoint: WaypointForm;
  at: number;
  field: string;
  move: (move: DayMove) => void;
  placing: boolean;
  onArm: (armed: Armed) => void;
}) {
  const { key } = waypoint;
  const called = waypoint.name.trim() || `waypoint ${at + 1}`;
  return (
    <SortableItem id={key} label={called} className="flex items-start gap-1 rounded-sm">
      {(handle) => (
        <>
          <div className={clsx('flex shrink-0 items-center pt-5', at > 0 && 'sm:pt-0')}>
            {handle}
            <span className="figures w-4 text-center text-ink-soft text-xs">{at + 1}</span>
          </div>
          <WaypointFields waypoint={waypoint} at={at} field={field} move={move} />
          <WaypointActions waypoint={waypoint} at={at} called={called} move={move} placing={placing} onArm={onArm} />
        </>
      )}
    </SortableItem>
  );
});

interface RowPart {
  waypoint: WaypointForm;
  at: number;
  move: (move: DayMove) => void;
}

function WaypointFields({ waypoint, at, field, move }: RowPart & { field: string }) {
  const change = (to: Partial<WaypointForm>) => move({ type: 'waypoint-changed', waypoint: waypoint.key, to });
  return (
    <div className="grid min-w-0 flex-1 grid-cols-3 gap-1.5 sm:grid-cols-[minmax(0,1fr)_6rem_6rem_4.75rem]">
      <PlaceName
        field={`${field}.name`}
        under={at > 0}
        label="Name"
        place={waypoint}
        onName={(name) => change({ name })}
        onPlace={({ name, latitude, longitude, altitude }) =>
          change({ name, latitude, longitude, ...(altitude !== '' && { altitude }) })
        }
        className="col-span-3 sm:col-span-1"
      />
      <CellInput
        field={`${field}.coordinates.latitude`}
        under={at > 0}
        label="Latitude"
        inputMode="decimal"
        value={waypoint.latitude}
        onChange={(latitude) => change({ latitude })}
      />
      <CellInput
        field={`${field}.coordinates.longitude`}
        under={at > 0}
        label="Longitude"
        inputMode="decimal"
        value={waypoint.longitude}
        onChange={(longitude) => change({ longitude })}
      />
      <CellInput
        field={`${field}.altitude`}
        under={at > 0}
        label="Altitude (m)"
        inputMode="numeric"
        value={waypoint.altitude}
        onChange={(altitude) => change({ altitude })}
      />
    </div>
  );
}

function WaypointActions({
  waypoint,
  at,
  called,
  move,
  placing,
  onArm,
}: RowPart & { called: string; placing: boolean; onArm: (armed: Armed) => void }) {
  const { key } = waypoint;
  const remove = (pressed: HTMLElement) => {
    if (isMarked(waypoint)) {
      toast.error(CANNOT_REMOVE);
      return;
    }
    focusNeighbour(pressed);
    move({ type: 'waypoint-removed', waypoint: key });
  };
  const icon = 'flex size-9 items-center justify-center rounded-sm text-ink-soft hover:bg-stone hover:text-ink';
  return (
    <div className={clsx('flex shrink-0 flex-col items-center pt-5 sm:flex-row', at > 0 && 'sm:pt-0')}>
      <Mark
        label="Start"
        of={called}
        on={waypoint.isStartPoint}
        onSet={() => move({ type: 'start-set', waypoint: key })}
      />
      <Mark label="End" of={called} on={waypoint.isEndPoint} onSet={() => move({ type: 'end-set', waypoint: key })} />
      {/* An alternative to dragging and to the keyboard (WCAG 2.5.7). */}
      <button
        type="button"
        aria-label={`Move ${called} up`}
        title="Move up"
        disabled={at === 0}
        onClick={() => move({ type: 'waypoint-moved', from: at, to: at - 1 })}
        className={clsx(icon, 'disabled:invisible sm:w-7')}
      >
        <ArrowUp aria-hidden className="size-4" />
      </button>
      <button
        type="button"
        aria-label={`Place ${called} on the map`}
        title="Place on the map"
        aria-pressed={placing}
        onClick={() => onArm(placing ? null : { waypoint: key })}
        className={clsx(icon, 'aria-pressed:bg-glacier-wash aria-pressed:text-glacier')}
      >
        <MapPin aria-hidden className="size-4" />
      </button>
      <button
        type="button"
        aria-label={`Remove ${called}`}
        title="Remove"
        onClick={({ currentTarget }) => remove(currentTarget)}
        className={icon}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

function Mark({ label, of, on, onSet }: { label: 'Start' | 'End'; of: string; on: boolean; onSet: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={`Set as ${label}: ${of}`}
      title={`Set as ${label}`}
      onClick={onSet}
      className={clsx(
        'min-h-7 rounded-sm px-1.5 font-medium text-xs',
        on ? 'bg-juniper-wash text-juniper' : 'text-ink-soft hover:bg-stone hover:text-ink',
      )}
    >
      {label}
    </button>
  );
}
