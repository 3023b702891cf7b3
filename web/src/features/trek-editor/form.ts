// The trek as it stands in the form (document 2 §3): numbers as they were typed, connections that name their waypoints.
// Days, waypoints and connections have keys of their own, so that moving one re-indexes nothing and React keeps its field.
import type { TransportMode } from '../../api/types';

export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
export type Meal = (typeof MEALS)[number];

export const MAX_FEATURES = 10;
export const MAX_MEAL_ITEMS = 10;
export const MAX_SECONDARY_IMAGES = 20;
export const MAX_DAYS = 60;
export const MAX_ROUTES = 20;
export const MAX_WAYPOINTS = 50;

export interface PlaceForm {
  name: string;
  latitude: string;
  longitude: string;
}

export interface WaypointForm extends PlaceForm {
  key: string;
  altitude: string;
  isStartPoint: boolean;
  isEndPoint: boolean;
}

export interface ConnectionForm {
  key: string;
  /** Keys of waypoints; one that names none of the day leads nowhere. */
  from: string;
  to: string;
  transportMode: TransportMode;
  customTransportType: string;
  description: string;
  duration: string;
  distance: string;
}

export interface DayForm {
  key: string;
  waypoints: WaypointForm[];
  connections: ConnectionForm[];
  accommodation: { title: string; description: string; features: string[] };
  foodDetails: Record<Meal, string[]>;
}

export interface RouteForm {
  key: string;
  /** Of the route that is stored; a new one has none. */
  _id?: string;
  name: string;
  description: string;
  pricePerHead: string;
  numberOfDays: string;
  numberOfNights: string;
  isVisible: boolean;
  dailyActivities: DayForm[];
  /** Days that a smaller number took away: a larger one brings them back, since 15 is typed as 1 first. */
  spare: DayForm[];
}

export interface PaymentForm {
  groupDiscountThreshold: string;
  groupDiscountPercentage: string;
  isGroupDiscountApplicable: boolean;
  gst: string;
  serviceFee: string;
  insurancePerPerson: string;
  bookingFee: string;
}

export interface TrekForm {
  name: string;
  description: string;
  location: string;
  features: string[];
  difficulty: string;
  bestSeasons: string[];
  region: string;
  /** One line each; blank ones are not sent. */
  included: string[];
  notIncluded: string[];
  startingPlace: PlaceForm;
  endingPlace: PlaceForm;
  bannerImage: string;
  secondaryImages: string[];
  paymentDetails: PaymentForm;
  routes: RouteForm[];
}

/** Gives a key that no other part of the form has. */
export type NewKey = () => string;

export const newKey: NewKey = () => crypto.randomUUID();

export function blankWaypoint(key: string, name = ''): WaypointForm {
  return { key, name, latitude: '', longitude: '', altitude: '', isStartPoint: false, isEndPoint: false };
}

export function walking(key: string, from: string, to: string): ConnectionForm {
  return {
    key,
    from,
    to,
    transportMode: 'walking',
    customTransportType: '',
    description: '',
    duration: '',
    distance: '',
  };
}

export function blankDay(key: NewKey): DayForm {
  const start = { ...blankWaypoint(key()), isStartPoint: true };
  const end = { ...blankWaypoint(key()), isEndPoint: true };
  return {
    key: key(),
    waypoints: [start, end],
    connections: [walking(key(), start.key, end.key)],
    accommodation: { title: '', description: '', features: [] },
    foodDetails: { breakfast: [''], lunch: [''], dinner: [''] },
  };
}

export function blankRoute(key: NewKey): RouteForm {
  return {
    key: key(),
    name: '',
    description: '',
    pricePerHead: '',
    numberOfDays: '1',
    numberOfNights: '0',
    isVisible: true,
    dailyActivities: [blankDay(key)],
    spare: [],
  };
}

/** The charges of document 2 §9, until the agency's own are known. */
const CHARGES: Charges = { gst: '18', serviceFee: '5', insurancePerPerson: '500', bookingFee: '200' };

export type Charges = Pick<PaymentForm, 'gst' | 'serviceFee' | 'insurancePerPerson' | 'bookingFee'>;

/** What Add New Trek begins with. */
export function blankTrek(key: NewKey, charges: Charges = CHARGES): TrekForm {
  const place = { name: '', latitude: '', longitude: '' };
  return {
    name: '',
    description: '',
    location: '',
    features: [],
    difficulty: '',
    bestSeasons: [],
    region: '',
    included: [],
    notIncluded: [],
    startingPlace: place,
    endingPlace: place,
    bannerImage: '',
    secondaryImages: [],
    paymentDetails: {
      groupDiscountThreshold: '4',
      groupDiscountPercentage: '20',
      isGroupDiscountApplicable: true,
      ...charges,
    },
    routes: [blankRoute(key)],
  };
}

/** What was typed as a number; null where it is none. `1,5` is one and a half to who types it. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  return Number(plain);
}
