// Everything that is no white mountain: wooded ridges, meadows, terraces, cliffs, snow slopes, glaciers.
import { mix } from './colour.mjs';
import { createNoise, createSlopes, outline, ridged, sample } from './field.mjs';
import { breakLine, closeBody, shape, smoothLine, yAt } from './geometry.mjs';
import { createProfile } from './massif.mjs';
import { flip } from './picture.mjs';

/** Pointed or round crowns along a line, as one path. */
function crowns(line, random, { size, kind, share = 1 }) {
  const out = [];
  for (let x = line[0][0]; x < line.at(-1)[0]; x += size * random.between(0.22, 0.6)) {
    if (!random.chance(share)) continue;
    const y = yAt(line, x) + size * 0.25;
    const h = size * random.between(0.55, 1.25);
    if (kind === 'round') out.push(blob(x, y - h * 0.3, h * 0.42));
    else
      out.push(
        shape([
          [x - h * 0.23, y],
          [x - h * 0.1, y - h * 0.42],
          [x - h * 0.13, y - h * 0.42],
          [x, y - h],
          [x + h * 0.13, y - h * 0.42],
          [x + h * 0.1, y - h * 0.42],
          [x + h * 0.23, y],
        ]),
      );
  }
  return out.join('');
}

const blob = (x, y, r) =>
  `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 1 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 1 ${(-2 * r).toFixed(1)} 0Z`;

/** Trees on a slope as small signs, in clusters. */
function treeMarks(line, foot, width, random, { size, kind, density = 1 }) {
  const noise = createNoise(random);
  const marks = [];
  for (let i = 0; i < (700 * density) / size ** 0.5; i += 1) {
    const x = random.between(-20, width + 20);
    const y = yAt(line, x) + (foot - yAt(line, x)) * random.next();
    if (noise(x / (size * 7), y / (size * 4)) < 0.05) continue;
    const h = size * random.between(0.6, 1.1) * (0.75 + 0.5 * ((y - yAt(line, x)) / Math.max(1, foot - yAt(line, x))));
    marks.push([
      y,
      kind === 'round'
        ? blob(x, y - h * 0.3, h * 0.4)
        : shape([
            [x - h * 0.22, y],
            [x, y - h],
            [x + h * 0.22, y],
          ]),
    ]);
  }
  return marks
    .sort(([a], [b]) => a - b)
    .map(([, path]) => path)
    .join('');
}

/** Steps of a hillside: a dark riser below each field, and fields of other colours here and there. */
function terraces(box, profile, random, { scale, step }) {
  const noise = createNoise(random);
  const level = (x, y) => {
    const below = Math.max(0, y - profile.soft(x, 60));
    return below ** 0.66 / (step * 0.42) + noise(x / (240 * scale), y / (110 * scale)) * 2 + noise(x / (80 * scale), y / (70 * scale)) * 0.35;
  };
  const risers = sample(box, (x, y) => Math.abs((((level(x, y) % 1) + 1) % 1) - 0.5) - 0.33 - 0.05 * noise(x / 60, y / 40));
  const fields = (seed) => sample(box, (x, y) => noise(x / (120 * scale) + seed, Math.floor(level(x, y)) * 0.9 + seed) - 0.3);
  return { risers: outline(risers, 0, 70), fields: [fields(11), fields(57)].map((field) => outline(field, 0, 160)) };
}

/**
 * line: the upper edge; cover: a colour of the land; foot: where its haze (`mist`, 0 to 1) is thickest; relief: how strong its
 * planes are; scale: size of its spurs; edge: 'fir', 'round' or 'rock'; size: of its trees; marks: 'fir' or 'round' on its slope;
 * steps: terraces of that height; share: how much of its edge bears trees.
 */
