//! The camera: it looks level, so that every column of the picture is one upright slice of the land.

use crate::hours::{self, Hour};
use crate::maths::{V3, v3};
use crate::scene::Scene;

pub struct View {
    /// Pixels drawn, more than the finished picture has.
    pub width: usize,
    pub height: usize,
    /// Distance of the picture plane and row of the eye's level, in those pixels.
    pub focal: f32,
    pub level: f32,
    /// Drawn pixels for each one of the frame.
    pub zoom: f32,
    pub sun: V3,
    pub hour: Hour,
}

impl View {
    pub fn new(scene: &Scene, width: usize) -> Result<View, String> {
        let hour = hours::named(&scene.hour).ok_or_else(|| format!("no hour is called {}", scene.hour))?;
        let zoom = width as f32 / scene.frame[0];
        let focal = 0.5 * width as f32 / (scene.fov.to_radians() * 0.5).tan();
        let [turn, rise] = scene.sun.unwrap_or(hour.sun).map(f32::to_radians);
        let sun = v3(turn.sin() * rise.cos(), rise.sin(), turn.cos() * rise.cos());
        Ok(View { width, height: (scene.frame[1] * zoom) as usize, focal, level: scene.horizon * zoom, zoom, sun, hour })
    }

    /// Slope to the side, x over z, of a drawn column.
    pub fn side(&self, column: f32) -> f32 {
        (column - 0.5 * self.width as f32) / self.focal
    }

    pub fn direction(&self, column: f32, row: f32) -> V3 {
        v3(self.side(column), (self.level - row) / self.focal, 1.0).unit()
    }

    /// Drawn column and row of a place before the camera.
    pub fn project(&self, p: V3) -> (f32, f32) {
        (0.5 * self.width as f32 + self.focal * p.x / p.z, self.level - self.focal * p.y / p.z)
    }

    /// The place at a column and row of the frame and a distance.
    pub fn place(&self, x: f32, y: f32, distance: f32) -> V3 {
        v3(self.side(x * self.zoom) * distance, (self.level - y * self.zoom) / self.focal * distance, distance)
    }
}
