// A map on a page: loads the engine when it is about to be seen, holds type and zoom buttons, tells what went wrong.
import { Layers, Map as MapSign, Maximize, Minus, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useConfig } from '../../api/useConfig';
import { Button } from '../../ui/Button';
import { Segmented } from '../../ui/Toggle';
import type { Engine, View } from './engine';
import { type Bounds, NEPAL } from './geometry';
import { MapContext } from './MapMarker';
import { Names } from './Names';
import { type Kind, kindsOf, nextKind, openTiles, RefusedKey, type Tiles } from './tiles';
import type { Leg } from './ways';

const KIND_WORDS: Record<Kind, string> = {
  roadmap: 'Roadmap',
  satellite: 'Satellite',
  terrain: 'Terrain',
  hybrid: 'Hybrid',
};

type Trouble = 'refused' | 'broken';

export interface MapFrameProps {
  label: string;
  bounds: Bounds | null;
  /** Zoom that fitting the bounds does not go beyond. */
  closest?: number;
  /** 'cycle': one button that goes through the types; 'choice': all of them, 'Default' first. */
  types: 'cycle' | 'choice';
  ways?: Leg[];
  /** Drawn stronger; 0 is none. */
  day?: number;
  /** Pins that no name may cover. */
  taken?: { latitude: number; longitude: number }[];
  className?: string;
  children?: (view: View, engine: Engine) => ReactNode;
}