export const hill =
  ({
    line,
    cover = 'grass',
    far = 0,
    foot,
    mist = 0,
    relief = 1,
    scale = 1,
    edge,
    size = 12,
    share = 1,
    marks,
    density,
    steps,
    fields = ['barley', 'meadow'],
    drift = 0.75,
    cell = 4,
    dark = steps ? 0.5 : 0.85,
  }) =>
  (context) => {
    const { width, height, light, colours, random, gradient, clip } = context;
    const isFlipped = light === 'right';
    const placed = isFlipped ? line.map(([x, y]) => [width - x, y]).reverse() : line;
    const upper = edge === 'rock' ? breakLine(placed, 0.26, random, 8) : breakLine(smoothLine(placed), 0.07, random, 10);
    const end = foot ?? height;
    const top = Math.min(...upper.filter(([x]) => x > -20 && x < width + 20).map(([, y]) => y));
    const bottom = Math.max(end, height) + 20;
    const box = { x: -12, y: top - 8, width: width + 24, height: Math.min(bottom, end + 220) - top, cell };
    const profile = createProfile(upper, -80, width + 80);
    const noise = createNoise(random);
    const rise = (x, y) => {
      const below = Math.max(0, y - profile.top(x));
      const bend = noise(x / (170 * scale), y / (120 * scale)) * 30 * scale;
      const [u, v] = [(x + bend - drift * below) / scale, (y + bend * 0.4) / scale];
      const grown = Math.min(1, 0.25 + below / (70 * scale));
      const spurs = edge === 'rock' ? ridged(noise, u / 150, v / 300, 3) * 120 : ridged(noise, u / 230, v / 520, 2) * 118 + noise(u / 80, v / 130) * 12;
      return -profile.soft(x - drift * below, 14 + below * 0.4) * 0.8 + grown * scale * spurs * relief;
    };
    const shades = relief > 0 && createSlopes(box, rise).shades;
    const [lit, shade] = colours.land(cover, far);
    const body = shape(closeBody(upper, bottom, width)) + (edge && edge !== 'rock' ? crowns(upper, random, { size, kind: edge, share }) : '');
    const stepped = steps && terraces({ ...box, cell: 3 }, profile, random, { scale, step: steps });
    const content = [
      `<path d="${body}" fill="${lit}"/><g clip-path="${clip(body)}">`,
      stepped ? stepped.fields.map((path, i) => `<path d="${path}" fill="${colours.land(fields[i], far)[0]}" fill-rule="evenodd"/>`).join('') : '',
      shades && `<path d="${outline(shades, 0.12, 150)}" fill="${shade}" fill-opacity="${dark}" fill-rule="evenodd"/>`,
      shades && relief > 0.6
        ? `<path d="${outline(shades, 0.55, 150)}" fill="${colours.far(colours.dark, far)}" fill-opacity="0.22" fill-rule="evenodd"/>`
        : '',
      stepped ? `<path d="${stepped.risers}" fill="${colours.far(colours.dark, far)}" fill-opacity="0.3" fill-rule="evenodd"/>` : '',
      marks
        ? `<path d="${treeMarks(upper, Math.min(end, height), width, random, { size, kind: marks, density })}" fill="${colours.far(mix(colours.land(marks === 'round' && cover === 'autumn' ? cover : 'wood', 0)[1], colours.dark, 0.2), far)}"/>`
        : '',
      mist
        ? `<rect x="-100" y="${top}" width="${width + 200}" height="${bottom - top}" fill="${gradient(top, end, [
            [0.1, colours.haze, 0],
            [1, colours.haze, mist],
          ])}"/>`
        : '',
      '</g>',
    ]
      .filter(Boolean)
      .join('');
    return flip(content, width, isFlipped);
  };

/** Ground close by: one colour, darker towards the lower edge, with a few worn places. */
export const ground =
  ({ line, cover = 'grass', far = 0, worn = cover, dark = 0.5 }) =>
  ({ width, height, colours, random, gradient, clip }) => {
    const upper = breakLine(smoothLine(line), 0.05, random, 9);
    const top = Math.min(...upper.map(([, y]) => y));
    const noise = createNoise(random);
    const box = { x: -10, y: top - 5, width: width + 20, height: height - top + 10, cell: 4 };
    const near = (y) => 0.4 + (1.6 * (y - top)) / (height - top);
    const bands = (seed, level) =>
      outline(
        sample(
          box,
          (x, y) => noise(x / (260 * near(y)) + seed, y / (34 * near(y)) + seed) + noise(x / (60 * near(y)), y / (12 * near(y)) + seed) * 0.3 - level,
        ),
        0,
        200,
      );
    const [lit, shade] = colours.land(cover, far);
    const body = shape(closeBody(upper, height + 20, width));
    return `<path d="${body}" fill="${lit}"/><g clip-path="${clip(body)}"><path d="${bands(3, 0.22)}" fill="${shade}" fill-opacity="${dark}" fill-rule="evenodd"/><path d="${bands(31, 0.4)}" fill="${colours.land(worn, far)[worn === cover ? 1 : 0]}" fill-opacity="${dark}" fill-rule="evenodd"/><rect x="-10" y="${top}" width="${width + 20}" height="${height - top}" fill="${gradient(
      top + (height - top) * 0.3,
      height,
      [
        [0, shade, 0],
        [1, shade, 0.85],
      ],
    )}"/></g>`;
  };

