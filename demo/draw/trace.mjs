// Turns a field of numbers into the outline of where it is above zero: marching squares, then fewer points, then a short path text.

/** Outlines of field(x, y) > 0 within a box, as closed lists of points. */
export function outlines(field, { left, top, right, bottom, step = 6 }) {
  const columns = Math.ceil((right - left) / step) + 3;
  const rows = Math.ceil((bottom - top) / step) + 3;
  const value = new Float64Array(columns * rows);
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      const edge = r === 0 || c === 0 || r === rows - 1 || c === columns - 1;
      value[r * columns + c] = edge ? -1e-3 : field(left + (c - 1) * step, top + (r - 1) * step) || -1e-9;
    }
  }
  const at = (c, r) => value[r * columns + c];
  const segments = new Map();
  const point = (c1, r1, c2, r2) => {
    const a = at(c1, r1);
    const b = at(c2, r2);
    const t = a / (a - b);
    return [left + (c1 + (c2 - c1) * t - 1) * step, top + (r1 + (r2 - r1) * t - 1) * step];
  };
  // An edge is named by its first corner and direction; segments run with the inside on one hand, so ends chain.
  const edgeOf = (c, r, side) => [`${c},${r},h`, `${c + 1},${r},v`, `${c},${r + 1},h`, `${c},${r},v`][side];
  const pointOf = (c, r, side) =>
    [() => point(c, r, c + 1, r), () => point(c + 1, r, c + 1, r + 1), () => point(c, r + 1, c + 1, r + 1), () => point(c, r, c, r + 1)][side]();
  const CASES = { 1: [[3, 2]], 2: [[2, 1]], 3: [[3, 1]], 4: [[1, 0]], 5: [[3, 0], [1, 2]], 6: [[2, 0]], 7: [[3, 0]], 8: [[0, 3]], 9: [[0, 2]], 10: [[0, 1], [2, 3]], 11: [[0, 1]], 12: [[1, 3]], 13: [[1, 2]], 14: [[2, 3]] };
  for (let r = 0; r < rows - 1; r += 1) {
    for (let c = 0; c < columns - 1; c += 1) {
      const code = (at(c, r) > 0 ? 8 : 0) | (at(c + 1, r) > 0 ? 4 : 0) | (at(c + 1, r + 1) > 0 ? 2 : 0) | (at(c, r + 1) > 0 ? 1 : 0);
      for (const [from, to] of CASES[code] ?? []) segments.set(edgeOf(c, r, from), { to: edgeOf(c, r, to), point: pointOf(c, r, from) });
    }
  }
  const loops = [];
  while (segments.size > 0) {
    const loop = [];
    let [key] = segments.keys();
    while (segments.has(key)) {
      const segment = segments.get(key);
      segments.delete(key);
      loop.push(segment.point);
      key = segment.to;
    }
    loops.push(loop);
  }
  return loops;
}

export function area(loop) {
  let sum = 0;
  for (let i = 0; i < loop.length; i += 1) {
    const [x1, y1] = loop[i];
    const [x2, y2] = loop[(i + 1) % loop.length];
    sum += x1 * y2 - x2 * y1;
  }
  return Math.abs(sum / 2);
}

/** Douglas-Peucker: drops points that lie within `tolerance` of the line that stays. */
export function simpler(points, tolerance) {
  if (points.length < 4) return points;
  const keep = new Uint8Array(points.length);
  keep[0] = 1;
  keep[points.length - 1] = 1;
  const stack = [[0, points.length - 1]];
  while (stack.length > 0) {
    const [a, b] = stack.pop();
    const [ax, ay] = points[a];
    const dx = points[b][0] - ax;
    const dy = points[b][1] - ay;
    const length = Math.hypot(dx, dy);
    let worst = 0;
    let index = 0;
    for (let i = a + 1; i < b; i += 1) {
      const px = points[i][0] - ax;
      const py = points[i][1] - ay;
      const off = length < 1e-6 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length;
      if (off > worst) [worst, index] = [off, i];
    }
    if (worst > tolerance) {
      keep[index] = 1;
      stack.push([a, index], [index, b]);
    }
  }
  return points.filter((_, i) => keep[i]);
}

/** The shortest path text: whole pixels, relative steps. */
export function path(points, closed = true) {
  let text = '';
  let [x, y] = [0, 0];
  points.forEach(([px, py], i) => {
    const rx = Math.round(px);
    const ry = Math.round(py);
    if (i > 0 && rx === x && ry === y) return;
    if (i === 0) text += `M${rx} ${ry}l`;
    else text += `${text.endsWith('l') ? '' : rx - x < 0 ? '' : ' '}${rx - x}${ry - y < 0 ? '' : ' '}${ry - y}`;
    [x, y] = [rx, ry];
  });
  return text.endsWith('l') ? '' : text + (closed ? 'z' : '');
}

/** One path for everything that a field covers; specks are left out. */
export function traced(field, box, { tolerance = 1.4, smallest = 90 } = {}) {
  return outlines(field, box)
    .filter((loop) => area(loop) > smallest)
    .map((loop) => path(simpler([...loop, loop[0]], tolerance)))
    .join('');
}
