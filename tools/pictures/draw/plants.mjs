// Trees as signs: two tones each, drawn from far to near.
import { shape, yAt } from './geometry.mjs';

/** A heap of leaves with an uneven edge. */
function heap([x, y, r], random) {
  const start = random.between(0, 6);
  return shape(
    [...Array(22).keys()].map((i) => {
      const a = (i / 22) * Math.PI * 2;
      const reach = r * (1 + 0.12 * Math.sin(a * 4 + start) + random.between(-0.07, 0.07));
      return [x + Math.cos(a) * reach * 1.08, y + Math.sin(a) * reach * 0.92];
    }),
  );
}

/** Each kind gives paths: what is in the shade, what is lit, trunk, blossom. `l` is -1 where the light comes from the left. */
const KINDS = {
  fir(x, y, h, l, random) {
    const tiers = 6;
    const side = (sign, share) => {
      const out = [];
      for (let i = 0; i < tiers; i += 1) {
        const t = (i + 1) / tiers;
        const w = h * 0.21 * t ** 0.85 * share * random.between(0.85, 1.15);
        out.push([x + sign * w, y - h * (1 - t * 0.93) + h * 0.02], [x + sign * w * 0.45, y - h * (1 - t * 0.93)]);
      }
      return out;
    };
    const foot = [x, y - h * 0.05];
    return {
      shade: shape([[x, y - h], ...side(1, 1), ...side(-1, 1).reverse()]),
      lit: shape([[x, y - h], ...side(l, 0.92), foot, [x - l * h * 0.015, y - h * 0.5]]),
      trunk: shape([
        [x - h * 0.012, y],
        [x - h * 0.012, y - h * 0.1],
        [x + h * 0.012, y - h * 0.1],
        [x + h * 0.012, y],
      ]),
    };
  },
  broad(x, y, h, l, random) {
    const crown = [...Array(6).keys()].map((i) => {
      const a = (i / 6) * Math.PI * 2 + random.next();
      return [x + Math.cos(a) * h * 0.19, y - h * 0.62 + Math.sin(a) * h * 0.17, h * random.between(0.15, 0.22)];
    });
    const lit = crown.filter(([cx]) => (cx - x) * l > -0.12 * h).map(([cx, cy, r]) => heap([cx + l * r * 0.26, cy - r * 0.34, r * 0.7], random));
    return {
      shade: [...crown, [x, y - h * 0.62, h * 0.2]].map((c) => heap(c, random)).join(''),
      lit: lit.join(''),
      trunk: shape([
        [x - h * 0.035, y],
        [x - h * 0.02, y - h * 0.5],
        [x + h * 0.02, y - h * 0.5],
        [x + h * 0.035, y],
      ]),
    };
  },
  rhododendron(x, y, h, l, random) {
    const tree = KINDS.broad(x, y, h, l, random);
    const blossom = [...Array(17).keys()].map(() => {
      const [a, d] = [random.between(0, Math.PI * 2), Math.sqrt(random.next()) * 0.33];
      return heap([x + Math.cos(a) * h * d + l * h * 0.03, y - h * 0.65 + Math.sin(a) * h * d * 0.8, h * random.between(0.022, 0.062)], random);
    });
    return { ...tree, blossom: blossom.join('') };
  },
  birch(x, y, h, l, random) {
    const crown = [...Array(7).keys()].map((i) => [x + random.between(-0.13, 0.13) * h * (1 - i * 0.1), y - h * (0.34 + i * 0.095), h * (0.14 - i * 0.011)]);
    return {
      shade: crown.map((c) => heap(c, random)).join(''),
      lit: crown.map(([cx, cy, r]) => heap([cx + l * r * 0.34, cy - r * 0.24, r * 0.62], random)).join(''),
      trunk: shape([
        [x - h * 0.018, y],
        [x - h * 0.01, y - h * 0.6],
        [x + h * 0.01, y - h * 0.6],
        [x + h * 0.018, y],
      ]),
    };
  },
  bamboo(x, y, h, _light, random) {
    const [lit, shade] = [[], []];
    for (let i = 0; i < 7; i += 1) {
      const bend = random.between(-0.34, 0.34) * h;
      const top = y - h * random.between(0.7, 1);
      for (let k = 3; k < 9; k += 1) {
        const t = k / 9;
        const [px, py] = [x + bend * t * t, y + (top - y) * t];
        const s = h * 0.1;
        (random.chance(0.5) ? lit : shade).push(
          shape([
            [px, py],
            [px + s * random.between(-1, 1), py - s * 0.2],
            [px + s * random.between(-0.6, 0.6), py + s * 0.7],
          ]),
        );
      }
      shade.push(
        `M${x.toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${((y + top) / 2).toFixed(1)} ${(x + bend).toFixed(1)} ${top.toFixed(1)}L${(x + bend - h * 0.012).toFixed(1)} ${top.toFixed(1)}Q${(x - h * 0.02).toFixed(1)} ${((y + top) / 2).toFixed(1)} ${(x - h * 0.02).toFixed(1)} ${y.toFixed(1)}Z`,
      );
    }
    return { lit: lit.join(''), shade: shade.join(''), trunk: '' };
  },
};

