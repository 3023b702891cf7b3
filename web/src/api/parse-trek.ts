// Reads treks from a response. Missing parts become blank, so that one incomplete trek does not break the page. Routes,
// places and days stay as received: the itinerary checks report their faults.
import { isObject, type JsonObject, readNumber, readString, readStrings } from '../lib/json';
import type { Fact, Trek, TrekSummary } from './types';

const CURRENCY = /^[A-Z]{3}$/;

/** Reads the parts that every trek has. Returns null without a name or an id. */
function readCommon(value: unknown) {
  if (!isObject(value) || !readString(value._id) || !readString(value.name)) return null;
  const images = isObject(value.images) ? value.images : {};
  return {
    ...value,
    description: readString(value.description),
    location: readString(value.location),
    features: readStrings(value.features),
    images: { bannerImage: readString(images.bannerImage), secondaryImages: readStrings(images.secondaryImages) },
    // Formatting an amount requires a currency.
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

/** Returns null if the value is not a list of treks. */
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

/** Returns null if the value has too little data for a page. */
export function parseTrek(value: unknown): Trek | null {
  const common = readCommon(value);
  if (!common) return null;
  const routes = (value as { routes?: unknown }).routes;
  return { ...common, ...(Array.isArray(routes) && { routes: readRoutes(routes) }) } as unknown as Trek;
}
