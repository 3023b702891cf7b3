// Routes of all treks for the map view; fetched when that view is opened.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData } from '../../api/client';
import { TREKS_MAX_AGE_MS } from '../../api/query';
import type { Coordinates, TrekOnMap, TrekSummary } from '../../api/types';
import { trekMapAnswer } from '../../api/validators/trek-map';
import { isPlace } from '../map/geometry';
import type { Leg } from '../map/route-legs';

export const trekMapQuery = queryOptions({
  queryKey: ['trek-map'],
  queryFn: async ({ signal }) => {
    const { treks } = await requestData(api.GET('/api/treks/map', { signal }), trekMapAnswer);
    return new Map(treks.map((trek) => [trek._id, trek]));
  },
  staleTime: TREKS_MAX_AGE_MS,
});

/** A trek with its pin: at the highest point, or at the ending place when that is unknown. */
export interface Plotted {
  trek: TrekSummary;
  at: Coordinates;
  /** The place of the pin, for example 'Kala Patthar'; undefined for the ending place. */
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

/** Lines of the treks for the map; `day` is the position of the trek in the list, from 1. */
export function trekLines(plotted: readonly Plotted[], drawn: ReadonlyMap<string, TrekOnMap> | undefined): Leg[] {
  return plotted.flatMap(({ trek }, index) =>
    (drawn?.get(trek._id)?.lines ?? []).flatMap((line): Leg[] => {
      const points = line.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));
      const [from, ...rest] = points;
      const to = rest.pop();
      return from && to ? [{ day: index + 1, mode: 'walking', from, to, through: rest }] : [];
    }),
  );
}
