// All changes to a trek in the editor, as one pure function. Unchanged parts stay the same objects.
import { continueDay, copyDays, copyStay, type DaysCopy, duplicateRoute, followEnd, type Stay } from './copies';
import {
  blankRoute,
  type ConnectionForm,
  type DayForm,
  type FieldValues,
  MAX_FEATURES,
  MAX_MEAL_ITEMS,
  MAX_ROUTES,
  MAX_WAYPOINTS,
  type Meal,
  type NewKey,
  type PaymentForm,
  type PlaceForm,
  type RouteForm,
  type TrekForm,
  unique,
  type WaypointForm,
} from './form';
import { proposeLegs } from './legs';
import {
  addConnection,
  addWaypoint,
  changeConnection,
  fixWaypoints,
  moveWaypoint,
  removeWaypoint,
  setEnd,
  setStart,
} from './moves';
import { duplicateDay, insertDay, moveDay, putDays, removeDay, setNumberOfDays } from './route-moves';

export type DayMove =
  | { type: 'waypoint-added'; at?: Partial<Pick<WaypointForm, 'name' | 'latitude' | 'longitude' | 'altitude'>> }
  | { type: 'waypoint-removed'; waypoint: string }
  | { type: 'waypoint-changed'; waypoint: string; to: Partial<Omit<WaypointForm, 'key'>> }
  | { type: 'waypoint-moved'; from: number; to: number }
  | { type: 'start-set'; waypoint: string }
  | { type: 'end-set'; waypoint: string }
  | { type: 'waypoints-fixed' }
  | { type: 'connection-added' }
  | { type: 'connection-removed'; connection: string }
  | { type: 'connection-changed'; connection: string; to: Partial<Omit<ConnectionForm, 'key'>> }
  | { type: 'legs-proposed'; connection?: string }
  | { type: 'accommodation-changed'; to: Partial<DayForm['accommodation']> }
  | { type: 'meal-changed'; meal: Meal; at: number; to: string }
  | { type: 'meal-added'; meal: Meal }
  | { type: 'meal-removed'; meal: Meal; at: number };

export type RouteMove =
  | { type: 'route-changed'; to: Partial<Pick<RouteForm, 'name' | 'description' | 'pricePerHead' | 'isVisible'>> }
  | { type: 'nights-typed'; to: string }
  | { type: 'days-typed'; to: string }
  | { type: 'day-moved'; from: number; to: number }
  | { type: 'day-inserted'; at: number }
  | { type: 'day-duplicated'; at: number }
  | { type: 'day-continued'; at: number }
  | { type: 'day-removed'; at: number }
  | { type: 'stay-copied'; what: Stay; from: number; first: number; last: number }
  | { type: 'route-legs-proposed' }
  | { type: 'days-put'; at: number; days: DayForm[]; replace: boolean }
  | { type: 'day'; day: string; move: DayMove };

/** Features have a separate change that removes repeated ones. */
type Texts = Omit<FieldValues, 'features'> & Pick<TrekForm, 'bannerImage' | 'secondaryImages'>;

export type Move =
  | { type: 'opened'; form: TrekForm }
  | { type: 'trek-changed'; to: Partial<Texts> }
  | { type: 'images-added'; urls: string[] }
  | { type: 'features-changed'; to: string[] }
  | { type: 'place-changed'; place: 'startingPlace' | 'endingPlace'; to: Partial<PlaceForm> }
  | { type: 'payment-changed'; to: Partial<PaymentForm> }
  | { type: 'route-added' }
  | { type: 'route-duplicated'; route: string }
  | ({ type: 'days-copied' } & DaysCopy)
  | { type: 'route-removed'; route: string }
  | { type: 'route'; route: string; move: RouteMove };

export function reduce(form: TrekForm, move: Move, key: NewKey): TrekForm {
  switch (move.type) {
    case 'opened':
      return move.form;
    case 'trek-changed':
      return { ...form, ...move.to };
    case 'images-added':
      return { ...form, secondaryImages: [...new Set([...form.secondaryImages, ...move.urls])] };
    case 'features-changed':
      return { ...form, features: unique(move.to, MAX_FEATURES) };
    case 'place-changed':
      return { ...form, [move.place]: { ...form[move.place], ...move.to } };
    case 'payment-changed':
      return { ...form, paymentDetails: { ...form.paymentDetails, ...move.to } };
    case 'route-added':
      return form.routes.length >= MAX_ROUTES ? form : { ...form, routes: [...form.routes, blankRoute(key)] };
    case 'route-duplicated':
      return duplicateRoute(form, move.route, key);
    case 'days-copied':
      return copyDays(form, move, key);
    case 'route-removed':
      // The first route cannot be removed (document 2 §2).
      return { ...form, routes: form.routes.filter((one, at) => at === 0 || one.key !== move.route) };
    case 'route':
      return { ...form, routes: replaced(form.routes, move.route, (route) => reduceRoute(route, move.move, key)) };
  }
}

