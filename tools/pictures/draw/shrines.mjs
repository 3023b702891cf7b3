// Stupas, chortens and monasteries. `at` is the foot in the middle; `size` is about the width of a stupa and of a monastery.
import { SIGNS } from './colour.mjs';
import { fill, shape } from './geometry.mjs';
import { windows } from './windows.mjs';

/** The right half of a sign in the shade, or the left one. */
function halve(context, path, x, width, top, height, opacity = 0.3) {
  const { light, define, colours } = context;
  const clip = define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`);
  const left = light === 'left' ? x + width * 0.06 : x - width;
  return `<g clip-path="${clip}"><rect x="${left}" y="${top}" width="${width * 0.94}" height="${height}" fill="${colours.shade}" fill-opacity="${opacity}"/></g>`;
}

/** A white dome on steps, a gilded tower with its eyes. */
export const stupa =
  ({ at: [x, y], size = 130, far = 0 }) =>
  (context) => {
    const { colours } = context;
    const s = size / 100;
    const sign = (name) => colours.sign(SIGNS[name] ?? name, far);
    const base = [
      [-60, 0],
      [-60, -12],
      [-50, -12],
      [-50, -23],
      [-42, -23],
      [-42, -34],
      [42, -34],
      [42, -23],
      [50, -23],
      [50, -12],
      [60, -12],
      [60, 0],
    ].map(([a, b]) => [x + a * s, y + b * s]);
    const dome = `M${x - 38 * s} ${y - 34 * s}C${x - 40 * s} ${y - 70 * s} ${x - 20 * s} ${y - 84 * s} ${x} ${y - 84 * s}S${x + 40 * s} ${y - 70 * s} ${x + 38 * s} ${y - 34 * s}Z`;
    const tower = [
      [-11, -82],
      [-11, -100],
      [11, -100],
      [11, -82],
    ].map(([a, b]) => [x + a * s, y + b * s]);
    const spire = [
      [-10, -100],
      [-3, -140],
      [3, -140],
      [10, -100],
    ].map(([a, b]) => [x + a * s, y + b * s]);
    const rings = [104, 110, 116, 122, 128, 134].map((b) => `M${x - 11 * s} ${y - b * s}h${22 * s}`).join('');
    const eyes = [-5, 5]
      .map(
        (a) => `<path d="M${x + (a - 3.4) * s} ${y - 92 * s}q${3.4 * s} ${-4 * s} ${6.8 * s} 0q${-3.4 * s} ${2 * s} ${-6.8 * s} 0Z" fill="${sign('window')}"/>`,
      )
      .join('');
    return [
      fill(base, sign('wall')),
      halve(context, shape(base), x, 62 * s, y - 40 * s, 40 * s),
      `<path d="${dome}" fill="${sign('wall')}"/>`,
      halve(context, dome, x, 42 * s, y - 90 * s, 60 * s),
      fill(tower, sign('gold')),
      eyes,
      fill(spire, sign('gold')),
      halve(context, shape(spire), x, 12 * s, y - 142 * s, 44 * s, 0.4),
      `<path d="${rings}" stroke="${sign('wood')}" stroke-opacity="0.4" stroke-width="${1.2 * s}"/>`,
      fill(
        [
          [-7, -139],
          [-2, -147],
          [0, -152],
          [2, -147],
          [7, -139],
        ].map(([a, b]) => [x + a * s, y + b * s]),
        sign('gold'),
      ),
    ].join('');
  };

/** A chorten of Mustang: a stepped block in red, white and grey under a small spire. */
export const chorten =
  ({ at: [x, y], size = 90, far = 0, colour = 'red' }) =>
  (context) => {
    const { colours } = context;
    const s = size / 100;
    const sign = (name) => colours.sign(SIGNS[name] ?? name, far);
    const block = (w, low, high) =>
      [
        [-w, -low],
        [-w * 0.94, -high],
        [w * 0.94, -high],
        [w, -low],
      ].map(([a, b]) => [x + a * s, y + b * s]);
    const parts = [
      [block(42, 0, 40), 'wall'],
      [block(46, 40, 48), 'stoneShade'],
      [block(32, 48, 72), colour],
      [block(36, 72, 78), 'wall'],
      [block(19, 78, 98), 'wall'],
      [block(8, 98, 128), 'gold'],
    ];
    return parts
      .map(([points, name], i) => fill(points, sign(name)) + halve(context, shape(points), x, 50 * s, y - 130 * s, 132 * s, i === 5 ? 0.4 : 0.28))
      .join('');
  };

/** A monastery: white below, red above, gold on its roof. */
export const gompa =
  ({ at: [x, y], size = 120, far = 0, lit = false }) =>
  (context) => {
    const { colours, light } = context;
    const s = size / 100;
    const sign = (name) => colours.sign(SIGNS[name] ?? name, far);
    const k = light === 'left' ? 1 : -1;
    const P = (list) => list.map(([a, b]) => [x + k * a * s, y + b * s]);
    const side = (w, e, low, high, colour) =>
      fill(
        P([
          [w, -low],
          [w + e, -low - 2],
          [w + e, -high - 2],
          [w, -high],
        ]),
        colours.far(sign(colour), 0),
      ) +
      fill(
        P([
          [w, -low],
          [w + e, -low - 2],
          [w + e, -high - 2],
          [w, -high],
        ]),
        colours.shade,
        ' fill-opacity="0.45"',
      );
    const front = (w, low, high, colour) =>
      fill(
        P([
          [-w, -low],
          [w, -low],
          [w, -high],
          [-w, -high],
        ]),
        sign(colour),
      );
    const row = (w, low, high, n) =>
      windows(x + Math.min(k * -w, k * w) * s, y - high * s, 2 * w * s, (high - low) * s, lit ? SIGNS.lamp : sign('window'), { across: n });
    return [
      side(50, 26, 0, 34, 'wall'),
      front(50, 0, 34, 'wall'),
      row(50, 4, 30, 6),
      side(50, 26, 34, 44, 'red'),
      front(50, 34, 44, 'red'),
      fill(
        P([
          [-53, -44],
          [50, -44],
          [78, -46],
          [78, -49],
          [50, -47],
          [-53, -47],
        ]),
        sign('wood'),
      ),
      side(28, 18, 46, 66, 'red'),
      front(28, 46, 66, 'red'),
      row(28, 48, 64, 3),
      fill(
        P([
          [-34, -66],
          [30, -66],
          [52, -68],
          [40, -75],
          [-24, -75],
        ]),
        sign('gold'),
      ),
      side(8, 6, 75, 82, 'gold'),
      front(8, 75, 82, 'gold'),
      fill(
        P([
          [-12, -82],
          [14, -82],
          [3, -90],
          [1, -97],
          [-1, -90],
        ]),
        sign('gold'),
      ),
    ].join('');
  };
