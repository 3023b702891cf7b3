// Small things that give a picture its place and scale: trees, flags, shrines, houses, bridges, people, animals.
import { between, dice, fractal } from './noise.mjs';
import { mix } from './light.mjs';
import { H, W } from './land.mjs';
import { path } from './trace.mjs';

const r = Math.round;

/** Firs along a line; nearer ones lower and larger. */
export function firs(s, line, { count = 70, from = 0, to = W, size = 60, sink = 6, colour, seed = 1, spread = 30, clump = 0.1 } = {}) {
  const roll = dice(s.seed + seed * 53);
  let d = '';
  for (let i = 0; i < count; i += 1) {
    const x = between(roll, from, to);
    if (fractal(x / 260, 1.5, s.seed + seed, 2) < clump - 0.25) continue;
    const h = size * between(roll, 0.45, 1.15);
    const foot = line(x) + sink + spread * roll();
    const w = h * between(roll, 0.17, 0.24);
    const right = [];
    const left = [];
    for (let k = 1; k <= 4; k += 1) {
      const y = foot - h + (h * 0.92 * k) / 4;
      const half = (w * k) / 4;
      right.push([x + half * between(roll, 0.85, 1.15), y], [x + half * 0.45, y - h * 0.03]);
      left.unshift([x - half * 0.45, y - h * 0.03], [x - half * between(roll, 0.85, 1.15), y]);
    }
    d += path([[x, foot - h], ...right.slice(0, -1), [x + 2, foot], [x - 2, foot], ...left.slice(1)]);
  }
  return `<path fill="${colour ?? s.hour.near}" d="${d}"/>`;
}

/** Broadleaf trees: lumpy crowns, lit from one side; `blossom` gives some of them flowers. */
export function wood(s, line, { count = 60, from = 0, to = W, size = 40, sink = 14, colour, light, seed = 2, spread = 60, blossom } = {}) {
  const roll = dice(s.seed + seed * 59);
  const dark = colour ?? s.hour.near;
  const lit = light ?? mix(dark, s.hour.grass, 0.6);
  const form = (crown, top) => { // two tones on a dark crown, scalloped like leaf masses
    const id = s.id();
    const disc = (x, y, q) => `M${x - q} ${y}a${q} ${q} 0 1 0 ${2 * q} 0a${q} ${q} 0 1 0 ${-2 * q} 0z`;
    const side = 6 * s.hour.from;
    return { id, svg: `<g id="${id}"><path fill="${dark}" d="${disc(-11, -12, 13)}${disc(10, -11, 14)}${disc(0, -24, 15)}${disc(-3, -6, 13)}"/><g opacity=".55"><path fill="${crown}" d="M${side - 15}-26q2-13 14-12 13 1 12 12-4-5-8-2-3-6-9-1-4-3-9 3zM${side * 1.6 - 12}-13q3-10 12-9 11 0 11 10-4-4-8-1-4-5-8-1-4-1-7 1zM${side - 24}-14q3-8 10-7 6 0 6 6-4-2-7 1-4-3-9 0z"/><path fill="${top}" d="M${side - 6}-32q5-5 11 1-6-3-11-1zM${side * 2 - 4}-18q5-4 9 1-5-2-9-1z"/></g></g>` };
  };
  const forms = [form(lit, mix(lit, s.hour.sun, 0.3))];
  if (blossom) forms.push(form(blossom, mix(blossom, '#FFD9D2', 0.45)), form(mix(blossom, '#FFD9D2', 0.4), '#F7D6D3'));
  const trees = [];
  for (let i = 0; i < count; i += 1) {
    const x = r(between(roll, from, to));
    const down = roll();
    const scale = (size / 40) * between(roll, 0.6, 1.05) * (0.7 + 0.6 * down);
    trees.push({ y: r(line(x) + sink + spread * down), x, scale, form: forms[blossom && roll() < 0.55 ? 1 + (roll() < 0.4 ? 1 : 0) : 0] });
  }
  trees.sort((a, b) => a.y - b.y);
  return `<defs>${forms.map((f) => f.svg).join('')}</defs>${trees.map((t) => `<use href="#${t.form.id}" transform="translate(${t.x} ${t.y})scale(${t.scale.toFixed(2)})"/>`).join('')}`;
}

