// The checks before a trek is sent (document 2 §5 Edit). At most five problems are shown. Each names its field by the
// path on the wire, so that links to fields work for problems from the server too.
import {
  type ConnectionForm,
  type DayForm,
  FIELD_SCHEMAS,
  MAX_DAYS,
  MAX_FEATURES,
  MAX_MEAL_ITEMS,
  MAX_SECONDARY_IMAGES,
  MEALS,
  numberOf,
  type PlaceForm,
  type RouteForm,
  type TrekForm,
  type WaypointForm,
} from './form';
import { leadsSomewhere } from './moves';

export interface Problem {
  /** Path such as `routes[0].dailyActivities[2].waypoints`. */
  field: string;
  message: string;
}

export const SHOWN_PROBLEMS = 5;

/** The first items, and the number of the others. */
export function firstOf<Item>(items: readonly Item[], most: number): { shown: Item[]; more: number } {
  return { shown: items.slice(0, most), more: Math.max(0, items.length - most) };
}

export const moreErrors = (more: number) => `And ${more} more errors. Please check all fields.`;

class Found {
  readonly problems: Problem[] = [];
  /** Adds a problem if `holds` is false. */
  must(holds: boolean, field: string, message: string) {
    if (!holds) this.problems.push({ field, message });
  }
  said(text: string, field: string, message: string) {
    this.must(text.trim() !== '', field, message);
  }
  between(text: string, [least, most]: [number, number], field: string, message: string) {
    const number = numberOf(text);
    this.must(number !== null && number >= least && number <= most, field, message);
  }
  optional(text: string, range: [number, number], field: string, message: string) {
    if (text.trim() !== '') this.between(text, range, field, message);
  }
}

export function check(form: TrekForm): Problem[] {
  const found = new Found();
  for (const [name, schema] of FIELD_SCHEMAS) {
    for (const [holds, message] of schema.check?.(form[name]) ?? []) found.must(holds, name, message);
  }
  found.said(form.bannerImage, 'images.bannerImage', 'Banner image is required. Please upload one.');
  const pictures = form.secondaryImages.length;
  const noPicture = 'At least one secondary image is required. Please upload one.';
  found.must(pictures > 0, 'images.secondaryImages', noPicture);
  const tooMany = 'Maximum 20 secondary images allowed';
  found.must(pictures <= MAX_SECONDARY_IMAGES, 'images.secondaryImages', tooMany);
  checkPlace(found, form.startingPlace, 'startingPlace', 'Starting place name is required');
  checkPlace(found, form.endingPlace, 'endingPlace', 'Ending place name is required');
  checkTerms(found, form.paymentDetails);
  checkDeposit(found, form.paymentDetails);
  found.must(form.routes.length > 0, 'routes', 'You must have at least one route');
  form.routes.forEach((route, at) => {
    checkRoute(found, route, `routes[${at}]`);
  });
  return found.problems;
}

function checkPlace(found: Found, place: PlaceForm, path: string, missing: string) {
  found.said(place.name, `${path}.name`, missing);
  found.optional(place.latitude, [-90, 90], `${path}.coordinates.latitude`, 'Latitude must be between -90 and 90');
  const longitude = `${path}.coordinates.longitude`;
  found.optional(place.longitude, [-180, 180], longitude, 'Longitude must be between -180 and 180');
}

function checkTerms(found: Found, terms: TrekForm['paymentDetails']) {
  const discount = 'paymentDetails.discount';
  const threshold = 'Threshold must be between 1 and 100';
  found.optional(terms.groupDiscountThreshold, [1, 100], `${discount}.groupDiscountThreshold`, threshold);
  for (const [text, field, called] of [
    [terms.groupDiscountPercentage, `${discount}.groupDiscountPercentage`, 'Percentage'],
    [terms.gst, 'paymentDetails.charges.gst', 'Tax'],
    [terms.serviceFee, 'paymentDetails.charges.serviceFee', 'Service fee'],
  ] as const) {
    found.optional(text, [0, 100], field, `${called} must be between 0 and 100`);
  }
  for (const [text, field] of [
    [terms.insurancePerPerson, 'insurancePerPerson'],
    [terms.bookingFee, 'bookingFee'],
  ] as const) {
    found.optional(text, [0, 1e12], `paymentDetails.charges.${field}`, 'Amount is out of range');
  }
}

