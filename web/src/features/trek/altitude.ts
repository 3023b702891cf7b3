// Data of the altitude profile: every waypoint in walking order, days of equal width, the highest point.

import type { Day } from '../../api/types';
import { metres } from '../../lib/format';

export interface AltitudePoint {
  /** 0 at the start of the route, 1 at its end. Every day has the same width. */
  along: number;
  altitude: number;
  name: string;
  /** Counted from 1. */
  day: number;
}

export interface Altitudes {
  points: AltitudePoint[];
  highest: AltitudePoint;
  lowest: number;
  /** The highest overnight stop. */
  highestNight?: AltitudePoint;
  days: number;
}

/** null when fewer than two altitudes are known. */
export function readAltitudes(days: Day[]): Altitudes | null {
  const points = days.flatMap((day, index) => pointsOf(day, index, days.length));
  const highest = highestOf(points);
  if (points.length < 2 || !highest) return null;
  const nights = days.slice(0, -1).flatMap((_, index) => points.filter((point) => point.day === index + 1).slice(-1));
  return {
    points,
    highest,
    lowest: Math.min(...points.map((point) => point.altitude)),
    highestNight: highestOf(nights),
    days: days.length,
  };
}

function pointsOf(day: Day, index: number, dayCount: number): AltitudePoint[] {
  const steps = Math.max(1, day.waypoints.length - 1);
  return day.waypoints.flatMap((waypoint, step) =>
    waypoint.altitude === undefined
      ? []
      : [
          {
            along: (index + step / steps) / dayCount,
            altitude: waypoint.altitude,
            name: waypoint.name,
            day: index + 1,
          },
        ],
  );
}

function highestOf(points: AltitudePoint[]): AltitudePoint | undefined {
  return points.reduce<AltitudePoint | undefined>(
    (best, point) => (best && best.altitude >= point.altitude ? best : point),
    undefined,
  );
}

/** Grid lines of the scale: at most six, every 200, 500, 1,000 or 2,000 m. */
export function scaleLines(lowest: number, highest: number): number[] {
  const step = [200, 500, 1000, 2000].find((size) => (highest - lowest) / size <= 5) ?? 2000;
  const first = Math.floor(lowest / step) * step;
  const lines: number[] = [];
  for (let line = first; line < highest + step; line += step) lines.push(line);
  return lines;
}

export function describeAltitudes({ points, highest, highestNight }: Altitudes): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const night = highestNight ? ` The highest night is at ${highestNight.name}, ${metres(highestNight.altitude)}.` : '';
  return `From ${first.name} at ${metres(first.altitude)} to ${last.name} at ${metres(last.altitude)}. Highest point: ${highest.name}, ${metres(highest.altitude)}, on day ${highest.day}.${night}`;
}

/** 'Day 4, Namche Bazaar to Tengboche' */
export function dayLabel({ points }: Altitudes, day: number): string {
  const places = points.filter((point) => point.day === day);
  const [from, to] = [places[0]?.name, places.at(-1)?.name];
  if (!from) return `Day ${day}`;
  return `Day ${day}, ${from === to ? from : `${from} to ${to}`}`;
}
