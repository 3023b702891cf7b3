// Number of fields to fill in for a trek of two routes and sixteen days, with and without copies and proposals.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Route, Trek } from '../../api/types';
import { kilometresBetween, placeOf } from './climbs';
import { toForm } from './document';
import {
  blankTrek,
  type ConnectionForm,
  type DayForm,
  MEALS,
  type NewKey,
  type PlaceForm,
  type RouteForm,
  type TrekForm,
  type WaypointForm,
} from './form';
import { proposePlaces } from './known-places';
import { type DayMove, type Move, type RouteMove, reduce } from './reducer';

const keys = (): NewKey => {
  let count = 0;
  return () => `k${++count}`;
};

/** The demo trek Langtang: its eight days, and a second route with another summit on the fifth. */
function wanted(): TrekForm {
  const path = join(import.meta.dirname, '../../../../demo/treks/08-langtang-valley.json');
  const trek = JSON.parse(readFileSync(path, 'utf8')) as Trek & { routes: [Route, Route] };
  const [classic, longer] = trek.routes;
  const summit = longer.dailyActivities.find((day) => day.waypoints.some(({ name }) => name === 'Kyanjin Ri'));
  if (!summit) throw new Error('no day with Kyanjin Ri');
  const days = classic.dailyActivities.map((day, at) => (at === 4 ? { ...summit, foodDetails: day.foodDetails } : day));
  const second = {
    ...classic,
    name: longer.name,
    description: longer.description,
    pricePerHead: 790,
    dailyActivities: days,
  };
  const images = { bannerImage: 'a.webp', secondaryImages: ['b.webp'] };
  const form = toForm({ ...trek, images, routes: [classic, second as Route] }, keys());
  // As many details of lodging and meals as an editor in a hurry enters.
  const short = (day: DayForm): DayForm => ({
    ...day,
    accommodation: { ...day.accommodation, features: day.accommodation.features.slice(0, 2) },
    foodDetails: {
      breakfast: day.foodDetails.breakfast.slice(0, 1),
      lunch: day.foodDetails.lunch.slice(0, 1),
      dinner: day.foodDetails.dinner.slice(0, 1),
    },
  });
  return {
    ...form,
    routes: form.routes.map((route) => ({ ...route, dailyActivities: route.dailyActivities.map(short) })),
  };
}

/**
 * Simulates an editor. Each field that is typed, chosen or cleared counts as one, and so does each press of a button.
 */
class Person {
  readonly key = keys();
  form = blankTrek(this.key);
  fields = 0;
  presses = 0;

  constructor(readonly helped: boolean) {}

  fill(move: Move) {
    this.fields++;
    this.form = reduce(this.form, move, this.key);
  }
  press(move: Move) {
    this.presses++;
    this.form = reduce(this.form, move, this.key);
  }
  route(at: number): RouteForm {
    return this.form.routes[at] as RouteForm;
  }
  inRoute(at: number, move: RouteMove): Move {
    return { type: 'route', route: this.route(at).key, move };
  }
  inDay(route: number, day: number, move: DayMove): Move {
    return this.inRoute(route, { type: 'day', day: this.route(route).dailyActivities[day]?.key ?? '', move });
  }

  enterBasics(to: TrekForm) {
    for (const name of ['name', 'location', 'description', 'difficulty'] as const) {
      this.fill({ type: 'trek-changed', to: { [name]: to[name] } });
    }
    for (const at of to.bestSeasons.keys()) {
      this.fill({ type: 'trek-changed', to: { bestSeasons: to.bestSeasons.slice(0, at + 1) } });
    }
    for (const at of to.features.keys()) this.fill({ type: 'features-changed', to: to.features.slice(0, at + 1) });
    for (const place of ['startingPlace', 'endingPlace'] as const) {
      this.enterPlace(to[place], this.form[place], (part) => ({ type: 'place-changed', place, to: part }));
    }
    for (const [name, value] of Object.entries(to.paymentDetails)) {
      const now = this.form.paymentDetails[name as keyof TrekForm['paymentDetails']];
      if (now !== value) this.fill({ type: 'payment-changed', to: { [name]: value } });
    }
  }

  /** Accepts a proposal if it is within two kilometres of the wanted place. */
  enterPlace<Place extends PlaceForm & { altitude?: string }>(
    to: Place,
    now: Place,
    move: (to: Partial<Place>) => Move,
  ) {
    const current = now;
    const typed = { ...current, name: to.name };
    const proposal =
      this.helped && current.name !== to.name
        ? proposePlaces(this.form, typed).find((one) => isThere(one, to))
        : undefined;
    if (proposal) {
      const { source: _, ...place } = proposal;
      const { altitude, ...spot } = place;
      this.fill(move((to.altitude === undefined ? spot : { ...spot, altitude }) as Partial<Place>));
      return;
    }
    for (const name of ['name', 'latitude', 'longitude', 'altitude'] as const) {
      if (to[name] === undefined || to[name] === '') continue;
      if (this.helped && (current[name] === to[name] || (name !== 'name' && isThere(current, to)))) continue;
      this.fill(move({ [name]: to[name] } as Partial<Place>));
    }
  }