function replaced<Item extends { key: string }>(items: Item[], key: string, change: (item: Item) => Item): Item[] {
  let same = true;
  const next = items.map((item) => {
    if (item.key !== key) return item;
    const changed = change(item);
    same = same && changed === item;
    return changed;
  });
  return same ? items : next;
}

export function reduceRoute(route: RouteForm, move: RouteMove, key: NewKey): RouteForm {
  switch (move.type) {
    case 'route-changed':
      return { ...route, ...move.to };
    case 'nights-typed':
      return { ...route, numberOfNights: move.to };
    case 'days-typed':
      return setNumberOfDays(route, move.to, key);
    case 'day-moved':
      return moveDay(route, move.from, move.to);
    case 'day-inserted':
      return insertDay(route, move.at, key);
    case 'day-duplicated':
      return duplicateDay(route, move.at, key);
    case 'day-continued': {
      const days = route.dailyActivities;
      const day = continueDay(days, move.at);
      return day === days[move.at]
        ? route
        : { ...route, dailyActivities: days.map((one, at) => (at === move.at && day ? day : one)) };
    }
    case 'stay-copied':
      return copyStay(route, move.what, move.from, move.first, move.last);
    case 'route-legs-proposed':
      return { ...route, dailyActivities: route.dailyActivities.map((day) => proposeLegs(day)) };
    case 'day-removed':
      return removeDay(route, move.at);
    case 'days-put':
      return putDays(route, move.at, move.days, move.replace);
    case 'day': {
      const before = route.dailyActivities;
      const after = replaced(before, move.day, (day) => reduceDay(day, move.move, key));
      const at = before.findIndex((day) => day.key === move.day);
      return { ...route, dailyActivities: followEnd(before, after, at) };
    }
  }
}

export function reduceDay(day: DayForm, move: DayMove, key: NewKey): DayForm {
  switch (move.type) {
    case 'waypoint-added':
      return day.waypoints.length >= MAX_WAYPOINTS ? day : addWaypoint(day, key, move.at);
    case 'waypoint-removed':
      return removeWaypoint(day, move.waypoint);
    case 'waypoint-changed':
      return { ...day, waypoints: replaced(day.waypoints, move.waypoint, (one) => ({ ...one, ...move.to })) };
    case 'waypoint-moved':
      return moveWaypoint(day, move.from, move.to);
    case 'start-set':
      return setStart(day, move.waypoint);
    case 'end-set':
      return setEnd(day, move.waypoint);
    case 'waypoints-fixed':
      return fixWaypoints(day, key);
    case 'connection-added':
      return addConnection(day, key);
    case 'connection-removed':
      return { ...day, connections: day.connections.filter((one) => one.key !== move.connection) };
    case 'connection-changed':
      return {
        ...day,
        connections: replaced(day.connections, move.connection, (one) => changeConnection(one, move.to)),
      };
    case 'legs-proposed':
      return proposeLegs(day, move.connection);
    case 'accommodation-changed': {
      const accommodation = { ...day.accommodation, ...move.to };
      return { ...day, accommodation: { ...accommodation, features: unique(accommodation.features, MAX_FEATURES) } };
    }
    default:
      return { ...day, foodDetails: reduceMeal(day.foodDetails, move) };
  }
}

type MealMove = Extract<DayMove, { type: 'meal-changed' | 'meal-added' | 'meal-removed' }>;

function reduceMeal(food: DayForm['foodDetails'], move: MealMove): DayForm['foodDetails'] {
  const items = food[move.meal];
  switch (move.type) {
    case 'meal-changed':
      return { ...food, [move.meal]: items.map((item, at) => (at === move.at ? move.to : item)) };
    case 'meal-added':
      return items.length >= MAX_MEAL_ITEMS ? food : { ...food, [move.meal]: [...items, ''] };
    case 'meal-removed':
      return { ...food, [move.meal]: items.filter((_, at) => at !== move.at) };
  }
}
