// Names of towns, villages and peaks on the embedded map. They are HTML, since text in the map needs a font server.
import clsx from 'clsx';
import { Mountain } from 'lucide-react';
import { useMemo } from 'react';
import { metres } from '../../lib/text';
import { type NamedPlace, PLACES } from './basemap/places';
import { fittingNames } from './geometry';
import { MapMarker } from './MapMarker';

const nameStyles: Record<NamedPlace['kind'], string> = {
  country: 'font-display font-semibold text-ink-soft text-sm uppercase tracking-[0.14em]',
  town: 'font-medium text-ink text-xs',
  village: 'text-ink text-xs',
  peak: 'text-ink-soft text-xs',
  pass: 'text-ink-soft text-xs',
  lake: 'text-glacier text-xs italic',
};

export function PlaceNames({
  zoom,
  taken,
  overImages,
}: {
  zoom: number;
  taken: { latitude: number; longitude: number }[];
  overImages: boolean;
}) {
  // Independent of the map's centre, so that dragging causes no re-render.
  const named = useMemo(() => fittingNames(PLACES, zoom, taken), [zoom, taken]);
  return named.map((place) => (
    <MapMarker key={place.name} at={place} layer={0}>
      <span
        aria-hidden
        data-map-name
        className={clsx(
          'pointer-events-none flex select-none flex-col items-center whitespace-nowrap leading-tight',
          nameStyles[place.kind],
          overImages && 'rounded-sm bg-raised/80 px-1',
        )}
      >
        {place.kind === 'peak' || place.kind === 'pass' ? (
          <Mountain className="size-3" strokeWidth={2.25} />
        ) : (
          place.kind !== 'country' && <span className="size-1.5 rounded-full border border-current" />
        )}
        {place.name}
        {(place.kind === 'peak' || place.kind === 'pass') && place.altitude && zoom >= 8 && (
          <span className="figures">{metres(place.altitude)}</span>
        )}
      </span>
    </MapMarker>
  ));
}
