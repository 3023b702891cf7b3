// Colours of the hours. All are mixed from the site's palette: paper, stone, glacier, juniper, marigold, laligurans, ink.

const parse = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const format = (parts) =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** `share` of the second colour in the first. */
export function mix(one, other, share) {
  const [a, b] = [parse(one), parse(other)];
  return format(a.map((part, i) => part + (b[i] - part) * share));
}

/**
 * sky: from the top to the horizon. snow and shade: the lit and the shaded plane of a white mountain; depth: how dense the
 * shade is. Every colour of the land is the one of noon, tinted by `light` and then, with distance, by `haze`.
 */
export const HOURS = {
  morning: {
    sky: ['#6fa9cb', '#9fc9da', '#d3e5e4', '#f7efd9'],
    cloud: '#fbfaf6',
    sun: '#fff6dc',
    snow: '#fdfaf2',
    shade: '#4f7fa6',
    depth: 0.66,
    haze: '#d9e6e3',
    light: '#fff3d6',
    tint: 0.08,
    dark: '#173642',
  },
  noon: {
    sky: ['#2f78a8', '#5b9dc2', '#a3cbdb', '#e0ece6'],
    cloud: '#fbfaf6',
    sun: '#fff9e8',
    snow: '#fbfaf6',
    shade: '#3f729e',
    depth: 0.68,
    haze: '#cfe0e4',
    light: '#ffffff',
    tint: 0,
    dark: '#14313f',
  },
  dawn: {
    sky: ['#5f83ad', '#a7a5c4', '#efbda8', '#fbe2b8'],
    cloud: '#fbd9bf',
    sun: '#fff0cc',
    snow: '#ffdcb6',
    shade: '#61659c',
    depth: 0.8,
    haze: '#e9c6ba',
    light: '#f0a070',
    tint: 0.24,
    dark: '#272d47',
  },
  dusk: {
    sky: ['#474c86', '#83679f', '#d58893', '#f8bf92'],
    cloud: '#f2a898',
    sun: '#ffe0b0',
    snow: '#ffbd9c',
    shade: '#53498a',
    depth: 0.82,
    haze: '#bd8ba2',
    light: '#c0607a',
    tint: 0.3,
    dark: '#241f40',
  },
  gold: {
    sky: ['#7fb0bf', '#b9cdbd', '#f0dca6', '#fae8bf'],
    cloud: '#fdf1d2',
    sun: '#fff3cf',
    snow: '#fff1cf',
    shade: '#64809a',
    depth: 0.72,
    haze: '#e8dcb8',
    light: '#f2b64c',
    tint: 0.2,
    dark: '#26322c',
  },
  blue: {
    sky: ['#1b3557', '#33587f', '#6d86a8', '#c0a9b0'],
    cloud: '#8597b5',
    sun: '#f7e3c0',
    snow: '#b3c4de',
    shade: '#2f4873',
    depth: 0.78,
    haze: '#6f86a6',
    light: '#24406a',
    tint: 0.6,
    dark: '#0f1b30',
  },
  night: {
    sky: ['#0d1826', '#132538', '#1d384f', '#2f526c'],
    cloud: '#3d5f7c',
    sun: '#eef1ef',
    snow: '#a7bed3',
    shade: '#1b3049',
    depth: 0.82,
    haze: '#27475f',
    light: '#10243a',
    tint: 0.7,
    dark: '#08121c',
  },
  rain: {
    sky: ['#85959a', '#a3afb0', '#c2c9c5', '#d9dcd3'],
    cloud: '#e4e6df',
    sun: '#eef1ef',
    snow: '#e4e8e6',
    shade: '#5f7680',
    depth: 0.6,
    haze: '#c6cecb',
    light: '#8b9a9a',
    tint: 0.22,
    dark: '#22333a',
  },
};

/** The land at noon: [lit, shaded]. */
export const LAND = {
  rock: ['#8696a3', '#566a7b'],
  scree: ['#b3aa98', '#84807a'],
  grass: ['#94a458', '#62803f'],
  meadow: ['#b7a458', '#85803f'],
  wood: ['#3f7a55', '#245140'],
  autumn: ['#c98a2e', '#7d6a30'],
  ochre: ['#d6a866', '#a5703f'],
  red: ['#b9694a', '#7f4337'],
  sand: ['#e0c796', '#b89a68'],
  rice: ['#a9b455', '#6f8a42'],
  barley: ['#d9b34e', '#a58536'],
  buckwheat: ['#d99aa0', '#a0606e'],
  hill: ['#6d9a86', '#427364'],
  earth: ['#a98a60', '#75603f'],
};
export const FLAGS = ['#2f7fb0', '#fbfaf6', '#c22f45', '#3f8a55', '#f0ad2e'];
export const SIGNS = {
  wall: '#f6f0e2',
  wallShade: '#c9c6bd',
  slate: '#56646e',
  tin: '#3f7f9f',
  thatch: '#b88a4a',
  red: '#a3363d',
  gold: '#e39a1e',
  window: '#33424c',
  lamp: '#ffd27a',
  wood: '#7a5a3a',
  stone: '#c3bcac',
  stoneShade: '#8d8a80',
  jacket: ['#b4233c', '#e39a1e', '#1e5b78', '#2f6a4b'],
  skin: '#8a5a3c',
  tent: '#f0a52e',
};

/** Colours of one hour: `land` and `sign` at a distance from 0 (near) to 1 (haze). */
export function createPalette(name) {
  const hour = HOURS[name];
  const tinted = (colour, far) => mix(mix(colour, hour.light, hour.tint), hour.haze, far);
  return {
    ...hour,
    isDark: name === 'night' || name === 'blue',
    land: (kind, far = 0) =>
      kind === 'snow'
        ? [mix(hour.snow, hour.haze, far * 0.6), mix(mix(hour.snow, hour.shade, 0.42), hour.haze, far * 0.6)]
        : LAND[kind].map((colour) => tinted(colour, far)),
    sign: (colour, far = 0) => mix(mix(colour, hour.light, hour.tint * 0.75), hour.haze, far),
    far: (colour, share) => mix(colour, hour.haze, share),
  };
}