/** Rhododendron in flower in a corner: boughs, and a few rosettes of leaves and red heads that are turned and used again. */
export function rhododendron(s, { x = 0, y = H, reach = 520, flip = 1, heads = 16, seed = 3, bloom = '#B4233C' } = {}) {
  const roll = dice(s.seed + seed * 61);
  const dark = mix(s.hour.near, '#14211B', 0.35);
  const forms = [true, true, true, false].map((open) => rosette(roll, { open, id: s.id(), dark, pale: mix(dark, s.hour.grass, 0.6), bloom }));
  let [boughs, placed] = ['', ''];
  for (let i = 0; i < heads; i += 1) {
    const t = (i + 0.6) / heads;
    const px = r(x + flip * reach * (0.06 + 0.94 * t) * between(roll, 0.7, 1.05));
    const py = r(y - reach * (0.62 * (1 - t) ** 1.2 + 0.08) * between(roll, 0.55, 1.1));
    boughs += `M${r(x - flip * 40)} ${r(y - 20 * i + 40)}Q${r((x + px) / 2)} ${py + 70} ${px} ${py}`;
    const form = roll() < 0.82 ? forms[Math.floor(roll() * 3)] : forms[3];
    placed += `<use href="#${form.id}" transform="translate(${px} ${py})rotate(${r(roll() * 360)})scale(${between(roll, 0.85, 1.25).toFixed(2)})"/>`;
  }
  return `<defs>${forms.map((form) => form.svg).join('')}</defs><path fill="none" stroke="${mix(dark, '#3B2A22', 0.5)}" stroke-width="7" stroke-linecap="round" d="${boughs}"/>${placed}`;
}

function rosette(roll, { open, id, dark, pale, bloom }) {
  const leaf = (angle, long) => {
    const [dx, dy] = [Math.cos(angle) * long, Math.sin(angle) * long];
    const [nx, ny] = [-dy * 0.17, dx * 0.17];
    return `M0 0q${r(dx * 0.5 + nx)} ${r(dy * 0.5 + ny)} ${r(dx)} ${r(dy)}q${r(-dx * 0.5 - nx)} ${r(-dy * 0.5 - ny)} ${r(-dx)} ${r(-dy)}z`;
  };
  let [leaves, light, red, rose] = ['', '', '', ''];
  for (let k = 0; k < 12; k += 1) leaves += leaf((k / 12) * 6.283 + roll() * 0.8, 34 + 24 * roll());
  for (let k = 0; k < 5; k += 1) light += leaf((k / 5) * 6.283 + roll() * 2, 26 + 14 * roll());
  for (let k = 0; open && k < 11; k += 1) {
    const a = roll() * 6.283;
    const q = 17 * Math.sqrt(roll());
    const size = r(5 + 5 * roll());
    const dot = `M${r(Math.cos(a) * q) - size} ${r(Math.sin(a) * q)}a${size} ${size} 0 1 0 ${size * 2} 0a${size} ${size} 0 1 0 ${-size * 2} 0z`;
    if (k < 7) red += dot;
    else rose += dot;
  }
  return { id, svg: `<g id="${id}"><path fill="${dark}" d="${leaves}"/><path fill="${pale}" d="${light}"/><path fill="${bloom}" d="${red}"/><path fill="${mix(bloom, '#FFD9D2', 0.32)}" d="${rose}"/></g>` };
}

const FLAGS = ['#2F6FA8', '#F4F1E8', '#B9303F', '#3E7F55', '#E3AE35'];

