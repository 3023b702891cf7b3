// Reads the colours of tokens.css and computes their contrast (WCAG 2.2, 1.4.3). Used by the test of the colour pairs
// and by the component page.

export type Mode = 0 | 1;
/** Values for light and dark mode. */
export type Pair = [string, string];

export function readColors(css: string): Map<string, Pair> {
  return new Map(
    [...css.matchAll(/--color-([a-z-]+):\s*(?:light-dark\((#\w+),\s*(#\w+)\)|(#\w+));/g)].map((found) => [
      found[1] as string,
      [found[2] ?? found[4], found[3] ?? found[4]] as Pair,
    ]),
  );
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['paper', 'stone', 'raised'];

/** Text or line, surface, and minimum contrast: 4.5 for text, 3 for lines and icons. */
export const PAIRS: [string, string, number][] = [
  ...['ink', 'ink-soft', 'glacier', 'laligurans', 'juniper', 'danger'].flatMap((text) =>
    SURFACES.map((surface): [string, string, number] => [text, surface, 4.5]),
  ),
  ['on-laligurans', 'laligurans', 4.5],
  ['on-laligurans', 'laligurans-deep', 4.5],
  ['ink', 'stone-deep', 4.5],
  ['paper', 'ink', 4.5],
  ['glacier', 'glacier-wash', 4.5],
  ['juniper', 'juniper-wash', 4.5],
  ['danger', 'danger-wash', 4.5],
  ['marigold-ink', 'marigold-wash', 4.5],
  ...SURFACES.map((surface): [string, string, number] => ['line-strong', surface, 3]),
  ...['laligurans', 'glacier', 'map-flight', 'juniper', 'marigold-ink', 'ink-soft'].flatMap((line) =>
    ['map-land', 'map-around', 'raised'].map((ground): [string, string, number] => [line, ground, 3]),
  ),
];
