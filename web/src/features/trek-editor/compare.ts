// Describes the differences between two versions of a trek in words.
import type { Path } from '../../lib/merge';
import { shorten } from '../../lib/text';
import { toDocument } from './document';
import type { ConnectionForm, DayForm, RouteForm, TrekForm, WaypointForm } from './form';

const LONGEST = 240;
const BEFORE = 60;

/** Cuts long texts shortly before the first difference, so that an editor does not read the common part. */
export function excerpts(a: string, b: string): [string, string] {
  if (Math.max(a.length, b.length) <= LONGEST) return [a, b];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  // Starts at the beginning of a word, otherwise at the beginning of the text.
  const from = at > BEFORE ? a.lastIndexOf(' ', at - BEFORE) + 1 : 0;
  const cut = (text: string) => (from > 0 ? '…' : '') + shorten(text.slice(from), LONGEST);
  return [cut(a), cut(b)];
}

/** Compares two treks without their keys. */
export function sameTrek(a: TrekForm, b: TrekForm): boolean {
  return JSON.stringify(toDocument(a)) === JSON.stringify(toDocument(b));
}

/** Field names as in the form. Other names are split into words. */
const NAMES: Record<string, string> = {
  'paymentDetails/groupDiscountThreshold': 'Group discount from',
  'paymentDetails/groupDiscountPercentage': 'Group discount %',
  'paymentDetails/isGroupDiscountApplicable': 'Group discount offered',
  'paymentDetails/gst': 'Tax %',
  'paymentDetails/serviceFee': 'Service Fee %',
  'paymentDetails/insurancePerPerson': 'Insurance per person',
  'paymentDetails/bookingFee': 'Booking fee',
  'paymentDetails/depositPercent': 'Deposit %',
  'paymentDetails/depositPerPerson': 'Deposit per person',
  'paymentDetails/deposit': 'Deposit',
  'paymentDetails/balanceDue': 'Balance due',
  'paymentDetails/balanceDaysBefore': 'Balance due, days before the start',
  isVisible: 'visible',
  customTransportType: 'transport',
  accommodation: 'lodging',
  foodDetails: 'meals',
};

const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const nameOf = (steps: readonly string[]) =>
  NAMES[steps.join('/')] ?? steps.map((step) => NAMES[step] ?? spaced(step)).join(', ');

/** 'Route 1 (Standard), day 3, waypoint Lama Hotel: altitude'. Keys are looked up in `forms`, in this order. */
export function wordsOf(path: Path, forms: readonly TrekForm[]): string {
  const [first, routeKey, ...inRoute] = path;
  if (first !== 'routes' || routeKey === undefined) return capital(nameOf(path));
  if (routeKey === 'order') return 'Order of the routes';
  const route = find(
    forms.map((form) => form.routes),
    routeKey,
  );
  const called = route ? `Route ${route.at + 1}${route.item.name ? ` (${route.item.name})` : ''}` : 'Route';
  if (inRoute[0] !== 'dailyActivities' || inRoute[1] === undefined) return of(called, nameOf(inRoute));
  const [, dayKey, ...inDay] = inRoute;
  if (dayKey === 'order') return of(called, 'order of the days');
  const routes = forms.flatMap((form) => form.routes.filter(({ key }) => key === routeKey));
  const day = find(
    routes.map((one) => one.dailyActivities),
    dayKey,
  );
  return wordsInDay(`${called}, day ${day ? day.at + 1 : ''}`.trim(), inDay, daysOf(routes, dayKey));
}

function wordsInDay(called: string, [list, key, ...field]: string[], days: DayForm[]): string {
  if (list === 'waypoints' && key === 'order') return of(called, 'order of the waypoints');
  if (list === 'waypoints' && key) {
    const waypoint = find(
      days.map((day) => day.waypoints),
      key,
    );
    return of(`${called}, waypoint ${waypoint?.item.name || (waypoint ? waypoint.at + 1 : '')}`.trim(), nameOf(field));
  }
  if (list === 'connections' && key === 'order') return of(called, 'order of the legs');
  if (list === 'connections' && key) {
    const leg = find(
      days.map((day) => day.connections),
      key,
    );
    return of(`${called}, leg ${leg ? legText(leg.item, days) : ''}`.trim(), nameOf(field));
  }
  return of(called, nameOf([list, key, ...field].filter((step) => step !== undefined)));
}

const of = (called: string, field: string) => (field ? `${called}: ${field}` : called);
const daysOf = (routes: readonly RouteForm[], key: string) =>
  routes.flatMap((route) => route.dailyActivities.filter((day) => day.key === key));

/** Returns the item of the first list that contains the key. */
function find<Item extends { key: string }>(lists: readonly Item[][], key: string) {
  for (const list of lists) {
    const at = list.findIndex((one) => one.key === key);
    const item = list[at];
    if (item) return { item, at };
  }
  return undefined;
}

function legText(leg: ConnectionForm, days: readonly DayForm[]): string {
  const name = (key: string) =>
    find(
      days.map((day) => day.waypoints),
      key,
    )?.item.name ?? '?';
  return `${name(leg.from)} → ${name(leg.to)}`;
}

/** A value as text; `forms` as in [`wordsOf`]. */
export function textOf(value: unknown, path: Path, forms: readonly TrekForm[]): string {
  if (value === undefined) return 'Removed';
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'Empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const isOrder = path.at(-1) === 'order';
    return value.map((one) => (isOrder ? wordsOf([...path.slice(0, -1), String(one)], forms) : one)).join(', ');
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if ('dailyActivities' in value)
    return `${(value as RouteForm).name || 'A route'} (${(value as RouteForm).numberOfDays} days)`;
  if ('waypoints' in value) return (value as DayForm).waypoints.map(({ name }) => name || '?').join(' → ');
  if ('altitude' in value) return (value as WaypointForm).name || 'A waypoint';
  if ('from' in value) {
    const days = forms.flatMap((form) => form.routes.flatMap((route) => route.dailyActivities));
    return legText(value as ConnectionForm, days);
  }
  return JSON.stringify(value);
}
