// The head of a day: from–to, hours, km, ascent, sleeping altitude. The server-rendered page writes the same
// (crates/server/src/site/page/day_summary.rs); both run contract/trek-summary-cases.json.
import type { Connection, Day, Waypoint } from '../../api/types';
import { duration, kilometres, metres } from '../../lib/format';

export interface DayFacts {
  from: string;
  to: string;
  /** Minutes and kilometres count walking only, unless nobody walks that day. */
  onFoot: boolean;
  minutes: number;
  kilometres: number;
  /** Metres of ascent on foot; undefined when altitudes are unknown. */
  climb?: number;
  sleepAltitude?: number;
}

export function dayFacts(day: Day): DayFacts {
  const start = day.waypoints.find((waypoint) => waypoint.isStartPoint) ?? day.waypoints[0];
  const end = day.waypoints.find((waypoint) => waypoint.isEndPoint) ?? day.waypoints.at(-1);
  const walked = day.connections.filter((connection) => connection.transportMode === 'walking');
  const counted = walked.length > 0 ? walked : day.connections;
  return {
    from: start?.name ?? '',
    to: end?.name ?? '',
    onFoot: walked.length > 0,
    minutes: sum(counted.map((connection) => connection.duration ?? 0)),
    kilometres: sum(counted.map((connection) => connection.distance ?? 0)),
    climb: climbOf(walked, day.waypoints),
    sleepAltitude: end?.altitude,
  };
}

/** Altitude in metres from which a day without a change of place counts as acclimatisation. */
const ACCLIMATISATION_ALTITUDE = 3000;

/** 'Lukla to Phakding', or 'Acclimatisation day at Namche Bazaar' */
export function dayTitle({ from, to, onFoot, sleepAltitude = 0 }: DayFacts): string {
  if (from !== to) return `${from} to ${to}`;
  if (sleepAltitude >= ACCLIMATISATION_ALTITUDE) return `Acclimatisation day at ${from}`;
  return onFoot ? `Day walk from ${from}` : `Day in ${from}`;
}

/** Totals of the day: '5 h on foot', '11 km', '620 m up'. */
export function dayTotals(facts: DayFacts): string[] {
  return [
    ...(facts.minutes > 0 ? [`${duration(facts.minutes)}${facts.onFoot ? ' on foot' : ' on the way'}`] : []),
    ...(facts.kilometres > 0 ? [kilometres(facts.kilometres)] : []),
    ...(facts.climb ? [`${metres(facts.climb)} up`] : []),
  ];
}

/** The totals and where one sleeps: '5 h on foot', '11 km', '620 m up', 'sleep at 3,440 m'. */
export function dayHead(facts: DayFacts): string[] {
  const { sleepAltitude } = facts;
  return [...dayTotals(facts), ...(sleepAltitude === undefined ? [] : [`sleep at ${metres(sleepAltitude)}`])];
}

function climbOf(walked: Connection[], waypoints: Waypoint[]): number | undefined {
  const rises = walked.map((leg) => {
    const from = waypoints[leg.fromWaypointIndex]?.altitude;
    const to = waypoints[leg.toWaypointIndex]?.altitude;
    return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
  });
  const known = rises.filter((rise) => rise !== undefined);
  return known.length > 0 ? sum(known) : undefined;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
