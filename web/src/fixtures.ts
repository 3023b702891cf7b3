// Complete examples of API responses for tests. The contract types them, so that a new field must be added here.
import type { components } from './api/schema';
import type {
  Booking,
  BookingPayment,
  Config,
  Coordinates,
  Day,
  Departure,
  Route,
  Trek,
  User,
  Waypoint,
} from './api/types';

import home from './pages/home.json';

type Schemas = components['schemas'];
type PartsOf<Whole, Parts> = Omit<Partial<Whole>, keyof Parts> & Parts;

export const coordinates: Coordinates = { latitude: 27.8, longitude: 86.7 };
const kathmandu = { name: 'Kathmandu', coordinates: { latitude: 27.7, longitude: 85.3 } };

export const maya: User = {
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'Maya Gurung',
  email: 'maya@chautari.example',
  role: 'user',
  hasPassword: true,
  preferences: {},
};

export const config: Config = {
  name: 'Chautari',
  contactEmail: 'hello@chautari.example',
  company: { name: 'Chautari', address: 'Thamel, Kathmandu' },
  currency: 'USD',
  paymentProvider: 'sandbox',
  waysToPay: [{ way: 'card' }],
  google: false,
  otpTtlSeconds: 60,
  timezone: 'Asia/Kathmandu',
  today: '2026-11-20',
  cancellationPolicy: [],
  defaultCharges: { gst: 18, serviceFee: 5, insurancePerPerson: 500, bookingFee: 200 },
  unpaidHours: 24,
  holdMinutes: 20,
  map: { tiles: [] },
  site: { headline: home.headline, subline: home.subline, footerLinks: [], texts: [] },
};

export function makeWaypoint(name: string, more: Partial<Waypoint> = {}): Waypoint {
  return { name, coordinates, isStartPoint: false, isEndPoint: false, ...more };
}

/** From Lukla down to Phakding. */
export function makeDay(more: Partial<Day> = {}): Day {
  return {
    waypoints: [
      makeWaypoint('Lukla', { isStartPoint: true, altitude: 2860 }),
      makeWaypoint('Phakding', { isEndPoint: true, altitude: 2610 }),
    ],
    connections: [
      {
        fromWaypointIndex: 0,
        toWaypointIndex: 1,
        transportMode: 'walking',
        description: 'Down the river',
        duration: 180,
        distance: 7.8,
      },
    ],
    accommodation: { title: 'Lodge', description: '', features: [] },
    foodDetails: { breakfast: ['Tea'], lunch: ['Rice'], dinner: ['Soup'] },
    ...more,
  };
}

export function makeRoute(more: Partial<Route> = {}): Route {
  return {
    _id: 'r1',
    name: 'Classic',
    description: '',
    pricePerHead: 1000,
    numberOfDays: 12,
    numberOfNights: 11,
    isVisible: true,
    dailyActivities: [],
    ...more,
  };
}

export function makeTrek(more: Partial<Trek> = {}): Trek {
  return {
    _id: 't1',
    version: 1,
    name: 'Everest Base Camp',
    description: '',
    location: 'Khumbu',
    features: [],
    noOfRoutes: 1,
    images: { bannerImage: '', secondaryImages: [] },
    price: 1000,
    currency: 'USD',
    routes: [makeRoute()],
    startingPlace: kathmandu,
    endingPlace: kathmandu,
    paymentDetails: {
      discount: { groupDiscountThreshold: 4, groupDiscountPercentage: 20, isGroupDiscountApplicable: true },
      charges: { gst: 13, serviceFee: 5, insurancePerPerson: 45, bookingFee: 25 },
    },
    bestSeasons: [],
    included: [],
    notIncluded: [],
    soldAs: 'private',
    minimumNoticeDays: 0,
    createdAt: '2026-10-01T00:00:00Z',
    updatedAt: '2026-10-01T00:00:00Z',
    ...more,
  };
}

/** A group departure with many free seats, at the price of its route. */
export function makeDeparture(more: Partial<Departure> = {}): Departure {
  return {
    _id: 'd1',
    trekId: 't1',
    routeId: 'r1',
    kind: 'group',
    startDate: '2027-04-03',
    endDate: '2027-04-14',
    capacity: 12,
    minimum: 4,
    pricePerHead: null,
    cutoffDays: 7,
    decideBy: null,
    status: 'open',
    isGuaranteed: false,
    availability: 'AVAILABLE',
    seatsLeft: 12,
    guides: [],
    version: 1,
    ...more,
  };
}

export type BookingChanges = PartsOf<
  Booking,
  {
    payment?: Partial<BookingPayment>;
    trek?: Partial<Schemas['BookedTrek']>;
    routeDetails?: Partial<Schemas['BookedRoute']>;
  }
>;

/** Paid and confirmed. */
export function makeBooking({ payment, trek, routeDetails, ...more }: BookingChanges = {}): Booking {
  return {
    _id: 'b1',
    reference: 'KD-1207',
    userId: maya.id,
    checkIn: '2027-03-05',
    checkOut: '2027-03-16',
    amount: 4812,
    currency: 'USD',
    status: 'Confirmed',
    payment: {
      status: 'Confirmed',
      finalAmount: 4812,
      baseAmount: 5000,
      currency: 'USD',
      charges: { gst: 520, serviceFee: 80, insuranceFee: 212, bookingFee: 0 },
      ...payment,
    },
    trek: { _id: 't1', name: 'Everest Base Camp', location: 'Khumbu', bannerImage: '', ...trek },
    routeDetails: {
      routeId: 'r1',
      routeName: 'Classic',
      numberOfDays: 12,
      numberOfNights: 11,
      pricePerHead: 1000,
      ...routeDetails,
    },
    bookingDetails: { startDate: '2027-03-05', endDate: '2027-03-16', totalGuests: 5, status: 'Confirmed' },
    totalGuests: 5,
    guestDetails: {
      primaryGuest: { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '9812345678' },
      additionalGuests: [],
    },
    priceBreakdown: {
      basePrice: 5000,
      discount: 1000,
      gst: 520,
      serviceFee: 80,
      insurance: 212,
      bookingFee: 0,
      total: 4812,
      currency: 'USD',
    },
    balance: 0,
    owedByHand: 0,
    schedule: [{ amount: 4812, dueAt: '2026-11-20', paid: true }],
    includeMeals: false,
    includePorter: false,
    refunded: 0,
    refundable: 4812,
    allowedActions: ['cancel'],
    cancellationDeadlines: [],
    refunds: [],
    customer: { name: 'Maya Gurung', email: maya.email },
    createdAt: '2026-11-20T09:00:00Z',
    version: 3,
    ...more,
  };
}
