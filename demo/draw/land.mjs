// Sky, mountains, hills, cliffs, ice and water: the large shapes of a picture. Each function returns SVG text.
import { crests, dice, between, fractal, noise } from './noise.mjs';
import { mix } from './light.mjs';
import { path, simpler, traced } from './trace.mjs';

export const W = 1600;
export const H = 900;
const STEP = 4;

/** What one picture is drawn with: its hour, its seed, how fine lines are, and the ids given out so far. */
export function sheet(hour, seed, tolerance) {
  let ids = 0;
  return { hour, seed, tolerance, id: () => `i${ids++}` };
}

export function gradient(s, stops, vertical = true) {
  const id = s.id();
  const end = vertical ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
  const marks = stops.map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`);
  return { url: `url(#${id})`, def: `<linearGradient id="${id}" x1="0" y1="0" ${end}>${marks.join('')}</linearGradient>` };
}

export function sky(s, { sun, stars = 0, low = 620 } = {}) {
  const { sky: tones } = s.hour;
  const fill = gradient(s, tones.map((tone, i) => [[0, 0.4, 0.78, 1][i], tone]));
  let out = `${fill.def}<path fill="${fill.url}" d="M0 0h${W}v${low}H0z"/><path fill="${tones[3]}" d="M0 ${low - 1}h${W}v${H - low + 1}H0z"/>`;
  const roll = dice(s.seed + 5);
  if (stars > 0) {
    let [small, large] = ['', ''];
    for (let i = 0; i < stars; i += 1) {
      const dot = `M${Math.round(roll() * W)} ${Math.round(roll() ** 1.6 * 430)}h0`;
      if (roll() < 0.2) large += dot;
      else small += dot;
    }
    out += `<g stroke="#fff" stroke-linecap="round"><path opacity=".6" stroke-width="1.8" d="${small}"/><path opacity=".9" stroke-width="3" d="${large}"/></g>`;
  }
  if (sun) out += disc(s, sun);
  return out;
}

function disc(s, { x, y, r, glow = 5, moon = false }) {
  const id = s.id();
  const halo = `<radialGradient id="${id}"><stop offset="0" stop-color="${s.hour.sun}" stop-opacity=".85"/><stop offset=".25" stop-color="${s.hour.sun}" stop-opacity=".35"/><stop offset="1" stop-color="${s.hour.sun}" stop-opacity="0"/></radialGradient>`;
  const seas = moon ? `<g fill="#C9D2D2" opacity=".55"><circle cx="${x - r * 0.3}" cy="${y - r * 0.2}" r="${r * 0.28}"/><circle cx="${x + r * 0.25}" cy="${y + r * 0.3}" r="${r * 0.2}"/><circle cx="${x + r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.13}"/></g>` : '';
  return `${halo}<circle cx="${x}" cy="${y}" r="${r * glow}" fill="url(#${id})"/><circle cx="${x}" cy="${y}" r="${r}" fill="${s.hour.sun}"/>${seas}`;
}

/** Long thin clouds; `amount` 0..1. */
export function clouds(s, { top = 60, bottom = 330, amount = 0.4, long = 420, high = 46, opacity = 0.5, seed = 0 } = {}) {
  const middle = (top + bottom) / 2;
  const field = (x, y) => fractal(x / long, y / high, s.seed + 900 + seed, 4) - 0.34 + amount * 0.4 - Math.abs(y - middle) / (bottom - top) * 0.5;
  const box = { left: -20, top, right: W + 20, bottom, step: 9 };
  const thin = traced(field, box, { tolerance: s.tolerance, smallest: 700 });
  const thick = traced((x, y) => field(x, y) - 0.13, box, { tolerance: s.tolerance, smallest: 700 });
  return `<g fill="${s.hour.cloud}"><path opacity="${opacity * 0.5}" d="${thin}"/><path opacity="${opacity}" d="${thick}"/></g>`;
}

/** The skyline through the given points, broken by fractal noise; y for any x. */
export function skyline(points, { seed, rough = 40, fine = 90 }) {
  const full = [[-60, points[0][1] + 20], ...points, [W + 60, points.at(-1)[1] + 20]];
  const heights = [];
  let k = 0;
  for (let x = -60; x <= W + 60; x += STEP) {
    while (k < full.length - 2 && full[k + 1][0] < x) k += 1;
    const [[x1, y1], [x2, y2]] = [full[k], full[k + 1]];
    const t = Math.min(1, Math.max(0, (x - x1) / (x2 - x1)));
    // Near the named summits the noise is held back, so that a known mountain keeps its shape.
    const hold = 0.25 + 0.75 * Math.min(1, Math.min(x - x1, x2 - x) / 60);
    heights.push(y1 + (y2 - y1) * t + hold * rough * fractal(x / fine, 3.7, seed, 5, 0.55));
  }
  return (x) => {
    const at = Math.min(heights.length - 1.001, Math.max(0, (x + 60) / STEP));
    const i = Math.floor(at);
    return heights[i] + (heights[i + 1] - heights[i]) * (at - i);
  };
}

export function under(line, bottom, tolerance, step = STEP) {
  const points = [];
  for (let x = -8; x <= W + 8; x += step) points.push([x, line(x)]);
  return path([[-8, bottom], ...simpler(points, tolerance), [W + 8, bottom]]);
}

/** A snow mountain range: lit and shaded faces follow the skyline's summits and noisy spurs; rock shows where it is steep and low. */
export function range(s, points, { bottom = 700, air = 0, snow = 190, rough = 46, fine = 90, spur = 110, rocky = 0, seed = 1, foot, step = 6, detail = 1 } = {}) {
  const h = s.hour;
  const id = s.seed + seed * 31;
  const line = skyline(points, { seed: id, rough, fine });
  const tone = (colour) => mix(colour, h.haze, air);
  const lean = (x) => (line(x + 34) - line(x - 34)) / 68;
  const top = Math.min(...points.map((p) => p[1])) - 50;
  const wander = (x, y) => x + 70 * noise(y / 150, 8.3, id + 2) + 26 * fractal(x / 46, y / 60, id + 3, 2);
  const slope = (x, y) => {
    const d = y - line(x);
    const wx = wander(x, y);
    const ribs = (crests((wx + 5) / spur, d / (spur * 2.4), id + 4) - crests((wx - 5) / spur, d / (spur * 2.4), id + 4)) * 2.6;
    return h.from * (lean(wx) * 0.85 * Math.exp(-Math.max(0, d) / 330) + ribs) - 0.06 + 0.16 * fractal(x / 28, y / 34, id + 6, 2);
  };
  const bare = (x, y) => {
    const d = y - line(x);
    return (d - snow) / 120 + 1.15 * fractal(x / 40, y / 62, id + 9, 3) + 0.5 * (crests(wander(x, y) / 70, d / 150, id + 11) - 0.55) + rocky;
  };
  const inside = (x, y) => (y - line(x) + 10) / 40;
  const box = { left: -10, top, right: W + 10, bottom, step };
  const draw = (field, smallest = 90) => traced((x, y) => Math.min(inside(x, y), field(x, y)), box, { tolerance: s.tolerance * detail, smallest: smallest * detail });
  const clip = s.id();
  const shape = s.id();
  const fade = gradient(s, [[0, h.haze, 0], [0.35, h.haze, 0.05], [1, h.haze, 0.96]]);
  return `<clipPath id="${clip}"><path id="${shape}" d="${under(line, bottom, s.tolerance * 0.7)}"/></clipPath><g clip-path="url(#${clip})">` +
    `<path fill="${tone(h.snow)}" d="M-8 ${top}h1616V${bottom}H-8z"/>` +
    `<path fill="${tone(h.snowShade)}" d="${draw((x, y) => -slope(x, y))}"/>` +
    `<path fill="${tone(h.snowDeep)}" d="${draw((x, y) => -slope(x, y) - 0.42)}"/>` +
    `<path fill="${tone(h.rock)}" d="${draw(bare)}"/>` +
    `<path fill="${tone(h.rockShade)}" d="${draw((x, y) => Math.min(bare(x, y), -slope(x, y) + 0.02))}"/>` +
    `${fade.def}<path fill="${fade.url}" d="M-8 ${foot ?? top + (bottom - top) * 0.42}H1608V${bottom}H-8z"/></g>`;
}

/** A bare ridge in one tone that fades to haze at its foot. */
export function ridge(s, points, { colour, bottom = H, air = 0.3, rough = 40, fine = 120, seed = 2, fadeTo = 0.6, depth = 260 } = {}) {
  const line = skyline(points, { seed: s.seed + seed * 17, rough, fine });
  const tone = mix(colour ?? s.hour.far, s.hour.haze, air);
  const top = Math.min(...points.map((p) => p[1]));
  const fill = gradient(s, [[0, tone], [Math.min(1, depth / (bottom - top)), mix(tone, s.hour.haze, fadeTo)], [1, mix(tone, s.hour.haze, fadeTo)]]);
  return { line, svg: `${fill.def}<path fill="${fill.url}" d="${under(line, bottom, s.tolerance)}"/>` };
}

/** A near slope in solid colour, with soft light along its folds. */
export function slopes(s, points, { colour, light, bottom = H, rough = 26, fine = 240, seed = 3, folds = 0.5, wide = 260, high = 70 } = {}) {
  const id = s.seed + seed * 23;
  const line = skyline(points, { seed: id, rough, fine });
  const tone = colour ?? s.hour.ground;
  const top = Math.min(...points.map((p) => p[1])) - 30;
  const box = { left: -10, top, right: W + 10, bottom: bottom + 10, step: 8 };
  const field = (x, y) => Math.min((y - line(x) - 3) / 20, fractal((x + y * 0.8) / wide, (y - 0.25 * line(x)) / high, id + 4, 4) - 0.2 + folds * 0.3);
  const clip = s.id();
  const one = traced(field, box, { tolerance: s.tolerance, smallest: 500 });
  const two = traced((x, y) => field(x, y) - 0.2, box, { tolerance: s.tolerance, smallest: 500 });
  const shade = gradient(s, [[0, tone, 0], [1, mix(tone, '#0B141B', 0.45), 0.85]]);
  return { line, svg: `<clipPath id="${clip}"><path d="${under(line, bottom, s.tolerance)}"/></clipPath><g clip-path="url(#${clip})"><path fill="${tone}" d="M-8 ${top}h1616V${bottom}H-8z"/><g fill="${light ?? mix(tone, s.hour.grass, 0.5)}"><path opacity=".5" d="${one}"/><path opacity=".6" d="${two}"/></g>${shade.def}<path fill="${shade.url}" d="M-8 ${top + 60}h1616V${bottom}H-8z"/></g>` };
}

/** Stepped fields: bands between contour lines of a smooth hillside. */
export function terraces(s, points, { bottom = H, tones, seed = 4, spacing = 26, rough = 14 } = {}) {
  const id = s.seed + seed * 29;
  const line = skyline(points, { seed: id, rough, fine: 300 });
  const top = Math.min(...points.map((p) => p[1])) - 20;
  const height = (x, y) => (y - line(x)) * (1 + 0.0012 * (y - top)) ** -1 + 120 * fractal(x / 420, y / 300, id + 5, 2);
  const box = { left: -10, top, right: W + 10, bottom: bottom + 10, step: 7 };
  const clip = s.id();
  const bands = tones.map((tone, i) => {
    const field = (x, y) => Math.cos((height(x, y) / spacing + i / tones.length) * Math.PI * 2) - [0.1, 0.55, 0.86][i];
    return `<path fill="${tone}" d="${traced(field, box, { tolerance: s.tolerance, smallest: 400 })}"/>`;
  });
  return { line, svg: `<clipPath id="${clip}"><path d="${under(line, bottom, s.tolerance)}"/></clipPath><g clip-path="url(#${clip})"><path fill="${mix(tones[0], s.hour.ground, 0.5)}" d="M-8 ${top}h1616V${bottom}H-8z"/>${bands.join('')}</g>` };
}

/** Eroded earth walls: flutes from top to bottom, strata across, as above the Kali Gandaki. */
export function cliffs(s, points, { bottom = 760, tones = ['#D9A869', '#B9773F', '#8E4F33', '#F0D3A0'], air = 0.1, seed = 5, flute = 30, rough = 50, fine = 70 } = {}) {
  const id = s.seed + seed * 37;
  const line = skyline(points, { seed: id, rough, fine });
  const tone = (c) => mix(c, s.hour.haze, air);
  const top = Math.min(...points.map((p) => p[1])) - 50;
  const box = { left: -10, top, right: W + 10, bottom, step: 6 };
  const inside = (x, y) => (y - line(x) + 10) / 40;
  const flutes = (x, y) => noise((x + 24 * fractal(x / 120, y / 180, id + 1, 2)) / flute, y / 420, id + 2) * s.hour.from + 0.35 * noise(x / 11, y / 160, id + 3);
  const strata = (x, y) => Math.sin((y + 0.16 * (x % 4000) + 30 * fractal(x / 300, y / 90, id + 4, 2)) / 21) - 0.55;
  const draw = (field) => traced((x, y) => Math.min(inside(x, y), field(x, y)), box, { tolerance: s.tolerance, smallest: 110 });
  const clip = s.id();
  const fade = gradient(s, [[0, s.hour.haze, 0], [1, s.hour.haze, 0.8]]);
  return { line, svg: `<clipPath id="${clip}"><path d="${under(line, bottom, s.tolerance * 0.8)}"/></clipPath><g clip-path="url(#${clip})"><path fill="${tone(tones[0])}" d="M-8 ${top}h1616V${bottom}H-8z"/>` +
    `<path fill="${tone(tones[3])}" opacity=".55" d="${draw(strata)}"/><path fill="${tone(tones[1])}" d="${draw((x, y) => flutes(x, y) - 0.02)}"/><path fill="${tone(tones[2])}" d="${draw((x, y) => flutes(x, y) - 0.3)}"/>` +
    `${fade.def}<path fill="${fade.url}" d="M-8 ${top + (bottom - top) * 0.5}H1608V${bottom}H-8z"/></g>` };
}

/** A tumbling glacier: broken blocks with lit tops and blue sides, and dark crevasses that bow downhill. */
export function icefall(s, outline, { seed = 6, size = 34 } = {}) {
  const id = s.seed + seed * 41;
  const h = s.hour;
  const ys = outline.map((p) => p[1]);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const box = { left: -10, top, right: W + 10, bottom, step: 6 };
  const bulk = (x, y) => {
    const scale = size;
    const bow = y + 46 * Math.sin(x / 210) + 30 * fractal(x / 180, y / 120, id, 2);
    return Math.abs(noise(x / scale, bow / (scale * 0.5), id + 1)) + 0.2 * noise(x / (scale * 0.45), bow / (scale * 0.3), id + 2);
  };
  const relief = (x, y) => h.from * (bulk(x + 5, y + 4) - bulk(x - 5, y - 4));
  const draw = (field, smallest) => traced(field, box, { tolerance: s.tolerance * 0.8, smallest });
  const clip = s.id();
  return `<clipPath id="${clip}"><path d="${path(outline)}"/></clipPath><path fill="${h.snow}" d="${path(outline)}"/><g clip-path="url(#${clip})">` +
    `<path fill="${mix(h.snow, h.snowShade, 0.55)}" d="${draw((x, y) => relief(x, y) - 0.03, 260)}"/>` +
    `<path fill="${mix(h.snowDeep, '#3F97BF', 0.4)}" d="${draw((x, y) => Math.min(relief(x, y) + 0.04, 0.085 - bulk(x, y)), 200)}"/></g>`;
}

/** Thin lying mist over everything drawn so far. */
export function mist(s, { top, bottom, opacity = 0.7, colour }) {
  const tone = colour ?? s.hour.haze;
  const fill = gradient(s, [[0, tone, 0], [0.55, tone, opacity], [1, tone, 0]]);
  return `${fill.def}<path fill="${fill.url}" d="M0 ${top}h${W}v${bottom - top}H0z"/>`;
}

/** Still water that mirrors what was drawn above its shore; `scene` is used twice, drawn once. */
export function lake(s, scene, { shore, bottom = H, tint = 0.35, colour, ripples = 34, squeeze = 0.86 } = {}) {
  const group = s.id();
  const clip = s.id();
  const roll = dice(s.seed + 77);
  const water = colour ?? s.hour.water;
  const shade = gradient(s, [[0, water, tint * 0.6], [1, mix(water, s.hour.ground, 0.35), Math.min(0.96, tint + 0.5)]]);
  let [bright, dark] = ['', ''];
  for (let i = 0; i < ripples; i += 1) {
    const t = roll() ** 1.4;
    const y = Math.round(shore + 4 + t * (bottom - shore));
    const w = Math.round((40 + 220 * roll()) * (0.4 + t));
    const mark = `M${Math.round(roll() * W - w / 2)} ${y}q${Math.round(w / 2)} ${Math.round(-1 - 2 * t)} ${w} 0q${Math.round(-w / 2)} ${Math.round(2 + 4 * t)} ${-w} 0z`;
    if (roll() < 0.6) bright += mark;
    else dark += mark;
  }
  return `<g id="${group}">${scene}</g><clipPath id="${clip}"><path d="M0 ${shore}h${W}V${bottom}H0z"/></clipPath><g clip-path="url(#${clip})"><use href="#${group}" transform="translate(0 ${Math.round(shore * (1 + squeeze))})scale(1 -${squeeze})"/>${shade.def}<path fill="${shade.url}" d="M0 ${shore}h${W}V${bottom}H0z"/><path fill="${s.hour.cloud}" opacity=".3" d="${bright}"/><path fill="${s.hour.ground}" opacity=".16" d="${dark}"/><path fill="${s.hour.cloud}" opacity=".32" d="M0 ${shore}h${W}v2H0z"/></g>`;
}
