// People and animals.
import { SIGNS } from './colour.mjs';
import { fill } from './geometry.mjs';

/** One walker of height `h`: a head, a jacket, a load, two legs, a pole. `way` is 1 when walking to the right. */
function paintWalker({ colours }, x, y, h, { jacket, way = 1, load = true, pole = true, far = 0, step = 1 }) {
  const P = (list) => list.map(([a, b]) => [x + way * a * h, y + b * h]);
  const dark = colours.far(colours.dark, far);
  const sign = (colour) => colours.sign(colour, far);
  return [
    fill(
      P([
        [-0.02, -0.48],
        [0.09, -0.46],
        [0.12 * step, -0.02],
        [0.18 * step, 0],
        [0.06 * step, 0],
        [0.02, -0.3],
        [-0.1 * step, -0.02],
        [-0.05 * step, 0],
        [-0.17 * step, 0],
        [-0.1, -0.46],
      ]),
      dark,
    ),
    load
      ? fill(
          P([
            [-0.1, -0.82],
            [-0.27, -0.78],
            [-0.29, -0.5],
            [-0.1, -0.48],
          ]),
          sign('#7a5a3a'),
        )
      : '',
    fill(
      P([
        [-0.11, -0.83],
        [0.07, -0.84],
        [0.13, -0.44],
        [-0.13, -0.44],
      ]),
      sign(jacket),
    ),
    fill(
      P([
        [0.0, -0.78],
        [0.09, -0.76],
        [0.24, -0.56],
        [0.2, -0.52],
        [0.05, -0.62],
      ]),
      sign(jacket),
      ' fill-opacity="0.8"',
    ),
    pole
      ? fill(
          P([
            [0.22, -0.58],
            [0.24, -0.58],
            [0.31, 0],
            [0.295, 0],
          ]),
          dark,
        )
      : '',
    `<circle cx="${x + way * 0.0 * h}" cy="${y - 0.91 * h}" r="${0.075 * h}" fill="${sign(SIGNS.skin)}"/>`,
    fill(
      P([
        [-0.085, -0.92],
        [-0.06, -0.99],
        [0.05, -0.99],
        [0.08, -0.92],
      ]),
      dark,
    ),
  ].join('');
}

/** People on their way: [x, y, height] each; `rope` ties them. */
export const walkers =
  (list, { way = 1, far = 0, load = true, rope = false } = {}) =>
  (context) => {
    const line = rope
      ? `<path d="M${list.map(([x, y, h]) => `${x} ${y - h * 0.5}`).join('L')}" stroke="${context.colours.far(context.colours.dark, far)}" stroke-width="1.4" fill="none"/>`
      : '';
    return line + list.map(([x, y, h], i) => paintWalker(context, x, y, h, { jacket: SIGNS.jacket[i % 4], way, far, load, step: i % 2 ? 0.8 : 1.15 })).join('');
  };

/** People who sit: [x, y, height] each, y where they sit. */
export const sitters =
  (list, { far = 0 } = {}) =>
  ({ colours, light }) =>
    list
      .map(([x, y, h], i) => {
        const way = i % 2 ? -1 : 1;
        const P = (points) => points.map(([a, b]) => [x + way * a * h, y + b * h]);
        const sign = (colour) => colours.sign(colour, far);
        return [
          fill(
            P([
              [-0.12, -0.42],
              [0.06, -0.42],
              [0.12, -0.02],
              [-0.16, 0],
            ]),
            sign(SIGNS.jacket[(i + (light === 'left' ? 0 : 1)) % 4]),
          ),
          fill(
            P([
              [-0.12, -0.1],
              [0.28, -0.1],
              [0.32, 0.26],
              [0.4, 0.3],
              [0.24, 0.3],
              [0.2, 0.02],
              [-0.14, 0.02],
            ]),
            colours.far(colours.dark, far),
          ),
          `<circle cx="${x}" cy="${y - 0.51 * h}" r="${0.085 * h}" fill="${sign(SIGNS.skin)}"/>`,
          fill(
            P([
              [-0.095, -0.52],
              [-0.07, -0.6],
              [0.06, -0.6],
              [0.09, -0.52],
            ]),
            colours.far(colours.dark, far),
          ),
        ].join('');
      })
      .join('');

/** Yaks: [x, y, length] each. */
export const yaks =
  (list, { way = 1, far = 0 } = {}) =>
  ({ colours }) =>
    list
      .map(([x, y, w], i) => {
        const k = i % 3 === 2 ? -way : way;
        const P = (points) => points.map(([a, b]) => [x + k * a * w, y + b * w]);
        const dark = colours.far(colours.dark, far);
        return [
          fill(
            P([
              [-0.5, -0.42],
              [-0.36, -0.56],
              [-0.05, -0.58],
              [0.16, -0.7],
              [0.32, -0.56],
              [0.46, -0.46],
              [0.56, -0.3],
              [0.5, -0.2],
              [0.38, -0.24],
              [0.34, -0.08],
              [0.3, 0],
              [0.22, 0],
              [0.2, -0.1],
              [-0.28, -0.1],
              [-0.32, 0],
              [-0.42, 0],
              [-0.44, -0.14],
              [-0.52, -0.2],
              [-0.58, -0.06],
            ]),
            i % 2 ? dark : colours.sign('#4a3a30', far),
          ),
          fill(
            P([
              [0.4, -0.42],
              [0.4, -0.62],
              [0.47, -0.68],
              [0.44, -0.6],
              [0.48, -0.42],
            ]),
            colours.sign('#d8cfbb', far),
          ),
          fill(
            P([
              [-0.16, -0.6],
              [0.08, -0.64],
              [0.1, -0.4],
              [-0.2, -0.4],
            ]),
            colours.sign(SIGNS.jacket[i % 2], far),
          ),
        ].join('');
      })
      .join('');
