// Copies of days and routes, with new keys, so that nothing must be typed twice (document 2 §4). Pure functions.
import {
  type DayForm,
  MAX_DAYS,
  MAX_ROUTES,
  type NewKey,
  type RouteForm,
  type TrekForm,
  type WaypointForm,
} from './form';
import { putDays, rekeyed } from './route-moves';

export type Stay = 'accommodation' | 'foodDetails';

/** Inserts the copy after the original. It is hidden, because travellers would see the same route twice. */
export function duplicateRoute(form: TrekForm, route: string, key: NewKey): TrekForm {
  const at = form.routes.findIndex((one) => one.key === route);
  const original = form.routes[at];
  if (!original || form.routes.length >= MAX_ROUTES) return form;
  const { _id, ...rest } = original;
  const copy: RouteForm = {
    ...rest,
    key: key(),
    name: original.name.trim() && `${original.name.trim()} (copy)`,
    isVisible: false,
    dailyActivities: original.dailyActivities.map((day) => rekeyed(day, key)),
    spare: [],
  };
  return { ...form, routes: [...form.routes.slice(0, at + 1), copy, ...form.routes.slice(at + 1)] };
}

export interface DaysCopy {
  /** Key of the route to copy from. */
  source: string;
  /** Indices of the first and of the last day. */
  first: number;
  last: number;
  /** Key of the target route, and the index of the first copy. */
  into: string;
  at: number;
}

export function copyDays(form: TrekForm, { source, first, last, into, at }: DaysCopy, key: NewKey): TrekForm {
  const days = form.routes.find((one) => one.key === source)?.dailyActivities.slice(Math.max(0, first), last + 1) ?? [];
  return {
    ...form,
    routes: form.routes.map((route) => {
      const room = MAX_DAYS - route.dailyActivities.length;
      const fits = days.slice(0, Math.max(0, room)).map((day) => rekeyed(day, key));
      return route.key === into && fits.length > 0 ? putDays(route, at, fits, false) : route;
    }),
  };
}

/** Copies lodging or meals of a day to the days from `first` to `last`. */
export function copyStay(route: RouteForm, what: Stay, from: number, first: number, last: number): RouteForm {
  const stay = route.dailyActivities[from]?.[what];
  if (!stay) return route;
  return {
    ...route,
    dailyActivities: route.dailyActivities.map((day, at) =>
      at === from || at < first || at > last ? day : { ...day, [what]: stay },
    ),
  };
}

const startOf = (day: DayForm | undefined) => day?.waypoints.find((one) => one.isStartPoint);
const endOf = (day: DayForm | undefined) => day?.waypoints.find((one) => one.isEndPoint);
const spotOf = ({ name, latitude, longitude, altitude }: WaypointForm) => ({ name, latitude, longitude, altitude });
const isBlank = (one: WaypointForm) => Object.values(spotOf(one)).every((text) => text.trim() === '');

function isSameSpot(a: WaypointForm, b: WaypointForm): boolean {
  return JSON.stringify(spotOf(a)) === JSON.stringify(spotOf(b));
}

/** Sets the start of the day to the end of the day before. */
export function continueDay(days: readonly DayForm[], at: number): DayForm | undefined {
  const [day, end] = [days[at], endOf(days[at - 1])];
  const start = startOf(day);
  if (!day || !start || !end || isSameSpot(start, end)) return day;
  return { ...day, waypoints: day.waypoints.map((one) => (one === start ? { ...one, ...spotOf(end) } : one)) };
}

/**
 * Updates the start of the next day after the end of a day has changed, if it was blank or the same place. A start that
 * was typed differently stays.
 */
export function followEnd(before: readonly DayForm[], after: DayForm[], at: number): DayForm[] {
  const [old, now, start] = [endOf(before[at]), endOf(after[at]), startOf(after[at + 1])];
  if (!old || !now || !start || isSameSpot(old, now) || !(isBlank(start) || isSameSpot(start, old))) return after;
  const next = continueDay(after, at + 1);
  return next ? after.map((day, index) => (index === at + 1 ? next : day)) : after;
}