/** A line of prayer flags between two points. */
export function flags(s, [x1, y1], [x2, y2], { sag = 60, size = 26, count = 24, seed = 4, wind = 0.25, dim = 0 } = {}) {
  const roll = dice(s.seed + seed * 67);
  const at = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)];
  const groups = FLAGS.map(() => '');
  for (let i = 0; i < count; i += 1) {
    const [ax, ay] = at((i + 0.12) / count);
    const [bx, by] = at((i + 0.88) / count);
    const drop = size * between(roll, 0.9, 1.1);
    const blow = size * wind * between(roll, 0.2, 1.4);
    groups[i % 5] += path([[ax, ay], [bx, by], [bx + blow, by + drop], [(ax + bx) / 2 + blow * 0.8, (ay + by) / 2 + drop * between(roll, 0.86, 1.04)], [ax + blow, ay + drop]]);
  }
  const rope = `<path fill="none" stroke="${s.hour.ground}" stroke-width="1.5" d="M${r(x1)} ${r(y1)}Q${r((x1 + x2) / 2)} ${r((y1 + y2) / 2 + 2 * sag)} ${r(x2)} ${r(y2)}"/>`;
  return rope + groups.map((d, i) => `<path fill="${mix(FLAGS[i], s.hour.haze, dim)}" d="${d}"/>`).join('');
}

/** A stone chorten with dome and spire; `h` is its height. */
export function chorten(s, x, y, h, { eyes = false, white = true } = {}) {
  const u = h / 100;
  const p = (points) => path(points.map(([a, b]) => [x + a * u, y + b * u]));
  const [lit, dark] = white ? [mix('#F6F1E4', s.hour.haze, 0.12), mix('#A9A9A9', s.hour.snowShade, 0.5)] : [mix('#8D8376', s.hour.haze, 0.1), mix('#4D4A48', s.hour.rockShade, 0.4)];
  const [day, night] = s.hour.from < 0 ? [lit, dark] : [dark, lit];
  const gold = mix('#E39A1E', s.hour.haze, 0.1);
  const left = p([[-34, 0], [-34, -12], [-28, -12], [-28, -22], [-22, -22], [-22, -30], [0, -30], [0, 0]]);
  const right = p([[34, 0], [34, -12], [28, -12], [28, -22], [22, -22], [22, -30], [0, -30], [0, 0]]);
  const dome = `M${r(x - 19 * u)} ${r(y - 30 * u)}c${r(-5 * u)} ${r(-16 * u)} ${r(4 * u)} ${r(-28 * u)} ${r(19 * u)} ${r(-28 * u)}v${r(28 * u)}z`;
  const dome2 = `M${r(x + 19 * u)} ${r(y - 30 * u)}c${r(5 * u)} ${r(-16 * u)} ${r(-4 * u)} ${r(-28 * u)} ${r(-19 * u)} ${r(-28 * u)}v${r(28 * u)}z`;
  const look = eyes ? `<g fill="none" stroke="#22384A" stroke-width="${(u * 1.1).toFixed(1)}"><path d="M${x - 6 * u} ${y - 64 * u}q${2.4 * u} ${-2.4 * u} ${4.8 * u} 0M${x + 1.2 * u} ${y - 64 * u}q${2.4 * u} ${-2.4 * u} ${4.8 * u} 0"/></g>` : '';
  return `<path fill="${day}" d="${left}${dome}"/><path fill="${night}" d="${right}${dome2}"/><path fill="${mix(lit, dark, 0.3)}" d="${p([[-8, -57], [8, -57], [8, -69], [-8, -69]])}"/>${look}<path fill="${gold}" d="${p([[-8, -69], [8, -69], [1.5, -94], [0, -104], [-1.5, -94]])}"/><path fill="${dark}" opacity=".35" d="${p([[-34, -12], [34, -12], [34, -10], [-34, -10]])}${p([[-28, -22], [28, -22], [28, -20], [-28, -20]])}"/>`;
}

