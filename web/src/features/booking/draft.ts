// A booking in progress, kept in sessionStorage: the reservation, the guest form, and the idempotency key of the
// request.
// Bound to the user, so that another user of this tab does not see the guests.
import type {
  AppliedPromotion,
  Coordinates,
  Departure,
  PaymentTerms,
  PriceBreakdown,
  Route,
  Trek,
} from '../../api/types';
import { addDays } from '../../lib/dates';
import { readJson, remove, writeJson } from '../../lib/storage';
import { paths } from '../../paths';
import type { Choice } from './choice';
import { LISTED_GUESTS } from './guest-count';
import type { GuestForm } from './guests';
import { minorDigits } from './pricing';
import type { Pay } from './schedule';

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
  /** The group departure; absent for a party that walks by itself. */
  departureId?: string;
  /** Last day of the departure. */
  endDate?: string;
  /** Token of the seats that are held for a party from the waitlist. */
  offer?: string;
  /** Token of the proposal that the booking accepts. */
  proposal?: string;
  /** What is paid now, and the terms that say when the rest is due; absent for a trek without a deposit. */
  pay?: Pay;
  terms?: PaymentTerms;
  /** The promotion code that is part of the price. */
  promotion?: AppliedPromotion;
}

/** A group departure, and the offer that holds its seats. */
export interface Joined {
  departure: Pick<Departure, '_id' | 'startDate' | 'endDate'>;
  offer: string | undefined;
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

/** `body` is without `replaces`: the booking that an earlier attempt created. */
export interface Attempt {
  key: string;
  body: string;
  replaces?: string;
}

/** The travel credit that the traveller chose. */
export interface ChosenCredit {
  number: string;
  amount: number;
}

/** For whom staff book. */
export interface Caller {
  name: string;
  email: string;
  /** The caller gets an email that says how to pay. */
  payWith?: 'card' | 'bank' | 'arrival' | undefined;
}

export interface Draft extends Reservation {
  userId: string;
  caller?: Caller | undefined;
  credit?: ChosenCredit | undefined;
  form?: Partial<GuestForm>;
  attempt?: Attempt;
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

/** The reservation at a price from the server that contains this promotion code, or none. */
export function withPromotion<R extends Reservation>(
  reservation: R,
  price: PriceBreakdown,
  promotion: AppliedPromotion | undefined,
): R {
  const priced = withPrice(reservation, price);
  const { promotion: _, ...others } = priced.bookingData;
  return { ...priced, bookingData: { ...others, ...(promotion && { promotion }) } };
}

export function createReservation(
  trek: Trek,
  route: Route,
  routeIndex: number,
  choice: Choice,
  guests: number,
  price: PriceBreakdown,
  joined?: Joined,
): Reservation | null {
  const startDate = joined ? joined.departure.startDate : choice.startDate;
  if (!startDate) return null;
  return {
    bookingData: {
      trekId: trek._id,
      startDate,
      totalGuests: guests,
      includeMeals: choice.includeMeals,
      includePorter: choice.includePorter,
      priceBreakdown: price,
      ...(joined && { departureId: joined.departure._id, endDate: joined.departure.endDate }),
      ...(joined?.offer && { offer: joined.offer }),
      ...(choice.promotion && { promotion: choice.promotion }),
      ...(trek.paymentDetails.terms && { pay: choice.pay ?? 'deposit', terms: trek.paymentDetails.terms }),
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

/** Last day of the trip. */
export function endOf({ bookingData, selectedRoute }: Reservation): string {
  return bookingData.endDate ?? addDays(bookingData.startDate, selectedRoute.numberOfDays - 1);
}

/** The trek page with the choice of the reservation, or the proposal. */
export function tripPath({ bookingData }: Reservation): string {
  const { trekId, departureId, startDate, totalGuests, offer, proposal } = bookingData;
  if (proposal) return paths.proposal(proposal);
  if (!departureId) return paths.package(trekId, startDate);
  return paths.packageDeparture(trekId, departureId, { guests: String(totalGuests), offer });
}

/** The choice that a reservation was made from, so that the trek page shows it again. */
export function toChoice({ bookingData, selectedRoute }: Reservation): Choice {
  const { startDate, totalGuests, includeMeals, includePorter, departureId, pay, promotion } = bookingData;
  return {
    routeId: selectedRoute._id,
    startDate: departureId ? undefined : startDate,
    ...(departureId && { group: true, departureId }),
    custom: totalGuests > LISTED_GUESTS,
    guests: String(totalGuests),
    includeMeals,
    includePorter,
    ...(pay && { pay }),
    ...(promotion && { promotion }),
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
