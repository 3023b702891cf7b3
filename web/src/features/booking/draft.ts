// A booking in progress, kept in sessionStorage: the reservation, the guest form, and the idempotency key of the
// request.
// Bound to the user, so that another user of this tab does not see the guests.
import type { Coordinates, PriceBreakdown, Route, Trek } from '../../api/types';
import { readJson, remove, writeJson } from '../../lib/storage';
import type { Choice } from './choice';
import { LISTED_GUESTS } from './guest-count';
import type { GuestForm } from './guests';
import { minorDigits } from './pricing';

/** The state that Reserve passes to /booking (document 2 §2). */
export interface Reservation {
  bookingData: BookingData;
  details: TrekDetails;
  selectedRoute: SelectedRoute;
}

export interface BookingData {
  trekId: string;
  startDate: string;
  totalGuests: number;
  includeMeals: boolean;
  includePorter: boolean;
  priceBreakdown: PriceBreakdown;
}

/** Also used on the success screen (document 2 §3). */
export interface TrekDetails {
  name: string;
  location: string;
  bannerImage: string;
  guests: number;
  noOfDay: number;
  noOfNight: number;
  coordinates: Coordinates | undefined;
}

export interface SelectedRoute {
  _id: string;
  index: number;
  name: string;
  pricePerHead: number;
  numberOfDays: number;
}

export interface Draft extends Reservation {
  userId: string;
  form?: Partial<GuestForm>;
  attempt?: { key: string; body: string };
  /** The booking that Continue to Payment created. */
  bookingId?: string;
}

const KEY = 'draft:booking'; // removed at logout, see main.tsx

/**
 * The reservation at a price from the server. The price per guest is derived from it, since the server compares that
 * too.
 */
export function withPrice<R extends Reservation>(reservation: R, price: PriceBreakdown): R {
  const { bookingData, selectedRoute } = reservation;
  const each = price.basePrice / bookingData.totalGuests;
  return {
    ...reservation,
    bookingData: { ...bookingData, priceBreakdown: price },
    selectedRoute: { ...selectedRoute, pricePerHead: Number(each.toFixed(minorDigits(price.currency))) },
  };
}

export function createReservation(
  trek: Trek,
  route: Route,
  routeIndex: number,
  choice: Choice,
  guests: number,
  price: PriceBreakdown,
): Reservation | null {
  if (!choice.startDate) return null;
  return {
    bookingData: {
      trekId: trek._id,
      startDate: choice.startDate,
      totalGuests: guests,
      includeMeals: choice.includeMeals,
      includePorter: choice.includePorter,
      priceBreakdown: price,
    },
    details: {
      name: trek.name,
      location: trek.location,
      bannerImage: trek.images.bannerImage,
      guests,
      noOfDay: route.numberOfDays,
      noOfNight: route.numberOfNights,
      coordinates: trek.endingPlace.coordinates,
    },
    selectedRoute: {
      _id: route._id,
      index: routeIndex,
      name: route.name,
      pricePerHead: route.pricePerHead,
      numberOfDays: route.numberOfDays,
    },
  };
}

/** The choice that a reservation was made from, so that the trek page shows it again. */
export function toChoice({ bookingData, selectedRoute }: Reservation): Choice {
  const { startDate, totalGuests, includeMeals, includePorter } = bookingData;
  return {
    routeId: selectedRoute._id,
    startDate,
    custom: totalGuests > LISTED_GUESTS,
    guests: String(totalGuests),
    includeMeals,
    includePorter,
  };
}

export function isReservation(value: unknown): value is Reservation {
  const { bookingData, details, selectedRoute } = (value ?? {}) as Partial<Reservation>;
  return (
    typeof bookingData?.trekId === 'string' &&
    typeof bookingData.startDate === 'string' &&
    Number.isInteger(bookingData.totalGuests) &&
    typeof bookingData.priceBreakdown?.total === 'number' &&
    typeof details?.name === 'string' &&
    typeof selectedRoute?._id === 'string'
  );
}

function isDraft(value: unknown): value is Draft {
  return isReservation(value) && typeof (value as Draft).userId === 'string';
}

/**
 * The user's draft, from the navigation state and the stored draft. Guests survive a change of date, route or number
 * for the same trek. After a reload the navigation state equals the stored draft, which is kept.
 */
export function loadDraft(brought: unknown, userId: string): Draft | null {
  const kept = readJson('session', KEY, isDraft);
  const mine = kept?.userId === userId ? kept : null;
  if (!isReservation(brought)) return mine;
  const { bookingData, details, selectedRoute } = brought;
  if (mine && JSON.stringify(bookingOf(mine)) === JSON.stringify(bookingOf(brought))) return mine;
  const sameTrek = mine?.bookingData.trekId === bookingData.trekId;
  return { bookingData, details, selectedRoute, userId, ...(sameTrek && mine.form && { form: mine.form }) };
}

/** The identity of a reservation. Excludes the price, which a response of the server may have changed. */
function bookingOf({ bookingData: { priceBreakdown: _, ...chosen }, selectedRoute }: Reservation) {
  return [chosen, selectedRoute._id];
}

/** The draft that became this booking, while this tab holds it. */
export function findDraft(bookingId: string, userId: string | undefined): Draft | null {
  const kept = readJson('session', KEY, isDraft);
  return kept?.userId === userId && kept?.bookingId === bookingId ? kept : null;
}

export function saveDraft(draft: Draft): void {
  writeJson('session', KEY, draft);
}

export function clearDraft(): void {
  remove('session', KEY);
}
