// MapLibre style of the embedded map and of routes, from the design tokens. It loads no glyphs or sprites.
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { TransportMode } from '../../api/types';
import { MODE_STYLES, MODES } from './modes';

export type Colour = (token: string) => string;

/** Tile layers are inserted below this first route layer. */
export const FIRST_ROUTE_LAYER = 'way-edge';
export const CHOSEN_ROUTE_LAYER = 'way-chosen';
export const NO_FEATURES = { type: 'FeatureCollection' as const, features: [] };

/**
 * Resolves design tokens to the colours of the current theme, because MapLibre supports neither var() nor
 * light-dark(). A canvas converts every CSS notation to #rrggbb or rgba(), which MapLibre parses.
 */
export function readColours(element: HTMLElement): Colour {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Otherwise forced-colors mode would make land, water and routes the same white.
  probe.style.forcedColorAdjust = 'none';
  element.append(probe);
  const known = new Map<string, string>();
  const pen = document.createElement('canvas').getContext('2d');
  for (const token of [...GROUND_TOKENS, ...MODES.map((mode) => MODE_STYLES[mode].colour)]) {
    probe.style.color = `var(${token})`;
    const colour = getComputedStyle(probe).color;
    if (pen) pen.fillStyle = colour;
    known.set(token, pen ? String(pen.fillStyle) : colour);
  }
  probe.remove();
  return (token) => known.get(token) ?? '#888888';
}

const GROUND_TOKENS = [
  '--color-map-land',
  '--color-map-around',
  '--color-map-water',
  '--color-map-border',
  '--color-line',
  '--color-raised',
  '--color-marigold',
];

export function mapStyle(landUrl: string, colour: Colour): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: landUrl },
      ways: { type: 'geojson', data: NO_FEATURES },
    },
    layers: [...groundLayers(colour), ...wayLayers(colour)],
  };
}

function groundLayers(colour: Colour): LayerSpecification[] {
  const border = colour('--color-map-border');
  const ground = (id: string, fill: string): LayerSpecification => ({
    id,
    type: 'fill',
    source: 'land',
    filter: ['==', ['get', 'kind'], id],
    paint: { 'fill-color': fill },
  });
  const line = (id: string, kind: string, width: number, dash?: number[], least = 0): LayerSpecification => ({
    id,
    type: 'line',
    source: 'land',
    minzoom: least,
    filter: ['==', ['get', 'kind'], kind],
    paint: { 'line-color': border, 'line-width': width, ...(dash ? { 'line-dasharray': dash } : {}) },
  });
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colour('--color-map-water') } },
    ground('around', colour('--color-map-around')),
    ground('nepal', colour('--color-map-land')),
    line('border', 'border', 0.6),
    line('district', 'district', 0.4, [2, 2], 7),
    line('province', 'province', 0.7),
    line('nepal-edge', 'nepal', 1.4),
  ];
}

function wayLayers(colour: Colour): LayerSpecification[] {
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  const way = (mode: TransportMode): LayerSpecification => {
    const { colour: token, dash } = MODE_STYLES[mode];
    return {
      id: `way-${mode}`,
      type: 'line',
      source: 'ways',
      filter: ['all', ['==', ['get', 'mode'], mode], ['!', ['get', 'again']]],
      // Round line caps would fill the gaps of the dashes.
      layout: dash ? { 'line-join': 'round' } : round,
      paint: { 'line-color': colour(token), 'line-width': 3, ...(dash ? { 'line-dasharray': dash } : {}) },
    };
  };
  return [
    {
      id: FIRST_ROUTE_LAYER,
      type: 'line',
      source: 'ways',
      layout: round,
      paint: { 'line-color': colour('--color-raised'), 'line-width': 6, 'line-opacity': 0.85 },
    },
    {
      id: CHOSEN_ROUTE_LAYER,
      type: 'line',
      source: 'ways',
      filter: ['==', ['get', 'day'], 0],
      layout: round,
      paint: { 'line-color': colour('--color-marigold'), 'line-width': 10 },
    },
    ...MODES.map(way),
  ];
}
