// Map of a route: its connections, overnight stops, and the highlighted position.
import { useEffect, useMemo, useRef } from 'react';
import type { Day } from '../../api/types';
import type { Engine } from '../map/engine';
import { paddedBounds } from '../map/geometry';
import { MapFrame } from '../map/MapFrame';
import { MapMarker } from '../map/MapMarker';
import { nearestPosition, positionAt, type RoutePosition } from '../map/position-along-route';
import { type Leg, type Stop, walkedPlaces } from '../map/route-legs';
import { Stops } from './Stops';

export interface RouteOnMapProps {
  trek: string;
  days: Day[];
  legs: Leg[];
  stops: Stop[];
  day: number;
  spot: RoutePosition | null;
  onPoint: (day: number, along?: number) => void;
}

export function RouteOnMap({ trek, days, legs, stops, day, spot, onPoint }: RouteOnMapProps) {
  const places = useMemo(() => stops.map((stop) => stop.at), [stops]);
  const bounds = useMemo(() => paddedBounds(places), [places]);
  const walked = useMemo(() => paddedBounds(walkedPlaces(legs)), [legs]);
  return (
    <MapFrame
      label={`Route of ${trek}`}
      types="choice"
      bounds={bounds}
      first={walked}
      closest={12}
      ways={legs}
      day={day}
      taken={places}
      className="h-[500px] rounded-none! border-0!"
    >
      {(view, engine) => (
        <>
          <PointerTracking engine={engine} days={days} day={day} zoom={view.zoom} onPoint={onPoint} />
          <Stops stops={stops} day={day} zoom={view.zoom} engine={engine} />
          {spot?.at && (
            <MapMarker at={spot.at} layer={5} through>
              <span
                data-spot
                className="pointer-events-none block size-4 rounded-full border-2 border-raised bg-laligurans shadow-float"
              />
            </MapMarker>
          )}
        </>
      )}
    </MapFrame>
  );
}

/** Converts the mouse position on the map to the nearest day and position along the route. */
function PointerTracking({
  engine,
  days,
  day,
  zoom,
  onPoint,
}: {
  engine: Engine;
  days: Day[];
  day: number;
  zoom: number;
  onPoint: (day: number, along?: number) => void;
}) {
  const now = useRef({ day, zoom, onPoint });
  now.current = { day, zoom, onPoint };
  useEffect(
    () =>
      engine.onHover((at) => {
        const along = at && nearestPosition(days, at, now.current.zoom, now.current.day);
        now.current.onPoint((along !== null && positionAt(days, along)?.day) || 0, along ?? undefined);
      }),
    [engine, days],
  );
  return null;
}
