// White mountains: a skyline placed by hand and, below it, ridges whose planes are lit or in the shade.
import { createNoise, createSlopes, outline, ridged, sample } from './field.mjs';
import { breakLine, closeBody, shape, yAt } from './geometry.mjs';
import { flip } from './picture.mjs';

/** The skyline as heights at every second unit, and softened over a growing distance, as the spurs below it are. */
export function createProfile(skyline, from, to) {
  const step = 2;
  const heights = [];
  for (let x = from; x <= to; x += step) heights.push(yAt(skyline, x));
  const sums = [0];
  for (const y of heights) sums.push(sums.at(-1) + y);
  const at = (i) => sums[Math.min(heights.length, Math.max(0, Math.round(i)))];
  return {
    top: (x) => heights[Math.min(heights.length - 1, Math.max(0, Math.round((x - from) / step)))],
    soft: (x, half) => {
      const i = (x - from) / step;
      const reach = Math.max(1, half / step);
      return (at(i + reach) - at(i - reach)) / Math.max(1, Math.round(Math.min(heights.length, i + reach)) - Math.round(Math.max(0, i - reach)));
    },
  };
}

/** How high the ground comes towards the eye at each place of the face. */
function createRelief(profile, random, { scale, drift, depth }) {
  const noise = createNoise(random);
  return (x, y) => {
    const below = Math.max(0, y - profile.top(x));
    const bend = noise(x / (150 * scale), y / (120 * scale)) * 26 * scale;
    const [u, v] = [(x + bend - drift * below) / scale, (y + bend * 0.6) / scale];
    const grown = Math.min(1, below / (90 * scale));
    const crest = -profile.soft(x - drift * below, 6 + below * 0.34) * Math.max(0.35, 1 - below / depth);
    return (
      crest * 0.95 +
      grown * scale * (ridged(noise, u / 190, v / 420, 2) * 130 + ridged(noise, u / 74 + 40, v / 150, 3) * 52) +
      scale * ridged(noise, u / 30, v / 64 + 70, 2) * 9
    );
  };
}

/**
 * line: the skyline; foot: where the mountain ends; snow: below about this height it is rock; far: 0 near to 1 in the haze;
 * haze: how white its foot is, from `clear` of its height downwards; rough: how broken its edge; scale: size of its ridges;
 * drift: how far spurs lean as they come down.
 */
export const massif =
  ({ line: hand, foot = 680, snow, far = 0.15, haze = 0.9, clear = 0.4, rough = 0.26, scale = 1, drift = 0.12, cover = 'rock', cell = 3 }) =>
  (context) => {
    const { width, height, light, colours, random, gradient, clip, highest } = context;
    const isFlipped = light === 'right';
    const peak = Math.min(...hand.map(([, y]) => y));
    const squeeze = Math.min(1, (foot - highest) / (foot - peak));
    const line = hand.map(([x, y]) => [x, foot - (foot - y) * squeeze]);
    // Where the skyline ends inside the picture, it runs on down to the foot.
    const [[x1, y1], [x2, y2]] = [line[0], line.at(-1)];
    const whole = [...(x1 > -20 ? [[x1 - (foot - y1) * 1.1, foot]] : []), ...line, ...(x2 < width + 20 ? [[x2 + (foot - y2) * 1.1, foot]] : [])];
    const placed = isFlipped ? whole.map(([x, y]) => [width - x, y]).reverse() : whole;
    const skyline = breakLine(placed, rough, random, 7);
    const top = Math.min(...skyline.filter(([x]) => x > -20 && x < width + 20).map(([, y]) => y));
    const profile = createProfile(skyline, -80, width + 80);
    const relief = createRelief(profile, random, { scale, drift, depth: (foot - top) * 1.6 });
    const box = { x: -12, y: top - 12, width: width + 24, height: foot - top + 40, cell };
    const slopes = createSlopes(box, relief);
    const patches = createNoise(random);
    const snowLine = snow ?? top + (foot - top) * 0.68;
    const bare = sample(box, (x, y, i) => {
      const edge = Math.max(0, 0.5 - (y - profile.top(x)) / 60);
      const patch = patches(x / (60 * scale), y / (120 * scale)) * 0.75 + patches(x / (20 * scale), y / (34 * scale)) * 0.5;
      return (y - snowLine) / (130 * scale) + patch + (slopes.steepness(i) - 0.8) * 0.8 - edge;
    });
    const shades = slopes.shades;
    const body = shape(closeBody(skyline, height, width));
    const [snowColour, shade] = [colours.far(colours.snow, far * 0.55), colours.far(colours.shade, far * 0.5)];
    const content = [
      `<path d="${body}" fill="${snowColour}"/>`,
      `<g clip-path="${clip(body)}">`,
      `<path d="${outline(bare, 0, 160)}" fill="${colours.land(cover, far * 0.75)[0]}" fill-rule="evenodd"/>`,
      `<path d="${outline(shades, 0.1, 130)}" fill="${shade}" fill-opacity="${colours.depth * 0.86}" fill-rule="evenodd"/>`,
      `<path d="${outline(shades, 0.62, 130)}" fill="${shade}" fill-opacity="${colours.depth * 0.6}" fill-rule="evenodd"/>`,
      `<rect x="-100" y="${top}" width="${width + 200}" height="${height - top}" fill="${gradient(top + (foot - top) * clear, foot + 36, [
        [0, colours.haze, 0],
        [0.88, colours.haze, haze],
        [1, colours.haze, 1],
      ])}"/>`,
      '</g>',
    ].join('');
    return flip(content, width, isFlipped);
  };