  enterRouteHead(at: number, to: RouteForm) {
    for (const name of ['name', 'description', 'pricePerHead'] as const) {
      if (this.route(at)[name] !== to[name])
        this.fill(this.inRoute(at, { type: 'route-changed', to: { [name]: to[name] } }));
    }
    if (this.route(at).isVisible !== to.isVisible) {
      this.fill(this.inRoute(at, { type: 'route-changed', to: { isVisible: to.isVisible } }));
    }
  }

  enterDay(route: number, at: number, to: DayForm) {
    const day = () => this.route(route).dailyActivities[at] as DayForm;
    while (day().waypoints.length < to.waypoints.length) this.press(this.inDay(route, at, { type: 'waypoint-added' }));
    to.waypoints.forEach((waypoint, index) => {
      const now = day().waypoints[index] as WaypointForm;
      const place = ({ name, latitude, longitude, altitude }: WaypointForm) => ({
        name,
        latitude,
        longitude,
        altitude,
      });
      this.enterPlace(place(waypoint), place(now), (part) =>
        this.inDay(route, at, { type: 'waypoint-changed', waypoint: now.key, to: part }),
      );
    });
    if (this.helped) this.press(this.inDay(route, at, { type: 'legs-proposed' }));
    to.connections.forEach((leg, index) => {
      this.enterLeg(route, at, day().connections[index] as ConnectionForm, leg);
    });
    this.enterStay(route, at, day(), to);
  }

  enterLeg(route: number, at: number, now: ConnectionForm, to: ConnectionForm) {
    // An estimate of distance and time is accepted as it is; the transport must be right.
    for (const name of ['transportMode', 'duration', 'distance', 'description'] as const) {
      const estimated = this.helped && (name === 'duration' || name === 'distance') && now[name] !== '';
      if (now[name] === to[name] || estimated) continue;
      this.fill(this.inDay(route, at, { type: 'connection-changed', connection: now.key, to: { [name]: to[name] } }));
    }
  }

  enterStay(route: number, at: number, day: DayForm, to: DayForm) {
    const before = this.route(route).dailyActivities[at - 1];
    const copied = (what: 'accommodation' | 'foodDetails') => {
      this.press(this.inRoute(route, { type: 'stay-copied', what, from: at - 1, first: at, last: at }));
    };
    if (this.helped && before && day.accommodation.title === '') {
      if (before.accommodation.title === to.accommodation.title) copied('accommodation');
    }
    const now = (this.route(route).dailyActivities[at] as DayForm).accommodation;
    for (const name of ['title', 'description'] as const) {
      if (now[name] !== to.accommodation[name]) {
        this.fill(this.inDay(route, at, { type: 'accommodation-changed', to: { [name]: to.accommodation[name] } }));
      }
    }
    const wrong = now.features.filter((one) => !to.accommodation.features.includes(one));
    const missing = to.accommodation.features.filter((one) => !now.features.includes(one));
    this.fields += wrong.length + missing.length;
    this.form = reduce(
      this.form,
      this.inDay(route, at, { type: 'accommodation-changed', to: { features: to.accommodation.features } }),
      this.key,
    );
    for (const meal of MEALS) {
      const [word = ''] = to.foodDetails[meal];
      if ((this.route(route).dailyActivities[at] as DayForm).foodDetails[meal][0] === word) continue;
      this.fill(this.inDay(route, at, { type: 'meal-changed', meal, at: 0, to: word }));
    }
  }
}

/** Whether the two positions are less than two kilometres apart. */
function isThere(a: PlaceForm, b: PlaceForm): boolean {
  const [here, there] = [placeOf(a), placeOf(b)];
  return here !== null && there !== null && kilometresBetween(here, there) < 2;
}

function enter(helped: boolean): Person {
  const person = new Person(helped);
  const to = wanted();
  person.enterBasics(to);
  to.routes.forEach((route, at) => {
    if (at > 0 && helped) person.press({ type: 'route-duplicated', route: person.route(at - 1).key });
    else if (at > 0) person.press({ type: 'route-added' });
    person.enterRouteHead(at, route);
    if (person.route(at).numberOfDays !== route.numberOfDays) {
      person.fill(person.inRoute(at, { type: 'days-typed', to: route.numberOfDays }));
    }
    route.dailyActivities.forEach((day, index) => {
      person.enterDay(at, index, day);
    });
  });
  return person;
}

test('TREKADM-13 copies and proposals more than halve the fields to fill in for a trek of two routes and sixteen days', () => {
  const [typed, helped] = [enter(false), enter(true)];
  for (const { form } of [typed, helped]) {
    expect(form.routes.map((route) => route.dailyActivities.length)).toEqual([8, 8]);
    const places = form.routes.map((route) =>
      route.dailyActivities.map((day) => day.waypoints.map(({ name }) => name)),
    );
    expect(places).toEqual(
      wanted().routes.map((route) => route.dailyActivities.map((day) => day.waypoints.map(({ name }) => name))),
    );
    for (const day of form.routes.flatMap((route) => route.dailyActivities)) {
      for (const leg of day.connections) expect([leg.description, leg.distance, leg.duration]).not.toContain('');
      for (const place of day.waypoints) expect(placeOf(place)).not.toBeNull();
    }
  }
  console.info(
    `fields typed ${typed.fields} (presses ${typed.presses}), helped ${helped.fields} (presses ${helped.presses})`,
  );
  expect(typed.fields).toBeGreaterThan(380);
  expect(helped.fields).toBeLessThan(typed.fields / 2);
});
