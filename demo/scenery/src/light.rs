//! How light reaches the ground: shadows that ridges throw and how much sky a place sees.

use crate::land::Land;
use crate::maths::{V3, in_two, lerp};

/// Cells of the land for one cell of shadow; the sky is measured on twice as many.
const EVERY: usize = 2;

pub struct Light {
    columns: usize,
    rows: usize,
    /// Height above which a place is in the sun, and metres over which it fades.
    shade: Vec<(f32, f32)>,
    sky: Vec<f32>,
}

impl Light {
    pub fn new(land: &Land, sun: V3) -> Light {
        let (columns, rows) = (land.columns / EVERY + 2, land.rows / EVERY + 2);
        let place = |i: usize, j: usize| {
            let z = land.distance((j * EVERY) as f32);
            ((land.first + (i * EVERY) as f32 * land.pace) * z, z)
        };
        let shade = in_two(rows, |j| (0..columns).map(|i| shadow(land, place(i, j), sun)).collect::<Vec<_>>()).concat();
        let sky = in_two(rows, |j| {
            let row: Vec<f32> = (0..columns / 2 + 1).map(|i| open_sky(land, place(i * 2, j / 2 * 2))).collect();
            (0..columns)
                .map(|i| if i % 2 == 0 { row[i / 2] } else { 0.5 * (row[i / 2] + row[(i / 2 + 1).min(columns / 2)]) })
                .collect::<Vec<f32>>()
        });
        Light { columns, rows, shade, sky: sky.concat() }
    }

    fn spread<T>(&self, column: f32, row: f32, get: impl Fn(usize) -> T, mix: impl Fn(T, T, f32) -> T) -> T {
        let (c, r) = (
            (column / EVERY as f32).clamp(0.0, self.columns as f32 - 1.01),
            (row / EVERY as f32).clamp(0.0, self.rows as f32 - 1.01),
        );
        let (i, j) = (c as usize, r as usize);
        let (u, v) = (c - i as f32, r - j as f32);
        let k = j * self.columns + i;
        mix(mix(get(k), get(k + 1), u), mix(get(k + self.columns), get(k + self.columns + 1), u), v)
    }

    /// Share of the sun that reaches a height over a cell of the land.
    pub fn sun(&self, column: f32, row: f32, height: f32) -> f32 {
        let (top, soft) = self.spread(column, row, |k| self.shade[k], |a, b, t| (lerp(a.0, b.0, t), lerp(a.1, b.1, t)));
        crate::maths::step(-soft, soft, height - top)
    }

    /// Share of the sky that a cell sees.
    pub fn sky(&self, column: f32, row: f32) -> f32 {
        self.spread(column, row, |k| self.sky[k], lerp)
    }
}

fn shadow(land: &Land, (x, z): (f32, f32), sun: V3) -> (f32, f32) {
    let flat = (sun.x * sun.x + sun.z * sun.z).sqrt().max(1e-4);
    let (dx, dz, fall) = (sun.x / flat, sun.z / flat, sun.y / flat);
    let cell = z * land.pace;
    let mut far = cell * 2.5;
    let (mut top, mut soft) = (-1e6_f32, 1.0);
    for _ in 0..40 {
        let (px, pz) = (x + dx * far, z + dz * far);
        if pz < 2.0 {
            break;
        }
        let line = land.at(px, pz) - far * fall;
        if line > top {
            top = line;
            soft = far * 0.012 + cell * 0.35;
        }
        far *= 1.145;
    }
    (top, soft)
}

fn open_sky(land: &Land, (x, z): (f32, f32)) -> f32 {
    let cell = z * land.pace;
    let here = land.at(x, z);
    let mut sum = 0.0;
    for k in 0..6 {
        let (dx, dz) = (k as f32 * 1.047 + 0.4).sin_cos();
        let mut far = cell * 3.0;
        let mut rise = 0.0_f32;
        for _ in 0..7 {
            let pz = z + dz * far;
            if pz > 1.0 {
                rise = rise.max((land.at(x + dx * far, pz) - here) / far);
            }
            far *= 1.9;
        }
        sum += 1.0 - rise / (1.0 + rise * rise).sqrt();
    }
    sum / 6.0
}
