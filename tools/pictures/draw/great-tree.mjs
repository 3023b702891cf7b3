// The tree of a resting place, and a porter's basket below it.
import { fill, shape } from './geometry.mjs';

/** A pipal or banyan: a trunk that forks and a wide crown in three tones. */
export const greatTree =
  ({ at: [x, y], size = 330, far = 0, lean = 0 }) =>
  ({ colours, random, light }) => {
    const l = light === 'left' ? -1 : 1;
    const [lit, shade] = colours.land('wood', far);
    const S = (dx, dy) => [x + (dx + lean * -dy) * size, y + dy * size];
    const trunk = colours.sign('#5f4a38', far);
    const wood = [
      [-0.06, 0],
      [-0.035, -0.22],
      [-0.16, -0.5],
      [-0.12, -0.52],
      [-0.02, -0.33],
      [0.0, -0.6],
      [0.035, -0.6],
      [0.035, -0.33],
      [0.16, -0.5],
      [0.19, -0.47],
      [0.045, -0.2],
      [0.075, 0],
    ].map(([a, b]) => S(a, b));
    const roots = [
      [-0.1, 0.005],
      [-0.03, -0.06],
      [0.04, -0.06],
      [0.12, 0.005],
    ].map(([a, b]) => S(a, b));
    const spread = [
      [-0.36, -0.5],
      [-0.27, -0.6],
      [-0.15, -0.69],
      [0, -0.74],
      [0.15, -0.7],
      [0.28, -0.6],
      [0.37, -0.5],
      [-0.18, -0.52],
      [0.02, -0.56],
      [0.2, -0.52],
      [-0.06, -0.63],
      [0.1, -0.62],
    ];
    const heaps = spread.map(([a, b]) => [a + random.between(-0.025, 0.025), b + random.between(-0.02, 0.02), random.between(0.1, 0.165)]);
    const leaves = ([a, b, r]) => {
      const [cx, cy] = S(a, b);
      const points = [...Array(40).keys()].map((i) => {
        const t = (i / 40) * Math.PI * 2;
        const reach = r * size * (1 + 0.09 * Math.sin(t * 7 + a * 40) + random.between(-0.05, 0.05));
        return [cx + Math.cos(t) * reach * 1.15, cy + Math.sin(t) * reach * 0.85];
      });
      return shape(points);
    };
    const crown = (share, dx, dy, keep = () => true) =>
      heaps
        .filter(keep)
        .map(([a, b, r]) => leaves([a + dx * l, b + dy, r * share]))
        .join('');
    const isSunny = ([a, b]) => -a * -l * 0.6 - b > 0.5;
    return (
      fill(wood, trunk) +
      fill(roots, trunk) +
      `<path d="${crown(1, 0, 0)}" fill="${shade}"/><path d="${crown(1, 0, 0)}" fill="${colours.dark}" fill-opacity="0.3"/><path d="${crown(0.84, 0.03, -0.035)}" fill="${shade}"/><path d="${crown(0.6, 0.055, -0.06, isSunny)}" fill="${lit}"/>`
    );
  };

/** A porter's basket that leans on a ledge. */
export const basket =
  ({ at: [x, y], size = 30, far = 0 }) =>
  ({ colours }) =>
    fill(
      [
        [x - size * 0.3, y - size],
        [x + size * 0.3, y - size * 0.96],
        [x + size * 0.16, y],
        [x - size * 0.16, y],
      ],
      colours.sign('#a8813f', far),
    ) +
    `<path d="M${x - size * 0.28} ${y - size * 0.7}h${size * 0.52}M${x - size * 0.24} ${y - size * 0.4}h${size * 0.44}" stroke="${colours.far(colours.dark, far)}" stroke-opacity="0.4" stroke-width="${size * 0.05}"/>`;