export function MapFrame({
  label,
  bounds,
  closest = 11,
  types,
  ways,
  day = 0,
  taken,
  className,
  children,
}: MapFrameProps) {
  const section = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const { engine, view, drawn, broken, tilesShown } = useEngine(section, canvas, label);
  const setting = useConfig()?.map;
  const kinds = useMemo(() => kindsOf(setting), [setting]);
  const [wanted, setWanted] = useState<Kind>('roadmap');
  const kind = kinds.includes(wanted) ? wanted : kinds[0];
  const [ownMap, setOwnMap] = useState(false);
  const { tiles, refused } = useTiles(engine, ownMap ? undefined : kind);
  const trouble: Trouble | null = broken ? 'broken' : refused && !ownMap ? 'refused' : null;

  useEffect(() => {
    if (engine && bounds) engine.fit(bounds, closest);
  }, [engine, bounds, closest]);
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
      className={`relative isolate overflow-hidden rounded-lg border border-line bg-map-water ${className ?? ''}`}
    >
      <div ref={canvas} className="!absolute ![font:inherit] inset-0" />
      {engine && view && !trouble && (
        <MapContext value={engine}>
          {(!tilesShown || kind === 'satellite') && (
            <Names zoom={view.zoom} taken={taken ?? []} overImages={tilesShown} />
          )}
          {children?.(view, engine)}
        </MapContext>
      )}
      {engine && !trouble && (
        <>
          {kinds.length > 1 && kind && !ownMap && (
            <div className="absolute top-3 left-3 z-20 max-w-[calc(100%-5.5rem)]">
              {types === 'cycle' ? (
                <Button variant="secondary" size="sm" onClick={() => setWanted(nextKind(kinds, kind))}>
                  <Layers aria-hidden className="size-4" />
                  <span className="sr-only">Map type: </span>
                  {KIND_WORDS[kind]}
                </Button>
              ) : (
                <Segmented<Kind>
                  label="Map type"
                  size="sm"
                  value={kind}
                  onChange={setWanted}
                  options={kinds.map((one) => ({ value: one, label: one === 'roadmap' ? 'Default' : KIND_WORDS[one] }))}
                />
              )}
            </div>
          )}
          <ZoomButtons engine={engine} bounds={bounds} closest={closest} />
          <Attribution tiles={tilesShown ? tiles : []} />
        </>
      )}
      {trouble && (
        <div
          role="alert"
          className="absolute inset-0 z-30 flex flex-col items-center justify-center gap-4 bg-stone p-6 text-center"
        >
          <p className="font-display font-semibold text-ink text-xl">The map could not be loaded</p>
          <p className="max-w-measure text-ink-soft">
            {trouble === 'refused'
              ? 'The map service did not accept our key. What the map would show is in the list beside it.'
              : 'This browser cannot draw it. What the map would show is in the list beside it.'}
          </p>
          {trouble === 'refused' && (
            <Button variant="secondary" onClick={() => setOwnMap(true)}>
              Show the simple map
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Starts the engine when the map comes near the screen, and ends it with the page. */
function useEngine(
  section: React.RefObject<HTMLElement | null>,
  canvas: React.RefObject<HTMLDivElement | null>,
  label: string,
) {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [broken, setBroken] = useState(false);
  const [tilesShown, setTilesShown] = useState(false);
  const near = useNear(section);
  useEffect(() => {
    if (!near) return;
    let ended = false;
    let started: Engine | undefined;
    const start = async () => {
      const { startEngine } = await import('./engine');
      if (ended || !canvas.current) return;
      started = startEngine(canvas.current, {
        label: `${label}, map`,
        view: NEPAL,
        onMove: setView,
        onDrawn: () => setDrawn(true),
        onTiles: setTilesShown,
      });
      setEngine(started);
      setView(started.view());
    };
    start().catch(() => {
      if (!ended) setBroken(true);
    });
    return () => {
      ended = true;
      started?.end();
      setEngine(null);
      setDrawn(false);
      setTilesShown(false);
    };
  }, [near, canvas, label]);
  return { engine, view, drawn, broken, tilesShown };
}

function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return near;
}

/** Tiles of the chosen kind over the map; those that cannot be had leave it as it is. */
function useTiles(engine: Engine | null, kind: Kind | undefined) {
  const setting = useConfig()?.map;
  const [tiles, setTiles] = useState<Tiles[]>([]);
  const [refused, setRefused] = useState(false);
  const show = useCallback(
    (next: Tiles[]) => {
      setTiles(next);
      engine?.setTiles(next);
    },
    [engine],
  );
  useEffect(() => {
    if (!engine || !setting) return;
    if (!kind) {
      show([]);
      return;
    }
    const ended = new AbortController();
    openTiles(setting, kind, engine.view(), ended.signal).then(
      (opened) => {
        if (ended.signal.aborted) return;
        setRefused(false);
        show(opened);
      },
      (error: unknown) => {
        if (ended.signal.aborted) return;
        setRefused(error instanceof RefusedKey);
        show([]);
      },
    );
    return () => ended.abort();
  }, [engine, setting, kind, show]);
  return { tiles, refused };
}

function ZoomButtons({ engine, bounds, closest }: { engine: Engine; bounds: Bounds | null; closest: number }) {
  const look = 'flex size-11 items-center justify-center text-ink hover:bg-stone -outline-offset-2';
  return (
    <div className="absolute top-3 right-3 z-20 flex flex-col divide-y divide-line overflow-hidden rounded-sm border border-line-strong bg-raised">
      <button type="button" aria-label="Zoom in" className={look} onClick={() => engine.zoomBy(1)}>
        <Plus aria-hidden className="size-5" />
      </button>
      <button type="button" aria-label="Zoom out" className={look} onClick={() => engine.zoomBy(-1)}>
        <Minus aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        aria-label="Show all of Nepal"
        title="Show all of Nepal"
        className={look}
        onClick={() => engine.go(NEPAL)}
      >
        <MapSign aria-hidden className="size-5" />
      </button>
      {bounds && (
        <button
          type="button"
          aria-label="Show all that is marked"
          title="Show all that is marked"
          className={look}
          onClick={() => engine.fit(bounds, closest)}
        >
          <Maximize aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}

function Attribution({ tiles }: { tiles: Tiles[] }) {
  const own = 'Borders: Natural Earth, nepal-geojson';
  const texts = [...new Set(tiles.map((one) => one.attribution).filter(Boolean))];
  return (
    <p className="absolute right-0 bottom-0 z-10 max-w-full truncate rounded-tl-sm bg-raised/85 px-2 py-0.5 text-ink-soft text-xs">
      {texts.length > 0 ? texts.join(' · ') : own}
    </p>
  );
}
