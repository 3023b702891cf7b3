// Merges two editors' versions of a trek (lib/merge.ts). The stored trek has no keys for days, waypoints and
// connections, so matching parts of the other version get the same keys.
import { type Merged, matches, merge, type Path, type Side } from '../../lib/merge';
import { wordsOf } from './compare';
import { dayDocument } from './document';
import { type ConnectionForm, type DayForm, numberOf, type RouteForm, type TrekForm, type WaypointForm } from './form';

export interface Versions {
  /** The common base version; undefined if the draft is older than this field. */
  base: TrekForm | undefined;
  mine: TrekForm;
  theirs: TrekForm;
}

export interface Disagreement extends Versions {
  kind: 'draft' | 'stale';
  /** The version number of `theirs`. */
  version: number;
}

export function mergeTreks({ base, mine, theirs }: Versions, chosen?: ReadonlyMap<string, Side>): Merged<TrekForm> {
  const { value, collisions, taken } = merge(base, mine, theirs, { isValid, ...(chosen && { chosen }) });
  const nightsFollow = new Set(
    value.routes
      .filter(({ key }) =>
        [mine, theirs].every((form) => hasNightBetweenDays(form.routes.find((one) => one.key === key))),
      )
      .map(({ key }) => key),
  );
  const follows = (path: Path) =>
    path[0] === 'routes' &&
    (path[2] === 'numberOfDays' || (path[2] === 'numberOfNights' && nightsFollow.has(path[1] ?? '')));
  return {
    value: { ...value, routes: value.routes.map((route) => counted(route, nightsFollow.has(route.key))) },
    collisions: collisions.filter(({ path }) => !follows(path)),
    taken: taken.filter((path) => !follows(path)),
  };
}

const hasNightBetweenDays = (route: RouteForm | undefined) =>
  route !== undefined && numberOf(route.numberOfNights) === route.dailyActivities.length - 1;

/** Recounts days and, if `nightsFollow`, nights, because both sides may have added a day. */
function counted(route: RouteForm, nightsFollow: boolean): RouteForm {
  const days = route.dailyActivities.length;
  return {
    ...route,
    numberOfDays: String(days),
    ...(nightsFollow && { numberOfNights: String(days - 1) }),
  };
}

const MARKS_OF_A_DAY = 4;

/** Returns false for a day that lacks a start or an end, or has a dangling connection. */
function isValid(value: unknown, path: Path): boolean {
  if (path.length !== MARKS_OF_A_DAY || path[0] !== 'routes' || path[2] !== 'dailyActivities') return true;
  const { waypoints, connections } = value as DayForm;
  const keys = new Set(waypoints.map(({ key }) => key));
  return (
    waypoints.filter((one) => one.isStartPoint).length === 1 &&
    waypoints.filter((one) => one.isEndPoint).length === 1 &&
    waypoints[0]?.isStartPoint === true &&
    waypoints.at(-1)?.isEndPoint === true &&
    connections.every(({ from, to }) => keys.has(from) && keys.has(to))
  );
}

/** Returns `other` with the keys of `base` for all parts that match. */
export function withKeysOf(base: TrekForm, other: TrekForm): TrekForm {
  const sameRoute = (one: RouteForm, another: RouteForm) =>
    one._id || another._id ? one._id === another._id : one.name === another.name;
  const routes = other.routes.map((route) => {
    const old = base.routes.find((one) => sameRoute(one, route));
    return old ? routeWithKeys(old, route) : route;
  });
  return { ...other, routes };
}

function routeWithKeys(old: RouteForm, route: RouteForm): RouteForm {
  const pairs = pairsOf(old.dailyActivities, route.dailyActivities, [
    (one, other) => written(one) === written(other),
    (one, other) => placesOf(one) === placesOf(other),
  ]);
  const days = route.dailyActivities.map((day, at) => {
    const was = pairs.get(at);
    return was ? dayWithKeys(was, day) : day;
  });
  return { ...route, key: old.key, dailyActivities: days };
}

const texts = new WeakMap<DayForm, string>();
/** Cached, because each day is compared with every other. */
function written(day: DayForm): string {
  const text = texts.get(day) ?? JSON.stringify(dayDocument(day));
  texts.set(day, text);
  return text;
}
const placesOf = (day: DayForm) => day.waypoints.map(({ name }) => name.trim()).join('\n');

function dayWithKeys(old: DayForm, day: DayForm): DayForm {
  const pairs = pairsOf(old.waypoints, day.waypoints, [(one, other) => one.name.trim() === other.name.trim()]);
  const keys = new Map(day.waypoints.map((one, at) => [one.key, pairs.get(at)?.key ?? one.key]));
  const of = (key: string) => keys.get(key) ?? key;
  const waypoints = day.waypoints.map((one): WaypointForm => ({ ...one, key: of(one.key) }));
  const connections = day.connections.map((one): ConnectionForm => ({ ...one, from: of(one.from), to: of(one.to) }));
  const sameLeg = (one: ConnectionForm, other: ConnectionForm) => one.from === other.from && one.to === other.to;
  const legs = pairsOf(old.connections, connections, [sameLeg]);
  return {
    ...day,
    key: old.key,
    waypoints,
    connections: connections.map((one, at) => ({ ...one, key: legs.get(at)?.key ?? one.key })),
  };
}

/**
 * Maps indices of `others` to the matching items of `ones`: first those that match by the first test, then those
 * between them by the next, finally by position if both sides have the same number left.
 */
function pairsOf<One>(
  ones: readonly One[],
  others: readonly One[],
  [isAlike, ...next]: ((one: One, other: One) => boolean)[],
): Map<number, One> {
  const found = new Map<number, One>();
  if (!isAlike) {
    if (ones.length === others.length) return new Map(ones.entries());
    return found;
  }
  let [from, start] = [0, 0];
  const end: [number, number] = [ones.length, others.length];
  for (const [to, stop] of [...matches(ones, others, isAlike), end]) {
    for (const [at, one] of pairsOf(ones.slice(from, to), others.slice(start, stop), next)) found.set(start + at, one);
    const one = ones[to];
    if (one !== undefined && stop < others.length) found.set(stop, one);
    [from, start] = [to + 1, stop + 1];
  }
  return found;
}

/** The merged changes of the other version in words, each part once. */
export function takenInWords({ mine, theirs }: Versions, { taken }: Merged<TrekForm>): string[] {
  return [...new Set(taken.map((path) => wordsOf(path, [theirs, mine])))];
}
