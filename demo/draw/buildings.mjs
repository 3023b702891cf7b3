// Places with walls: a chautari under its two trees, a fort town, cave dwellings, a row of taps.
import { between, dice } from './noise.mjs';
import { mix } from './light.mjs';
import { path } from './trace.mjs';

const r = Math.round;

/** A broad old tree: trunk, boughs and a crown of leaf clumps lit from one side. */
export function oldTree(s, x, y, h, { crown = 1, leaf, seed = 1 } = {}) {
  const roll = dice(s.seed + seed * 83);
  const dark = leaf ?? mix(s.hour.near, s.hour.grass, 0.25);
  const bark = mix('#5A4536', s.hour.ground, 0.35);
  let [low, mid, lit] = ['', '', ''];
  const clump = (cx, cy, q) => {
    const points = Array.from({ length: 11 }, (_, k) => [cx + Math.cos((k / 11) * 6.283) * q * between(roll, 0.82, 1.12), cy + Math.sin((k / 11) * 6.283) * q * 0.78 * between(roll, 0.82, 1.12)]);
    return path(points);
  };
  for (let i = 0; i < 26; i += 1) {
    const a = Math.PI * (1.02 + 0.96 * ((i + roll()) / 26));
    const far = 0.3 + 0.7 * Math.sqrt(roll());
    const cx = x + Math.cos(a) * h * 0.62 * crown * far;
    const cy = y - h * 0.5 + Math.sin(a) * h * 0.46 * far;
    const q = h * between(roll, 0.1, 0.19);
    low += clump(cx, cy, q);
    mid += clump(cx + s.hour.from * q * 0.2, cy - q * 0.22, q * 0.72);
    if (s.hour.from * (cx - x) > -h * 0.15) lit += clump(cx + s.hour.from * q * 0.3, cy - q * 0.42, q * 0.36);
  }
  const w = h * 0.07;
  const trunk = path([[x - w * 1.6, y], [x - w * 0.8, y - h * 0.16], [x - w * 0.9, y - h * 0.36], [x - h * 0.22, y - h * 0.56], [x - h * 0.17, y - h * 0.58], [x, y - h * 0.42], [x + h * 0.2, y - h * 0.6], [x + h * 0.24, y - h * 0.57], [x + w, y - h * 0.34], [x + w * 0.8, y - h * 0.14], [x + w * 1.7, y]]);
  return `<path fill="${dark}" d="${low}"/><path fill="${bark}" d="${trunk}"/><path fill="${mix(dark, s.hour.grass, 0.45)}" d="${mid}"/><path fill="${mix(dark, s.hour.grass, 0.9)}" d="${lit}"/>`;
}

/** The stone resting place that the product is named for; `w` is its width. */
export function chautari(s, x, y, w, { trees = true } = {}) {
  const roll = dice(s.seed + r(x));
  const h = w * 0.1;
  const stone = ['#B4A894', '#9C917F', '#C6BBA6', '#887E70'].map((c) => mix(c, s.hour.rockShade, 0.18));
  const groups = stone.map(() => '');
  const course = (left, right, top, high) => {
    for (let at = left; at < right; ) {
      const long = Math.min(right - at, between(roll, w * 0.045, w * 0.1));
      groups[Math.floor(roll() * 4)] += `M${r(at)} ${r(top)}h${r(long - 2)}v${r(high - 2)}h${r(2 - long)}z`;
      at += long;
    }
  };
  const left = x - w / 2;
  const joints = mix('#5A5248', s.hour.rockShade, 0.3);
  for (let k = 0; k < 3; k += 1) course(left + w * 0.1, left + w * 0.9, y - h * 1.9 + (k * h * 0.9) / 3, (h * 0.9) / 3);
  for (let k = 0; k < 3; k += 1) course(left, left + w, y - h + (k * h) / 3, h / 3);
  const wall = `<path fill="${joints}" d="M${r(left)} ${r(y)}h${r(w)}v${r(-h)}h${r(-w * 0.1)}v${r(-h * 0.9)}h${r(-w * 0.8)}v${r(h * 0.9)}h${r(-w * 0.1)}z"/>${groups.map((d, i) => `<path fill="${stone[i]}" d="${d}"/>`).join('')}<path fill="${mix('#DDD3BE', s.hour.haze, 0.2)}" d="M${r(left - 6)} ${r(y - h)}h${r(w + 12)}v-7h${r(-w - 12)}zM${r(left + w * 0.09)} ${r(y - h * 1.9)}h${r(w * 0.82)}v-7h${r(-w * 0.82)}z"/>`;
  if (!trees) return wall;
  return oldTree(s, x - w * 0.2, y - h * 1.85, w * 0.95, { seed: 3, crown: 0.92 }) + oldTree(s, x + w * 0.24, y - h * 1.85, w * 0.8, { seed: 7, crown: 0.85, leaf: mix(s.hour.near, '#6E8A3E', 0.3) }) + wall;
}

