// The traveller's choice in the booking panel. Kept in sessionStorage, so that a reload or a login does not lose it.
import type { AppliedPromotion, Route, Trek } from '../../api/types';
import { isDay } from '../../lib/dates';
import { readJson, writeJson } from '../../lib/storage';
import { LISTED_GUESTS, MAX_GUESTS, readGuestCount } from './guest-count';
import { type PriceBreakdown, PriceError, quote } from './pricing';
import type { Pay } from './schedule';

export interface Choice {
  routeId: string | undefined;
  /** Of a party that walks by itself. */
  startDate: string | undefined;
  /** Whether seats of a group departure are booked, where the trek sells both. */
  group?: boolean | undefined;
  departureId?: string | undefined;
  /** True while 'Custom number of guests' is selected in the list. */
  custom: boolean;
  /** As typed; may be empty while `custom`. */
  guests: string;
  includeMeals: boolean;
  includePorter: boolean;
  /** Of a trek with a deposit; the deposit while nothing is chosen. */
  pay?: Pay | undefined;
  /** The promotion code that the server accepted for this trek. */
  promotion?: AppliedPromotion | undefined;
}

const keyOf = (trekId: string) => `choice:${trekId}`;

function isChoice(value: unknown): value is Choice {
  const choice = value as Choice | null;
  return (
    typeof choice?.guests === 'string' && typeof choice.custom === 'boolean' && typeof choice.includeMeals === 'boolean'
  );
}

/** Departure and guests of a link, as the dates of a trek, the mails of the waitlist and Edit trip make it. */
export interface LinkedDeparture {
  departureId: string | null;
  guests: string | null;
}

/** The date of the link overrides the stored one. An invalid or past date is ignored (decision 38). */
export function initialChoice(
  trekId: string,
  routes: Route[],
  linkDate: string | null,
  days: { today: string; last: string },
  link: LinkedDeparture = { departureId: null, guests: null },
): Choice {
  const kept = readJson('session', keyOf(trekId), isChoice);
  const bookable = (day: string | null | undefined) =>
    isDay(day) && day >= days.today && day <= days.last ? day : undefined;
  const routeId = routes.some((route) => route._id === kept?.routeId) ? kept?.routeId : cheapest(routes)?._id;
  const departureId = link.departureId || (linkDate ? undefined : kept?.departureId);
  const party = Number(link.guests);
  const guests = Number.isInteger(party) && party >= 1 && party <= MAX_GUESTS ? party : undefined;
  return {
    routeId,
    startDate: bookable(linkDate) ?? bookable(kept?.startDate),
    ...(departureId && { group: link.departureId ? true : kept?.group, departureId }),
    custom: guests ? guests > LISTED_GUESTS : (kept?.custom ?? false),
    guests: guests ? String(guests) : (kept?.guests ?? '2'),
    includeMeals: kept?.includeMeals ?? true,
    includePorter: kept?.includePorter ?? true,
    ...(kept?.pay && { pay: kept.pay }),
    ...(kept?.promotion && { promotion: kept.promotion }),
  };
}

export function saveChoice(trekId: string, choice: Choice): void {
  writeJson('session', keyOf(trekId), choice);
}

function cheapest(routes: Route[]): Route | undefined {
  return routes.reduce<Route | undefined>(
    (best, route) => (best && best.pricePerHead <= route.pricePerHead ? best : route),
    undefined,
  );
}

/** null while a custom number is empty or invalid. */
export function guestCountOf(choice: Choice): number | null {
  return readGuestCount(choice.guests).count;
}

export function isListed(count: number | null): boolean {
  return count !== null && count <= LISTED_GUESTS;
}

/** null when the choice is incomplete, or when it has no payable price. */
export function quoteChoice(
  trek: Trek,
  route: Route | undefined,
  guests: number | null,
  promotion?: AppliedPromotion,
): PriceBreakdown | null {
  // A trek without payment details has no price: the server rejects any booking of it.
  if (!route || guests === null || !trek.paymentDetails?.charges || !trek.paymentDetails.discount) return null;
  try {
    return quote({
      pricePerHead: route.pricePerHead,
      guests,
      paymentDetails: trek.paymentDetails,
      currency: trek.currency,
      promotion,
    });
  } catch (problem) {
    if (problem instanceof PriceError) return null;
    throw problem;
  }
}

/** Whether the choice is a group departure. A trek that sells only one kind leaves no choice. */
export function isGroup(trek: Pick<Trek, 'soldAs'>, choice: Choice): boolean {
  return trek.soldAs === 'departures' || (trek.soldAs === 'both' && choice.group === true);
}

/** Why Reserve is disabled; undefined when it is enabled (document 2 §4). */
export function reserveBlocker(
  signedIn: boolean,
  route: Route | undefined,
  guests: number | null,
  price: PriceBreakdown | null,
  seatsLeft = Number.POSITIVE_INFINITY,
): 'signed-out' | 'no-route' | 'no-guests' | 'no-price' | 'no-seats' | undefined {
  if (!route) return 'no-route';
  if (guests === null) return 'no-guests';
  if (guests > seatsLeft) return 'no-seats';
  if (!price || price.total === 0) return 'no-price';
  return signedIn ? undefined : 'signed-out';
}
