//! The sky behind everything and the air before it.

use crate::maths::{V3, step, v3};
use crate::noise::{chance, fbm};
use crate::scene::Scene;
use crate::view::View;

pub struct Air<'a> {
    scene: &'a Scene,
    view: &'a View,
    grey: f32,
}

/// What blue light loses to air over a metre at these heights, and the other colours with it.
const BLUE: V3 = v3(3.6e-6, 8.4e-6, 20.5e-6);
/// Metres over which grey haze thins out upwards.
const HAZE_HEIGHT: f32 = 1100.0;

impl<'a> Air<'a> {
    pub fn new(scene: &'a Scene, view: &'a View) -> Air<'a> {
        Air { scene, view, grey: scene.haze / view.hour.haze * 0.34 }
    }

    /// Colour of the clear sky low over the horizon in a direction: what far haze looks like.
    pub fn low(&self, dir: V3) -> V3 {
        let hour = &self.view.hour;
        let flat = (dir.x * self.view.sun.x + dir.z * self.view.sun.z)
            / ((dir.x * dir.x + dir.z * dir.z).sqrt() * (self.view.sun.x.powi(2) + self.view.sun.z.powi(2)).sqrt()).max(1e-4);
        let toward = (0.5 + 0.5 * flat).powi(3);
        let away = (0.5 - 0.5 * flat).powi(2);
        hour.horizon.mix(hour.glow, toward * 0.75).mix(hour.opposite, away * 0.8)
    }

    pub fn clear(&self, dir: V3) -> V3 {
        let hour = &self.view.hour;
        let up = dir.y.max(0.0);
        let lift = 1.0 - (-up * 4.2).exp();
        let facing = dir.dot(self.view.sun).max(0.0);
        let mut sky = self.low(dir).mix(hour.zenith, lift);
        sky += hour.glow
            * (0.32 * facing.powi(9) + 0.5 * facing.powi(60) + 0.35 * facing.powi(500))
            * if hour.night { 0.45 } else { 0.8 };
        sky
    }

    /// The whole sky: air, stars, high clouds, the sun or the moon.
    pub fn sky(&self, dir: V3) -> V3 {
        let mut sky = self.clear(dir);
        let hour = &self.view.hour;
        let facing = dir.dot(self.view.sun);
        if self.scene.stars > 0.0 {
            sky += self.star(dir);
        }
        if self.scene.hour == "moon" {
            let disc = step(0.99984, 0.99987, facing);
            sky = sky.mix(v3(2.6, 2.75, 2.8) * (0.8 + 0.2 * fbm(dir.x * 240.0, dir.y * 240.0, 3, 4)), disc);
            sky += hour.glow * 1.2 * facing.max(0.0).powi(2600);
        } else {
            sky += hour.sunlight * (2.4 * step(0.99988, 0.99997, facing));
        }
        self.high_clouds(dir, sky)
    }

    fn star(&self, dir: V3) -> V3 {
        let grid = 340.0;
        let (a, b) = (dir.x / dir.z * grid, dir.y / dir.z * grid);
        let (i, j) = (a.floor() as i32, b.floor() as i32);
        if chance(i, j, 17) > 0.03 * self.scene.stars {
            return V3::ZERO;
        }
        let (cx, cy) = (0.25 + 0.5 * chance(i, j, 18), 0.25 + 0.5 * chance(i, j, 19));
        let (dx, dy) = (a - i as f32 - cx, b - j as f32 - cy);
        let size = chance(i, j, 20);
        let bright = 0.10 + 1.1 * size.powi(7);
        let tint = v3(0.85, 0.92, 1.1).mix(v3(1.1, 0.95, 0.8), chance(i, j, 21));
        tint * (bright * (-(dx * dx + dy * dy) * 26.0).exp() * step(0.02, 0.25, dir.y))
    }

    fn high_clouds(&self, dir: V3, sky: V3) -> V3 {
        if dir.y < 0.004 {
            return sky;
        }
        let hour = &self.view.hour;
        let seed = self.scene.seed + 900;
        let over = 1.0 / (dir.y + 0.07);
        let (x, z) = (dir.x * over, dir.z * over);
        let facing = dir.dot(self.view.sun).max(0.0);
        let low = step(0.01, 0.09, dir.y);
        let mut out = sky;
        if self.scene.cirrus > 0.0 {
            let bend = fbm(x * 0.35, z * 0.35, 3, seed);
            let streak = fbm(x * 0.55 + bend * 1.3 + z * 0.3, z * 1.9 + bend * 2.2, 5, seed + 3);
            let patch = step(-0.25, 0.42, fbm(x * 0.22 + 3.0, z * 0.3, 3, seed + 7));
            let thick = step(0.02, 0.55, streak + self.scene.cirrus * 0.5 - 0.12) * patch * low;
            let lit = hour.sunlight * (0.13 + 0.22 * facing.powi(6)) + hour.fill * 0.55;
            out = out.mix(lit, (thick * 0.75 * (self.scene.cirrus * 1.6).min(1.0)).min(0.85));
        }
        if self.scene.cumulus > 0.0 {
            let (x, z) = (x * 0.62, z * 0.62);
            let shape = |x: f32, z: f32| {
                let bend = fbm(x * 1.4, z * 1.4, 2, seed + 20) * 0.5;
                fbm(x + bend, z + bend, 6, seed + 21) + self.scene.cumulus * 0.62 - 0.34
            };
            let here = shape(x, z);
            if here > 0.0 {
                let (sx, sz) = (self.view.sun.x * 0.16, self.view.sun.z * 0.16);
                let toward = shape(x + sx, z + sz).max(0.0) + 0.5 * shape(x + sx * 2.2, z + sz * 2.2).max(0.0);
                let lit = (-toward * 5.0).exp();
                let body = hour.fill * 0.72 + self.low(dir) * 0.18;
                let colour = body + hour.sunlight * (0.30 * lit * (1.0 + 0.8 * facing.powi(8)));
                out = out.mix(colour.mix(sky, 1.0 - low), step(0.0, 0.17, here) * low);
            }
        }
        out
    }

    /// How much light comes through the air from a height and distance, and what the air adds.
    pub fn between(&self, dir: V3, distance: f32, height: f32) -> (V3, V3) {
        let mean = |scale: f32| {
            let t = (height / scale).clamp(-2.6, 30.0);
            if t.abs() < 1e-3 { 1.0 } else { (1.0 - (-t).exp()) / t }
        };
        let grey = self.grey * mean(HAZE_HEIGHT) * distance;
        let blue = BLUE * (mean(8000.0) * distance * self.scene.haze.clamp(0.6, 1.4));
        let through = v3((-grey - blue.x).exp(), (-grey - blue.y).exp(), (-grey - blue.z).exp());
        let colour = self.low(dir);
        let facing = dir.dot(self.view.sun).max(0.0);
        let colour = colour + self.view.hour.glow * (0.16 * facing.powi(7));
        (through, colour * (V3::all(1.0) - through))
    }
}