/** Lo Manthang: the white wall, the palace and temple blocks above it. */
export function fortTown(s, x, y, w, { night = false } = {}) {
  const u = w / 100;
  const block = (bx, by, bw, bh, tone) => {
    const day = mix(tone, night ? s.hour.snowDeep : s.hour.haze, night ? 0.55 : 0.1);
    return `<path fill="${day}" d="M${r(x + bx * u)} ${r(y - by * u)}h${r(bw * u)}v${r(-bh * u)}h${r(-bw * u)}z"/><path fill="${mix(tone, s.hour.rockShade, 0.5)}" d="M${r(x + (bx + bw) * u)} ${r(y - by * u)}l${r(bw * 0.2 * u)} ${r(-1 * u)}v${r((1.5 - bh) * u)}l${r(-bw * 0.2 * u)} ${r(-0.5 * u)}z"/><path fill="#4A352A" opacity=".8" d="M${r(x + (bx - 0.4) * u)} ${r(y - (by + bh) * u)}h${r((bw + 0.8) * u)}v${r(-1.1 * u)}h${r(-(bw + 0.8) * u)}z"/>`;
  };
  let panes = '';
  const windows = (bx, by, bw, rows, gap) => {
    for (let i = 0; i < rows; i += 1) for (let k = 1.2; k < bw - 1; k += gap) panes += `M${r(x + (bx + k) * u)} ${r(y - (by + i * 3.4) * u)}h${r(0.9 * u)}v${r(-1.5 * u)}h${r(-0.9 * u)}z`;
  };
  let out = '';
  for (const [bx, by, bw, bh] of [[6, 8, 13, 7], [22, 8, 10, 9], [74, 8, 12, 7], [86, 7, 10, 6], [33, 8, 9, 6], [60, 8, 11, 8]]) out += block(bx, by, bw, bh, '#F0E6D4');
  out += block(44, 9, 17, 15, '#F4ECDD') + block(25, 9, 11, 12, '#A5493A') + block(67, 9, 9, 10, '#A5493A');
  windows(44, 14, 17, 3, 3);
  windows(6, 11, 13, 1, 2.6);
  windows(74, 11, 12, 1, 2.6);
  windows(60, 12, 7, 1, 2.6);
  const wall = `<path fill="${mix('#EADCC2', night ? s.hour.snowDeep : s.hour.haze, night ? 0.55 : 0.12)}" d="M${r(x)} ${r(y)}h${r(w)}v${r(-10 * u)}h${r(-w)}z"/><path fill="${mix('#B08A62', s.hour.haze, 0.1)}" d="M${r(x)} ${r(y - 9 * u)}h${r(w)}v${r(-1.6 * u)}h${r(-w)}zM${r(x)} ${r(y)}h${r(w)}v${r(-1.2 * u)}h${r(-w)}z"/>`;
  const towers = [0, 33, 66, 95].map((t) => block(t - 1, 0, 6, 14, '#E3D2B4')).join('');
  return `${out}<path fill="${night ? '#FFC765' : '#3C2A22'}" d="${panes}"/>${wall}${towers}<path fill="#3C2A22" d="M${r(x + 15 * u)} ${r(y)}h${r(4 * u)}v${r(-6 * u)}h${r(-4 * u)}z"/>`;
}

/** Doors and windows of cave dwellings in a cliff. */
export function caves(s, list) {
  const dark = mix('#2A1712', s.hour.haze, 0.08);
  const d = list.map(([x, y, w]) => `M${r(x)} ${r(y)}v${r(-w * 0.8)}q${r(w * 0.3)} ${r(-w * 0.5)} ${r(w * 0.66)} 0v${r(w * 0.8)}z`).join('');
  const lip = list.map(([x, y, w]) => `M${r(x - 2)} ${r(y)}h${r(w * 0.66 + 5)}v3h${r(-w * 0.66 - 5)}z`).join('');
  return `<path fill="${dark}" d="${d}"/><path fill="#F0D3A0" opacity=".6" d="${lip}"/>`;
}

/** A sign of a teahouse: a window wall with stove pipe smoke, seen at night. */
export function teahouse(s, x, y, w) {
  const u = w / 100;
  const p = (pts) => path(pts.map(([a, b]) => [x + a * u, y + b * u]));
  const stone = mix('#8C8174', s.hour.ground, 0.45);
  let panes = '';
  for (let i = 0; i < 6; i += 1) panes += `M${r(x + (9 + i * 14.5) * u)} ${r(y - 10 * u)}h${r(10 * u)}v${r(-14 * u)}h${r(-10 * u)}z`;
  let frames = '';
  for (let i = 0; i < 6; i += 1) frames += `M${r(x + (14 + i * 14.5) * u)} ${r(y - 10 * u)}v${r(-14 * u)}`;
  const id = s.id();
  return `<radialGradient id="${id}"><stop offset="0" stop-color="#FFC765" stop-opacity=".5"/><stop offset="1" stop-color="#FFC765" stop-opacity="0"/></radialGradient><ellipse cx="${r(x + w / 2)}" cy="${r(y - 10 * u)}" rx="${r(w * 0.85)}" ry="${r(w * 0.42)}" fill="url(#${id})"/>` +
    `<path fill="${stone}" d="${p([[0, 0], [100, 0], [100, -30], [0, -30]])}"/><path fill="${mix('#2F5E80', s.hour.ground, 0.35)}" d="${p([[-5, -29], [105, -29], [96, -44], [6, -44]])}"/><path fill="${stone}" d="${p([[78, -42], [84, -42], [84, -54], [78, -54]])}"/><path fill="#FFCB70" d="${panes}"/><path stroke="#6A4A2A" stroke-width="${(0.9 * u).toFixed(1)}" d="${frames}"/><path fill="none" stroke="${s.hour.cloud}" stroke-width="${r(3 * u)}" stroke-linecap="round" opacity=".28" d="M${r(x + 81 * u)} ${r(y - 58 * u)}q${r(8 * u)} ${r(-10 * u)} 0 ${r(-20 * u)}t${r(5 * u)} ${r(-22 * u)}"/>`;
}
