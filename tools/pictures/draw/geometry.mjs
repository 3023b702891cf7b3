// Seeded randomness and lines. A line is a list of [x, y]; y grows downwards, as in SVG.

/** A generator of numbers from 0 to 1 (mulberry32). The same seed gives the same picture on every machine. */
export function createRandom(seed) {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low, high) => low + (high - low) * next();
  return { next, between, pick: (list) => list[Math.floor(next() * list.length)], chance: (share) => next() < share };
}

/** Breaks each segment again and again and moves the middle up or down by up to `rough` of half its length. */
export function breakLine(points, rough, random, least = 6) {
  const split = (a, b) => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length < least) return [a];
    const at = random.between(0.35, 0.65);
    const off = (random.next() - 0.5) * length * rough;
    const middle = [a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at + off];
    return [...split(a, middle), ...split(middle, b)];
  };
  return [...points.slice(0, -1).flatMap((point, i) => split(point, points[i + 1])), points.at(-1)];
}

/** A Catmull-Rom curve through the points, sampled about every `step` units. */
export function smoothLine(points, step = 14) {
  const at = (i) => points[Math.min(Math.max(i, 0), points.length - 1)];
  const out = [];
  for (let i = 0; i < points.length - 1; i += 1) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const parts = Math.max(1, Math.round(Math.hypot(c[0] - b[0], c[1] - b[1]) / step));
    for (let k = 0; k < parts; k += 1) {
      const t = k / parts;
      out.push([0, 1].map((n) => b[n] + 0.5 * t * (c[n] - a[n] + t * (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n] + t * (3 * (b[n] - c[n]) + d[n] - a[n])))));
    }
  }
  return [...out, points.at(-1)];
}

/** The y of a line at an x; beyond its ends it stays level. */
export function yAt(line, x) {
  if (x <= line[0][0]) return line[0][1];
  for (let i = 1; i < line.length; i += 1) {
    if (x > line[i][0]) continue;
    const [[x1, y1], [x2, y2]] = [line[i - 1], line[i]];
    return x2 === x1 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
  }
  return line.at(-1)[1];
}

const round = (value) => Math.round(value * 10) / 10;

/** The path data of one or more closed shapes. */
export const shape = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;

/** A closed shape in one colour. */
export const fill = (points, colour, more = '') => `<path d="${shape(points)}" fill="${colour}"${more}/>`;

/** Closes a skyline to a body down to `bottom`; where it ends inside the picture, its slope runs on outwards. */
export function closeBody(line, bottom, width) {
  const [[x1, y1], [x2, y2]] = [line[0], line.at(-1)];
  const left = x1 > -20 ? x1 - Math.max(0, bottom - y1) * 1.3 : x1;
  const right = x2 < width + 20 ? x2 + Math.max(0, bottom - y2) * 1.3 : x2;
  return [...line, [right, bottom], [left, bottom]];
}
