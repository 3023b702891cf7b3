// Reads and checks the stored days of a route, and converts those of the older shape (document 2 §3, §5). Mirrors
// crates/domain/src/{itinerary,legacy_day}.rs; both run contract/itinerary-cases.json.
import { isObject, type JsonObject, readString, readStrings } from '../lib/json';
import type { Connection, Day, FoodDetails, Route, Trek, Waypoint } from './types';

export const itineraryTexts = {
  heading: 'Data Structure Error',
  noRoutes: 'No routes available',
  noRoute: 'Selected route data is missing',
  noDays: 'Daily activities data is missing or invalid',
} as const;

export type Reading = { problems: string[]; days?: undefined } | { problems?: undefined; days: Day[] };

const MODES = ['walking', 'vehicle', 'flight', 'boat', 'train', 'custom'] as const;
export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;

/** Returns the days of the chosen route, or the fault in the data with the message from the documents. */
export function readItinerary(trek: Partial<Trek> | null | undefined, routeId: string | undefined): Reading {
  const problems = checkTrek(trek);
  if (problems.length > 0) return { problems };
  const routes = trek?.routes ?? [];
  if (routes.length === 0) return { problems: [itineraryTexts.noRoutes] };
  const route = routes.find((candidate) => candidate._id === routeId);
  if (!route) return { problems: [itineraryTexts.noRoute] };
  return readDays(route);
}

function checkTrek(trek: Partial<Trek> | null | undefined): string[] {
  if (!isObject(trek)) return ['Package data is missing'];
  const problems: string[] = [];
  if (!Array.isArray(trek.routes)) problems.push('Routes data is missing or invalid');
  if (readString(trek.startingPlace?.name).trim() === '') problems.push('Starting place name is missing');
  if (readString(trek.endingPlace?.name).trim() === '') problems.push('Ending place name is missing');
  return problems;
}

export function readDays(route: Pick<Route, 'dailyActivities'>): Reading {
  const written: unknown = route.dailyActivities;
  if (!Array.isArray(written)) return { problems: [itineraryTexts.noDays] };
  const days = written.map(readDay);
  const broken = days.flatMap((day, index) => (day ? [] : [`Day ${index + 1}: Invalid data structure`]));
  return broken.length > 0 ? { problems: broken } : { days: days.filter((day) => day !== null) };
}

/** One day in the current shape; null if it lacks waypoints, connections or meals. */
export function readDay(written: unknown): Day | null {
  if (!isObject(written) || !isObject(written.foodDetails)) return null;
  const rest = { accommodation: readAccommodation(written.accommodation), foodDetails: readFood(written.foodDetails) };
  if (!Array.isArray(written.waypoints) && (written.startPlace !== undefined || written.endPlace !== undefined)) {
    return { ...fromLegacy(written.startPlace, written.endPlace, readString(written.travelling)), ...rest };
  }
  if (!Array.isArray(written.waypoints) || !Array.isArray(written.connections)) return null;
  return {
    waypoints: written.waypoints.map(readWaypoint),
    connections: written.connections.map(readConnection),
    ...rest,
  };
}

function fromLegacy(
  startPlace: unknown,
  endPlace: unknown,
  travelling: string,
): Pick<Day, 'waypoints' | 'connections'> {
  return {
    waypoints: [
      { ...legacyPlace(startPlace), isStartPoint: true, isEndPoint: false },
      { ...legacyPlace(endPlace), isStartPoint: false, isEndPoint: true },
    ],
    connections: [
      { fromWaypointIndex: 0, toWaypointIndex: 1, transportMode: readMode(travelling), description: travelling.trim() },
    ],
  };
}

/** A place of the older shape is a name, or a name with coordinates. */
function legacyPlace(place: unknown): Pick<Waypoint, 'name' | 'coordinates'> {
  if (isObject(place)) return { name: readString(place.name), coordinates: readCoordinates(place.coordinates) };
  return { name: readString(place), coordinates: readCoordinates(undefined) };
}

function readCoordinates(written: unknown): Waypoint['coordinates'] {
  const { latitude, longitude } = isObject(written) ? written : {};
  return { latitude: Number(latitude ?? 0) || 0, longitude: Number(longitude ?? 0) || 0 };
}

function readWaypoint(written: unknown): Waypoint {
  const waypoint = isObject(written) ? written : {};
  const read: Waypoint = {
    name: readString(waypoint.name),
    coordinates: readCoordinates(waypoint.coordinates),
    isStartPoint: waypoint.isStartPoint === true,
    isEndPoint: waypoint.isEndPoint === true,
  };
  if (typeof waypoint.altitude === 'number') read.altitude = waypoint.altitude;
  return read;
}

function readConnection(written: unknown): Connection {
  const connection = isObject(written) ? written : {};
  const read: Connection = {
    fromWaypointIndex: Number(connection.fromWaypointIndex ?? 0),
    toWaypointIndex: Number(connection.toWaypointIndex ?? 0),
    transportMode: readMode(readString(connection.transportMode)),
    description: readString(connection.description),
  };
  if (typeof connection.customTransportType === 'string') read.customTransportType = connection.customTransportType;
  if (typeof connection.duration === 'number') read.duration = connection.duration;
  if (typeof connection.distance === 'number') read.distance = connection.distance;
  return read;
}

/** An unknown mode counts as walking. */
function readMode(word: string): Connection['transportMode'] {
  const lower = word.trim().toLowerCase();
  return MODES.find((mode) => mode === lower) ?? 'walking';
}

function readAccommodation(written: unknown): Day['accommodation'] {
  const { title, description, features } = isObject(written) ? written : {};
  return { title: readString(title), description: readString(description), features: readStrings(features) };
}

/** Reads only the three meals: stored documents also contain keys such as `_id`. */
function readFood(written: JsonObject): FoodDetails {
  return {
    breakfast: readStrings(written.breakfast),
    lunch: readStrings(written.lunch),
    dinner: readStrings(written.dinner),
  };
}
