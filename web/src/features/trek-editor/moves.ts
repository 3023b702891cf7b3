// Changes to waypoints and connections of a day (document 2 §4), as pure functions. After each, the day has one start,
// one end and no dangling connections.
import { blankWaypoint, type ConnectionForm, type DayForm, type NewKey, type WaypointForm, walking } from './form';

export const CANNOT_REMOVE = 'Cannot remove start or end points. Set another point as start/end first.';

type Spot = Partial<Pick<WaypointForm, 'name' | 'latitude' | 'longitude' | 'altitude'>>;

/** The new waypoint becomes the end, connected by a walk. The former end becomes a normal point. */
export function addWaypoint(day: DayForm, key: NewKey, at: Spot = {}): DayForm {
  const added: WaypointForm = {
    ...blankWaypoint(key(), `Waypoint ${day.waypoints.length + 1}`),
    ...at,
    isEndPoint: true,
  };
  const last = day.waypoints.at(-1);
  const waypoints = [...day.waypoints.map((one) => (one.isEndPoint ? { ...one, isEndPoint: false } : one)), added];
  const connections = last ? [...day.connections, walking(key(), last.key, added.key)] : day.connections;
  return { ...day, waypoints: marked(waypoints), connections };
}

export function isMarked(waypoint: WaypointForm): boolean {
  return waypoint.isStartPoint || waypoint.isEndPoint;
}

/** Start and end cannot be removed: another point must get the flag first. Also removes connections of the waypoint. */
export function removeWaypoint(day: DayForm, waypoint: string): DayForm {
  const removed = day.waypoints.find((one) => one.key === waypoint);
  if (!removed || isMarked(removed)) return day;
  return {
    ...day,
    waypoints: day.waypoints.filter((one) => one !== removed),
    connections: day.connections.filter(({ from, to }) => from !== waypoint && to !== waypoint),
  };
}

export function setStart(day: DayForm, waypoint: string): DayForm {
  return setMark(day, waypoint, 'isStartPoint', 'isEndPoint');
}

export function setEnd(day: DayForm, waypoint: string): DayForm {
  return setMark(day, waypoint, 'isEndPoint', 'isStartPoint');
}

type Mark = 'isStartPoint' | 'isEndPoint';

/** A point that gets one flag loses the other, which falls back to the first or last free point. */
function setMark(day: DayForm, waypoint: string, mark: Mark, other: Mark): DayForm {
  if (!day.waypoints.some((one) => one.key === waypoint)) return day;
  const waypoints = day.waypoints.map((one) => {
    const takes = one.key === waypoint;
    if (takes) return { ...one, [mark]: true, [other]: false };
    return one[mark] ? { ...one, [mark]: false } : one;
  });
  return { ...day, waypoints: marked(waypoints) };
}

