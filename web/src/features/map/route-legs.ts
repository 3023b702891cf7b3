// A route as drawn on the map: the legs between its waypoints, and each place once with its days.
import type { Coordinates, Day, TransportMode } from '../../api/types';
import { isPlace } from './geometry';

export interface Leg {
  /** Counted from 1. */
  day: number;
  mode: TransportMode;
  from: Coordinates;
  to: Coordinates;
  /** Points between the ends, if the leg is not straight. */
  through?: Coordinates[];
}

export interface Stop {
  key: string;
  at: Coordinates;
  name: string;
  altitude?: number;
  /** Days that pass this place. */
  days: number[];
  /** Nights spent here, shown on the marker. The last day has no night. */
  nights: number[];
}

/** Skips connections to a missing waypoint or one without coordinates. */
export function readLegs(days: readonly Day[]): Leg[] {
  return days.flatMap((day, index) =>
    day.connections.flatMap((connection) => {
      const from = day.waypoints[connection.fromWaypointIndex]?.coordinates;
      const to = day.waypoints[connection.toWaypointIndex]?.coordinates;
      return isPlace(from) && isPlace(to) ? [{ day: index + 1, mode: connection.transportMode, from, to }] : [];
    }),
  );
}

export function readStops(days: readonly Day[]): Stop[] {
  const stops = new Map<string, Stop>();
  days.forEach((day, index) => {
    const end = day.waypoints.findLastIndex((waypoint) => waypoint.isEndPoint);
    const last = end < 0 ? day.waypoints.length - 1 : end;
    day.waypoints.forEach((waypoint, step) => {
      if (!isPlace(waypoint.coordinates)) return;
      const { latitude, longitude } = waypoint.coordinates;
      const key = `${latitude.toFixed(3)},${longitude.toFixed(3)}`;
      const stop = stops.get(key) ?? { key, at: waypoint.coordinates, name: waypoint.name, days: [], nights: [] };
      stops.set(key, stop);
      if (waypoint.altitude !== undefined) stop.altitude ??= waypoint.altitude;
      if (!stop.days.includes(index + 1)) stop.days.push(index + 1);
      if (step === last && index < days.length - 1) stop.nights.push(index + 1);
    });
  });
  return [...stops.values()];
}

/** [2, 3, 4, 9] → '2–4, 9' */
export function daysText(days: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

/** True for a leg that an earlier one has drawn. Drawn twice, the dashes of one would fill the gaps of the other. */
export function findRepeatedLegs(legs: readonly Leg[]): boolean[] {
  const seen = new Set<string>();
  return legs.map(({ mode, from, to, through }) => {
    // Two lines with the same ends may take different ways.
    if (through) return false;
    const ends = [from, to].map((at) => `${at.latitude.toFixed(4)},${at.longitude.toFixed(4)}`).sort();
    const key = `${mode} ${ends.join(' ')}`;
    const again = seen.has(key);
    seen.add(key);
    return again;
  });
}

/** Ends of all legs except flights, which would shrink the trek to a dot. Empty when the route has no flight. */
export function walkedPlaces(legs: readonly Leg[]): Coordinates[] {
  const walked = legs.filter((leg) => leg.mode !== 'flight');
  return walked.length === legs.length ? [] : walked.flatMap(({ from, to }) => [from, to]);
}
