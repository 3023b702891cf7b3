//! The ground as a grid that fans out from the camera: columns are directions, rows are distances whose
//! steps grow with the distance. A cell is then about as large as a pixel wherever it lies.

use crate::erosion;
use crate::maths::{V3, cubic, in_two, lerp, smooth_max, step};
use crate::noise::{chance, fbm, noise, ridged};
use crate::reach::Reach;
use crate::ridges::{self, Piece};
use crate::scene::{Cover, Scene};
use crate::view::View;

pub struct Land {
    pub columns: usize,
    pub rows: usize,
    /// Side slope (x over z) of column 0, and from one column to the next.
    pub first: f32,
    pub pace: f32,
    pub reach: Reach,
    pub height: Vec<f32>,
    /// What covers a cell, and how broken its ground is.
    pub cover: Vec<Cover>,
    pub rough: Vec<f32>,
}

/// Cells of the full grid for one of the skeleton's, which is smooth.
const COARSE: usize = 4;
/// Small ridges are a little less steep than large ones; how deep avalanches cut.
const FINE: f32 = 0.16;
const FLUTE: f32 = 0.12;
/// Columns and rows of the land that is only raised to see what will be seen.
const ROUGH: (usize, usize) = (160, 320);

impl Land {
    pub fn new(scene: &Scene, view: &View) -> Land {
        let half = view.side(view.width as f32) * 1.16;
        let columns = (view.width as f32 * 0.5 * 1.16).min(1500.0) as usize / COARSE * COARSE;
        // A tall picture shows more distances than directions.
        let rows = (columns as f32 * 1.25).max(view.height as f32 * 0.66) as usize / COARSE * COARSE;
        let pieces = ridges::pieces(scene, view);
        let empty = |columns: usize, rows: usize, reach: Reach| Land {
            columns,
            rows,
            first: -half,
            pace: 2.0 * half / columns as f32,
            reach,
            height: Vec::new(),
            cover: Vec::new(),
            rough: Vec::new(),
        };
        let mut rough = empty(ROUGH.0, ROUGH.1, Reach::even(scene.near * 0.8, scene.far * 1.1, ROUGH.1));
        rough.raise(scene, &pieces);
        let heights: Vec<Vec<f32>> = rough.height.chunks(ROUGH.0).map(<[f32]>::to_vec).collect();
        let mut land = empty(columns, rows, rough.reach.seen(rows, &heights, view));
        land.raise(scene, &pieces);
        land.break_up(scene);
        erosion::run(&mut land, scene.seed);
        land.finish(scene);
        land
    }

    pub fn distance(&self, row: f32) -> f32 {
        self.reach.distance(row)
    }

    pub fn cell(&self, x: f32, z: f32) -> (f32, f32) {
        ((x / z - self.first) / self.pace, self.reach.row(z))
    }

