// The map of a day: waypoints are added by a click and dragged. The rows next to it offer the same without the map.
import clsx from 'clsx';
import { MapPinPlus } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import type { Coordinates } from '../../api/types';
import { Button } from '../../ui/Button';
import type { Engine } from '../map/engine';
import { type Bounds, paddedBounds } from '../map/geometry';
import { MapFrame } from '../map/MapFrame';
import { MapMarker } from '../map/MapMarker';
import type { Armed } from './DayBody';
import type { Drawing, PinAt } from './map-key';
import type { DayMove } from './reducer';

const NOTHING = '{"pins":[],"legs":[]}';

/** Five decimals are a precision of one metre. */
const written = ({ latitude, longitude }: Coordinates) => ({
  latitude: latitude.toFixed(5),
  longitude: longitude.toFixed(5),
});

export const DayMap = memo(function DayMap({
  label,
  drawing,
  placing,
  move,
  armed,
  onArm,
}: {
  label: string;
  drawing: string;
  /** Name of the waypoint that the next click places. */
  placing: string;
  move: (move: DayMove) => void;
  armed: Armed;
  onArm: (armed: Armed) => void;
}) {
  const { pins, legs } = useMemo(() => JSON.parse(drawing || NOTHING) as Drawing, [drawing]);
  const bounds = useFirstBounds(pins);
  const adding = armed !== null && 'add' in armed;
  const chosen = armed && 'waypoint' in armed ? armed.waypoint : null;
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
      <MapFrame label={label} types="cycle" bounds={bounds} closest={12} ways={legs} className="min-h-72 flex-1">
        {(_, engine) => (
          <>
            {armed && <Taps engine={engine} onTap={onTap} />}
            {pins.map((pin) => (
              <Pin key={pin.key} pin={pin} chosen={chosen === pin.key} move={move} />
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
          {placing ? `Click where ${placing} is.` : adding ? 'Each click adds a waypoint.' : 'Pins can be dragged.'}
        </p>
      </div>
    </div>
  );
});

function Taps({ engine, onTap }: { engine: Engine; onTap: (at: Coordinates) => void }) {
  useEffect(() => engine.onTap(onTap), [engine, onTap]);
  return null;
}

function Pin({ pin, chosen, move }: { pin: PinAt; chosen: boolean; move: (move: DayMove) => void }) {
  const { key, at, number, marked } = pin;
  const onDragged = useCallback(
    (to: Coordinates) => move({ type: 'waypoint-changed', waypoint: key, to: written(to) }),
    [move, key],
  );
  return (
    <MapMarker at={at} layer={2} onDragged={onDragged}>
      <span
        data-pin={number}
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

/** Zooms to the pins when the first ones appear, and not again while they are moved. */
function useFirstBounds(pins: readonly PinAt[]): Bounds | null {
  const [bounds, setBounds] = useState<Bounds | null>(null);
  useEffect(() => {
    setBounds((known) => known ?? paddedBounds(pins.map((pin) => pin.at)));
  }, [pins]);
  return bounds;
}
