// Distances between waypoints, and the note on days that climb fast. It is guidance for planning a route, not medical
// advice: above 3,000 m the sleeping elevation rises by no more than 500 m a day, with a rest day every three to four
// days (Wilderness Medical Society, Clinical Practice Guidelines for the Prevention and Treatment of Acute Altitude
// Illness: 2019 Update, Wilderness & Environmental Medicine 30(4S), "gradual ascent").
import { metres } from '../../lib/format';
import { isPlace } from '../map/geometry';
import { type DayForm, numberOf, type PlaceForm, type RouteForm } from './form';

const CAREFUL_FROM = 3000;
export const MAX_CLIMB = 500;
const EARTH_KM = 6371.0088;

export interface At {
  latitude: number;
  longitude: number;
}

/** Null if the position is unknown: blank, not a number, or 0, 0. */
export function placeOf({ latitude, longitude }: PlaceForm): At | null {
  const at = { latitude: numberOf(latitude) ?? 0, longitude: numberOf(longitude) ?? 0 };
  return isPlace(at) ? at : null;
}

/** Kilometres along a great circle. */
export function kilometresBetween(a: At, b: At): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, half(a.latitude, b.latitude) + across)));
}

/** Sleeping altitude after that day, in metres; null if unknown. */
export function sleepingAltitude(day: DayForm | undefined): number | null {
  const end = day?.waypoints.find((one) => one.isEndPoint);
  return end ? numberOf(end.altitude) : null;
}

/** Metres above the sleeping altitude of the night before if that exceeds the guidance, otherwise null. */
export function steepClimb(route: RouteForm, at: number): number | null {
  const day = route.dailyActivities[at];
  const tonight = sleepingAltitude(day);
  const start = day?.waypoints.find((one) => one.isStartPoint);
  const before = at > 0 ? sleepingAltitude(route.dailyActivities[at - 1]) : start ? numberOf(start.altitude) : null;
  if (tonight === null || before === null || tonight <= CAREFUL_FROM) return null;
  const climb = tonight - before;
  return climb > MAX_CLIMB ? Math.round(climb) : null;
}

export function climbNote(climb: number): string {
  return `Sleeps ${metres(climb)} higher than the night before. Above ${metres(CAREFUL_FROM)} the usual guidance is ${metres(MAX_CLIMB)} a night at most, with a rest day every three or four days. This is guidance for planning, not medical advice.`;
}

export function walkedKilometres(day: DayForm): number {
  return day.connections
    .filter((one) => one.transportMode === 'walking')
    .reduce((sum, one) => sum + (numberOf(one.distance) ?? 0), 0);
}
