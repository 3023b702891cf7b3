// Reads treks out of what the server answered: blanks where parts are missing, so that one poor trek never takes the page.
// What the itinerary checks themselves (routes, places, days) is left as it came: those faults are told, not mended.
import type { Trek, TrekSummary } from './types';

type Loose = Record<string, unknown>;

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '') : [];

const CURRENCY = /^[A-Z]{3}$/;

/** The parts that every trek has; without a name and an id there is none. */
function readCommon(value: unknown) {
  if (!isObject(value) || !text(value._id) || !text(value.name)) return null;
  const images = isObject(value.images) ? value.images : {};
  return {
    ...value,
    description: text(value.description),
    location: text(value.location),
    features: texts(value.features),
    images: { bannerImage: text(images.bannerImage), secondaryImages: texts(images.secondaryImages) },
    // An amount needs some currency to be written at all.
    currency: CURRENCY.test(text(value.currency)) ? text(value.currency) : 'USD',
    bestSeasons: texts(value.bestSeasons),
    difficulty: text(value.difficulty) || undefined,
    region: text(value.region) || undefined,
    included: texts(value.included),
    notIncluded: texts(value.notIncluded),
  };
}

function readRoutes(value: unknown[]): unknown[] {
  return value.filter(isObject).map((route) => ({
    ...route,
    _id: text(route._id),
    name: text(route.name),
    pricePerHead: number(route.pricePerHead),
    allInPrice: number(route.allInPrice) || undefined,
    numberOfDays: number(route.numberOfDays),
    numberOfNights: number(route.numberOfNights),
  }));
}

/** null: not a list of treks at all. */
export function parseTrekList(value: unknown): TrekSummary[] | null {
  if (!Array.isArray(value)) return null;
  const treks: TrekSummary[] = [];
  for (const one of value) {
    const common = readCommon(one);
    if (!common || !Array.isArray(one.routes)) return null;
    const routes = readRoutes(one.routes);
    treks.push({
      ...common,
      routes,
      price: number(one.price),
      noOfRoutes: number(one.noOfRoutes) || routes.length,
      profile: Array.isArray(one.profile) ? one.profile.filter(Number.isFinite) : [],
      highestPoint: number(one.highestPoint) || undefined,
    } as unknown as TrekSummary);
  }
  return treks;
}

/** null: no trek that a page could be made of. */
export function parseTrek(value: unknown): Trek | null {
  const common = readCommon(value);
  if (!common) return null;
  const routes = (value as Loose).routes;
  return { ...common, ...(Array.isArray(routes) && { routes: readRoutes(routes) }) } as unknown as Trek;
}
