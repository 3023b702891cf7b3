// Geometry of maps: valid coordinates, bounds with 10% padding, and grouping of markers that would overlap.
import type { Coordinates } from '../../api/types';

/** West, south, east, north. */
export type Bounds = [number, number, number, number];

/** Initial view of the packages map (document 1 §9). */
export const NEPAL = { latitude: 28.3949, longitude: 84.124, zoom: 5 } as const;
export const PADDING = 0.1;
/** Minimum span in degrees, so that a single place does not fill the map with one village. */
const MIN_SPAN = 0.12;

/** False for invalid coordinates and for 0, 0, which trek documents use for unknown places. */
export function isPlace(at: Coordinates | null | undefined): at is Coordinates {
  if (!at || !Number.isFinite(at.latitude) || !Number.isFinite(at.longitude)) return false;
  return Math.abs(at.latitude) <= 85 && Math.abs(at.longitude) <= 180 && (at.latitude !== 0 || at.longitude !== 0);
}

/** The smallest bounds around the places, padded by a tenth of their size on each side; null without a place. */
export function paddedBounds(places: readonly Coordinates[], padding = PADDING): Bounds | null {
  const known = places.filter(isPlace);
  if (known.length === 0) return null;
  const longitudes = known.map((at) => at.longitude);
  const latitudes = known.map((at) => at.latitude);
  const [west, east] = paddedRange(longitudes, padding);
  const [south, north] = paddedRange(latitudes, padding);
  return [west, Math.max(-85, south), east, Math.min(85, north)];
}

function paddedRange(values: number[], padding: number): [number, number] {
  let least = values[0] ?? 0;
  let most = least;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const missing = Math.max(0, MIN_SPAN - (most - least)) / 2;
  const spare = (most - least) * padding + missing;
  return [least - spare, most + spare];
}

/** Pixel position on the world map at a zoom (Web Mercator, tiles of 512 pixels). */
export function worldPixel(at: Coordinates, zoom: number): { x: number; y: number } {
  const size = 512 * 2 ** zoom;
  const sine = Math.sin((at.latitude * Math.PI) / 180);
  return {
    x: ((at.longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
}

export interface Group<Item> {
  key: string;
  at: Coordinates;
  items: Item[];
}

/**
 * Groups items whose markers would overlap. Distances are in pixels at this zoom, independent of the viewport, so that
 * dragging the map does not change the groups.
 */
export function groupOverlapping<Item extends { at: Coordinates }>(
  items: readonly Item[],
  zoom: number,
  room = 40,
): Group<Item>[] {
  const groups: (Group<Item> & { x: number; y: number })[] = [];
  const cells = new Map<string, typeof groups>();
  for (const item of items) {
    if (!isPlace(item.at)) continue;
    const { x, y } = worldPixel(item.at, zoom);
    const [column, row] = [Math.floor(x / room), Math.floor(y / room)];
    let home: (typeof groups)[number] | undefined;
    for (let dx = -1; dx <= 1 && !home; dx++) {
      for (let dy = -1; dy <= 1 && !home; dy++) {
        home = cells.get(`${column + dx}/${row + dy}`)?.find((one) => Math.hypot(one.x - x, one.y - y) < room);
      }
    }
    if (home) {
      home.items.push(item);
    } else {
      const group = { key: `${item.at.latitude},${item.at.longitude}`, at: item.at, items: [item], x, y };
      groups.push(group);
      const cell = `${column}/${row}`;
      cells.set(cell, [...(cells.get(cell) ?? []), group]);
    }
  }
  return groups.map(({ key, at, items: together }) => ({ key, at, items: together }));
}

interface Named extends Coordinates {
  name: string;
  from: number;
  to?: number;
}

/** The names that fit at a zoom; earlier ones have priority. `taken` are markers that no name may cover. */
export function fittingNames<Place extends Named>(
  places: readonly Place[],
  zoom: number,
  taken: readonly Coordinates[] = [],
): Place[] {
  const boxes = taken.filter(isPlace).map((at) => box(worldPixel(at, zoom), 14, 14));
  return places.filter((place) => {
    if (zoom < place.from || zoom > (place.to ?? Number.POSITIVE_INFINITY)) return false;
    const { x, y } = worldPixel(place, zoom);
    const mine = box({ x, y }, 6 + place.name.length * 4, 14);
    const free = boxes.every(
      (other) =>
        mine.left > other.right || mine.right < other.left || mine.top > other.bottom || mine.bottom < other.top,
    );
    if (free) boxes.push(mine);
    return free;
  });
}

function box({ x, y }: { x: number; y: number }, width: number, height: number) {
  return { left: x - width, right: x + width, top: y - height, bottom: y + height };
}
