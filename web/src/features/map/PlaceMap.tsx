// Map of the place where a trek ends, with a text alternative.
import { MapPin } from 'lucide-react';
import { useMemo } from 'react';
import type { Coordinates } from '../../api/types';
import { isPlace, paddedBounds } from './geometry';
import { MapFrame } from './MapFrame';
import { MapMarker } from './MapMarker';

export function PlaceMap({ name, at }: { name: string; at: Coordinates | undefined }) {
  const places = useMemo(() => (isPlace(at) ? [at] : []), [at]);
  const bounds = useMemo(() => paddedBounds(places), [places]);
  const [place] = places;
  if (!place) return null;
  const degrees = (value: number, [plus, minus]: [string, string]) =>
    `${Math.abs(value).toFixed(4)}° ${value < 0 ? minus : plus}`;
  return (
    <figure>
      <MapFrame label={`Map of ${name}`} types="choice" bounds={bounds} closest={8} taken={places} className="h-80">
        {() => (
          <MapMarker at={place} anchor="bottom" layer={2}>
            <MapPin aria-hidden className="size-10 fill-laligurans text-raised" strokeWidth={1.5} />
          </MapMarker>
        )}
      </MapFrame>
      <figcaption className="figures mt-2 text-ink-soft text-sm">
        {name} ends here: {degrees(place.latitude, ['N', 'S'])}, {degrees(place.longitude, ['E', 'W'])}
      </figcaption>
    </figure>
  );
}
