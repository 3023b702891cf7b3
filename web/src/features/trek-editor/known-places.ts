// Places with a known position, proposed while a name is typed: those of this trek first, then those of the map.
import { contains } from '../../lib/text';
import { PLACES } from '../map/basemap/places';
import { placeOf } from './climbs';
import type { PlaceForm, TrekForm } from './form';

export interface KnownPlace extends PlaceForm {
  /** Blank if it is unknown. */
  altitude: string;
  source: 'trek' | 'map';
}

const MAX_PROPOSALS = 8;

const ON_THE_MAP: readonly KnownPlace[] = PLACES.filter(({ kind }) => kind !== 'country').map((one) => ({
  name: one.name,
  latitude: String(one.latitude),
  longitude: String(one.longitude),
  altitude: one.altitude === undefined ? '' : String(one.altitude),
  source: 'map',
}));

const idOf = ({ name }: PlaceForm) => name.trim().toLowerCase();

/** Each name once. A place of the trek wins over one of the map, because the agency has corrected it. */
export function knownPlaces(form: TrekForm): KnownPlace[] {
  const known = new Map<string, KnownPlace>();
  const add = (place: PlaceForm & { altitude?: string }) => {
    const id = idOf(place);
    const before = known.get(id);
    if (!id || !placeOf(place) || (before && (before.altitude !== '' || !place.altitude))) return;
    const { name, latitude, longitude, altitude = '' } = place;
    known.set(id, { name: name.trim(), latitude, longitude, altitude, source: 'trek' });
  };
  for (const route of form.routes) for (const day of route.dailyActivities) day.waypoints.forEach(add);
  add(form.startingPlace);
  add(form.endingPlace);
  for (const place of ON_THE_MAP) if (!known.has(idOf(place))) known.set(idOf(place), place);
  return [...known.values()];
}

/** No proposals for blank input, and not the place itself if its position is already in the form. */
export function proposePlaces(form: TrekForm, current: PlaceForm): KnownPlace[] {
  if (current.name.trim() === '') return [];
  const starts = ({ name }: KnownPlace) => name.toLowerCase().startsWith(current.name.trim().toLowerCase());
  return knownPlaces(form)
    .filter((one) => contains(one.name, current.name) && !isSame(one, current))
    .sort((a, b) => Number(starts(b)) - Number(starts(a)))
    .slice(0, MAX_PROPOSALS);
}

const isSame = (a: PlaceForm, b: PlaceForm) =>
  a.name === b.name.trim() && a.latitude === b.latitude && a.longitude === b.longitude;
