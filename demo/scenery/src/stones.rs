//! Stones with edges: each is what a dozen and a half planes leave of a ball, met by one ray for every pixel.

use crate::canvas::Canvas;
use crate::maths::{Dice, V3, step, v3};
use crate::noise::noise3;
use crate::trace::Tracer;

const PLANES: usize = 18;

pub struct Stone {
    middle: V3,
    /// Half its lengths.
    size: V3,
    planes: [(V3, f32); PLANES],
    colour: V3,
    seed: u32,
}

impl Stone {
    /// A stone half sunk into the ground at `foot`, about `size` metres from its middle to its side.
    pub fn new(foot: V3, size: f32, colour: V3, dice: &mut Dice) -> Stone {
        let size = v3(size * dice.between(0.8, 1.35), size * dice.between(0.5, 0.85), size * dice.between(0.8, 1.2));
        let (s, c) = (dice.unit() * std::f32::consts::TAU).sin_cos();
        let first = dice.unit();
        let mut planes = [(V3::ZERO, 0.0); PLANES];
        for (i, plane) in planes.iter_mut().enumerate() {
            // Evenly around the ball, so that no side is left open.
            let up = 1.0 - 2.0 * (i as f32 + 0.5) / PLANES as f32;
            let flat = (1.0 - up * up).sqrt();
            let (b, a) = ((i as f32 + first) * 2.399_963).sin_cos();
            let n = (v3(a * flat, up, b * flat) + v3(dice.bell(), dice.bell(), dice.bell()) * 0.22).unit();
            let cut = dice.between(0.66, 0.98);
            let wide = v3(n.x / size.x, n.y / size.y, n.z / size.z);
            let turned = v3(wide.x * c + wide.z * s, wide.y, wide.z * c - wide.x * s);
            let long = turned.length();
            *plane = (turned * (1.0 / long), cut / long);
        }
        let middle = foot + v3(0.0, size.y * dice.between(0.05, 0.5), 0.0);
        Stone { middle, size, planes, colour, seed: (dice.unit() * 999.0) as u32 }
    }

    /// Where a ray goes in and out, and the side it meets.
    fn meet(&self, from: V3, way: V3) -> Option<(f32, V3)> {
        let (mut enter, mut leave, mut side) = (f32::MIN, f32::MAX, V3::ZERO);
        let from = from - self.middle;
        for (n, d) in self.planes {
            let (facing, off) = (n.dot(way), d - n.dot(from));
            if facing < -1e-6 {
                if off / facing > enter {
                    (enter, side) = (off / facing, n);
                }
            } else if facing > 1e-6 {
                leave = leave.min(off / facing);
            } else if off < 0.0 {
                return None;
            }
        }
        (enter < leave && leave > 0.0).then_some((enter, side))
    }

    pub fn draw(&self, tracer: &Tracer, canvas: &mut Canvas) {
        let view = tracer.view;
        let wide = self.size.x.max(self.size.z).max(self.size.y) * 1.1;
        if self.middle.z < wide * 2.0 + 1.0 {
            return;
        }
        let (x, y) = view.project(self.middle);
        let pixels = wide * view.focal / self.middle.z;
        if pixels < 0.7 || x < -pixels * 6.0 || x > view.width as f32 + pixels * 6.0 || y < -pixels {
            return;
        }
        let (column, row) = tracer.land.cell(self.middle.x, self.middle.z);
        let sun = tracer.light.sun(column, row, self.middle.y) * tracer.shade.sun(self.middle);
        self.shadow(tracer, canvas, sun, wide);
        let sky = tracer.light.sky(column, row).max(0.5);
        let (through, haze) = tracer.air.between(self.middle.unit(), self.middle.length(), self.middle.y);
        let foot = self.middle.y - self.size.y * 0.3;
        let grain = (0.05_f32).max(self.middle.z / view.focal * 2.0);
        for py in (y - pixels) as i32..=(y + pixels) as i32 {
            for px in (x - pixels) as i32..=(x + pixels) as i32 {
                let way = view.direction(px as f32 + 0.5, py as f32 + 0.5);
                let Some((far, side)) = self.meet(V3::ZERO, way) else { continue };
                let p = way * far;
                let (speck, d) = noise3([p.x / grain, p.y / grain, p.z / grain], self.seed);
                let (patch, e) = noise3([p.x / grain / 4.0, p.y / grain / 4.0, p.z / grain / 4.0], self.seed + 1);
                let normal = (side - v3(d[0], d[1], d[2]) * 0.16 - v3(e[0], e[1], e[2]) * 0.2).unit();
                let lichen = V3::hex(0x8C8A62).mix(V3::hex(0xA5A096), 0.5 + 0.5 * speck);
                let skin =
                    self.colour.mix(lichen, step(0.25, 0.6, patch + 0.3 * side.y) * 0.35) * (1.0 + 0.22 * speck + 0.14 * patch);
                let low = 0.5 + 0.5 * step(-0.1, 0.9, (p.y - foot) / self.size.y);
                canvas.lay(px, py, p.z, skin * tracer.shine(normal, sun, sky * low, 0.05) * low * through + haze, 1.0);
            }
        }
    }

    /// Darkens what lies under and behind the stone.
    fn shadow(&self, tracer: &Tracer, canvas: &mut Canvas, sun: f32, wide: f32) {
        let view = tracer.view;
        let (day, fill) = (view.hour.sunlight.luminance(), view.hour.fill.luminance());
        let strength = 0.66 * sun * day / (day + fill * 2.0);
        let long = (self.size.y * 2.0 / view.sun.y.max(0.05)).min(wide * 5.0);
        let end = self.middle - view.sun * long;
        let (a, b) = (view.project(self.middle), view.project(v3(end.x, self.middle.y - self.size.y, end.z.max(2.0))));
        let room = wide * 1.6 * view.focal / self.middle.z.min(end.z.max(2.0));
        let range = |a: f32, b: f32, most: usize| {
            let top = most as f32 - 1.0;
            (((a.min(b) - room).clamp(0.0, top)) as usize, ((a.max(b) + room).clamp(0.0, top)) as usize)
        };
        let ((x0, x1), (y0, y1)) = (range(a.0, b.0, canvas.width), range(a.1, b.1, canvas.height));
        for y in y0..=y1 {
            for x in x0..=x1 {
                let k = y * canvas.width + x;
                let z = canvas.depth[k];
                if (z - self.middle.z).abs() > long + wide * 2.0 {
                    continue;
                }
                let p = v3(view.side(x as f32 + 0.5) * z, (view.level - y as f32 - 0.5) / view.focal * z, z);
                let aside = v3((p.x - self.middle.x) / self.size.x, 0.0, (p.z - self.middle.z) / self.size.z).length();
                let mut left = 1.0 - 0.42 * step(1.55, 0.85, aside);
                if strength > 0.03 && self.meet(p, view.sun).is_some() {
                    left *= 1.0 - strength;
                }
                canvas.colour[k] = canvas.colour[k] * left;
            }
        }
    }
}
