// Converts the trek of the server to the form, and the form to the document of a save (decisions §10 "Trek PUT").
import { readDay } from '../../api/parse-days';
import type { Day, PaymentDetails, PaymentTerms, Route, Trek } from '../../api/types';
import {
  blankDay,
  blankRoute,
  type ConnectionForm,
  type DayForm,
  type FieldName,
  type FieldValues,
  mapFields,
  type NewKey,
  NO_DEPOSIT,
  numberOf,
  type PaymentForm,
  type PlaceForm,
  type RouteForm,
  type SentFields,
  type TrekForm,
} from './form';

const written = (value: number | undefined | null) => (value === undefined || value === null ? '' : String(value));

export function toForm(trek: Trek, key: NewKey): TrekForm {
  const { discount, charges } = trek.paymentDetails;
  return {
    ...mapFields<FieldValues>(({ fromWire }, name) => fromWire(trek[name])),
    startingPlace: placeForm(trek.startingPlace),
    endingPlace: placeForm(trek.endingPlace),
    bannerImage: trek.images.bannerImage,
    secondaryImages: trek.images.secondaryImages,
    paymentDetails: {
      groupDiscountThreshold: written(discount.groupDiscountThreshold),
      groupDiscountPercentage: written(discount.groupDiscountPercentage),
      isGroupDiscountApplicable: discount.isGroupDiscountApplicable,
      gst: written(charges.gst),
      serviceFee: written(charges.serviceFee),
      insurancePerPerson: written(charges.insurancePerPerson),
      bookingFee: written(charges.bookingFee),
      ...depositForm(trek.paymentDetails.terms),
    },
    routes: trek.routes?.length ? trek.routes.map((route) => routeForm(route, key)) : [blankRoute(key)],
  };
}

function placeForm(place: Trek['startingPlace']): PlaceForm {
  const { latitude, longitude } = place.coordinates;
  // 0, 0 means that the position is unknown: the fields stay blank instead of showing a place in the sea.
  if (latitude === 0 && longitude === 0) return { name: place.name, latitude: '', longitude: '' };
  return { name: place.name, latitude: written(latitude), longitude: written(longitude) };
}

function routeForm(route: Route, key: NewKey): RouteForm {
  return {
    key: key(),
    _id: route._id,
    name: route.name,
    description: route.description,
    pricePerHead: written(route.pricePerHead),
    numberOfDays: written(route.numberOfDays),
    numberOfNights: written(route.numberOfNights),
    isVisible: route.isVisible,
    dailyActivities: route.dailyActivities.map((day) => dayForm(day, key)),
    spare: [],
  };
}

/** Converts days of the older shape. Invalid days become blank ones. */
export function dayForm(stored: unknown, key: NewKey): DayForm {
  const day = readDay(stored);
  return day ? formOfDay(day, key) : blankDay(key);
}

function formOfDay(day: Day, key: NewKey): DayForm {
  const waypoints = day.waypoints.map(({ name, coordinates, altitude, isStartPoint, isEndPoint }) => ({
    ...placeForm({ name, coordinates }),
    key: key(),
    altitude: written(altitude),
    isStartPoint,
    isEndPoint,
  }));
  return {
    key: key(),
    waypoints,
    connections: day.connections.map((one) => ({
      key: key(),
      from: waypoints[one.fromWaypointIndex]?.key ?? '',
      to: waypoints[one.toWaypointIndex]?.key ?? '',
      transportMode: one.transportMode,
      customTransportType: one.customTransportType ?? '',
      description: one.description,
      duration: written(one.duration),
      distance: written(one.distance),
    })),
    accommodation: day.accommodation,
    foodDetails: day.foodDetails,
  };
}

/** The body of PUT and POST. The server computes `price` and `noOfRoutes` from the routes (decision 83). */
export interface TrekDocument
  extends SentFields,
    Omit<
      Trek,
      | FieldName
      | '_id'
      | 'version'
      | 'routes'
      | 'price'
      | 'noOfRoutes'
      | 'currency'
      | 'createdAt'
      | 'updatedAt'
      | 'paymentDetails'
    > {
  version?: number;
  /** Null removes the deposit. */
  paymentDetails: Omit<PaymentDetails, 'terms'> & { terms: PaymentTerms | null };
  routes: (Omit<Route, '_id'> & { _id?: string })[];
}

