// A position along a route, as the altitude profile measures it (0 at the start, 1 at the end, days of equal width)
// and as a point on the map. Pointing at one highlights it on the other.
import type { Coordinates, Day } from '../../api/types';
import { isPlace, worldPixel } from './geometry';

export interface RoutePosition {
  along: number;
  day: number;
  at?: Coordinates;
  altitude?: number;
  /** The places before and after the position; the same one at a place. */
  from: string;
  to: string;
}

export function positionAt(days: readonly Day[], along: number): RoutePosition | null {
  const clamped = Math.min(Math.max(along, 0), 1);
  const index = Math.min(Math.floor(clamped * days.length), days.length - 1);
  const waypoints = days[index]?.waypoints ?? [];
  const steps = waypoints.length - 1;
  const passed = Math.min((clamped * days.length - index) * Math.max(steps, 1), Math.max(steps, 0));
  const before = waypoints[Math.floor(passed)];
  const after = waypoints[Math.ceil(passed)];
  if (!before || !after) return null;
  const share = passed - Math.floor(passed);
  const spot: RoutePosition = { along: clamped, day: index + 1, from: before.name, to: after.name };
  if (before.altitude !== undefined && after.altitude !== undefined) {
    spot.altitude = before.altitude + (after.altitude - before.altitude) * share;
  }
  if (isPlace(before.coordinates) && isPlace(after.coordinates)) {
    spot.at = interpolate(before.coordinates, after.coordinates, share);
  }
  return spot;
}

function interpolate(one: Coordinates, other: Coordinates, share: number): Coordinates {
  return {
    latitude: one.latitude + (other.latitude - one.latitude) * share,
    longitude: one.longitude + (other.longitude - one.longitude) * share,
  };
}

/**
 * The position of the route nearest to a point, within `reach` pixels. Where two days overlap, the highlighted `day`
 * has priority.
 */
export function nearestPosition(
  days: readonly Day[],
  place: Coordinates,
  zoom: number,
  day: number,
  reach = 28,
): number | null {
  const pointer = worldPixel(place, zoom);
  let best: { along: number; far: number } | null = null;
  days.forEach((one, index) => {
    const steps = Math.max(1, one.waypoints.length - 1);
    one.waypoints.slice(1).forEach((behind, step) => {
      const before = one.waypoints[step];
      if (!before || !isPlace(before.coordinates) || !isPlace(behind.coordinates)) return;
      const near = nearestOnSegment(
        pointer,
        worldPixel(before.coordinates, zoom),
        worldPixel(behind.coordinates, zoom),
      );
      const far = near.far - (index + 1 === day ? 3 : 0);
      if (near.far <= reach && (!best || far < best.far)) {
        best = { along: (index + (step + near.share) / steps) / days.length, far };
      }
    });
  });
  return (best as { along: number } | null)?.along ?? null;
}

interface Pixel {
  x: number;
  y: number;
}

function nearestOnSegment(point: Pixel, from: Pixel, to: Pixel) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length));
  return { share, far: Math.hypot(from.x + dx * share - point.x, from.y + dy * share - point.y) };
}
