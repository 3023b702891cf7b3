// Exports a route as GPX 1.1 for watches and map apps: named waypoints, and one track segment per day.
import type { Day, Waypoint } from '../../api/types';
import { isPlace } from '../map/geometry';

/** Escapes the five special characters and drops those that XML cannot contain. */
function xml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  return [...text]
    .filter((letter) => letter >= ' ' && !/[\uFFFE\uFFFF\uD800-\uDFFF]/.test(letter.length === 1 ? letter : ''))
    .map((letter) => entities[letter] ?? letter)
    .join('');
}

function point(tag: 'wpt' | 'trkpt', { coordinates, altitude, name }: Waypoint): string {
  const height = altitude === undefined ? '' : `<ele>${altitude}</ele>`;
  const { latitude, longitude } = coordinates;
  return `<${tag} lat="${latitude}" lon="${longitude}">${height}<name>${xml(name)}</name></${tag}>`;
}

/** null when no waypoint has coordinates. */
export function gpxOf(trek: string, route: string, days: readonly Day[]): string | null {
  const ofDays = days.map((day) => day.waypoints.filter((waypoint) => isPlace(waypoint.coordinates)));
  const known = ofDays.flat();
  if (known.length === 0) return null;
  const places = new Map(
    known.map((waypoint) => [
      `${waypoint.name}|${waypoint.coordinates.latitude}|${waypoint.coordinates.longitude}`,
      waypoint,
    ]),
  );
  const segments = ofDays
    .filter((points) => points.length > 0)
    .map((points) => `    <trkseg>\n${points.map((one) => `      ${point('trkpt', one)}`).join('\n')}\n    </trkseg>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Chautari" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <metadata><name>${xml(`${trek}: ${route}`)}</name></metadata>`,
    ...[...places.values()].map((one) => `  ${point('wpt', one)}`),
    '  <trk>',
    `    <name>${xml(route)}</name>`,
    ...segments,
    '  </trk>',
    '</gpx>',
    '',
  ].join('\n');
}

/** 'everest-base-camp-classic.gpx' */
export function gpxFileName(trek: string, route: string): string {
  const words = `${trek} ${route}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${words.replace(/^-+|-+$/g, '').slice(0, 80) || 'route'}.gpx`;
}

export function downloadGpx(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/gpx+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Delayed, because the browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
