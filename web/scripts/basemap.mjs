// Derives src/features/map/basemap/land.json, the base layer of every map, from two npm packages that only this script
// needs. Its output is committed. From web/: npm install --no-save nepal-geojson@2.4.4 world-atlas@2.0.2
// topojson-server@3.0.1 topojson-client@3.1.0 topojson-simplify@3.0.3 && node scripts/basemap.mjs && npm ci
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const { topology } = require('topojson-server');
const { feature, merge, mesh } = require('topojson-client');
const { presimplify, simplify, quantile } = require('topojson-simplify');

/** Area around Nepal that is visible at the initial zoom of the packages map, in degrees. */
const WEST = 64;
const EAST = 104;
const SOUTH = 14;
const NORTH = 42;
const AROUND = [
  'Nepal',
  'India',
  'China',
  'Bhutan',
  'Bangladesh',
  'Pakistan',
  'Myanmar',
  'Afghanistan',
  'Tajikistan',
  'Kyrgyzstan',
  'Sri Lanka',
  'Thailand',
  'Laos',
  'Vietnam',
  'Uzbekistan',
  'Kazakhstan',
  'Mongolia',
];
/** Share of the points of the district borders that remain after simplification. */
const KEPT = 0.3;

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const rounded = (digits) => (point) => point.map((value) => Number(value.toFixed(digits)));

/**
 * Moves points outside the area to its edge and merges equal neighbours. Distant borders then take no space, and a
 * shape stays closed.
 */
function clipRing(ring) {
  const moved = ring.map(([x, y]) => rounded(2)([clamp(x, WEST, EAST), clamp(y, SOUTH, NORTH)]));
  const clipped = moved.filter((point, index) => index === 0 || point.join() !== moved[index - 1].join());
  return clipped.length > 3 ? clipped : null;
}

function clip(geometry) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap((rings) => {
    const kept = rings.map(clipRing).filter(Boolean);
    const seen = kept[0]?.some(([x, y]) => x > WEST && x < EAST && y > SOUTH && y < NORTH);
    return seen ? [kept] : [];
  });
}

const world = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'));
const { countries } = world.objects;
const isNepal = (shape) => shape.properties.name === 'Nepal';
// This source also draws Nepal below the more precise shape of the other one, because the two borders differ a little:
// without it, gaps would show the sea.
const around = feature(world, countries).features.filter((one) => AROUND.includes(one.properties.name));
const inView = ([x, y]) => x >= WEST && x <= EAST && y >= SOUTH && y <= NORTH;
const borders = mesh(world, countries, (a, b) => a !== b && !isNepal(a) && !isNepal(b))
  .coordinates.map((line) => line.filter(inView).map(rounded(2)))
  .filter((line) => line.length > 1);

const districts = require('nepal-geojson').districts();
// The package draws every district on its own. Quantization makes the borders that two districts share identical.
const exact = topology({ districts }, 1e4);
const ranked = presimplify(exact);
const nepal = simplify(ranked, quantile(ranked, KEPT));
const shapes = nepal.objects.districts.geometries;
const province = (shape) => shape.properties.PROVINCE;
const line = (kind, wanted) => {
  const { coordinates } = mesh(nepal, nepal.objects.districts, wanted);
  return {
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'MultiLineString', coordinates: coordinates.map((one) => one.map(rounded(3))) },
  };
};
const outline = merge(nepal, shapes);

const features = [
  ...around.map((one) => ({
    type: 'Feature',
    properties: { kind: 'around' },
    geometry: { type: 'MultiPolygon', coordinates: clip(one.geometry) },
  })),
  {
    type: 'Feature',
    properties: { kind: 'nepal', name: 'Nepal' },
    // Only the outer rings are used: inner rings are slivers between the drawings of two districts, not lakes.
    geometry: { type: 'MultiPolygon', coordinates: outline.coordinates.map((rings) => [rings[0].map(rounded(3))]) },
  },
  { type: 'Feature', properties: { kind: 'border' }, geometry: { type: 'MultiLineString', coordinates: borders } },
  line('district', (a, b) => a !== b && province(a) === province(b)),
  line('province', (a, b) => a !== b && province(a) !== province(b)),
];
const target = new URL('../src/features/map/basemap/land.json', import.meta.url).pathname;
const text = JSON.stringify({ type: 'FeatureCollection', features });
writeFileSync(target, `${text}\n`);
process.stdout.write(
  `${target}: ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzipped; ${outline.coordinates.length} parts\n`,
);
