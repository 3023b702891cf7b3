//! Seeded noise: gradient noise in two dimensions with its slope, in three for what hangs on steep faces,
//! and a small repeating block of it for clouds.

use crate::maths::{Dice, lerp};

pub fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h = (x as u32).wrapping_mul(0x8DA6_B343) ^ (y as u32).wrapping_mul(0xD816_3841) ^ seed.wrapping_mul(0xCB1A_B31F);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}

/// From 0 to 1 for a place on the lattice.
pub fn chance(x: i32, y: i32, seed: u32) -> f32 {
    (hash(x, y, seed) >> 8) as f32 / 16_777_216.0
}

fn corner(x: i32, y: i32, seed: u32) -> (f32, f32) {
    let h = hash(x, y, seed);
    ((h & 0xFFFF) as f32 / 32768.0 - 1.0, (h >> 16) as f32 / 32768.0 - 1.0)
}

/// Gradient noise between about -1 and 1, and its slope along both axes.
pub fn noise_slope(x: f32, y: f32, seed: u32) -> (f32, f32, f32) {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let (u, v) = (x - fx, y - fy);
    let (a, b, c, d) = (corner(ix, iy, seed), corner(ix + 1, iy, seed), corner(ix, iy + 1, seed), corner(ix + 1, iy + 1, seed));
    let va = a.0 * u + a.1 * v;
    let vb = b.0 * (u - 1.0) + b.1 * v;
    let vc = c.0 * u + c.1 * (v - 1.0);
    let vd = d.0 * (u - 1.0) + d.1 * (v - 1.0);
    let (su, sv) = (u * u * u * (u * (u * 6.0 - 15.0) + 10.0), v * v * v * (v * (v * 6.0 - 15.0) + 10.0));
    let (du, dv) = (30.0 * u * u * (u * (u - 2.0) + 1.0), 30.0 * v * v * (v * (v - 2.0) + 1.0));
    let k = va - vb - vc + vd;
    let value = va + su * (vb - va) + sv * (vc - va) + su * sv * k;
    let gx = a.0 + su * (b.0 - a.0) + sv * (c.0 - a.0) + su * sv * (a.0 - b.0 - c.0 + d.0) + du * (sv * k + vb - va);
    let gy = a.1 + su * (b.1 - a.1) + sv * (c.1 - a.1) + su * sv * (a.1 - b.1 - c.1 + d.1) + dv * (su * k + vc - va);
    (value * 1.3, gx * 1.3, gy * 1.3)
}

pub fn noise(x: f32, y: f32, seed: u32) -> f32 {
    noise_slope(x, y, seed).0
}

/// Octaves of noise, turned a little each time so that the lattice does not show.
pub fn fbm(mut x: f32, mut y: f32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut share) = (0.0, 0.5);
    for i in 0..octaves {
        sum += share * noise(x, y, seed.wrapping_add(i * 101));
        (x, y) = (1.62 * x + 1.2 * y, -1.2 * x + 1.62 * y);
        share *= 0.5;
    }
    sum
}

/// Sharp crests: each octave is strongest where the one before was high.
pub fn ridged(mut x: f32, mut y: f32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut share, mut weight) = (0.0, 0.5, 1.0);
    for i in 0..octaves {
        let mut n = 1.0 - noise(x, y, seed.wrapping_add(i * 131)).abs() * 1.2;
        n *= n;
        sum += n * share * weight;
        weight = n.clamp(0.0, 1.0);
        (x, y) = (1.66 * x + 1.26 * y, -1.26 * x + 1.66 * y);
        share *= 0.5;
    }
    sum
}

fn lattice3(x: i32, y: i32, z: i32, seed: u32) -> f32 {
    (hash(x.wrapping_add(z.wrapping_mul(7919)), y, seed.wrapping_add((z as u32).wrapping_mul(0x68E3_1DA4))) >> 8) as f32
        / 8_388_608.0
        - 1.0
}

/// Value noise in space between -1 and 1, and its slope.
pub fn noise3(p: [f32; 3], seed: u32) -> (f32, [f32; 3]) {
    let f = p.map(f32::floor);
    let (x, y, z) = (f[0] as i32, f[1] as i32, f[2] as i32);
    let t = [p[0] - f[0], p[1] - f[1], p[2] - f[2]];
    let s = t.map(|t| t * t * (3.0 - 2.0 * t));
    let d = t.map(|t| 6.0 * t * (1.0 - t));
    let c = |i: i32, j: i32, k: i32| lattice3(x + i, y + j, z + k, seed);
    let (a, b, e, g) = (c(0, 0, 0), c(1, 0, 0), c(0, 1, 0), c(1, 1, 0));
    let (h, i, j, k) = (c(0, 0, 1), c(1, 0, 1), c(0, 1, 1), c(1, 1, 1));
    let (x00, x10, x01, x11) = (lerp(a, b, s[0]), lerp(e, g, s[0]), lerp(h, i, s[0]), lerp(j, k, s[0]));
    let (y0, y1) = (lerp(x00, x10, s[1]), lerp(x01, x11, s[1]));
    let dx = lerp(lerp(b - a, g - e, s[1]), lerp(i - h, k - j, s[1]), s[2]) * d[0];
    let dy = lerp(x10 - x00, x11 - x01, s[2]) * d[1];
    (lerp(y0, y1, s[2]), [dx, dy, (y1 - y0) * d[2]])
}

