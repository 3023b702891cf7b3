// Changes to the days of a route (document 2 §4) that keep the number of days consistent with the days.
import { blankDay, type DayForm, MAX_DAYS, type NewKey, numberOf, type RouteForm } from './form';
import { moved } from './moves';

/** Sets the typed number of days. An integer from 1 to 60 adds or trims days; other input only changes the text. */
export function setNumberOfDays(route: RouteForm, typed: string, key: NewKey): RouteForm {
  const days = numberOf(typed);
  if (days === null || !Number.isInteger(days) || days < 1 || days > MAX_DAYS) return { ...route, numberOfDays: typed };
  return { ...withDays(route, days, key), numberOfDays: typed };
}

function withDays(route: RouteForm, days: number, key: NewKey): RouteForm {
  const all = [...route.dailyActivities, ...route.spare];
  while (all.length < days) all.push(nextDay(all.at(-1), key));
  return counted({ ...route, spare: all.slice(days) }, all.slice(0, days));
}

function counted(route: RouteForm, dailyActivities: DayForm[]): RouteForm {
  const days = dailyActivities.length;
  return { ...route, dailyActivities, numberOfDays: String(days), numberOfNights: String(Math.max(0, days - 1)) };
}

/** Adjusts the days to the number. An invalid number is replaced by the number of days. */
export function trimmedToNumber(route: RouteForm, key: NewKey): RouteForm {
  const days = numberOf(route.numberOfDays);
  const said = days !== null && Number.isInteger(days) && days >= 1 && days <= MAX_DAYS ? days : null;
  const wanted = said ?? Math.max(1, Math.min(MAX_DAYS, route.dailyActivities.length));
  if (wanted === route.dailyActivities.length) return { ...route, numberOfDays: String(wanted) };
  const { numberOfNights } = route;
  return { ...withDays(route, wanted, key), numberOfNights };
}

export function moveDay(route: RouteForm, from: number, to: number): RouteForm {
  return { ...route, dailyActivities: moved(route.dailyActivities, from, to) };
}

/** A new day starts where the day before ends, with the same lodging and meals. */
function nextDay(before: DayForm | undefined, key: NewKey): DayForm {
  const day = blankDay(key);
  if (!before) return day;
  const end = before.waypoints.find((one) => one.isEndPoint);
  const [start, ...rest] = day.waypoints;
  if (!start || !end) return day;
  const { name, latitude, longitude, altitude } = end;
  return {
    ...day,
    waypoints: [{ ...start, name, latitude, longitude, altitude }, ...rest],
    accommodation: before.accommodation,
    foodDetails: before.foodDetails,
  };
}

export function insertDay(route: RouteForm, at: number, key: NewKey): RouteForm {
  if (route.dailyActivities.length >= MAX_DAYS) return route;
  const day = nextDay(route.dailyActivities[at - 1], key);
  return counted(route, [...route.dailyActivities.slice(0, at), day, ...route.dailyActivities.slice(at)]);
}

export function duplicateDay(route: RouteForm, at: number, key: NewKey): RouteForm {
  const day = route.dailyActivities[at];
  if (!day || route.dailyActivities.length >= MAX_DAYS) return route;
  const copy = rekeyed(day, key);
  return counted(route, [...route.dailyActivities.slice(0, at + 1), copy, ...route.dailyActivities.slice(at + 1)]);
}

/** A route has at least one day. */
export function removeDay(route: RouteForm, at: number): RouteForm {
  if (route.dailyActivities.length <= 1) return route;
  return counted(
    route,
    route.dailyActivities.filter((_, index) => index !== at),
  );
}

/** The same day with new keys. */
export function rekeyed(day: DayForm, key: NewKey): DayForm {
  const keys = new Map(day.waypoints.map((one) => [one.key, key()]));
  const of = (old: string) => keys.get(old) ?? '';
  return {
    ...day,
    key: key(),
    waypoints: day.waypoints.map((one) => ({ ...one, key: of(one.key) })),
    connections: day.connections.map((one) => ({ ...one, key: key(), from: of(one.from), to: of(one.to) })),
  };
}

/**
 * Inserts days at `at`, or replaces the days from there on. The number of days grows if necessary, up to the maximum.
 */
export function putDays(route: RouteForm, at: number, days: readonly DayForm[], replace: boolean): RouteForm {
  const before = route.dailyActivities.slice(0, at);
  const after = route.dailyActivities.slice(replace ? at + days.length : at);
  const fits = days.slice(0, MAX_DAYS - before.length);
  return counted(route, [...before, ...fits, ...after].slice(0, MAX_DAYS));
}
