// Houses and tents: signs of a few planes. `at` is the foot in the middle, `size` the width.
import { SIGNS } from './colour.mjs';
import { fill } from './geometry.mjs';
import { windows } from './windows.mjs';

/** Walls, roofs and windows of the hour. */
function tones({ colours }, far, { roof = 'slate', wall = 'wall', lit } = {}) {
  const sign = (name) => colours.sign(SIGNS[name] ?? name, far);
  return {
    wall: sign(wall),
    shade: colours.far(colours.sign(SIGNS.wallShade, far), 0),
    roof: sign(roof),
    dark: sign('window'),
    window: lit ? SIGNS.lamp : sign('window'),
    trim: sign('wood'),
  };
}

/** A long wall towards the eye and a gable at its side; seen from the lit side the gable is the darker plane. */
function gabled(context, x, y, w, style, far) {
  const t = tones(context, far, style);
  const s = context.light === 'left' ? 1 : -1;
  const [h, e, r] = [w * (style.tall ?? 0.4), w * 0.36, w * 0.24];
  const X = (dx) => x + s * (dx - w * 0.6);
  const gable = [
    [X(w), y],
    [X(w + e), y - e * 0.1],
    [X(w + e), y - h - e * 0.05],
    [X(w + e / 2), y - h - r],
    [X(w), y - h],
  ];
  const roof = [
    [X(-w * 0.06), y - h + w * 0.03],
    [X(w * 1.02), y - h + w * 0.03],
    [X(w + e / 2), y - h - r - w * 0.02],
    [X(e / 2 - w * 0.04), y - h - r - w * 0.02],
  ];
  const end = [
    [X(w * 1.02), y - h + w * 0.03],
    [X(w + e / 2), y - h - r - w * 0.02],
    [X(w + e + w * 0.05), y - h + w * 0.02],
    [X(w + e + w * 0.02), y - h + w * 0.05],
    [X(w + e / 2), y - h - r + w * 0.04],
  ];
  const out = [
    fill(gable, t.shade),
    fill(
      [
        [X(0), y],
        [X(w), y],
        [X(w), y - h],
        [X(0), y - h],
      ],
      t.wall,
    ),
  ];
  if (w > 22) {
    const left = Math.min(X(0), X(w));
    out.push(windows(left + w * 0.04, y - h, w * 0.92, h * (style.storeys > 1 ? 1 : 0.9), t.window, { across: style.across ?? 4, rows: style.storeys ?? 1 }));
    out.push(
      fill(
        [
          [X(0), y],
          [X(w), y],
          [X(w), y - h * 0.12],
          [X(0), y - h * 0.12],
        ],
        t.dark,
        ' fill-opacity="0.25"',
      ),
    );
  }
  return [...out, fill(roof, t.roof), fill(end, t.roof, ' fill-opacity="0.75"')].join('');
}

/** Flat roofs with a dark edge of firewood, as in Mustang and Manang. */
function flat(context, x, y, w, style, far) {
  const t = tones(context, far, style);
  const s = context.light === 'left' ? 1 : -1;
  const [h, e] = [w * (style.tall ?? 0.5), w * 0.4];
  const X = (dx) => x + s * (dx - w * 0.6);
  const out = [
    fill(
      [
        [X(w), y],
        [X(w + e), y - e * 0.12],
        [X(w + e), y - h - e * 0.05],
        [X(w), y - h],
      ],
      t.shade,
    ),
    fill(
      [
        [X(0), y],
        [X(w), y],
        [X(w), y - h],
        [X(0), y - h],
      ],
      t.wall,
    ),
  ];
  if (w > 18) out.push(windows(Math.min(X(0), X(w)), y - h, w, h, t.window, { across: 3, rows: style.storeys ?? 1 }));
  return [
    ...out,
    fill(
      [
        [X(-w * 0.03), y - h],
        [X(w), y - h],
        [X(w + e * 1.03), y - h - e * 0.05],
        [X(w + e * 1.03), y - h - w * 0.1],
        [X(w), y - h - w * 0.09],
        [X(-w * 0.03), y - h - w * 0.09],
      ],
      t.trim,
    ),
  ].join('');
}

const paintHouse = (context, x, y, w, style = {}, far = 0) => (style.flat ? flat : gabled)(context, x, y, w, style, far);

export const house =
  ({ at: [x, y], size = 120, far = 0, ...style }) =>
  (context) =>
    paintHouse(context, x, y, size, style, far);

/** Houses around a place, those behind smaller; some roofs of another colour. */
export const village =
  ({ at: [x, y], spread: [sx, sy], count = 16, size = 26, far = 0.2, roofs = ['slate', 'slate', 'tin'], walls = ['wall'], ...style }) =>
  (context) => {
    const { random } = context;
    const placed = [];
    for (let tries = 0; placed.length < count && tries < count * 30; tries += 1) {
      const a = random.between(0, Math.PI * 2);
      const d = Math.sqrt(random.next());
      const [hx, hy] = [x + Math.cos(a) * d * sx, y + Math.sin(a) * d * sy];
      if (placed.every(([ox, oy]) => Math.abs(ox - hx) > size * 1.25 || Math.abs(oy - hy) > size * 0.5)) placed.push([hx, hy]);
    }
    return placed
      .sort((a, b) => a[1] - b[1])
      .map(([hx, hy]) => {
        const near = 0.85 + 0.3 * ((hy - y) / Math.max(1, sy));
        return paintHouse(
          context,
          hx,
          hy,
          size * near * random.between(0.85, 1.2),
          { across: 3, ...style, roof: random.pick(roofs), wall: random.pick(walls), lit: style.lit && random.chance(0.75) },
          far,
        );
      })
      .join('');
  };

/** Dome tents: [x, y, width] each; by night with a lamp inside. */
export const tents =
  (list, { colour = 'tent', far = 0, lit = false } = {}) =>
  ({ colours, light }) =>
    list
      .map(([x, y, w], i) => {
        const k = light === 'left' ? 1 : -1;
        const tone = lit ? SIGNS.lamp : colours.sign(Array.isArray(colour) ? colour[i % colour.length] : (SIGNS[colour] ?? colour), far);
        const h = w * 0.55;
        const dome = `M${x - w / 2} ${y}Q${x - w * 0.36} ${y - h * 1.15} ${x} ${y - h}Q${x + w * 0.36} ${y - h * 1.15} ${x + w / 2} ${y}Z`;
        const dark = `M${x + k * w * 0.08} ${y}Q${x + k * w * 0.12} ${y - h * 0.7} ${x} ${y - h}Q${x + k * w * 0.36} ${y - h * 1.15} ${x + (k * w) / 2} ${y}Z`;
        const glow = lit ? `<ellipse cx="${x}" cy="${y}" rx="${w * 0.85}" ry="${w * 0.14}" fill="${SIGNS.lamp}" opacity="0.22"/>` : '';
        return `${glow}<path d="${dome}" fill="${tone}"/><path d="${dark}" fill="${lit ? '#e39a1e' : colours.shade}" fill-opacity="${lit ? 0.75 : 0.4}"/><path d="M${x - k * w * 0.2} ${y}q${w * 0.02} ${-h * 0.55} ${k * w * 0.1} ${-h * 0.62}q${k * w * 0.1} ${h * 0.1} ${k * w * 0.1} ${h * 0.62}Z" fill="${colours.dark}" fill-opacity="${lit ? 0.35 : 0.5}"/>`;
      })
      .join('');
