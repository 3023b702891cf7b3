// Map tiles above the embedded map: the configured ones by type, and sessions of the Google Map Tiles API.
import type { Config } from '../../api/types';
import type { Bounds } from './geometry';

export type MapSetting = Config['map'];
export type Kind = MapSetting['tiles'][number]['kind'];

export interface Tiles {
  /** Template with {z}, {x} and {y}. */
  url: string;
  attribution: string;
  maxZoom: number;
  /** URL that returns the attribution for a part of the map. */
  viewport?: string;
}

/** Order in which the type button cycles (document 1 §2). */
export const KINDS: readonly Kind[] = ['roadmap', 'satellite', 'terrain', 'hybrid'];

/** The service rejects the key. This is shown to the visitor, while tiles that merely fail to load are not. */
export class RejectedKeyError extends Error {
  override name = 'RefusedKey';
}

/** Milliseconds. Generous, because the embedded map is visible meanwhile. */
const TILE_TIMEOUT_MS = 8000;

/** Map types with configured tiles; empty if there is only the embedded map. */
export function kindsOf(setting: MapSetting | undefined): Kind[] {
  if (!setting) return [];
  if (setting.google) return [...KINDS];
  return KINDS.filter((kind) => setting.tiles.some((tiles) => tiles.kind === kind));
}

/** Hosts that the browser loads tiles from, without duplicates. */
export function tileServices(setting: MapSetting | undefined): { host: string; name: string }[] {
  const urls = [...(setting?.tiles.map((tiles) => tiles.url) ?? []), ...(setting?.google ? [setting.google.url] : [])];
  const hosts = new Set(urls.map((url) => /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? url));
  return [...hosts].map((host) => ({ host, name: SERVICE_NAMES.find(([end]) => host.endsWith(end))?.[1] ?? host }));
}

const SERVICE_NAMES = [
  ['tile.openstreetmap.org', 'OpenStreetMap'],
  ['tile.opentopomap.org', 'OpenTopoMap'],
  ['arcgisonline.com', 'Esri'],
  ['tile.googleapis.com', 'Google Maps'],
] as const;

export function nextKind(kinds: readonly Kind[], kind: Kind): Kind {
  return kinds[(kinds.indexOf(kind) + 1) % kinds.length] ?? kind;
}

/** Request body for a session of the Map Tiles API. */
export function googleSessionRequest(kind: Kind): Record<string, unknown> {
  const common = { language: 'en-US', region: 'NP' };
  switch (kind) {
    case 'satellite':
      return { mapType: 'satellite', ...common };
    case 'terrain':
      return { mapType: 'terrain', layerTypes: ['layerRoadmap'], ...common };
    case 'hybrid':
      return { mapType: 'satellite', layerTypes: ['layerRoadmap'], ...common };
    default:
      return { mapType: 'roadmap', ...common };
  }
}

function throwIfRefused(status: number, refusals: readonly number[]) {
  if (refusals.includes(status)) throw new RejectedKeyError(`the map service answered ${status}`);
}

async function openGoogleSession(
  google: NonNullable<MapSetting['google']>,
  kind: Kind,
  signal: AbortSignal,
): Promise<Tiles[]> {
  const key = encodeURIComponent(google.key);
  const answer = await fetch(`${google.url}/v1/createSession?key=${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(googleSessionRequest(kind)),
    signal,
  });
  // The API answers 400 to a malformed key.
  throwIfRefused(answer.status, [400, 401, 403]);
  const opened: { session?: unknown } = answer.ok ? await answer.json() : {};
  if (typeof opened.session !== 'string') return [];
  const session = encodeURIComponent(opened.session);
  return [
    {
      url: `${google.url}/v1/2dtiles/{z}/{x}/{y}?session=${session}&key=${key}`,
      // The API policies require the unchanged name, beside the copyright of the visible part.
      attribution: 'Google Maps',
      viewport: `${google.url}/tile/v1/viewport?session=${session}&key=${key}`,
      maxZoom: 20,
    },
  ];
}

/** URL of the tile at a latitude and longitude. */
export function tileUrl(url: string, { latitude, longitude }: { latitude: number; longitude: number }, zoom: number) {
  const count = 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const x = Math.floor(((longitude + 180) / 360) * count);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count);
  return url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
}

/**
 * The tile layers of a map type, empty if they cannot be loaded. One tile is requested first, so that an unavailable
 * service costs one failed request instead of one per tile.
 */
export async function openTiles(
  setting: MapSetting,
  kind: Kind,
  around: { latitude: number; longitude: number; zoom: number },
  ended: AbortSignal,
): Promise<Tiles[]> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(TILE_TIMEOUT_MS)]);
  try {
    const layers = setting.google
      ? await openGoogleSession(setting.google, kind, signal)
      : setting.tiles.filter((tiles) => tiles.kind === kind);
    const [first] = layers;
    if (!first) return [];
    const zoom = Math.min(Math.max(0, Math.floor(around.zoom) + 1), first.maxZoom);
    const answer = await fetch(tileUrl(first.url, around, zoom), { signal });
    throwIfRefused(answer.status, [401, 403]);
    return answer.ok ? [...layers] : [];
  } catch (error) {
    if (error instanceof RejectedKeyError) throw error;
    return [];
  }
}

/** Copyright of the visible part in the words of the service; '' if it cannot be loaded. */
export async function fetchCopyright(
  viewport: string,
  [west, south, east, north]: Bounds,
  zoom: number,
  ended: AbortSignal,
): Promise<string> {
  const seen = new URLSearchParams({
    zoom: String(Math.max(0, Math.floor(zoom))),
    north: String(Math.min(90, north)),
    south: String(Math.max(-90, south)),
    east: String(Math.min(180, east)),
    west: String(Math.max(-180, west)),
  });
  try {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(TILE_TIMEOUT_MS)]);
    const answer = await fetch(`${viewport}&${seen}`, { signal });
    const told: { copyright?: unknown } = answer.ok ? await answer.json() : {};
    return typeof told.copyright === 'string' ? told.copyright.trim() : '';
  } catch {
    return '';
  }
}
