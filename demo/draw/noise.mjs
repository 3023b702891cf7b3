// Seeded randomness and fractal noise, so that the same scene is drawn the same on every machine.

/** Mixes integers into one 32-bit hash. */
function hash(x, y, seed) {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2654435761);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A stream of numbers in 0..1. */
export function dice(seed) {
  let n = 0;
  return () => hash(n++, 7, seed) / 4294967296;
}

export const between = (roll, low, high) => low + (high - low) * roll();

const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10);
const GRADIENTS = [[1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]];

/** Gradient noise, about -0.7..0.7. */
export function noise(x, y, seed) {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const corner = (cx, cy) => {
    const g = GRADIENTS[hash(x0 + cx, y0 + cy, seed) & 7];
    return g[0] * (fx - cx) + g[1] * (fy - cy);
  };
  const u = fade(fx);
  const top = corner(0, 0) + u * (corner(1, 0) - corner(0, 0));
  const low = corner(0, 1) + u * (corner(1, 1) - corner(0, 1));
  return top + fade(fy) * (low - top);
}

/** Octaves of noise; each is twice as fine and `gain` as strong. */
export function fractal(x, y, seed, octaves = 4, gain = 0.5) {
  let sum = 0;
  let strength = 1;
  for (let i = 0; i < octaves; i += 1) {
    sum += strength * noise(x, y, seed + i * 101);
    x *= 2.03;
    y *= 2.03;
    strength *= gain;
  }
  return sum;
}

/** Noise with sharp crests, as spurs on a face; 0..1. */
export function crests(x, y, seed, octaves = 3) {
  let sum = 0;
  let strength = 0.6;
  for (let i = 0; i < octaves; i += 1) {
    sum += strength * (1 - Math.min(1, Math.abs(noise(x, y, seed + i * 57)) * 2.2));
    x *= 2.1;
    y *= 1.7;
    strength *= 0.5;
  }
  return sum;
}
