//! Draws the land: every column of the picture walks outwards over its slice of the ground and fills the
//! rows that rise above what is already drawn.

use crate::air::Air;
use crate::canvas::Canvas;
use crate::ground::{self, Spot};
use crate::land::Land;
use crate::light::Light;
use crate::maths::{V3, cubic, in_two, lerp, v3};
use crate::scene::Scene;
use crate::shade::Shade;
use crate::view::View;

pub struct Tracer<'a> {
    pub scene: &'a Scene,
    pub view: &'a View,
    pub land: &'a Land,
    pub light: &'a Light,
    pub air: &'a Air<'a>,
    pub shade: &'a Shade<'a>,
}

/// One drawn point of a column: its colour, its distance and how deep water is there.
pub type Dot = (V3, f32, f32);

/// From where a column is walked: the eye itself, or its mirror image under a lake.
pub struct Eye {
    pub height: f32,
    pub level: f32,
    pub mirrored: bool,
}

pub const SKY: f32 = 1e9;

impl Tracer<'_> {
    pub fn land(&self) -> Canvas {
        let eye = Eye { height: 0.0, level: self.view.level, mirrored: false };
        let columns = in_two(self.view.width, |c| self.column(c as f32 + 0.5, &eye));
        let mut canvas = Canvas::new(self.view.width, self.view.height);
        for (x, column) in columns.iter().enumerate() {
            for (y, dot) in column.iter().enumerate() {
                let k = y * canvas.width + x;
                (canvas.colour[k], canvas.depth[k], canvas.water[k]) = *dot;
            }
        }
        canvas
    }

    /// One column from top to bottom.
    pub fn column(&self, x: f32, eye: &Eye) -> Vec<Dot> {
        let (land, view) = (self.land, self.view);
        let side = view.side(x);
        let place = ((side - land.first) / land.pace).clamp(1.0, land.columns as f32 - 3.0);
        let (c, u) = (place as usize, place.fract());
        let height = |j: usize| {
            let k = j * land.columns + c;
            cubic(land.height[k - 1], land.height[k], land.height[k + 1], land.height[k + 2], u)
        };
        let mut dots = vec![(V3::ZERO, SKY, 0.0); view.height];
        let mut top = view.height as f32;
        let lake = self.scene.lake.as_ref();
        let wet = |z: f32| lake.filter(|l| l.span.is_none_or(|s| z > s[0] && z < s[1])).map_or(f32::MIN, |l| l.level);
        // The topmost pixel of each piece of ground that is only partly covered, and how far.
        let mut edges: Vec<Option<(V3, f32)>> = vec![None; view.height];
        let (mut before, mut before_row) = (height(0), f32::MAX);
        let mut seen_water = !eye.mirrored;
        for j in 1..land.rows {
            let z = land.distance(j as f32);
            let ground = height(j);
            let level = wet(z);
            seen_water |= ground < level;
            let shown = ground.max(level);
            let row = eye.level - view.focal * (shown - eye.height) / z;
            if eye.mirrored && (!seen_water || ground < level) {
                (before, before_row) = (ground, row);
                continue;
            }
            // In the mirror everything stands on the water's line: below it the view goes on.
            let until = if eye.mirrored { before_row } else { top };
            if row < until {
                let last = if before_row == f32::MAX { row + 1.0 } else { before_row };
                let goes_on = before_row <= top + 0.01;
                let from = row.max(0.0).ceil() as usize;
                for r in from..(until.ceil().max(0.0) as usize).min(view.height) {
                    if eye.mirrored && dots[r].1 < SKY {
                        continue;
                    }
                    if goes_on {
                        edges[r] = None;
                    }
                    let t = ((r as f32 - last) / (row - last)).clamp(0.0, 1.0);
                    let at = j as f32 - 1.0 + t;
                    let far = land.distance(at);
                    let deep = wet(far) - lerp(before, ground, t);
                    let real = smooth_height(&height, j, t, land.rows);
                    dots[r] = (self.ground(side, place, at, real, eye), far, deep.max(0.0));
                }
                let rest = from as f32 - row;
                if !eye.mirrored && from > 0 && from < view.height && edges[from - 1].is_none() {
                    edges[from - 1] = Some((dots[from].0, rest));
                }
                top = row.min(top);
                if !eye.mirrored && top <= 0.0 {
                    break;
                }
            }
            (before, before_row) = (ground, row);
        }
        for (r, dot) in dots.iter_mut().enumerate() {
            if dot.1 == SKY {
                dot.0 = self.air.sky(v3(side, (eye.level - r as f32 - 0.5) / view.focal, 1.0).unit());
            }
        }
        for (dot, edge) in dots.iter_mut().zip(edges) {
            if let Some((colour, part)) = edge {
                dot.0 = dot.0.mix(colour, part);
            }
        }
        dots
    }

    /// The colour of the ground at a cell, with the air before it.
    fn ground(&self, side: f32, column: f32, row: f32, height: f32, eye: &Eye) -> V3 {
        let z = self.land.distance(row);
        let place = v3(side * z, height, z);
        let (dx, dz) = self.slope(column, row);
        let normal = v3(-dx, 1.0, -dz).unit();
        let (i, j) = (column as i32, row as i32);
        let cell = z * self.land.pace;
        let hollow = lerp(self.hollow(i, j, cell), self.hollow(i, j + 1, cell), row.fract());
        let cover = self.land.cover[row as usize * self.land.columns + column as usize];
        let spot = Spot { place, normal, pixel: z / self.view.focal, cover, hollow };
        let paint = ground::paint(self.scene, &spot);
        let sky = self.light.sky(column, row) * (1.0 - 0.28 * hollow.max(0.0)).max(0.3);
        let sun = self.light.sun(column, row, height) * self.shade.sun(place);
        let lit = paint.colour * self.shine(paint.normal, sun, sky, paint.soft);
        let from = place - v3(0.0, eye.height, 0.0);
        let (through, haze) = self.air.between(from.unit(), from.length(), height);
        lit * through + haze
    }

    /// How far a cell lies below those around it.
    fn hollow(&self, i: i32, j: i32, cell: f32) -> f32 {
        let around = |wide: i32| {
            self.land.get(i - wide, j) + self.land.get(i + wide, j) + self.land.get(i, j - wide) + self.land.get(i, j + wide)
        };
        let here = self.land.get(i, j);
        ((around(3) * 0.25 - here) / (cell * 3.0) + (around(9) * 0.25 - here) / (cell * 9.0)).clamp(-1.0, 1.5)
    }

    fn slope(&self, column: f32, row: f32) -> (f32, f32) {
        let (a, b) = (self.land.slope(column, row, 1), self.land.slope(column + 1.0, row + 1.0, 1));
        let t = 0.5 * (column.fract() + row.fract());
        (lerp(a.0, b.0, t), lerp(a.1, b.1, t))
    }

    /// Light on a surface: the sun, the sky above and what the ground throws back.
    pub fn shine(&self, normal: V3, sun: f32, sky: f32, soft: f32) -> V3 {
        let hour = &self.view.hour;
        let facing = normal.dot(self.view.sun);
        let direct = ((facing + soft * 0.35) / (1.0 + soft * 0.35)).max(0.0) * sun;
        let up = 0.5 + 0.5 * normal.y;
        let back = v3(0.55, 0.5, 0.45) * (0.5 - 0.5 * normal.y);
        // The low sky on the sun's side is brighter than the rest.
        let flat = (normal.x * self.view.sun.x + normal.z * self.view.sun.z) * 0.5 + 0.5;
        let side = hour.fill.mix(hour.glow * 0.28, 0.30 * flat);
        hour.sunlight * (0.32 * direct) + (side * up + hour.fill * back * 0.7) * sky + hour.sunlight * (0.022 * sky)
    }
}

fn smooth_height(height: &impl Fn(usize) -> f32, j: usize, t: f32, rows: usize) -> f32 {
    cubic(height(j.saturating_sub(2)), height(j - 1), height(j), height((j + 1).min(rows - 1)), t)
}
