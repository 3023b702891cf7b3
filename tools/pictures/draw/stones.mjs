// Cairns, boulders, prayer walls, the ledge of a resting place; paths and rivers.
import { SIGNS } from './colour.mjs';
import { fill, smoothLine } from './geometry.mjs';

/** Stones piled up at [x, y], as high as `size`. */
export const cairn =
  ({ at: [x, y], size = 60, far = 0 }) =>
  ({ colours, random, light }) => {
    const out = [];
    const k = light === 'left' ? 1 : -1;
    for (let i = 0, low = 0; i < 6; i += 1) {
      const [w, h] = [size * (0.52 - i * 0.075), size * random.between(0.14, 0.2)];
      const off = random.between(-0.05, 0.05) * size;
      const stone = [
        [-w, 0],
        [-w * 0.92, -h * 0.75],
        [-w * 0.4, -h],
        [w * 0.5, -h * 0.96],
        [w * 0.96, -h * 0.6],
        [w, 0],
      ].map(([a, b]) => [x + off + a, y - low + b]);
      out.push(fill(stone, colours.sign(SIGNS.stone, far)));
      out.push(
        fill(
          [
            [w * 0.15 * k, 0],
            [w * 0.3 * k, -h * 0.97],
            [w * 0.96 * k, -h * 0.6],
            [w * k, 0],
          ].map(([a, b]) => [x + off + a, y - low + b]),
          colours.sign(SIGNS.stoneShade, far),
        ),
      );
      low += h * 0.92;
    }
    return out.join('');
  };

/** Boulders: [x, y, width] each. */
export const boulders =
  (list, { far = 0 } = {}) =>
  ({ colours, random, light }) => {
    const [lit, shade] = colours.land('rock', far);
    const k = light === 'left' ? 1 : -1;
    return list
      .map(([x, y, w]) => {
        const h = w * random.between(0.45, 0.65);
        const top = random.between(-0.15, 0.12) * w;
        const outline = [
          [-0.5 * w, 0],
          [-0.44 * w, -h * 0.55],
          [-0.2 * w + top * 0.4, -h * 0.94],
          [top + 0.08 * w, -h],
          [0.36 * w, -h * 0.66],
          [0.5 * w, -0.02 * h],
          [0.3 * w, h * 0.06],
          [-0.3 * w, h * 0.06],
        ].map(([a, b]) => [x + a, y + b]);
        const dark = [
          [top * 0.4, -h * 0.97],
          [0.08 * w * k, -h * 0.5],
          [0.02 * w * k, h * 0.06],
          [0.3 * w * k, h * 0.06],
          [0.5 * w * k, -0.02 * h],
          [(k > 0 ? 0.36 : 0.44) * w * k, -h * 0.6],
          [(k > 0 ? 0.08 : 0.2) * w * k + (k > 0 ? top : 0), -h * 0.97],
        ].map(([a, b]) => [x + a, y + b]);
        return fill(outline, lit) + fill(dark, shade);
      })
      .join('');
  };

/** The stone ledge of a resting place: a lower step to sit on and an upper one for loads. */
export const ledge =
  ({ at: [x, y], size = 320, far = 0 }) =>
  ({ colours, random, light }) => {
    const sign = (name) => colours.sign(SIGNS[name], far);
    const k = light === 'left' ? 1 : -1;
    const block = (w, low, high) => {
      const face = [
        [x - w, y - low],
        [x + w, y - low],
        [x + w, y - high],
        [x - w, y - high],
      ];
      const joints = [];
      for (let row = low, i = 0; row < high - 2; row += size * 0.035, i += 1) {
        const next = Math.min(high, row + size * 0.035);
        joints.push(`M${(x - w).toFixed(1)} ${(y - next).toFixed(1)}h${(2 * w).toFixed(1)}`);
        for (let jx = x - w + size * (i % 2 ? 0.06 : 0.1); jx < x + w - 8; jx += size * random.between(0.09, 0.15))
          joints.push(`M${jx.toFixed(1)} ${(y - row).toFixed(1)}v${(row - next).toFixed(1)}`);
      }
      const top = [
        [x - w - size * 0.012, y - high],
        [x + w + size * 0.012, y - high],
        [x + w - size * 0.03, y - high - size * 0.03],
        [x - w + size * 0.03, y - high - size * 0.03],
      ];
      return (
        fill(face, sign('stoneShade')) +
        `<path d="${joints.join('')}" stroke="${colours.far(colours.dark, far)}" stroke-opacity="0.28" stroke-width="${size * 0.005}" fill="none"/>` +
        fill(
          [
            [x - k * w, y - low],
            [x - k * w, y - high],
            [x - k * w * 0.62, y - high],
            [x - k * w * 0.7, y - low],
          ],
          sign('stone'),
          ' fill-opacity="0.5"',
        ) +
        fill(top, sign('stone'))
      );
    };
    return block(size * 0.5, 0, size * 0.1) + block(size * 0.34, size * 0.1, size * 0.19);
  };

/** A ribbon that narrows with distance: [x, y, half width] each; a path, a river. */
export const ribbon =
  (points, { colour = 'sand', far = 0, opacity = 1 } = {}) =>
  ({ colours }) => {
    const line = smoothLine(
      points.map(([x, y]) => [x, y]),
      10,
    );
    const total = line.length - 1;
    const half = (i) => {
      const at = (i / total) * (points.length - 1);
      const k = Math.min(points.length - 2, Math.floor(at));
      return points[k][2] + (points[k + 1][2] - points[k][2]) * (at - k);
    };
    const tone = colour.startsWith('#') ? colours.sign(colour, far) : colours.land(colour, far)[0];
    return fill([...line.map(([x, y], i) => [x - half(i), y]), ...line.map(([x, y], i) => [x + half(i), y]).reverse()], tone, ` fill-opacity="${opacity}"`);
  };

/** A long wall of prayer stones. */
export const maniWall =
  ({ from: [x1, y1], to: [x2, y2], height = 26, far = 0, red = false }) =>
  ({ colours, random }) => {
    const sign = (name) => colours.sign(SIGNS[name] ?? name, far);
    const low = [
      [x1, y1],
      [x2, y2],
    ];
    const [h1, h2] = [height, height * (y2 < y1 ? 0.5 : 1)];
    const out = [
      fill([...low, [x2, y2 - h2], [x1, y1 - h1]], sign(red ? '#9a4f42' : 'stone')),
      fill(
        [
          [x1, y1 - h1],
          [x2, y2 - h2],
          [x2, y2 - h2 * 1.18],
          [x1, y1 - h1 * 1.18],
        ],
        sign(red ? 'wall' : 'stoneShade'),
      ),
    ];
    const count = Math.round(Math.hypot(x2 - x1, y2 - y1) / (height * 0.8));
    for (let i = 0; i < count; i += 1) {
      const t = (i + random.between(0.1, 0.5)) / count;
      const [x, y, h] = [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, h1 + (h2 - h1) * t];
      const row = random.pick([0.12, 0.42, 0.66]);
      out.push(
        `<path d="M${x.toFixed(1)} ${(y - h * row).toFixed(1)}v${(-h * 0.24).toFixed(1)}h${(h * random.between(0.3, 0.6)).toFixed(1)}v${(h * 0.24).toFixed(1)}Z" fill="${sign('stoneShade')}" fill-opacity="0.75"/>`,
      );
    }
    return out.join('');
  };
