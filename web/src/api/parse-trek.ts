// Reads treks out of what the server answered: blanks where parts are missing, so that one poor trek never takes the page.
// What the itinerary checks themselves (routes, places, days) is left as it came: those faults are told, not mended.
import { isObject, type JsonObject, readNumber, readString, readStrings } from '../lib/json';
import type { Fact, Trek, TrekSummary } from './types';

const CURRENCY = /^[A-Z]{3}$/;

/** The parts that every trek has; without a name and an id there is none. */
function readCommon(value: unknown) {
  if (!isObject(value) || !readString(value._id) || !readString(value.name)) return null;
  const images = isObject(value.images) ? value.images : {};
  return {
    ...value,
    description: readString(value.description),
    location: readString(value.location),
    features: readStrings(value.features),
    images: { bannerImage: readString(images.bannerImage), secondaryImages: readStrings(images.secondaryImages) },
    // An amount needs some currency to be written at all.
    currency: CURRENCY.test(readString(value.currency)) ? readString(value.currency) : 'USD',
    bestSeasons: readStrings(value.bestSeasons),
    difficulty: readString(value.difficulty) || undefined,
    region: readString(value.region) || undefined,
    included: readStrings(value.included),
    notIncluded: readStrings(value.notIncluded),
  };
}

const readFact = ({ label, value }: JsonObject): Fact => ({ label: readString(label), value: readString(value) });

function readRoutes(value: unknown[]): unknown[] {
  return value.filter(isObject).map((route) => ({
    ...route,
    _id: readString(route._id),
    name: readString(route.name),
    pricePerHead: readNumber(route.pricePerHead),
    allInPrice: readNumber(route.allInPrice) || undefined,
    numberOfDays: readNumber(route.numberOfDays),
    numberOfNights: readNumber(route.numberOfNights),
    facts: Array.isArray(route.facts) ? route.facts.filter(isObject).map(readFact) : [],
    summary: readString(route.summary),
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
      price: readNumber(one.price),
      noOfRoutes: readNumber(one.noOfRoutes) || routes.length,
      profile: Array.isArray(one.profile) ? one.profile.filter(Number.isFinite) : [],
      highestPoint: readNumber(one.highestPoint) || undefined,
    } as unknown as TrekSummary);
  }
  return treks;
}

/** null: no trek that a page could be made of. */
export function parseTrek(value: unknown): Trek | null {
  const common = readCommon(value);
  if (!common) return null;
  const routes = (value as { routes?: unknown }).routes;
  return { ...common, ...(Array.isArray(routes) && { routes: readRoutes(routes) }) } as unknown as Trek;
}
