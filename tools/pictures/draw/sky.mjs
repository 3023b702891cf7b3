// Sky, sun and moon, stars, clouds, mist.
import { shape } from './geometry.mjs';

/** The whole sky; `horizon` is where its last colour is reached. */
export const sky =
  ({ horizon = 620, from = 0 } = {}) =>
  ({ width, height, colours, gradient }) => {
    const fill = gradient(
      from,
      horizon,
      colours.sky.map((colour, i) => [[0, 0.38, 0.76, 1][i], colour]),
    );
    return `<rect width="${width}" height="${height}" fill="${fill}"/>`;
  };

/** A disc with two pale rings. */
export const sun =
  ({ at: [x, y], size = 46, rings = 2 }) =>
  ({ colours }) => {
    const ring = (i) => `<circle cx="${x}" cy="${y}" r="${size * (1 + i * 0.95)}" fill="${colours.sun}" opacity="${0.16 / i}"/>`;
    return [...Array(rings).keys()].map((i) => ring(rings - i)).join('') + `<circle cx="${x}" cy="${y}" r="${size}" fill="${colours.sun}"/>`;
  };

/** A moon that is not quite full. */
export const moon =
  ({ at: [x, y], size = 34 }) =>
  ({ colours, define }) => {
    const mask = define(
      (id) =>
        `<mask id="${id}"><circle cx="${x}" cy="${y}" r="${size}" fill="#fff"/><circle cx="${x + size * 0.55}" cy="${y - size * 0.2}" r="${size * 0.86}" fill="#000"/></mask>`,
    );
    return `<circle cx="${x}" cy="${y}" r="${size * 2.6}" fill="${colours.sun}" opacity="0.05"/><circle cx="${x}" cy="${y}" r="${size}" fill="${colours.sun}" mask="${mask}"/>`;
  };

/** Stars, fewer towards the horizon; `band` is a Milky Way: [x at the top, x at the bottom, half its width]. */
export const stars =
  ({ count = 170, below = 520, band } = {}) =>
  ({ width, colours, random }) => {
    const dot = (x, y, r, opacity) =>
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${colours.sun}" opacity="${opacity.toFixed(2)}"/>`;
    const out = [];
    for (let i = 0; i < count; i += 1) {
      const y = below * random.next() ** 1.5;
      out.push(dot(random.between(0, width), y, random.chance(0.08) ? 2.5 : random.between(0.8, 1.7), random.between(0.4, 0.95) * (1 - 0.6 * (y / below))));
    }
    for (let i = 0; band && i < 240; i += 1) {
      const t = random.next();
      const off = (random.next() + random.next() + random.next() - 1.5) * band[2];
      out.push(dot(band[0] + (band[1] - band[0]) * t + off, below * t, random.between(0.7, 1.9), random.between(0.4, 0.95)));
    }
    return out.join('');
  };

/** The upper edge of a heap of ellipses: [x, half width, height] each, above `y`. */
function billows(ellipses, y, from, to) {
  const out = [];
  for (let x = from; x <= to; x += 5) {
    const heights = ellipses.map(([at, half, height]) => (Math.abs(x - at) < half ? height * Math.sqrt(1 - ((x - at) / half) ** 2) : 0));
    out.push([x, y - Math.max(0, ...heights)]);
  }
  return out;
}

/** The outline of a bank of cloud: heaped in its middle, flat below. */
function bank(random, { x, y, width, height }) {
  const heap = [...Array(9).keys()].map((i) => {
    const at = (i + random.between(0.2, 0.8)) / 9;
    return [x + width * (0.06 + 0.88 * at), width * random.between(0.07, 0.15), height * Math.sin(Math.PI * at) * random.between(0.5, 1) + height * 0.12];
  });
  return shape([[x, y], ...billows([...heap, [x + width / 2, width / 2, height * 0.2]], y, x, x + width), [x + width, y]]);
}

/** Clouds of fair weather: [x, y, width] each. */
export const clouds =
  (list, { opacity = 0.9 } = {}) =>
  ({ colours, random }) =>
    list
      .map(([x, y, width]) => {
        const height = width * 0.16;
        const upper = bank(random, { x, y, width, height });
        const lower = bank(random, { x: x + width * 0.22, y: y + height * 0.3, width: width * 0.95, height: height * 0.62 });
        return `<path d="${upper}" fill="${colours.cloud}" opacity="${opacity * 0.7}"/><path d="${lower}" fill="${colours.cloud}" opacity="${opacity}"/>`;
      })
      .join('');

/** Long thin streaks: [x, y, width] each. */
export const streaks =
  (list, { opacity = 0.55 } = {}) =>
  ({ colours }) =>
    list
      .map(([x, y, w]) => {
        const h = w * 0.02 + 3;
        return `<path d="M${x} ${y}Q${x + w * 0.3} ${y - h * 2} ${x + w * 0.62} ${y - h}T${x + w} ${y - h * 0.6}Q${x + w * 0.7} ${y + h * 0.5} ${x + w * 0.45} ${y + h * 0.2}T${x} ${y}Z" fill="${colours.cloud}" opacity="${opacity}"/>`;
      })
      .join('');

/** A veil of haze between two heights, densest at `y`. */
export const veil =
  ({ y, up = 90, down = 60, opacity = 0.8, colour }) =>
  ({ width, colours, gradient }) => {
    const tone = colour ?? colours.haze;
    const fill = gradient(y - up, y + down, [
      [0, tone, 0],
      [up / (up + down), tone, opacity],
      [1, tone, 0],
    ]);
    return `<rect x="0" y="${y - up}" width="${width}" height="${up + down}" fill="${fill}"/>`;
  };

/** A sea of clouds: rows of banks from `top` down to `bottom`, the nearer the larger. */
export const cloudSea =
  ({ top, bottom, rows = 4, size = 60, opacity = 0.96 }) =>
  ({ width, colours, random, gradient }) => {
    const out = [];
    for (let row = 0; row < rows; row += 1) {
      const t = row / Math.max(1, rows - 1);
      const y = top + (bottom - top) * t ** 1.3 * 0.8;
      const height = size * (0.45 + 0.75 * t);
      const tone = colours.far(colours.cloud, 0.62 * (1 - t));
      const fill = gradient(y - height, y + height * 2.2, [
        [0, tone, opacity],
        [0.5, tone, opacity * 0.9],
        [1, colours.haze, 0.35],
      ]);
      const heap = [];
      for (let x = -80; x < width + 80; x += height * random.between(0.5, 1.6)) {
        const half = height * random.between(0.7, 2.8);
        heap.push([x, half, Math.min(half * 0.45, height * random.between(0.25, 1))]);
      }
      const points = [[-60, bottom + 300], ...billows(heap, y, -60, width + 60)];
      out.push(`<path d="${shape([...points, [width + 60, bottom + 300]])}" fill="${fill}"/>`);
    }
    return out.join('');
  };
