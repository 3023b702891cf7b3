// Estimates legs from the positions and altitudes of their ends. An editor checks and corrects them.
import type { TransportMode } from '../../api/types';
import { kilometresBetween, placeOf } from './climbs';
import { type ConnectionForm, type DayForm, numberOf, type WaypointForm } from './form';

export interface LegProposal {
  transportMode: TransportMode;
  /** Kilometres, in the format of the form. */
  distance: string;
  /** Minutes; blank if the speed of the transport is unknown. */
  duration: string;
}

/** Ratio of the path to the straight line: trails and mountain roads wind. */
const WINDING: Record<TransportMode, number> = {
  walking: 1.3,
  vehicle: 1.6,
  flight: 1,
  boat: 1.2,
  train: 1.2,
  custom: 1,
};
const KM_PER_HOUR: Record<Exclude<TransportMode, 'walking' | 'custom'>, number> = {
  vehicle: 25,
  flight: 250,
  boat: 12,
  train: 40,
};
/** Longest straight line between two places that people walk in a day. */
const MAX_WALK_KM = 30;

/** Null if an end has no position, or if both ends are the same place. */
export function proposedLeg(
  from: WaypointForm | undefined,
  to: WaypointForm | undefined,
  mode: TransportMode,
): LegProposal | null {
  const [a, b] = [from && placeOf(from), to && placeOf(to)];
  if (!from || !to || !a || !b) return null;
  const line = kilometresBetween(a, b);
  if (line < 0.05) return null;
  const transportMode = mode === 'walking' && line > MAX_WALK_KM ? 'vehicle' : mode;
  const km = line * WINDING[transportMode];
  const rise = (numberOf(to.altitude) ?? 0) - (numberOf(from.altitude) ?? 0);
  const known = numberOf(to.altitude) !== null && numberOf(from.altitude) !== null;
  return { transportMode, distance: rounded(km), duration: minutesOf(transportMode, km, known ? rise : 0) };
}

/**
 * Walking time as on signposts (DIN 33466): 4 km, 300 m up or 500 m down an hour; the longer of the times for distance
 * and height, plus half of the shorter.
 */
function minutesOf(mode: TransportMode, km: number, rise: number): string {
  if (mode === 'custom') return '';
  if (mode !== 'walking') return toFive((km / KM_PER_HOUR[mode]) * 60);
  const along = km / 4;
  const height = rise > 0 ? rise / 300 : -rise / 500;
  return toFive((Math.max(along, height) + Math.min(along, height) / 2) * 60);
}

const toFive = (minutes: number) => String(Math.max(5, Math.round(minutes / 5) * 5));
const rounded = (km: number) => String(km < 10 ? Math.round(km * 10) / 10 : Math.round(km));

/** The missing values of a leg; null if none are missing or none can be estimated. Typed values are never changed. */
export function missingOf(one: ConnectionForm, { waypoints }: DayForm): Partial<LegProposal> | null {
  const [hasDistance, hasDuration] = [one.distance.trim() !== '', one.duration.trim() !== ''];
  if (hasDistance && hasDuration) return null;
  const place = (key: string) => waypoints.find((waypoint) => waypoint.key === key);
  const proposal = proposedLeg(place(one.from), place(one.to), one.transportMode);
  if (!proposal) return null;
  const untouched = !hasDistance && !hasDuration;
  const missing: Partial<LegProposal> = {
    ...(untouched && proposal.transportMode !== one.transportMode && { transportMode: proposal.transportMode }),
    ...(!hasDistance && { distance: proposal.distance }),
    ...(!hasDuration && proposal.duration !== '' && { duration: proposal.duration }),
  };
  return Object.keys(missing).length > 0 ? missing : null;
}

/** Fills in the missing values of all legs, or of one. */
export function proposeLegs(day: DayForm, connection?: string): DayForm {
  let same = true;
  const connections = day.connections.map((one) => {
    const missing = connection === undefined || one.key === connection ? missingOf(one, day) : null;
    if (!missing) return one;
    same = false;
    return { ...one, ...missing };
  });
  return same ? day : { ...day, connections };
}

export function countMissing(days: readonly DayForm[]): number {
  return days.reduce((sum, day) => sum + day.connections.filter((one) => missingOf(one, day)).length, 0);
}
