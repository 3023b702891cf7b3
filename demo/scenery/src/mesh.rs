//! Flat-sided things: boxes, lathed shapes, lumps and cloth as triangles, drawn with their shadow.

use crate::canvas::Canvas;
use crate::maths::{V3, step, v3};
use crate::noise::{chance, noise3};
use crate::trace::Tracer;

pub struct Side {
    pub corners: [V3; 3],
    pub colour: V3,
    /// Light of its own: a window at night.
    pub glow: V3,
    /// How uneven the surface looks; masonry is 0.3.
    pub grain: f32,
    /// Height of the courses of a wall; 0 where it has none.
    pub masonry: f32,
}

/// A thing around its own foot, before it is turned and put on the land.
#[derive(Default)]
pub struct Mesh {
    pub sides: Vec<Side>,
    /// Of the sides that are added next.
    pub masonry: f32,
}

impl Mesh {
    pub fn flat(&mut self, corners: [V3; 4], colour: V3, grain: f32) {
        self.pane(corners, colour, V3::ZERO, grain);
    }

    pub fn pane(&mut self, c: [V3; 4], colour: V3, glow: V3, grain: f32) {
        let masonry = self.masonry;
        for corners in [[c[0], c[1], c[2]], [c[0], c[2], c[3]]] {
            self.sides.push(Side { corners, colour, glow, grain, masonry });
        }
    }

    /// A box on the middle of its lower side; its top may be narrower.
    pub fn block(&mut self, foot: V3, size: V3, taper: f32, colour: V3, grain: f32) {
        let (w, d) = (size.x * 0.5, size.z * 0.5);
        let ring = |y: f32, k: f32| {
            [v3(-w * k, y, -d * k), v3(w * k, y, -d * k), v3(w * k, y, d * k), v3(-w * k, y, d * k)].map(|p| p + foot)
        };
        let (low, high) = (ring(0.0, 1.0), ring(size.y, taper));
        for i in 0..4 {
            let n = (i + 1) % 4;
            self.flat([low[i], low[n], high[n], high[i]], colour, grain);
        }
        self.flat(high, colour, grain);
    }

    /// A profile of (radius, height) turned around the upright axis.
    pub fn lathe(&mut self, foot: V3, profile: &[(f32, f32)], parts: u32, colour: V3, grain: f32) {
        let point = |k: u32, (r, y): (f32, f32)| {
            let a = k as f32 / parts as f32 * std::f32::consts::TAU;
            foot + v3(a.cos() * r, y, a.sin() * r)
        };
        for pair in profile.windows(2) {
            for k in 0..parts {
                self.flat([point(k, pair[0]), point(k + 1, pair[0]), point(k + 1, pair[1]), point(k, pair[1])], colour, grain);
            }
        }
    }

    /// A stone or an animal's body: a ball with lengths of its own and an uneven skin.
    pub fn lump(&mut self, middle: V3, size: V3, uneven: f32, colour: V3, seed: u32) {
        let (across, up) = (12, 7);
        let point = |i: i32, j: i32| {
            let (a, b) = (
                i.rem_euclid(across) as f32 / across as f32 * std::f32::consts::TAU,
                (j as f32 / up as f32 - 0.5) * std::f32::consts::PI,
            );
            let n = v3(a.cos() * b.cos(), b.sin(), a.sin() * b.cos());
            let r = 1.0 + uneven * noise3([n.x * 1.7 + 9.0, n.y * 1.7, n.z * 1.7], seed).0;
            middle + n * r * size
        };
        for j in 0..up {
            for i in 0..across {
                let shade = 0.92 + 0.16 * chance(i, j, seed);
                self.flat([point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)], colour * shade, 0.3);
            }
        }
    }

    /// Puts all of `other` here, turned, sized and moved.
    pub fn add(&mut self, other: &Mesh, at: V3, turn: f32, size: f32) {
        let (s, c) = turn.to_radians().sin_cos();
        let put = |p: V3| v3(p.x * c + p.z * s, p.y, p.z * c - p.x * s) * size + at;
        self.sides.extend(other.sides.iter().map(|f| Side {
            corners: f.corners.map(put),
            colour: f.colour,
            glow: f.glow,
            grain: f.grain,
            masonry: f.masonry * size,
        }));
    }

    /// Draws the shadow on the ground around and then the thing itself.
    pub fn draw(&self, tracer: &Tracer, canvas: &mut Canvas, foot: f32) {
        self.shadow(tracer, canvas, foot);
        self.paint(tracer, canvas, foot);
    }

    /// Draws the thing without its shadow.
    pub fn paint(&self, tracer: &Tracer, canvas: &mut Canvas, foot: f32) {
        for side in &self.sides {
            let [a, b, c] = side.corners;
            let middle = (a + b + c) * (1.0 / 3.0);
            if middle.z < 1.0 {
                continue;
            }
            let mut normal = (b - a).cross(c - a).unit();
            if normal.dot(middle) > 0.0 {
                normal = -normal;
            }
            let (column, row) = tracer.land.cell(middle.x, middle.z);
            let sun = tracer.light.sun(column, row, middle.y + 0.5);
            let sky = tracer.light.sky(column, row).max(0.6);
            let (light, shaded) = (tracer.shine(normal, sun, sky, 0.1), tracer.shine(normal, 0.0, sky, 0.1));
            let (through, haze) = tracer.air.between(middle.unit(), middle.length(), middle.y);
            let pixel = middle.z / tracer.view.focal;
            triangle(tracer, side.corners, |x, y, p| {
                let size = (0.35_f32).max(pixel * 2.0);
                let rough = 1.0 + side.grain * noise3([p.x / size, p.y / size * 1.7, p.z / size], 77).0;
                let foot_dark = 0.72 + 0.28 * ((p.y - foot) / 1.2).clamp(0.0, 1.0);
                let light = shaded.mix(light, tracer.shade.sun(p));
                let laid = if side.masonry > pixel * 3.0 { stones(p, normal, side.masonry, pixel) } else { 1.0 };
                let lit = side.colour * light * (rough * foot_dark * laid) + side.glow;
                canvas.lay(x, y, p.z, lit * through + haze, 1.0);
            });
        }
    }

    fn shadow(&self, tracer: &Tracer, canvas: &mut Canvas, foot: f32) {
        let sun = tracer.view.sun;
        let middle = self.sides.first().map_or(V3::ZERO, |s| s.corners[0]);
        let (column, row) = tracer.land.cell(middle.x, middle.z);
        let strength = 0.62
            * tracer.light.sun(column, row, foot + 1.0)
            * (tracer.view.hour.sunlight.luminance()
                / (tracer.view.hour.sunlight.luminance() + tracer.view.hour.fill.luminance() * 2.0));
        if strength < 0.05 || sun.y < 0.02 {
            return;
        }
        let long = (1.0 / sun.y).min(5.0);
        let mut dark = std::collections::HashSet::new();
        for side in &self.sides {
            let cast = side.corners.map(|p| {
                let q = p - sun * ((p.y - foot).max(0.0) * long);
                v3(q.x, tracer.land.at(q.x, q.z.max(2.0)) + 0.02, q.z.max(2.0))
            });
            triangle(tracer, cast, |x, y, p| {
                if x >= 0 && y >= 0 && x < canvas.width as i32 && y < canvas.height as i32 {
                    let k = y as usize * canvas.width + x as usize;
                    if (canvas.depth[k] / p.z - 1.0).abs() < 0.05 {
                        dark.insert(k);
                    }
                }
            });
        }
        for k in dark {
            canvas.colour[k] = canvas.colour[k] * (1.0 - strength);
        }
    }
}

