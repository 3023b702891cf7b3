// Converts a GPX track to days with waypoints: parses it, simplifies it, and names points after nearby places.
import { type At, kilometresBetween } from './climbs';
import { blankDay, type DayForm, type NewKey, type WaypointForm, walking } from './form';

export interface TrackPoint extends At {
  altitude?: number;
  /** Kilometres from the start of the track. */
  along: number;
}

export interface Track {
  /** Segments of the file. */
  segments: TrackPoint[][];
  /** Named places of the file. */
  places: (At & { name: string })[];
  kilometres: number;
}

/** Larger than the tracks of a month. */
export const MAX_BYTES = 20 * 1024 * 1024;
export const NO_TRACK = 'This file contains no track.';
export const NOT_GPX = "This file isn't a GPX track.";

/** Throws an error with a message for the editor. */
export function readGpx(text: string): Track {
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  if (xml.querySelector('parsererror') || xml.documentElement.localName !== 'gpx') throw new Error(NOT_GPX);
  let along = 0;
  let last: At | null = null;
  const read = (points: Iterable<Element>): TrackPoint[] =>
    [...points].flatMap((point) => {
      const at = coordinatesOf(point);
      if (!at) return [];
      along += last ? kilometresBetween(last, at) : 0;
      last = at;
      const height = Number.parseFloat(childText(point, 'ele'));
      return [{ ...at, along, ...(Number.isFinite(height) && { altitude: Math.round(height) }) }];
    });
  const lines = [...elements(xml, 'trkseg'), ...elements(xml, 'rte')];
  const segments = lines.map((line) => read([...elements(line, 'trkpt'), ...elements(line, 'rtept')]));
  const walked = segments.filter((segment) => segment.length >= 2);
  if (walked.length === 0) throw new Error(NO_TRACK);
  const places = [...elements(xml, 'wpt')].flatMap((point) => {
    const at = coordinatesOf(point);
    const name = childText(point, 'name').trim();
    return at && name ? [{ ...at, name }] : [];
  });
  return { segments: walked, places, kilometres: along };
}

/** Matches by local name, because GPX files exist with and without the namespace. */
const elements = (within: Document | Element, name: string) => within.getElementsByTagNameNS('*', name);

function childText(of: Element, name: string): string {
  return [...of.children].find((child) => child.localName === name)?.textContent ?? '';
}

function coordinatesOf(point: Element): At | null {
  const latitude = Number.parseFloat(point.getAttribute('lat') ?? '');
  const longitude = Number.parseFloat(point.getAttribute('lon') ?? '');
  const known = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return known ? { latitude, longitude } : null;
}

/** Splits at the segments of the file if their number matches, otherwise into equal distances. */
export function splitByDays(track: Track, days: number): TrackPoint[][] {
  if (track.segments.length === days) return track.segments;
  const all = track.segments.flat();
  const [first, final] = [all[0], all.at(-1)];
  if (!first || !final || days <= 1) return [all];
  const each = (final.along - first.along) / days;
  const cuts = [0];
  for (let day = 1; day < days; day++) {
    const at = all.findIndex((point) => point.along - first.along >= each * day);
    // Every day needs its own last point.
    const least = (cuts.at(-1) ?? 0) + 1;
    cuts.push(Math.min(Math.max(at, least), all.length - 1 - (days - 1 - day)));
  }
  cuts.push(all.length - 1);
  return cuts.slice(1).flatMap((end, day) => {
    const part = all.slice(cuts[day] ?? 0, end + 1);
    return part.length >= 2 ? [part] : [];
  });
}

/**
 * Simplifies a track to `most` points: its ends, then repeatedly the point farthest from the line through the chosen
 * ones (Ramer–Douglas–Peucker, limited by count instead of by tolerance).
 */
export function thinned(points: readonly TrackPoint[], most: number): TrackPoint[] {
  if (points.length <= most || most < 2) return [...points];
  const chosen = [0, points.length - 1];
  while (chosen.length < most) {
    let best = { at: -1, off: 0 };
    for (let one = 0; one < chosen.length - 1; one++) {
      const [from, to] = [chosen[one] ?? 0, chosen[one + 1] ?? 0];
      for (let at = from + 1; at < to; at++) {
        const off = distanceFromLine(points[at], points[from], points[to]);
        if (off > best.off) best = { at, off };
      }
    }
    // All other points lie on the line.
    if (best.at < 0) break;
    chosen.push(best.at);
    chosen.sort((a, b) => a - b);
  }
  return chosen.flatMap((at) => points[at] ?? []);
}

function distanceFromLine(point?: At, from?: At, to?: At): number {
  if (!point || !from || !to) return 0;
  // A flat projection is precise enough for a day's walk. Longitudes are scaled to the latitude.
  const shrink = Math.cos((from.latitude * Math.PI) / 180);
  const [x, y] = [(point.longitude - from.longitude) * shrink, point.latitude - from.latitude];
  const [dx, dy] = [(to.longitude - from.longitude) * shrink, to.latitude - from.latitude];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length));
  return Math.hypot(x - share * dx, y - share * dy);
}

const NEAR_KM = 0.7;

/** Returns the nearest place within a short walk. */
export function nameNear(at: At, places: readonly (At & { name: string })[]): string | null {
  let best: { name: string; off: number } | null = null;
  for (const place of places) {
    const off = kilometresBetween(at, place);
    if (off <= NEAR_KM && (!best || off < best.off)) best = { name: place.name, off };
  }
  return best?.name ?? null;
}

const rounded = (kilometres: number) => String(Math.round(kilometres * 10) / 10);

/** Returns a day for each part of the track, with distances along the track instead of straight lines. */
export function daysOfTrack(
  track: Track,
  { days, waypoints, places }: { days: number; waypoints: number; places: readonly (At & { name: string })[] },
  key: NewKey,
): DayForm[] {
  const known = [...track.places, ...places];
  return splitByDays(track, days).map((part) => {
    const points = thinned(part, waypoints);
    const stops: WaypointForm[] = points.map((point, at) => ({
      key: key(),
      name: nameNear(point, known) ?? `Waypoint ${at + 1}`,
      latitude: point.latitude.toFixed(5),
      longitude: point.longitude.toFixed(5),
      altitude: point.altitude === undefined ? '' : String(point.altitude),
      isStartPoint: at === 0,
      isEndPoint: at === points.length - 1,
    }));
    const connections = stops.slice(1).map((to, at) => {
      const from = stops[at] as WaypointForm;
      const distance = rounded((points[at + 1]?.along ?? 0) - (points[at]?.along ?? 0));
      return { ...walking(key(), from.key, to.key), distance, description: `Walk from ${from.name} to ${to.name}` };
    });
    return { ...blankDay(key), waypoints: stops, connections };
  });
}
