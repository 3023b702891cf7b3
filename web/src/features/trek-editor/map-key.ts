// The contents of a day's map as one string, so that the map renders again only when they change.
import type { Coordinates } from '../../api/types';
import type { Leg } from '../map/route-legs';
import { placeOf } from './climbs';
import type { DayForm } from './form';

export interface PinAt {
  key: string;
  at: Coordinates;
  number: number;
  /** Whether it is the start or the end of the day. */
  marked: boolean;
}

export interface Drawing {
  pins: PinAt[];
  legs: Leg[];
}

export function drawingOf({ waypoints, connections }: Pick<DayForm, 'waypoints' | 'connections'>): string {
  const pins: PinAt[] = waypoints.flatMap((one, at) => {
    const place = placeOf(one);
    return place ? [{ key: one.key, at: place, number: at + 1, marked: one.isStartPoint || one.isEndPoint }] : [];
  });
  const place = (key: string) => pins.find((one) => one.key === key)?.at;
  const legs: Leg[] = connections.flatMap(({ from, to, transportMode }) => {
    const [a, b] = [place(from), place(to)];
    return a && b ? [{ day: 1, mode: transportMode, from: a, to: b }] : [];
  });
  return JSON.stringify({ pins, legs } satisfies Drawing);
}
