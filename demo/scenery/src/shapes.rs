//! Shapes that belong to what covers the ground: the steps of fields, the flutes of badlands, crevasses.

use crate::maths::{lerp, step};
use crate::noise::{fbm, noise};
use crate::scene::Cover;

/// The height of a cell after its cover has shaped it.
pub fn shaped(cover: Cover, x: f32, z: f32, height: f32, slope: (f32, f32), seed: u32) -> f32 {
    let steep = (slope.0 * slope.0 + slope.1 * slope.1).sqrt();
    match cover {
        Cover::Terraces | Cover::Barley => {
            let (rung, part) = rung(x, z, height, seed);
            let flat = (rung + step(0.72, 1.0, part)) * RUNG;
            lerp(height, flat, 0.9 * step(0.05, 0.14, steep))
        }
        Cover::Ochre | Cover::Badlands => {
            height + flutes(x, z, slope, steep, seed) + benches(height, x, z, seed) * step(0.25, 0.7, steep)
        }
        Cover::Glacier => {
            let size = 46.0;
            let (px, pz) = (x + 14.0 * noise(x / 60.0, z / 60.0, seed), z + 14.0 * noise(x / 60.0, z / 60.0, seed + 1));
            let crack = 1.0 - noise(px / size, pz / size * 1.9, seed + 2).abs() * 2.4;
            let block = fbm(px / 22.0, pz / 22.0, 3, seed + 3);
            height + block * 13.0 * (0.35 + steep) - crack.clamp(0.0, 1.0).powi(3) * 12.0 * (0.3 + steep)
        }
        _ => height,
    }
}

/// Height of one field above the next.
pub const RUNG: f32 = 3.4;

/// Which step of the fields a height is on, and how far towards the next.
pub fn rung(x: f32, z: f32, height: f32, seed: u32) -> (f32, f32) {
    let level = (height + 5.0 * noise(x / 70.0, z / 70.0, seed + 71)) / RUNG;
    (level.floor(), level - level.floor())
}

/// Columns that rain has cut into soft walls: they run down the slope.
fn flutes(x: f32, z: f32, slope: (f32, f32), steep: f32, seed: u32) -> f32 {
    let (sx, sz) = (slope.1 / steep.max(1e-3), -slope.0 / steep.max(1e-3));
    let mut sum = 0.0;
    for (size, deep) in [(64.0, 10.0), (27.0, 5.0), (11.0, 2.0)] {
        let along = x * sx + z * sz;
        let n = noise(along / size, (x * -sz + z * sx) / (size * 5.0), seed + size as u32);
        sum += (n.abs() * -1.8 + 0.5) * deep;
    }
    sum * step(0.3, 0.9, steep)
}

/// Hard layers stand out as steps.
fn benches(height: f32, x: f32, z: f32, seed: u32) -> f32 {
    let level = height + 16.0 * noise(x / 600.0, z / 600.0, seed + 5);
    (level / 38.0 * std::f32::consts::TAU).sin() * 4.0 + (level / 13.0 * std::f32::consts::TAU).sin() * 1.4
}
