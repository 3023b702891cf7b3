// Prayer flags, and the footbridges that they hang on.
import { FLAGS, SIGNS } from './colour.mjs';
import { fill } from './geometry.mjs';

/** Prayer flags on strings: [[x1, y1], [x2, y2], sag] each; `poles` hold their ends that high above the ground. */
export const flags =
  (strings, { size = 16, far = 0, poles = 0 } = {}) =>
  ({ colours, random }) =>
    (poles
      ? strings
          .flatMap(([a, b]) => [a, b])
          .map(([x, y]) =>
            fill(
              [
                [x - 1.6, y - 4],
                [x + 1.6, y - 4],
                [x + 2.2, y + poles],
                [x - 2.2, y + poles],
              ],
              colours.sign(SIGNS.wood, far),
            ),
          )
          .join('')
      : '') +
    strings
      .map(([[x1, y1], [x2, y2], sag = 30]) => {
        const at = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + 4 * sag * t * (1 - t)];
        const count = Math.max(5, Math.round(Math.hypot(x2 - x1, y2 - y1) / (size * 1.25)));
        const line = [...Array(25).keys()].map((i) => at(i / 24));
        const cloths = [...Array(count - 1).keys()].map((i) => {
          const [[ax, ay], [bx, by]] = [at((i + 0.6) / count), at((i + 1.4) / count)];
          const blow = random.between(-0.12, 0.22) * size;
          return fill(
            [
              [ax, ay],
              [bx, by],
              [bx + blow, by + size * random.between(0.85, 1.05)],
              [ax + blow, ay + size],
            ],
            colours.sign(FLAGS[i % 5], far),
            ' fill-opacity="0.96"',
          );
        });
        return `<path d="M${line.map((p) => p.map((v) => v.toFixed(1)).join(' ')).join('L')}" stroke="${colours.far(colours.dark, far)}" stroke-width="${Math.max(0.8, size * 0.07)}" fill="none"/>${cloths.join('')}`;
      })
      .join('');

/** Poles with one long flag: [x, y, height] each. */
export const flagPoles =
  (list, { far = 0, flag = '#fbfaf6' } = {}) =>
  ({ colours }) =>
    list
      .map(
        ([x, y, h]) =>
          fill(
            [
              [x - h * 0.008, y],
              [x - h * 0.008, y - h],
              [x + h * 0.008, y - h],
              [x + h * 0.008, y],
            ],
            colours.sign(SIGNS.wood, far),
          ) +
          fill(
            [
              [x + h * 0.01, y - h * 0.97],
              [x + h * 0.15, y - h * 0.93],
              [x + h * 0.1, y - h * 0.62],
              [x + h * 0.14, y - h * 0.34],
              [x + h * 0.01, y - h * 0.28],
            ],
            colours.sign(flag, far),
          ),
      )
      .join('');

/** A footbridge on cables, hung with flags. */
export const bridge =
  ({ from: [x1, y1], to: [x2, y2], sag = 40, size = 12, far = 0 }) =>
  (context) => {
    const { colours } = context;
    const dark = colours.far(colours.dark, far);
    const at = (t, lift = 0) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + 4 * sag * t * (1 - t) - lift];
    const line = (lift) =>
      `M${[...Array(41).keys()]
        .map((i) =>
          at(i / 40, lift)
            .map((v) => v.toFixed(1))
            .join(' '),
        )
        .join('L')}`;
    const hangers = [...Array(60).keys()]
      .map((i) => {
        const [x, y] = at((i + 0.5) / 60);
        return `M${x.toFixed(1)} ${y.toFixed(1)}v${-size * 1.5}`;
      })
      .join('');
    const posts = [
      [x1, y1],
      [x2, y2],
    ]
      .map(([x, y]) =>
        fill(
          [
            [x - size * 0.5, y + size * 1.4],
            [x - size * 0.36, y - size * 2.4],
            [x + size * 0.36, y - size * 2.4],
            [x + size * 0.5, y + size * 1.4],
          ],
          colours.sign(SIGNS.stone, far),
        ),
      )
      .join('');
    return `<g fill="none" stroke="${dark}"><path d="${hangers}" stroke-width="${size * 0.06}"/><path d="${line(size * 1.5)}" stroke-width="${size * 0.12}"/><path d="${line(0)}" stroke-width="${size * 0.3}"/></g>${posts}${flags([[at(0, size * 1.5), at(1, size * 1.5), sag]], { size: size * 0.8, far })(context)}`;
  };
