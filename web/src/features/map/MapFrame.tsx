// A map on a page: engine, tiles, markers and controls.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useConfig } from '../../api/useConfig';
import type { Engine, View } from './engine';
import type { Bounds } from './geometry';
import {
  Attribution,
  FailurePanel,
  LoadTiles,
  type MapFailure,
  TypeButtons,
  type TypeControl,
  ZoomButtons,
} from './MapControls';
import { MapContext } from './MapMarker';
import { PlaceNames } from './PlaceNames';
import type { Leg } from './route-legs';
import { giveTileConsent, useNeedsTileConsent } from './tile-consent';
import { type Kind, kindsOf, tileServices } from './tiles';
import { useEngine } from './useEngine';
import { useTiles } from './useTiles';

export interface MapFrameProps {
  label: string;
  bounds: Bounds | null;
  /** The initial view, if it is smaller than `bounds`. */
  first?: Bounds | null;
  /** Maximum zoom when fitting the bounds. */
  closest?: number;
  types: TypeControl;
  ways?: Leg[];
  /** The highlighted day; 0 for none. */
  day?: number;
  /** Places whose markers no name may cover. */
  taken?: { latitude: number; longitude: number }[];
  className?: string;
  children?: (view: View, engine: Engine) => ReactNode;
}

export function MapFrame(props: MapFrameProps) {
  const { label, bounds, first = null, closest = 11, ways, day = 0 } = props;
  const section = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const { engine, view, drawn, broken, tilesShown } = useEngine(section, canvas, label);
  const { kinds, kind, onKind, ownMap, onOwnMap } = useMapType();
  const setting = useConfig()?.map;
  const waiting = useNeedsTileConsent(setting);
  const { tiles, refused, copyright } = useTiles(engine, view, ownMap || waiting ? undefined : kind);
  const trouble: MapFailure | null = broken ? 'broken' : refused && !ownMap ? 'refused' : null;

  useEffect(() => {
    const begin = first ?? bounds;
    if (engine && begin) engine.fit(begin, closest);
  }, [engine, first, bounds, closest]);
  useEffect(() => engine?.setWays(ways ?? []), [engine, ways]);
  useEffect(() => engine?.chooseDay(day), [engine, day]);

  return (
    <section
      ref={section}
      aria-label={label}
      data-map-centre={view && `${view.latitude.toFixed(4)},${view.longitude.toFixed(4)}`}
      data-map-zoom={view?.zoom.toFixed(2)}
      data-map-tiles={tilesShown ? kind : 'own'}
      data-map-drawn={drawn || undefined}
      className={`relative isolate flex flex-col overflow-hidden rounded-lg border border-line bg-map-water ${props.className ?? ''}`}
    >
      <div className="relative min-h-0 flex-1">
        <div ref={canvas} className="!absolute ![font:inherit] inset-0" />
        {engine && view && !trouble && (
          <>
            <MapContext value={engine}>
              {(!tilesShown || kind === 'satellite') && (
                <PlaceNames zoom={view.zoom} taken={props.taken ?? NO_PLACES} overImages={tilesShown} />
              )}
              {props.children?.(view, engine)}
            </MapContext>
            {kinds.length > 1 && kind && !ownMap && !waiting && (
              <TypeButtons manner={props.types} kinds={kinds} kind={kind} onKind={onKind} />
            )}
            <ZoomButtons engine={engine} bounds={bounds} closest={closest} />
            <Attribution tiles={tilesShown ? tiles : []} copyright={tilesShown ? copyright : ''} />
          </>
        )}
        {trouble && <FailurePanel trouble={trouble} onOwnMap={onOwnMap} />}
      </div>
      {/* Below the map, because above it the button would cover places. */}
      {waiting && !trouble && (
        <LoadTiles services={tileServices(setting).map((one) => one.name)} onLoad={giveTileConsent} />
      )}
    </section>
  );
}

const NO_PLACES: { latitude: number; longitude: number }[] = [];

/** The shown map type: the selected one if it has tiles, none after switching to the embedded map. */
function useMapType() {
  const setting = useConfig()?.map;
  const kinds = useMemo(() => kindsOf(setting), [setting]);
  const [wanted, onKind] = useState<Kind>('roadmap');
  const [ownMap, setOwnMap] = useState(false);
  const kind = kinds.includes(wanted) ? wanted : kinds[0];
  return { kinds, kind, onKind, ownMap, onOwnMap: () => setOwnMap(true) };
}