export function toDocument(form: TrekForm, version?: number): TrekDocument {
  const { paymentDetails: terms } = form;
  return {
    ...(version !== undefined && { version }),
    ...mapFields<SentFields>(({ toWire }, name) => toWire(form[name])),
    startingPlace: place(form.startingPlace),
    endingPlace: place(form.endingPlace),
    images: { bannerImage: form.bannerImage, secondaryImages: form.secondaryImages },
    paymentDetails: {
      discount: {
        groupDiscountThreshold: numberOf(terms.groupDiscountThreshold) ?? 4,
        groupDiscountPercentage: numberOf(terms.groupDiscountPercentage) ?? 20,
        isGroupDiscountApplicable: terms.isGroupDiscountApplicable,
      },
      charges: {
        gst: numberOf(terms.gst) ?? 18,
        serviceFee: numberOf(terms.serviceFee) ?? 5,
        insurancePerPerson: numberOf(terms.insurancePerPerson) ?? 0,
        bookingFee: numberOf(terms.bookingFee) ?? 0,
      },
      terms: depositTerms(terms),
    },
    routes: form.routes.map(routeDocument),
  };
}

export function depositForm(terms: PaymentTerms | undefined): Pick<PaymentForm, keyof typeof NO_DEPOSIT> {
  if (!terms) return NO_DEPOSIT;
  const { percent, perPerson } = terms.deposit;
  const { daysBefore } = terms.balance;
  return {
    deposit: perPerson === undefined ? 'percent' : 'perPerson',
    depositPercent: percent === undefined ? NO_DEPOSIT.depositPercent : written(percent),
    depositPerPerson: written(perPerson),
    balanceDue: daysBefore === undefined ? 'onArrival' : 'daysBefore',
    balanceDaysBefore: daysBefore === undefined ? NO_DEPOSIT.balanceDaysBefore : written(daysBefore),
  };
}

function depositTerms(form: PaymentForm): PaymentTerms | null {
  if (form.deposit === 'none') return null;
  return {
    deposit:
      form.deposit === 'percent'
        ? { percent: numberOf(form.depositPercent) ?? 0 }
        : { perPerson: numberOf(form.depositPerPerson) ?? 0 },
    balance:
      form.balanceDue === 'onArrival' ? { onArrival: true } : { daysBefore: numberOf(form.balanceDaysBefore) ?? 0 },
  };
}

function place({ name, latitude, longitude }: PlaceForm): Trek['startingPlace'] {
  return { name: name.trim(), coordinates: { latitude: numberOf(latitude) ?? 0, longitude: numberOf(longitude) ?? 0 } };
}

function routeDocument(route: RouteForm): TrekDocument['routes'][number] {
  return {
    ...(route._id !== undefined && { _id: route._id }),
    name: route.name.trim(),
    description: route.description,
    pricePerHead: numberOf(route.pricePerHead) ?? 0,
    numberOfDays: numberOf(route.numberOfDays) ?? route.dailyActivities.length,
    numberOfNights: numberOf(route.numberOfNights) ?? Math.max(0, route.dailyActivities.length - 1),
    isVisible: route.isVisible,
    dailyActivities: route.dailyActivities.map(dayDocument),
  };
}

export function dayDocument(day: DayForm): Day {
  const { title, description, features } = day.accommodation;
  const trimmed = (items: string[]) => items.map((item) => item.trim());
  return {
    waypoints: day.waypoints.map((one) => {
      const altitude = numberOf(one.altitude);
      return {
        ...place(one),
        isStartPoint: one.isStartPoint,
        isEndPoint: one.isEndPoint,
        ...(altitude !== null && { altitude: Math.round(altitude) }),
      };
    }),
    connections: day.connections.map((one) => connectionDocument(one, day)),
    accommodation: { title: title.trim(), description, features },
    foodDetails: {
      breakfast: trimmed(day.foodDetails.breakfast),
      lunch: trimmed(day.foodDetails.lunch),
      dinner: trimmed(day.foodDetails.dinner),
    },
  };
}

function connectionDocument(one: ConnectionForm, { waypoints }: DayForm): Day['connections'][number] {
  const index = (key: string) =>
    Math.max(
      0,
      waypoints.findIndex((waypoint) => waypoint.key === key),
    );
  const duration = numberOf(one.duration);
  const distance = numberOf(one.distance);
  return {
    fromWaypointIndex: index(one.from),
    toWaypointIndex: index(one.to),
    transportMode: one.transportMode,
    ...(one.transportMode === 'custom' && { customTransportType: one.customTransportType.trim() }),
    description: one.description,
    ...(duration !== null && { duration: Math.round(duration) }),
    ...(distance !== null && { distance }),
  };
}