/// Stones of uneven length in courses: each has a tone of its own and a dark joint around it.
fn stones(p: V3, normal: V3, course: f32, pixel: f32) -> f32 {
    let along = p.x * normal.z - p.z * normal.x;
    let level = p.y / course + 0.12 * noise3([along / course / 3.0, p.y / course / 3.0, 0.5], 78).0;
    let row = level.floor();
    let luck = chance(row as i32, 3, 79);
    let place = along / (course * (1.5 + luck)) + luck * 9.0;
    let place = place + 0.32 * noise3([place * 1.3, row * 3.7, 0.5], 80).0;
    let tone = 0.76 + 0.44 * chance(place.floor() as i32, row as i32, 81);
    let (u, v) = (place - place.floor(), level - row);
    let edge = (u.min(1.0 - u) * (1.5 + luck)).min(v.min(1.0 - v)) * course;
    let joint = 1.0 - 0.5 * step(course * 0.11 + pixel * 0.4, course * 0.04, edge);
    1.0 + (tone * joint - 1.0) * step(course * 0.33, course * 0.14, pixel)
}

/// Calls `dot` with every pixel of a triangle and its place in the world.
fn triangle(tracer: &Tracer, corners: [V3; 3], mut dot: impl FnMut(i32, i32, V3)) {
    if corners.iter().any(|p| p.z < 1.0) {
        return;
    }
    let s = corners.map(|p| tracer.view.project(p));
    let area = (s[1].0 - s[0].0) * (s[2].1 - s[0].1) - (s[2].0 - s[0].0) * (s[1].1 - s[0].1);
    if area.abs() < 1e-4 {
        return;
    }
    let low =
        |f: fn(&(f32, f32)) -> f32, most: usize| s.iter().map(f).fold(f32::MAX, f32::min).floor().clamp(0.0, most as f32) as i32;
    let high =
        |f: fn(&(f32, f32)) -> f32, most: usize| s.iter().map(f).fold(f32::MIN, f32::max).ceil().clamp(0.0, most as f32) as i32;
    let (w, h) = (tracer.view.width, tracer.view.height);
    for y in low(|p| p.1, h)..high(|p| p.1, h) {
        for x in low(|p| p.0, w)..high(|p| p.0, w) {
            let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
            let part = |i: usize, j: usize| ((s[i].0 - px) * (s[j].1 - py) - (s[j].0 - px) * (s[i].1 - py)) / area;
            let (a, b, c) = (part(1, 2), part(2, 0), part(0, 1));
            if a >= -1e-4 && b >= -1e-4 && c >= -1e-4 {
                let deep = 1.0 / (a / corners[0].z + b / corners[1].z + c / corners[2].z);
                let p =
                    (corners[0] * (a / corners[0].z) + corners[1] * (b / corners[1].z) + corners[2] * (c / corners[2].z)) * deep;
                dot(x, y, p);
            }
        }
    }
}