    /// The skeleton on a coarse grid, then drawn out smoothly to the full one.
    fn raise(&mut self, scene: &Scene, pieces: &[Piece]) {
        let (w, h) = (self.columns / COARSE + 3, self.rows / COARSE + 3);
        let rows = in_two(h, |j| {
            let z = self.distance((j as f32 - 1.0) * COARSE as f32);
            let side = self.pace * COARSE as f32;
            let mut tall: Vec<f32> = (0..w).map(|i| self.floor_at(scene, self.first + (i as f32 - 1.0) * side, z)).collect();
            let mut best: Vec<(f32, usize)> = tall.iter().map(|h| (*h, usize::MAX)).collect();
            let warp = (z * 0.03).min(260.0);
            let bent: Vec<(f32, f32)> = (0..w).map(|i| warped((self.first + (i as f32 - 1.0) * side) * z, z, scene.seed)).collect();
            for (n, piece) in pieces.iter().enumerate() {
                let (z0, z1) =
                    (piece.from.z.min(piece.to.z) - piece.reach - warp, piece.from.z.max(piece.to.z) + piece.reach + warp);
                if z < z0 || z > z1 {
                    continue;
                }
                let (x0, x1) =
                    (piece.from.x.min(piece.to.x) - piece.reach - warp, piece.from.x.max(piece.to.x) + piece.reach + warp);
                let first = (((x0 / z - self.first) / side).floor() + 1.0).clamp(0.0, w as f32) as usize;
                let last = (((x1 / z - self.first) / side).ceil() + 2.0).clamp(0.0, w as f32) as usize;
                for i in first..last {
                    let (height, far) = piece.height(bent[i].0, bent[i].1);
                    if far > piece.reach {
                        continue;
                    }
                    if height > best[i].0 {
                        best[i] = (height, n);
                    }
                    tall[i] = smooth_max(tall[i], height, ((height - piece.floor).abs() * 0.03).min(z * 0.005));
                }
            }
            let kinds = best.iter().map(|(_, n)| pieces.get(*n).map_or((scene.ground, 0.25), |p| (p.cover, p.rough)));
            (tall, kinds.collect::<Vec<(Cover, f32)>>())
        });
        let (columns, count) = (self.columns, self.columns * self.rows);
        let (mut height, mut cover, mut rough) = (vec![0.0; count], vec![Cover::Heights; count], vec![0.0; count]);
        for j in 0..self.rows {
            let (r, v) = (j / COARSE, (j % COARSE) as f32 / COARSE as f32);
            let line: Vec<f32> =
                (0..w).map(|i| cubic(rows[r].0[i], rows[r + 1].0[i], rows[r + 2].0[i], rows[(r + 3).min(h - 1)].0[i], v)).collect();
            for i in 0..columns {
                let (c, u) = (i / COARSE, (i % COARSE) as f32 / COARSE as f32);
                let k = j * columns + i;
                height[k] = cubic(line[c], line[c + 1], line[c + 2], line[(c + 3).min(w - 1)], u);
                let near = |row: usize, column: usize| rows[row].1[column];
                let pick = |t: f32, salt: u32| usize::from(t > 0.15 + 0.7 * chance(i as i32, j as i32, scene.seed + salt));
                cover[k] = near(r + 1 + pick(v, 1), c + 1 + pick(u, 2)).0;
                rough[k] = lerp(
                    lerp(near(r + 1, c + 1).1, near(r + 1, c + 2).1, u),
                    lerp(near(r + 2, c + 1).1, near(r + 2, c + 2).1, u),
                    v,
                );
            }
        }
        (self.height, self.cover, self.rough) = (height, cover, rough);
    }

    fn floor_at(&self, scene: &Scene, u: f32, z: f32) -> f32 {
        let x = u * z;
        scene.floor + fbm(x / 900.0, z / 900.0, 3, scene.seed) * 26.0 + fbm(x / 90.0, z / 90.0, 2, scene.seed + 5) * 2.0
    }

    /// Ridges and hollows of every size from a mountain's flank down to a cell.
    fn break_up(&mut self, scene: &Scene) {
        let columns = self.columns;
        let rows = in_two(self.rows, |j| {
            let z = self.distance(j as f32);
            let cell = z * self.pace.max(self.reach.stride(j as f32) * 0.6);
            let mut line = vec![0.0; columns];
            for (i, out) in line.iter_mut().enumerate() {
                let x = (self.first + i as f32 * self.pace) * z;
                let (dx, dz) = self.slope(i as f32, j as f32, 5);
                let steep = (dx * dx + dz * dz).sqrt();
                let rough = self.rough[j * columns + i];
                let mut sum = 0.0;
                let mut size = 1300.0;
                let mut n = 0;
                while size > cell * 2.2 {
                    if size < z * 0.28 {
                        let strength = rough * (0.25 + step(0.1, 0.9, steep)) * step(z * 0.28, z * 0.14, size);
                        let sharp = ridged(x / size, z / size, 1, scene.seed + n) - 0.36;
                        sum += size
                            * strength
                            * (size / 1300.0).powf(FINE)
                            * (0.15 * sharp + 0.05 * noise(x / size * 1.3, z / size * 1.3, scene.seed + 50 + n));
                    }
                    size *= 0.53;
                    n += 1;
                }
                // Flutes that avalanches cut down steep faces.
                let (lx, lz) = (dz / steep.max(1e-3), -dx / steep.max(1e-3));
                let mut size = 300.0;
                while size > cell * 3.0 {
                    if size < z * 0.08 {
                        let n = noise((x * lx + z * lz) / size, (z * lx - x * lz) / (size * 4.5), scene.seed + 80 + size as u32);
                        sum += size * FLUTE * rough.min(1.3) * step(0.45, 1.1, steep) * (0.45 - n.abs() * 1.7);
                    }
                    size *= 0.5;
                }
                *out = sum;
            }
            line
        });
        for (j, line) in rows.iter().enumerate() {
            for (i, v) in line.iter().enumerate() {
                self.height[j * columns + i] += v;
            }
        }
    }

