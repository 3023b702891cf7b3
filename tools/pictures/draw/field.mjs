// Noise in the plane, and the outlines of the places where a field is above a level.
import { shape } from './geometry.mjs';

/** Smooth noise from -1 to 1 on a grid of random gradients (Perlin). */
export function createNoise(random) {
  const table = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 255; i > 0; i -= 1) {
    const k = Math.floor(random.next() * (i + 1));
    [table[i], table[k]] = [table[k], table[i]];
  }
  const angles = Array.from({ length: 256 }, () => random.between(0, Math.PI * 2)).map((a) => [Math.cos(a), Math.sin(a)]);
  const gradient = (x, y) => angles[table[(table[x & 255] + y) & 255]];
  const ease = (t) => t * t * t * (t * (t * 6 - 15) + 10);
  return (x, y) => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - ix, y - iy];
    const dot = (dx, dy) => {
      const [gx, gy] = gradient(ix + dx, iy + dy);
      return gx * (fx - dx) + gy * (fy - dy);
    };
    const [u, v] = [ease(fx), ease(fy)];
    const top = dot(0, 0) + u * (dot(1, 0) - dot(0, 0));
    const bottom = dot(0, 1) + u * (dot(1, 1) - dot(0, 1));
    return 1.5 * (top + v * (bottom - top));
  };
}

/** Sharp crests, rounded hollows: from 0 to 1, each octave half as large and strong as the one before. */
export function ridged(noise, x, y, octaves) {
  let [sum, weight, size, total] = [0, 1, 1, 0];
  for (let i = 0; i < octaves; i += 1) {
    sum += weight * (1 - Math.abs(noise(x * size + i * 17.3, y * size + i * 9.1)));
    total += weight;
    [weight, size] = [weight * 0.5, size * 2.03];
  }
  return sum / total;
}

/** Values of `at(x, y)` on a grid over a box. */
export function sample({ x, y, width, height, cell }, at) {
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1];
  const values = new Float64Array(columns * rows);
  for (let r = 0; r < rows; r += 1) for (let c = 0; c < columns; c += 1) values[r * columns + c] = at(x + c * cell, y + r * cell, r * columns + c);
  return { x, y, cell, columns, rows, values };
}

/** Of a relief over a box: how much each place turns away from light that comes from the left and a little from above. */
export function createSlopes(box, relief) {
  const { columns, values, ...grid } = sample(box, relief);
  const across = (i) => ((values[i + 1] ?? values[i]) - (values[i - 1] ?? values[i])) / (2 * box.cell);
  const down = (i) => ((values[i + columns] ?? values[i]) - (values[i - columns] ?? values[i])) / (2 * box.cell);
  return {
    steepness: (i) => Math.hypot(across(i), down(i)),
    shades: { ...grid, columns, values: values.map((_, i) => 0.28 * down(i) - 0.9 * across(i)) },
  };
}

// Marching squares: for each pattern of corners above the level (8 4 / 1 2), the edges that an outline joins.
const [TOP, RIGHT, BOTTOM, LEFT] = [0, 1, 2, 3];
const CASES = [
  [],
  [[LEFT, BOTTOM]],
  [[BOTTOM, RIGHT]],
  [[LEFT, RIGHT]],
  [[RIGHT, TOP]],
  [
    [LEFT, TOP],
    [RIGHT, BOTTOM],
  ],
  [[BOTTOM, TOP]],
  [[LEFT, TOP]],
  [[TOP, LEFT]],
  [[TOP, BOTTOM]],
  [
    [TOP, RIGHT],
    [BOTTOM, LEFT],
  ],
  [[TOP, RIGHT]],
  [[RIGHT, LEFT]],
  [[RIGHT, BOTTOM]],
  [[BOTTOM, LEFT]],
  [],
];

function segments({ columns, rows, values }, level) {
  const value = (c, r) => (c < 0 || r < 0 || c >= columns || r >= rows ? -1e6 : values[r * columns + c] - level);
  const next = new Map();
  const cross = (c1, r1, c2, r2) => {
    const [a, b] = [value(c1, r1), value(c2, r2)];
    const t = Math.min(0.999, Math.max(0.001, a / (a - b)));
    return [c1 + (c2 - c1) * t, r1 + (r2 - r1) * t];
  };
  for (let r = -1; r < rows; r += 1) {
    for (let c = -1; c < columns; c += 1) {
      const pattern = (value(c, r) > 0 ? 8 : 0) + (value(c + 1, r) > 0 ? 4 : 0) + (value(c + 1, r + 1) > 0 ? 2 : 0) + (value(c, r + 1) > 0 ? 1 : 0);
      const edges = [
        [c, r, c + 1, r],
        [c + 1, r, c + 1, r + 1],
        [c, r + 1, c + 1, r + 1],
        [c, r, c, r + 1],
      ];
      for (const [from, to] of CASES[pattern]) next.set(edges[from].join(), { to: edges[to].join(), point: cross(...edges[from]) });
    }
  }
  return next;
}

function area(points) {
  return (
    Math.abs(
      points.reduce((sum, [x, y], i) => {
        const [u, v] = points[(i + 1) % points.length];
        return sum + x * v - u * y;
      }, 0),
    ) / 2
  );
}

/** Path data of all places of a sampled field above a level; islands below `least` square units are left out. */
export function outline(grid, level, least = 60) {
  const next = segments(grid, level);
  const out = [];
  while (next.size > 0) {
    const points = [];
    let [key] = next.keys();
    while (next.has(key)) {
      const { to, point } = next.get(key);
      next.delete(key);
      points.push([grid.x + point[0] * grid.cell, grid.y + point[1] * grid.cell]);
      key = to;
    }
    if (points.length > 2 && area(points) >= least) out.push(shape(points));
  }
  return out.join('');
}
