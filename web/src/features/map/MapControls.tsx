// Controls over a map: map type, zoom, attribution, and the panel that replaces a failed map.
import { Layers, Map as MapSign, Maximize, Minus, Plus } from 'lucide-react';
import { joinWords } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Segmented } from '../../ui/Toggle';
import type { Engine } from './engine';
import { type Bounds, NEPAL } from './geometry';
import { type Kind, nextKind, type Tiles } from './tiles';

const KIND_LABELS: Record<Kind, string> = {
  roadmap: 'Roadmap',
  satellite: 'Satellite',
  terrain: 'Terrain',
  hybrid: 'Hybrid',
};

/** 'cycle': one button that switches to the next type; 'choice': all types, 'Default' first. */
export type TypeControl = 'cycle' | 'choice';

export function TypeButtons({
  manner,
  kinds,
  kind,
  onKind,
}: {
  manner: TypeControl;
  kinds: Kind[];
  kind: Kind;
  onKind: (kind: Kind) => void;
}) {
  return (
    <div className="absolute top-3 left-3 z-20 max-w-[calc(100%-5.5rem)]">
      {manner === 'cycle' ? (
        <Button variant="secondary" size="sm" onClick={() => onKind(nextKind(kinds, kind))}>
          <Layers aria-hidden className="size-4" />
          <span className="sr-only">Map type: </span>
          {KIND_LABELS[kind]}
        </Button>
      ) : (
        <Segmented<Kind>
          label="Map type"
          size="sm"
          value={kind}
          onChange={onKind}
          options={kinds.map((one) => ({ value: one, label: one === 'roadmap' ? 'Default' : KIND_LABELS[one] }))}
        />
      )}
    </div>
  );
}

/** Consent button, if the agency requires consent: nothing is loaded from other services before a click on it. */
export function LoadTiles({ services, onLoad }: { services: string[]; onLoad: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-raised px-3 py-2.5">
      <Button variant="secondary" size="sm" onClick={onLoad}>
        <Layers aria-hidden className="size-4" />
        Load detailed map
      </Button>
      <p className="min-w-48 flex-1 text-ink-soft text-xs">
        Loads images from {joinWords(services)}, which then see your IP address.
      </p>
    </div>
  );
}

export type MapFailure = 'refused' | 'broken';

export function FailurePanel({ trouble, onOwnMap }: { trouble: MapFailure; onOwnMap: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 z-30 flex flex-col items-center justify-center gap-4 bg-stone p-6 text-center"
    >
      <p className="font-display font-semibold text-ink text-xl">The map could not be loaded</p>
      <p className="max-w-measure text-ink-soft">
        {trouble === 'refused'
          ? "The map service didn't accept our key. The same places are in the list beside the map."
          : "This browser can't draw the map. The same places are in the list beside it."}
      </p>
      {trouble === 'refused' && (
        <Button variant="secondary" onClick={onOwnMap}>
          Show the simple map
        </Button>
      )}
    </div>
  );
}

export function ZoomButtons({ engine, bounds, closest }: { engine: Engine; bounds: Bounds | null; closest: number }) {
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
          aria-label="Show all markers"
          title="Show all markers"
          className={look}
          onClick={() => engine.fit(bounds, closest)}
        >
          <Maximize aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}

/** Names of services and data sources are not translated and not wrapped (Map Tiles API policies). */
export function Attribution({ tiles, copyright }: { tiles: Tiles[]; copyright: string }) {
  const named = [...tiles.map((one) => one.attribution), copyright].filter(Boolean);
  const texts = named.length > 0 ? [...new Set(named)] : ['Borders: Natural Earth, nepal-geojson'];
  return (
    <p
      translate="no"
      className="absolute right-0 bottom-0 z-10 max-w-full rounded-tl-sm bg-raised/85 px-2 py-0.5 text-right text-ink-soft text-xs"
    >
      {texts.map((text, index) => (
        <span key={text}>
          {index > 0 && ' · '}
          <span className="inline-block">{text}</span>
        </span>
      ))}
    </p>
  );
}