/** A mani wall: a long low pile of carved slabs. */
export function maniWall(s, x, y, long, high = 26) {
  const roll = dice(s.seed + r(x));
  const tones = ['#8D867B', '#A79F91', '#6E6A66'].map((c) => mix(c, s.hour.rockShade, 0.25));
  const groups = ['', '', ''];
  for (let row = 0; row < 3; row += 1) {
    for (let at = 0; at < long; ) {
      const w = between(roll, 14, 34);
      groups[Math.floor(roll() * 3)] += `M${r(x + at)} ${r(y - (high * row) / 3)}h${r(w - 2)}v${r(-high / 3 - 1)}h${r(-w + 2)}z`;
      at += w;
    }
  }
  return groups.map((d, i) => `<path fill="${tones[i]}" d="${d}"/>`).join('');
}

/** Houses on a slope; `flat` roofs for Manang and Mustang, gables elsewhere; some windows are lit. */
export function village(s, homes, { wall = '#E9E2D3', roof = '#3E6A86', flat = false, lit = false, seed = 6 } = {}) {
  const roll = dice(s.seed + seed * 71);
  const day = mix(wall, s.hour.haze, 0.12);
  const shade = mix(wall, s.hour.rockShade, 0.55);
  const [sunny, dim, tops, wood, glass] = [[], [], [], [], []];
  for (const [x, y, w, h = w * 0.62] of homes) {
    const side = w * 0.34;
    const turn = s.hour.from < 0 ? [sunny, dim] : [dim, sunny];
    turn[0].push(path([[x, y], [x + w, y], [x + w, y - h], [x, y - h]]));
    turn[1].push(path([[x + w, y], [x + w + side, y - 4], [x + w + side, y - h - 3], [x + w, y - h]]));
    if (flat) {
      tops.push(path([[x - 3, y - h], [x + w + 2, y - h], [x + w + side + 2, y - h - 4], [x + w + side, y - h - 9], [x, y - h - 6]]));
      wood.push(`M${r(x - 2)} ${r(y - h - 7)}h${r(w + side * 0.8)}v-5h${r(-w - side * 0.8)}z`);
    } else {
      tops.push(path([[x - 5, y - h + 3], [x + w + 3, y - h + 3], [x + w + side * 0.5, y - h - w * 0.34], [x + side * 0.5, y - h - w * 0.34]]));
      dim.push(path([[x + w, y - h + 2], [x + w + side, y - h - 2], [x + w + side * 0.5, y - h - w * 0.33]]));
    }
    const panes = Math.max(1, Math.floor(w / 24));
    for (let k = 0; k < panes; k += 1) {
      const mark = `M${r(x + ((k + 0.5) * w) / panes - w * 0.05)} ${r(y - h * 0.68)}h${r(Math.max(3, w * 0.1))}v${r(h * 0.3)}h${r(-Math.max(3, w * 0.1))}z`;
      if (lit && roll() < 0.6) glass.push(mark);
      else wood.push(mark);
    }
  }
  return `<path fill="${shade}" d="${dim.join('')}"/><path fill="${day}" d="${sunny.join('')}"/><path fill="${mix(roof, s.hour.haze, 0.1)}" d="${tops.join('')}"/><path fill="${mix('#4A352A', s.hour.rockShade, 0.3)}" d="${wood.join('')}"/>${lit ? `<path fill="#FFC765" d="${glass.join('')}"/>` : ''}`;
}