/** A deposit of zero is left to the server, which decides what it may be. */
function checkDeposit(found: Found, { deposit, balanceDue, ...form }: TrekForm['paymentDetails']) {
  if (deposit === 'none') return;
  const path = 'paymentDetails.terms';
  if (deposit === 'percent') {
    found.between(form.depositPercent, [0, 100], `${path}.deposit.percent`, 'Enter a percentage up to 100');
  } else {
    found.between(form.depositPerPerson, [0, 1e12], `${path}.deposit.perPerson`, 'Enter an amount per person');
  }
  if (balanceDue === 'onArrival') return;
  const days = numberOf(form.balanceDaysBefore);
  const isWhole = days !== null && Number.isInteger(days) && days >= 0 && days <= 365;
  found.must(isWhole, `${path}.balance.daysBefore`, 'Enter a number of days from 0 to 365');
}

function checkRoute(found: Found, route: RouteForm, path: string) {
  found.said(route.name, `${path}.name`, 'Route name is required');
  found.said(route.description, `${path}.description`, 'Route description is required');
  const price = numberOf(route.pricePerHead);
  found.must(price !== null && price > 0, `${path}.pricePerHead`, 'Price per head must be more than 0');
  const days = numberOf(route.numberOfDays);
  const whole = days !== null && Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
  found.must(whole, `${path}.numberOfDays`, 'Number of days must be between 1 and 60');
  const agree = days === route.dailyActivities.length;
  found.must(agree, `${path}.numberOfDays`, 'Number of daily activities must equal number of days');
  const nights = numberOf(route.numberOfNights);
  const fewer = nights !== null && Number.isInteger(nights) && nights >= 0 && nights <= (days ?? 0);
  found.must(fewer, `${path}.numberOfNights`, 'Number of nights must not exceed the days');
  route.dailyActivities.forEach((day, at) => {
    checkDay(found, day, `${path}.dailyActivities[${at}]`);
  });
}

function checkDay(found: Found, day: DayForm, path: string) {
  checkWaypoints(found, day.waypoints, `${path}.waypoints`);
  found.must(day.connections.length > 0, `${path}.connections`, 'At least one connection is required');
  day.connections.forEach((one, at) => {
    checkConnection(found, one, day.waypoints, `${path}.connections[${at}]`);
  });
  const { title, description, features } = day.accommodation;
  found.said(title, `${path}.accommodation.title`, 'Accommodation title is required');
  found.said(description, `${path}.accommodation.description`, 'Accommodation description is required');
  const lodging = `${path}.accommodation.features`;
  found.must(features.length > 0, lodging, 'At least one accommodation feature is required');
  found.must(features.length <= MAX_FEATURES, lodging, 'Maximum 10 accommodation features allowed');
  for (const meal of MEALS) {
    const items = day.foodDetails[meal];
    const said = items.length > 0 && items.every((item) => item.trim() !== '');
    found.must(said, `${path}.foodDetails.${meal}`, `At least one ${meal} item is required`);
    found.must(items.length <= MAX_MEAL_ITEMS, `${path}.foodDetails.${meal}`, `Maximum 10 ${meal} items allowed`);
  }
}

function checkWaypoints(found: Found, waypoints: WaypointForm[], path: string) {
  found.must(waypoints.length >= 2, path, 'A day must have at least a start and end point');
  const starts = waypoints.filter((one) => one.isStartPoint).length;
  const ends = waypoints.filter((one) => one.isEndPoint).length;
  const marks = waypoints.length < 2 || (starts === 1 && ends === 1);
  found.must(marks, path, 'A day must have exactly one start and one end point');
  waypoints.forEach((one, at) => {
    const field = `${path}[${at}]`;
    checkPlace(found, one, field, 'Waypoint name is required');
    const altitude = 'Altitude must be between -500 and 9000 metres';
    found.optional(one.altitude, [-500, 9000], `${field}.altitude`, altitude);
  });
}

function checkConnection(found: Found, one: ConnectionForm, waypoints: WaypointForm[], path: string) {
  const leads = leadsSomewhere(one, waypoints);
  found.must(leads, `${path}.fromWaypointIndex`, 'Connection must lead from one waypoint of the day to another');
  found.said(one.description, `${path}.description`, 'Connection description is required');
  const custom = one.transportMode === 'custom';
  if (custom) found.said(one.customTransportType, `${path}.customTransportType`, 'Custom transport type is required');
  found.optional(one.duration, [0, 7 * 24 * 60], `${path}.duration`, 'Duration must be at most a week, in minutes');
  found.optional(one.distance, [0, 20_000], `${path}.distance`, 'Distance must be between 0 and 20000 km');
}

/** 'Classic, day 3' for a problem of that day; blank for one of the trek itself. */
export function whereIs(field: string, form: TrekForm): string {
  const [, route, day] = /^routes\[(\d+)\](?:\.dailyActivities\[(\d+)\])?/.exec(field) ?? [];
  if (route === undefined) return '';
  const name = form.routes[Number(route)]?.name.trim() || `Route ${Number(route) + 1}`;
  return day === undefined ? name : `${name}, day ${Number(day) + 1}`;
}
