// Where each trek walks, for the map of all packages: asked for when that view is opened.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, ask } from '../../api/client';
import { TREKS_MAX_AGE_MS } from '../../api/query';
import type { Coordinates, TrekOnMap, TrekSummary } from '../../api/types';
import { readPath } from '../../lib/json';
import { isPlace } from '../map/geometry';
import type { Leg } from '../map/route-legs';

export const trekMapQuery = queryOptions({
  queryKey: ['trek-map'],
  queryFn: async ({ signal }) => {
    const answer: unknown = await ask(api.GET('/api/treks/map', { signal }), 'silent');
    const treks = readPath(answer, 'data', 'treks');
    if (!Array.isArray(treks)) throw new ApiFailure(0, null);
    return new Map((treks as TrekOnMap[]).map((trek) => [trek._id, trek]));
  },
  staleTime: TREKS_MAX_AGE_MS,
});

/** A trek with its pin: at its highest point, or where it ends while that is not known. */
export interface Plotted {
  trek: TrekSummary;
  at: Coordinates;
  /** What the pin marks: 'Kala Patthar'; absent where it is the ending place. */
  summit?: { name: string; altitude: number };
}

export function plotTreks(treks: readonly TrekSummary[], drawn: ReadonlyMap<string, TrekOnMap> | undefined): Plotted[] {
  return treks.flatMap((trek): Plotted[] => {
    const highest = drawn?.get(trek._id)?.highestPoint;
    if (highest && isPlace(highest.coordinates)) return [{ trek, at: highest.coordinates, summit: highest }];
    const end = trek.endingPlace?.coordinates;
    return isPlace(end) ? [{ trek, at: end }] : [];
  });
}

/** The lines of the treks for the map; `day` is the place of the trek in the list, from 1. */
export function linesOf(plotted: readonly Plotted[], drawn: ReadonlyMap<string, TrekOnMap> | undefined): Leg[] {
  return plotted.flatMap(({ trek }, index) =>
    (drawn?.get(trek._id)?.lines ?? []).flatMap((line): Leg[] => {
      const points = line.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));
      const [from, ...rest] = points;
      const to = rest.pop();
      return from && to ? [{ day: index + 1, mode: 'walking', from, to, through: rest }] : [];
    }),
  );
}
