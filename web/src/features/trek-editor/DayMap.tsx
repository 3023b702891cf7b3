// The map beside a day: waypoints are dropped on it and dragged; the rows beside it do the same without it.
import clsx from 'clsx';
import { MapPinPlus } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Coordinates } from '../../api/types';
import { Button } from '../../ui/Button';
import type { Engine } from '../map/engine';
import { type Bounds, paddedBounds } from '../map/geometry';
import { MapFrame } from '../map/MapFrame';
import { MapMarker } from '../map/MapMarker';
import type { Leg } from '../map/ways';
import { placeOf } from './climbs';
import type { Armed } from './DayBody';
import type { ConnectionForm, WaypointForm } from './form';
import type { DayMove } from './reducer';

/** Five decimals are a metre. */
const written = ({ latitude, longitude }: Coordinates) => ({
  latitude: latitude.toFixed(5),
  longitude: longitude.toFixed(5),
});

export const DayMap = memo(function DayMap({
  label,
  waypoints,
  connections,
  move,
  armed,
  onArm,
}: {
  label: string;
  waypoints: WaypointForm[];
  connections: ConnectionForm[];
  move: (move: DayMove) => void;
  armed: Armed;
  onArm: (armed: Armed) => void;
}) {
  const pins = waypoints.flatMap((one, at) => {
    const place = placeOf(one);
    return place
      ? [{ key: one.key, at: place, number: at + 1, marked: one.isStartPoint || one.isEndPoint, name: one.name }]
      : [];
  });
  const bounds = useFirstBounds(pins.map((pin) => pin.at));
  const ways = useLegs(waypoints, connections);
  const adding = armed !== null && 'add' in armed;
  const placing = armed && 'waypoint' in armed ? waypoints.find((one) => one.key === armed.waypoint) : undefined;
  const onTap = useCallback(
    (at: Coordinates) => {
      if (!armed) return;
      if ('add' in armed) move({ type: 'waypoint-added', at: written(at) });
      else {
        move({ type: 'waypoint-changed', waypoint: armed.waypoint, to: written(at) });
        onArm(null);
      }
    },
    [armed, move, onArm],
  );
  return (
    <div className="flex h-full flex-col gap-2">
      <MapFrame label={label} types="cycle" bounds={bounds} closest={12} ways={ways} className="min-h-72 flex-1">
        {(_, engine) => (
          <>
            {armed && <Taps engine={engine} onTap={onTap} />}
            {pins.map((pin) => (
              <Pin key={pin.key} pin={pin} chosen={placing?.key === pin.key} move={move} />
            ))}
          </>
        )}
      </MapFrame>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant={adding ? 'primary' : 'secondary'}
          size="sm"
          aria-pressed={adding}
          onClick={() => onArm(adding ? null : { add: true })}
        >
          <MapPinPlus aria-hidden className="size-4" />
          Drop waypoints
        </Button>
        <p role="status" className="text-ink-soft text-xs">
          {placing
            ? `Click where ${placing.name.trim() || 'it'} lies.`
            : adding
              ? 'Each click adds a waypoint.'
              : 'Pins can be dragged.'}
        </p>
      </div>
    </div>
  );
});

function Taps({ engine, onTap }: { engine: Engine; onTap: (at: Coordinates) => void }) {
  useEffect(() => engine.onTap(onTap), [engine, onTap]);
  return null;
}

interface PinAt {
  key: string;
  at: Coordinates;
  number: number;
  marked: boolean;
  name: string;
}

function Pin({ pin, chosen, move }: { pin: PinAt; chosen: boolean; move: (move: DayMove) => void }) {
  const { key, at, number, marked, name } = pin;
  const onDragged = useCallback(
    (to: Coordinates) => move({ type: 'waypoint-changed', waypoint: key, to: written(to) }),
    [move, key],
  );
  return (
    <MapMarker at={at} layer={2} onDragged={onDragged}>
      <span
        data-pin={number}
        title={name}
        className={clsx(
          'figures flex size-7 cursor-grab select-none items-center justify-center rounded-full border-2 font-semibold text-xs shadow-float',
          chosen ? 'border-marigold bg-marigold text-night' : 'border-raised',
          !chosen && (marked ? 'bg-laligurans text-on-laligurans' : 'bg-ink text-paper'),
        )}
      >
        {number}
      </span>
    </MapMarker>
  );
}

/** The map goes to its pins when the first ones appear, and stays where it is while they are moved. */
function useFirstBounds(places: Coordinates[]): Bounds | null {
  const latest = useRef(places);
  latest.current = places;
  const [bounds, setBounds] = useState<Bounds | null>(() => paddedBounds(places));
  const some = places.length > 0;
  useEffect(() => {
    if (some) setBounds((known) => known ?? paddedBounds(latest.current));
  }, [some]);
  return bounds;
}

function useLegs(waypoints: WaypointForm[], connections: ConnectionForm[]): Leg[] {
  // Drawn anew only when a place or a connection's ends or mode have changed, not with each letter of a name.
  const text = JSON.stringify(
    connections.flatMap(({ from, to, transportMode }) => {
      const place = (key: string) => {
        const waypoint = waypoints.find((one) => one.key === key);
        return waypoint && placeOf(waypoint);
      };
      const [a, b] = [place(from), place(to)];
      return a && b ? [{ day: 1, mode: transportMode, from: a, to: b }] : [];
    }),
  );
  return useMemo(() => JSON.parse(text) as Leg[], [text]);
}