/** A wall of earth, fluted by rain, in level bands; caves are [x, y] each. */
export const cliff =
  ({ line, cover = 'ochre', far = 0, foot, scale = 1, bands = ['red', 'sand'], caves = [] }) =>
  (context) => {
    const { width, height, light, colours, random, clip } = context;
    const isFlipped = light === 'right';
    const placed = isFlipped ? line.map(([x, y]) => [width - x, y]).reverse() : line;
    const upper = breakLine(placed, 0.22, random, 9);
    const bottom = foot ?? height;
    const top = Math.min(...upper.map(([, y]) => y));
    const noise = createNoise(random);
    const box = { x: -12, y: top - 8, width: width + 24, height: bottom - top + 16, cell: 3 };
    const profile = createProfile(upper, -80, width + 80);
    const { shades } = createSlopes(box, (x, y) => {
      const below = Math.max(0, y - profile.top(x));
      const u = (x + noise(x / 90, y / 160) * 14) / scale;
      return (
        scale * (ridged(noise, u / 60, y / (900 * scale), 2) * 62 + ridged(noise, u / 190 + 30, y / (700 * scale), 1) * 120) * Math.min(1, 0.3 + below / 50) -
        profile.soft(x, 20 + below * 0.3) * 0.4
      );
    });
    const strata = (offset, share) =>
      sample(box, (x, y) => Math.sin((y - noise(x / 330, offset) * 26) / (58 * scale) + offset) + noise(x / 120, y / 40 + offset) * 0.3 - share);
    const [lit, shade] = colours.land(cover, far);
    const body = shape(closeBody(upper, bottom, width));
    const caveMarks = caves.map(([x, y]) => `<path d="M${x} ${y}v-9q0-8 6-8t6 8v9Z" fill="${shade}" stroke="none"/>`).join('');
    const content = [
      `<path d="${body}" fill="${lit}"/><g clip-path="${clip(body)}">`,
      bands.map((band, i) => `<path d="${outline(strata(i * 2.3 + 1, 0.55), 0)}" fill="${colours.land(band, far)[0]}" fill-rule="evenodd"/>`).join(''),
      `<path d="${outline(shades, 0.2)}" fill="${shade}" fill-opacity="0.85" fill-rule="evenodd"/>`,
      `<path d="${outline(shades, 0.95)}" fill="${colours.far(colours.dark, far)}" fill-opacity="0.28" fill-rule="evenodd"/>`,
      `</g>${caveMarks}`,
    ].join('');
    return flip(content, width, isFlipped);
  };

/** Broken ice: snow with crevasses across it. */
export const glacier =
  ({ line, far = 0.1, foot, scale = 1, density = 0.03 }) =>
  (context) => {
    const { width, height, colours, random, clip } = context;
    const upper = breakLine(smoothLine(line), 0.14, random, 8);
    const bottom = foot ?? height;
    const top = Math.min(...upper.map(([, y]) => y));
    const noise = createNoise(random);
    const box = { x: -12, y: top - 8, width: width + 24, height: bottom - top + 16, cell: 3 };
    const near = (y) => 0.5 + (y - top) / (bottom - top);
    const { shades } = createSlopes(box, (x, y) => {
      const k = scale * near(y);
      const bend = noise(x / (140 * k), y / (90 * k)) * 30;
      return k * (ridged(noise, (x + bend) / (88 * k), (y - bend) / (96 * k), 3) * 78 + ridged(noise, x / (30 * k), y / (34 * k) + 50, 1) * 12);
    });
    const cracks = sample(box, (x, y) => ridged(noise, x / (230 * scale * near(y)) + 9, y / (38 * scale * near(y)), 2) - (1.06 - density));
    const [lit, shade] = colours.land('snow', far);
    const body = shape(closeBody(upper, bottom, width));
    return `<path d="${body}" fill="${lit}"/><g clip-path="${clip(body)}"><path d="${outline(shades, 0.62, 90)}" fill="${shade}" fill-rule="evenodd"/><path d="${outline(shades, 1.3, 40)}" fill="${colours.far(colours.shade, far)}" fill-opacity="0.7" fill-rule="evenodd"/><path d="${outline(cracks, 0, 40)}" fill="${colours.far(colours.shade, far)}" fill-opacity="0.75" fill-rule="evenodd"/></g>`;
  };