/** A footbridge of steel cable with its hangers. */
export function bridge(s, [x1, y1], [x2, y2], { sag = 50, posts = 46 } = {}) {
  const deck = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)];
  const rail = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t - 22 + (sag - 4) * 4 * t * (1 - t)];
  let hang = '';
  for (let i = 0; i <= 30; i += 1) {
    const [a, b] = [deck(i / 30), rail(i / 30)];
    hang += `M${r(a[0])} ${r(a[1])}L${r(b[0])} ${r(b[1])}`;
  }
  const curve = (f, dy = 0) => `M${r(f(0)[0])} ${r(f(0)[1] + dy)}Q${r((x1 + x2) / 2)} ${r((f(0)[1] + f(1)[1]) / 2 + 2 * (f(0.5)[1] - (f(0)[1] + f(1)[1]) / 2) + dy)} ${r(f(1)[0])} ${r(f(1)[1] + dy)}`;
  const tone = s.hour.ground;
  return `<g fill="none" stroke="${tone}"><path stroke-width="5" d="${curve(deck)}"/><path stroke-width="2" d="${curve(rail)}${hang}"/></g><path fill="${tone}" d="M${r(x1 - 14)} ${r(y1 + 20)}v-${posts + 20}h12v${posts + 20}zM${r(x2 + 2)} ${r(y2 + 20)}v-${posts + 20}h12v${posts + 20}z"/>`;
}

/** Walkers in a row: some with a porter's basket. `h` is a person's height. */
export function walkers(s, list, { h = 30, colour } = {}) {
  const coats = ['#B4233C', '#E39A1E', '#1E5B78', '#2F6A4B', '#EDE7DA'];
  return list.map(([x, y, load], i) => {
    const u = h / 30;
    const p = (d) => path(d.map(([a, b]) => [x + a * u, y + b * u]));
    const legs = p([[-4, -13], [4, -13], [7, 0], [4, 0], [0, -9], [-4, 0], [-7, 0]]);
    const body = p([[-4, -12], [5, -12], [5, -23], [2, -25], [-3, -24]]);
    const pack = load ? p([[-3, -12], [-11, -15], [-13, -30], [-3, -26]]) : p([[-3, -14], [-9, -15], [-9, -23], [-3, -24]]);
    return `<path fill="${s.hour.ground}" d="${legs}"/><path fill="${mix(load ? '#9A7143' : '#39434C', s.hour.haze, 0.1)}" d="${pack}"/><path fill="${colour ?? mix(coats[i % 5], s.hour.haze, 0.12)}" d="${body}"/><circle cx="${r(x + 2 * u)}" cy="${r(y - 28 * u)}" r="${(3.6 * u).toFixed(1)}" fill="${mix('#5A3A2A', s.hour.ground, 0.3)}"/><path stroke="${s.hour.ground}" stroke-width="${(1.1 * u).toFixed(1)}" d="M${r(x + 7 * u)} ${r(y - 18 * u)}L${r(x + 11 * u)} ${r(y)}"/>`;
  }).join('');
}

/** Yaks: shaggy, horned, dark. `h` is the height at the shoulder. */
export function yaks(s, list, { h = 34 } = {}) {
  return list.map(([x, y, flip = 1, coat = '#2B2320']) => {
    const u = h / 34;
    return `<g transform="translate(${r(x)} ${r(y)})scale(${(u * flip).toFixed(2)} ${u.toFixed(2)})"><path fill="${mix(coat, s.hour.ground, 0.2)}" d="M-28-8c-3-14 4-22 14-22 6-6 12-7 17-2 8 0 13 2 17 7l9 3c3 3 4 8 1 10l-6-1-4 6-3 9h-4l-1-7-6 2-20 1-1 5h-4l-1-7-3 1-1 7h-4z"/><path fill="none" stroke="${mix('#E8DFC8', s.hour.haze, 0.2)}" stroke-width="2" d="M23-22q-1-8 5-9M27-21q5-5 8-2"/></g>`;
  }).join('');
}

/** Ridge tents, lit from inside after dark. */
export function tents(s, list, { colour = '#E3AE35', lit = false } = {}) {
  return list.map(([x, y, w]) => {
    const h = w * 0.55;
    const day = lit ? '#FFD27A' : mix(colour, s.hour.haze, 0.1);
    return `<path fill="${day}" d="${path([[x, y], [x + w * 0.62, y], [x + w * 0.38, y - h]])}"/><path fill="${mix(day, s.hour.rockShade, 0.5)}" d="${path([[x + w * 0.62, y], [x + w, y - h * 0.1], [x + w * 0.72, y - h * 0.98], [x + w * 0.38, y - h]])}"/><path fill="${s.hour.ground}" opacity=".5" d="${path([[x + w * 0.3, y], [x + w * 0.42, y], [x + w * 0.38, y - h * 0.7]])}"/>`;
  }).join('');
}

