// The windows of a wall.

const box = (x, y, w, h, colour) => `<path d="M${x.toFixed(1)} ${y.toFixed(1)}h${w.toFixed(1)}v${h.toFixed(1)}h${(-w).toFixed(1)}Z" fill="${colour}"/>`;

/** Windows of a wall in rows. */
export function windows(x, y, w, h, colour, { across, rows = 1 }) {
  let out = '';
  for (let r = 0; r < rows; r += 1) {
    for (let i = 0; i < across; i += 1) {
      const size = Math.min((w / across) * 0.42, (h / rows) * 0.46);
      out += box(x + (w * (i + 0.5)) / across - size / 2, y + (h * (r + 0.5)) / rows - size * 0.55, size, size * 1.1, colour);
    }
  }
  return out;
}