const COVERS = { fir: 'wood', broad: 'wood', rhododendron: 'wood', birch: 'autumn', bamboo: 'grass' };

/** Paints one row of trees: [x, y, height] each. */
export function paintTrees({ light, colours, random }, kind, trees, { far = 0, cover = COVERS[kind], darken = 0 } = {}) {
  const [lit, shade] = colours.land(cover, far);
  const dark = colours.far(colours.dark, far);
  const made = trees.map(([x, y, h]) => KINDS[kind](x, y, h, light === 'left' ? -1 : 1, random));
  const path = (part, fill, opacity = 1) => {
    const d = made.map((tree) => tree[part] ?? '').join('');
    return d ? `<path d="${d}" fill="${fill}" fill-opacity="${opacity}"/>` : '';
  };
  const overlay = darken ? path('shade', dark, darken) : '';
  return (
    path('trunk', kind === 'birch' ? colours.sign('#e8e4d8', far) : colours.sign('#5b4632', far)) +
    path('shade', shade) +
    path('lit', lit, 0.9) +
    path('blossom', colours.sign('#c22f45', far)) +
    overlay
  );
}

/** Trees between two x, standing from `base` down to `base + depth`, small behind and large in front. */
export const stand =
  ({ kind = 'fir', x: [from, to], base, depth = 60, count = 30, size: [small, large] = [40, 70], far = 0, cover, darken, rows = 5 }) =>
  (context) => {
    const { random } = context;
    const at = (x) => (typeof base === 'number' ? base : yAt(base, x));
    const out = [];
    for (let row = 0; row < rows; row += 1) {
      const t = rows === 1 ? 1 : row / (rows - 1);
      const number = Math.max(1, Math.round(count / rows));
      const trees = [...Array(number).keys()].map((i) => {
        const x = from + ((to - from) * (i + random.between(0.05, 0.95))) / number;
        return [x, at(x) + depth * t + random.between(-0.5, 0.5) * (depth / rows), (small + (large - small) * t) * random.between(0.75, 1.2)];
      });
      out.push(paintTrees(context, kind, trees, { far: far * (1.4 - 0.4 * t), cover, darken }));
    }
    return out.join('');
  };

/** Single trees: [x, y, height] each. */
export const trees = (kind, list, options) => (context) => list.map((tree) => paintTrees(context, kind, [tree], options)).join('');

/** Grass in front: tufts of blades, [x, y, height] or many along a base. */
export const tufts =
  ({ x: [from, to], base, count = 30, size = 16, cover = 'grass', far = 0 }) =>
  ({ colours, random }) => {
    const [lit, shade] = colours.land(cover, far);
    const blades = () => {
      const x = random.between(from, to);
      const y = (typeof base === 'number' ? base : yAt(base, x)) + random.between(0, size);
      return [...Array(5).keys()]
        .map((i) => {
          const h = size * random.between(0.5, 1);
          const bx = x + (i - 2) * size * 0.13;
          return shape([
            [bx - size * 0.05, y],
            [bx + (i - 2) * size * 0.16, y - h],
            [bx + size * 0.05, y],
          ]);
        })
        .join('');
    };
    const path = (n) => [...Array(n).keys()].map(blades).join('');
    return `<path d="${path(Math.ceil(count / 2))}" fill="${shade}"/><path d="${path(Math.ceil(count / 2))}" fill="${lit}"/>`;
  };