/** A cairn of stacked stones. */
export function cairn(s, x, y, h) {
  const roll = dice(s.seed + r(x + y));
  let out = '';
  for (let k = 0, at = 0; k < 7; k += 1) {
    const w = h * (0.62 - 0.075 * k) * between(roll, 0.85, 1.1);
    const t = h * 0.15;
    out += `<ellipse cx="${r(x + between(roll, -2, 2))}" cy="${r(y - at - t / 2)}" rx="${r(w / 2)}" ry="${r(t * 0.62)}" fill="${mix(mix('#8B8478', '#5F5C58', roll()), s.hour.rockShade, 0.3)}"/>`;
    at += t;
  }
  return out;
}

/** Boulders along the lower edge. */
export function boulders(s, { y = 830, count = 30, size = 60, colour, light, seed = 9, from = 0, to = W } = {}) {
  const roll = dice(s.seed + seed * 73);
  let [dark, lit] = ['', ''];
  for (let i = 0; i < count; i += 1) {
    const x = between(roll, from, to);
    const q = size * between(roll, 0.3, 1) ;
    const base = y + (H - y) * roll();
    const points = Array.from({ length: 7 }, (_, k) => [x + Math.cos(Math.PI + (k / 6) * Math.PI) * q * between(roll, 0.8, 1.1), base - Math.sin((k / 6) * Math.PI) * q * between(roll, 0.45, 0.7)]);
    dark += path(points);
    const top = s.hour.from < 0 ? points.slice(0, 4) : points.slice(3);
    lit += path([...top, [x, base - q * 0.2]]);
  }
  return `<path fill="${colour ?? s.hour.rockShade}" d="${dark}"/><path fill="${light ?? s.hour.rock}" opacity=".75" d="${lit}"/>`;
}

/** Birds riding the wind. */
export function birds(s, list) {
  return `<path fill="none" stroke="${s.hour.ground}" stroke-width="2.5" stroke-linecap="round" d="${list.map(([x, y, w]) => `M${x} ${y}q${r(w * 0.3)} ${r(-w * 0.3)} ${r(w * 0.5)} 0q${r(w * 0.2)} ${r(-w * 0.3)} ${r(w * 0.5)} 0`).join('')}"/>`;
}

/** The small high-winged aircraft of the mountain airstrips, climbing out to the right. */
export function twinOtter(s, x, y, scale = 1) {
  const body = mix('#FBFAF6', s.hour.haze, 0.1);
  const dark = mix('#22313D', s.hour.haze, 0.1);
  return `<g transform="translate(${x} ${y})rotate(-8)scale(${scale})"><path fill="${body}" d="M-78-6l-14-34h14l18 24 90-6q22 0 36 12 6 6-2 11-40 7-94 6-36-3-48-13z"/><path fill="#B4233C" d="M-76-5q30 8 86 8 40 0 56-5-4 5-10 6-34 4-82 3-36-3-50-12z"/><path fill="${dark}" d="M40-20q14 1 21 8l-17 1zM-30-17h8v6h-8zM-14-18h8v6h-8zM2-19h8v6H2zM18-20h8v6h-8z"/><path fill="${mix('#D5D3CB', s.hour.haze, 0.2)}" d="M-24-27l70-8 18 3-24 6-62 4z"/><path fill="${dark}" d="M30-31q14-5 26 0l2 4-26 3z"/><path stroke="${dark}" stroke-width="2" d="M59-46v34M6 2l10 14M44-2v14"/><circle cx="16" cy="17" r="5" fill="${dark}"/><circle cx="44" cy="13" r="4" fill="${dark}"/></g>`;
}
