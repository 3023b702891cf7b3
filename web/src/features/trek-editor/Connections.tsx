// Transport between the waypoints of a day (document 2 §3).
import clsx from 'clsx';
import { Plus, X } from 'lucide-react';
import { memo } from 'react';
import type { TransportMode } from '../../api/types';
import { useDebounced } from '../../lib/debounce';
import { duration as durationOf, kilometres } from '../../lib/format';
import { Button } from '../../ui/Button';
import { focusNeighbour } from '../../ui/focus-neighbour';
import { MODE_STYLES, MODES } from '../map/modes';
import { CellInput, CellSelect } from './fields';
import type { ConnectionForm, DayForm, WaypointForm } from './form';
import { missingOf } from './legs';
import type { DayMove } from './reducer';
import { useProblem } from './store';

const NAMES_FOLLOW_MS = 250;

export const Connections = memo(
  function Connections({ day, path, move }: { day: DayForm; path: string; move: (move: DayMove) => void }) {
    const problem = useProblem(`${path}.connections`);
    const names = useNames(day.waypoints);
    return (
      <fieldset className="drawn-in-sight mt-5">
        <legend className="mb-1.5 font-semibold text-sm">Connections</legend>
        {problem && (
          <p role="alert" className="mb-2 text-danger text-sm">
            {problem}
          </p>
        )}
        <ol className="grid gap-2.5">
          {day.connections.map((one, at) => (
            <ConnectionRow
              key={one.key}
              connection={one}
              at={at}
              names={names}
              proposed={proposalFor(one, day)}
              field={`${path}.connections[${at}]`}
              move={move}
            />
          ))}
        </ol>
        <Button
          variant="secondary"
          size="sm"
          className="mt-2.5"
          data-field={`${path}.connections`}
          onClick={() => move({ type: 'connection-added' })}
        >
          <Plus aria-hidden className="size-4" />
          Add Connection
        </Button>
      </fieldset>
    );
  },
  (before, after) =>
    before.path === after.path &&
    before.move === after.move &&
    before.day.waypoints === after.day.waypoints &&
    before.day.connections === after.day.connections,
);

/**
 * The names as one string, so that a row renders again only when they change. They are debounced, because each typed
 * letter of a name would otherwise render the choices of every connection.
 */
function useNames(waypoints: DayForm['waypoints']): string {
  const line = (one: WaypointForm, at: number) => `${one.key}\t${one.name.trim() || `Waypoint ${at + 1}`}`;
  const settled = useDebounced(waypoints, NAMES_FOLLOW_MS);
  const known = new Map(settled.map((one, at) => [one.key, line(one, at)]));
  // A new waypoint appears without the delay.
  return waypoints.map((one, at) => known.get(one.key) ?? line(one, at)).join('\n');
}

/** The values that the estimate would fill in: 'by vehicle, 86 km, 3 h 25 min'; null if none are missing. */
function proposalFor(one: ConnectionForm, day: DayForm): string | null {
  const missing = missingOf(one, day);
  if (!missing) return null;
  const { transportMode, distance, duration } = missing;
  const parts = [
    transportMode && `by ${MODE_STYLES[transportMode].word.toLowerCase()}`,
    distance && kilometres(Number(distance)),
    duration && durationOf(Number(duration)),
  ];
  return parts.filter(Boolean).join(', ');
}

const ConnectionRow = memo(function ConnectionRow({
  connection: one,
  at,
  names,
  proposed,
  field,
  move,
}: {
  connection: ConnectionForm;
  at: number;
  names: string;
  proposed: string | null;
  field: string;
  move: (move: DayMove) => void;
}) {
  const change = (to: Partial<ConnectionForm>) => move({ type: 'connection-changed', connection: one.key, to });
  return (
    <li className="flex items-start gap-1 border-line border-l-2 pl-3">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8.5rem_4.5rem_4.5rem]">
        <End
          which="from"
          label="From"
          connection={one}
          field={`${field}.fromWaypointIndex`}
          names={names}
          change={change}
        />
        <End which="to" label="To" connection={one} field={`${field}.toWaypointIndex`} names={names} change={change} />
        <CellSelect
          field={`${field}.transportMode`}
          label="Transport"
          value={one.transportMode}
          onChange={(mode) => change({ transportMode: mode as TransportMode })}
          className="col-span-2 sm:col-span-1"
        >
          {MODES.map((mode) => (
            <option key={mode} value={mode}>
              {MODE_STYLES[mode].word}
            </option>
          ))}
        </CellSelect>
        <Measures connection={one} field={field} change={change} />
        {one.transportMode === 'custom' && (
          <CellInput
            field={`${field}.customTransportType`}
            label="Transport type"
            value={one.customTransportType}
            onChange={(customTransportType) => change({ customTransportType })}
            className="col-span-2"
          />
        )}
        <CellInput
          field={`${field}.description`}
          label="Leg description"
          value={one.description}
          onChange={(description) => change({ description })}
          className={clsx('col-span-2', proposed || one.transportMode === 'custom' ? 'sm:col-span-3' : 'sm:col-span-5')}
        />
        {proposed && (
          <button
            type="button"
            onClick={() => move({ type: 'legs-proposed', connection: one.key })}
            title="Estimated from the positions and altitudes of the two places"
            className="col-span-2 min-h-9 self-end rounded-sm px-2 text-left text-glacier text-xs underline"
          >
            Use estimate: {proposed}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={`Remove connection ${at + 1}`}
        title="Remove"
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget);
          move({ type: 'connection-removed', connection: one.key });
        }}
        className="mt-5 flex size-9 shrink-0 items-center justify-center rounded-sm text-ink-soft hover:bg-stone hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
});

function End({
  which,
  label,
  connection,
  field,
  names,
  change,
}: {
  which: 'from' | 'to';
  label: string;
  connection: ConnectionForm;
  field: string;
  names: string;
  change: (to: Partial<ConnectionForm>) => void;
}) {
  const points = names.split('\n').map((line) => line.split('\t'));
  return (
    <CellSelect
      field={field}
      label={label}
      value={points.some(([key]) => key === connection[which]) ? connection[which] : ''}
      onChange={(key) => change({ [which]: key })}
    >
      <option value="" disabled>
        Choose
      </option>
      {points.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </CellSelect>
  );
}

function Measures({
  connection: one,
  field,
  change,
}: {
  connection: ConnectionForm;
  field: string;
  change: (to: Partial<ConnectionForm>) => void;
}) {
  return (
    <>
      <CellInput
        field={`${field}.duration`}
        label="Minutes"
        inputMode="numeric"
        value={one.duration}
        onChange={(duration) => change({ duration })}
      />
      <CellInput
        field={`${field}.distance`}
        label="km"
        inputMode="decimal"
        value={one.distance}
        onChange={(distance) => change({ distance })}
      />
    </>
  );
}