const SIDE: usize = 96;

/// A block of billowing noise that repeats on all sides, for clouds.
pub struct Billows(Vec<f32>);

impl Billows {
    pub fn new(seed: u32) -> Billows {
        let mut cells = vec![0.0; SIDE * SIDE * SIDE];
        for (cellular, divisions, share) in [(true, 4, 0.36), (true, 8, 0.26), (true, 16, 0.18), (false, 6, 0.1), (true, 32, 0.1)] {
            let mut dice = Dice::new(seed + divisions as u32 * 7 + u32::from(cellular));
            let points: Vec<[f32; 3]> =
                (0..divisions * divisions * divisions).map(|_| [dice.unit(), dice.unit(), dice.unit()]).collect();
            let rows = crate::maths::in_two(SIDE, |z| slab(z, divisions, &points, cellular));
            for (z, row) in rows.iter().enumerate() {
                for (i, v) in row.iter().enumerate() {
                    cells[z * SIDE * SIDE + i] += share * v;
                }
            }
        }
        // Made even: as much of the block below any value as that value says.
        let mean = cells.iter().sum::<f32>() / cells.len() as f32;
        let spread = (cells.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / cells.len() as f32).sqrt();
        cells.iter_mut().for_each(|v| *v = (0.5 + (*v - mean) / (spread * 4.0)).clamp(0.0, 1.0));
        Billows(cells)
    }

    /// About 0 to 1, repeating every 1.0.
    pub fn at(&self, x: f32, y: f32, z: f32) -> f32 {
        let place = |v: f32| {
            let v = (v - v.floor()) * SIDE as f32;
            let i = (v as usize).min(SIDE - 1);
            (i, (i + 1) % SIDE, v - i as f32)
        };
        let ((x0, x1, u), (y0, y1, v), (z0, z1, w)) = (place(x), place(y), place(z));
        let row = |z: usize, y: usize| {
            let start = (z * SIDE + y) * SIDE;
            lerp(self.0[start + x0], self.0[start + x1], u)
        };
        lerp(lerp(row(z0, y0), row(z0, y1), v), lerp(row(z1, y0), row(z1, y1), v), w)
    }
}

/// One layer of the block: the inverted distance to the next of scattered points, or soft chance values.
fn slab(z: usize, divisions: usize, points: &[[f32; 3]], cellular: bool) -> Vec<f32> {
    let n = divisions as i32;
    let at = |x: i32, y: i32, z: i32| points[((z.rem_euclid(n) * n + y.rem_euclid(n)) * n + x.rem_euclid(n)) as usize];
    let mut row = Vec::with_capacity(SIDE * SIDE);
    for i in 0..SIDE * SIDE {
        let p = [(i % SIDE) as f32, (i / SIDE) as f32, z as f32].map(|v| v * n as f32 / SIDE as f32);
        let c = p.map(|v| v as i32);
        if cellular {
            let mut near = 9.0_f32;
            for k in 0..27 {
                let q = [c[0] + k % 3 - 1, c[1] + k / 3 % 3 - 1, c[2] + k / 9 - 1];
                let o = at(q[0], q[1], q[2]);
                let d = [q[0] as f32 + o[0] - p[0], q[1] as f32 + o[1] - p[1], q[2] as f32 + o[2] - p[2]];
                near = near.min(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            }
            row.push((1.0 - near.sqrt()).max(0.0));
        } else {
            let t: Vec<f32> = (0..3).map(|k| p[k] - c[k] as f32).map(|t| t * t * (3.0 - 2.0 * t)).collect();
            let v = |i: i32, j: i32, k: i32| at(c[0] + i, c[1] + j, c[2] + k)[0];
            let plane = |k: i32| lerp(lerp(v(0, 0, k), v(1, 0, k), t[0]), lerp(v(0, 1, k), v(1, 1, k), t[0]), t[1]);
            row.push(lerp(plane(0), plane(1), t[2]));
        }
    }
    row
}