    /// Steps of fields, flutes of badlands and crevasses: shapes that belong to a cover.
    fn finish(&mut self, scene: &Scene) {
        let columns = self.columns;
        let rows = in_two(self.rows, |j| {
            let z = self.distance(j as f32);
            (0..columns)
                .map(|i| {
                    let k = j * columns + i;
                    let x = (self.first + i as f32 * self.pace) * z;
                    crate::shapes::shaped(self.cover[k], x, z, self.height[k], self.slope(i as f32, j as f32, 2), scene.seed)
                })
                .collect::<Vec<f32>>()
        });
        self.height = rows.concat();
    }

    pub fn get(&self, i: i32, j: i32) -> f32 {
        let (i, j) = (i.clamp(0, self.columns as i32 - 1), j.clamp(0, self.rows as i32 - 1));
        self.height[j as usize * self.columns + i as usize]
    }

    /// Rise over run along x and z, measured over `wide` cells.
    pub fn slope(&self, column: f32, row: f32, wide: i32) -> (f32, f32) {
        let (i, j) = (column as i32, row as i32);
        let z = self.distance(row);
        let side = self.first + column * self.pace;
        let du = (self.get(i + wide, j) - self.get(i - wide, j)) / (2.0 * wide as f32 * self.pace);
        let dv = (self.get(i, j + wide) - self.get(i, j - wide)) / self.reach.span(j, wide);
        (du / z, (dv - side * du) / z)
    }

    /// Height of the ground at a place.
    pub fn at(&self, x: f32, z: f32) -> f32 {
        let (c, r) = self.cell(x, z);
        let (fc, fr) = (c.floor(), r.floor());
        let (i, j) = (fc as i32, fr as i32);
        let (u, v) = (c - fc, r - fr);
        lerp(lerp(self.get(i, j), self.get(i + 1, j), u), lerp(self.get(i, j + 1), self.get(i + 1, j + 1), u), v)
    }

    pub fn cover_at(&self, x: f32, z: f32) -> Cover {
        let (c, r) = self.cell(x, z);
        let (i, j) = (c.clamp(0.0, self.columns as f32 - 1.0) as usize, r.clamp(0.0, self.rows as f32 - 1.0) as usize);
        self.cover[j * self.columns + i]
    }

    pub fn normal(&self, x: f32, z: f32) -> V3 {
        let (c, r) = self.cell(x, z);
        let (dx, dz) = self.slope(c.max(0.0), r.max(0.0), 2);
        crate::maths::v3(-dx, 1.0, -dz).unit()
    }
}

/// Bends the skeleton so that nothing is straight, less where it is near.
fn warped(x: f32, z: f32, seed: u32) -> (f32, f32) {
    let wide = (z * 0.022).min(210.0);
    let fine = (z * 0.008).min(60.0);
    let a = (z * 0.22).clamp(40.0, 2400.0);
    let a = 2.0_f32.powf(a.log2().round());
    let bend = |salt: u32| noise(x / a, z / a, seed + salt) * wide + noise(x / a * 4.1, z / a * 4.1, seed + salt + 2) * fine;
    (x + bend(31), z + bend(37))
}