/** Ensures exactly one start and one end, on different points if there are two. Existing flags stay. */
export function marked(waypoints: WaypointForm[]): WaypointForm[] {
  const flagged = waypoints.findIndex((one) => one.isStartPoint);
  const end = waypoints.findLastIndex((one, at) => one.isEndPoint && at !== flagged);
  const start = flagged >= 0 ? flagged : end === 0 ? 1 : 0;
  const last = waypoints.length - 1;
  const ends = end >= 0 ? end : start === last ? 0 : last;
  return waypoints.map((one, at) => {
    const isStartPoint = at === start;
    const isEndPoint = at === ends && at !== start;
    return one.isStartPoint === isStartPoint && one.isEndPoint === isEndPoint
      ? one
      : { ...one, isStartPoint, isEndPoint };
  });
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  if (from < 0 || to < 0 || from >= items.length || to >= items.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/**
 * A day from its first to its last point gets the new first and last points as start and end. A chain of connections
 * follows the new order. In other days, flags and connections stay unchanged.
 */
export function moveWaypoint(day: DayForm, from: number, to: number): DayForm {
  const waypoints = moved(day.waypoints, from, to);
  const plain = day.waypoints[0]?.isStartPoint === true && day.waypoints.at(-1)?.isEndPoint === true;
  const last = waypoints.length - 1;
  return {
    ...day,
    waypoints: plain
      ? waypoints.map((one, at) => ({ ...one, isStartPoint: at === 0, isEndPoint: at === last }))
      : waypoints,
    connections: isChain(day) ? rechained(day.connections, waypoints) : day.connections,
  };
}

function isChain({ waypoints, connections }: DayForm): boolean {
  return (
    connections.length === waypoints.length - 1 &&
    connections.every(({ from, to }, at) => from === waypoints[at]?.key && to === waypoints[at + 1]?.key)
  );
}

/** Connections between neighbours stay unchanged. The others connect new pairs and lose distance and time. */
function rechained(connections: ConnectionForm[], waypoints: WaypointForm[]): ConnectionForm[] {
  const pairs = waypoints.slice(1).map((to, at) => ({ from: waypoints[at]?.key ?? '', to: to.key }));
  const kept = pairs.map(({ from, to }) => connections.find((one) => one.from === from && one.to === to));
  const free = connections.filter((one) => !kept.includes(one));
  return pairs.flatMap(({ from, to }, at) => {
    const stays = kept[at];
    if (stays) return [stays];
    const next = free.shift();
    return next ? [{ ...next, from, to, distance: '', duration: '' }] : [];
  });
}

/** The first two neighbours without a connection, otherwise the first and the last point. */
export function addConnection(day: DayForm, key: NewKey): DayForm {
  const { waypoints, connections } = day;
  const joined = (from: string, to: string) => connections.some((one) => one.from === from && one.to === to);
  const gap = waypoints.slice(1).findIndex((to, at) => !joined(waypoints[at]?.key ?? '', to.key));
  const from = waypoints[Math.max(0, gap)];
  const to = gap < 0 ? waypoints.at(-1) : waypoints[gap + 1];
  if (!from || !to || from === to) return day;
  return { ...day, connections: [...connections, walking(key(), from.key, to.key)] };
}

export function leadsSomewhere({ from, to }: ConnectionForm, waypoints: readonly WaypointForm[]): boolean {
  const has = (key: string) => waypoints.some((one) => one.key === key);
  return from !== to && has(from) && has(to);
}

/** Fix Waypoints: ensures two points, one start, one end, no dangling connections, and a path through all points. */
export function fixWaypoints(day: DayForm, key: NewKey): DayForm {
  const waypoints = [...day.waypoints];
  while (waypoints.length < 2) waypoints.push(blankWaypoint(key(), `Waypoint ${waypoints.length + 1}`));
  const valid = day.connections.filter((one) => leadsSomewhere(one, waypoints));
  const group = new Map(waypoints.map((one) => [one.key, one.key]));
  const join = (from: string, to: string) => {
    const [old, now] = [group.get(to), group.get(from) ?? from];
    for (const [point, of] of group) if (of === old) group.set(point, now);
  };
  for (const { from, to } of valid) join(from, to);
  const missing: ConnectionForm[] = [];
  for (const [at, to] of waypoints.slice(1).entries()) {
    const from = waypoints[at];
    if (!from || group.get(from.key) === group.get(to.key)) continue;
    missing.push(walking(key(), from.key, to.key));
    join(from.key, to.key);
  }
  const place = ({ from }: ConnectionForm) => waypoints.findIndex((one) => one.key === from);
  return {
    ...day,
    waypoints: marked(waypoints),
    connections: missing.length > 0 ? [...valid, ...missing].sort((a, b) => place(a) - place(b)) : valid,
  };
}

/** A change that would connect a point to itself reverses the connection instead. */
export function changeConnection(one: ConnectionForm, to: Partial<Omit<ConnectionForm, 'key'>>): ConnectionForm {
  const next = { ...one, ...to };
  if (next.from !== next.to) return next;
  return to.from === undefined ? { ...next, from: one.to } : { ...next, to: one.from };
}

export function isSound(day: DayForm): boolean {
  const starts = day.waypoints.filter((one) => one.isStartPoint);
  const ends = day.waypoints.filter((one) => one.isEndPoint);
  return (
    day.waypoints.length >= 2 &&
    starts.length === 1 &&
    ends.length === 1 &&
    starts[0] !== ends[0] &&
    day.connections.length > 0 &&
    day.connections.every((one) => leadsSomewhere(one, day.waypoints))
  );
}
