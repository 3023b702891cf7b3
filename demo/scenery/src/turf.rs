//! What stands on near ground: tufts of grass, low shrubs, flowers and loose stones, so that it is no carpet.

use crate::canvas::Canvas;
use crate::ground::{self, Spot};
use crate::maths::{Dice, V3, step, v3};
use crate::noise::{chance, fbm, hash};
use crate::paths;
use crate::scene::Cover;
use crate::stones::Stone;
use crate::trace::Tracer;

/// Metres between tufts, between shrubs and between stones.
const GAPS: [f32; 3] = [0.36, 1.5, 1.1];

/// Draws from far to near all that is large enough to be seen.
pub fn draw(tracer: &Tracer, canvas: &mut Canvas) {
    let (near, focal) = (tracer.scene.near, tracer.view.focal);
    // Where the largest of each is two or three pixels high.
    let reach = [0.45 * focal / 3.0, 1.1 * focal / 3.5, 0.5 * focal / 2.5].map(|far: f32| far.min(420.0));
    let far = reach.iter().copied().fold(near, f32::max);
    let turf = Turf { tracer, seed: tracer.scene.seed * 11 };
    let band = 1.1;
    for j in (0..((far - near) / band) as i32).rev() {
        let (start, end) = (near + j as f32 * band, near + (j + 1) as f32 * band);
        for (n, gap) in GAPS.iter().enumerate().rev() {
            if start < reach[n] {
                turf.rows(canvas, n, *gap, (start, end), reach[n]);
            }
        }
    }
}

struct Turf<'a> {
    tracer: &'a Tracer<'a>,
    seed: u32,
}

impl Turf<'_> {
    fn rows(&self, canvas: &mut Canvas, kind: usize, gap: f32, span: (f32, f32), reach: f32) {
        let view = self.tracer.view;
        for j in ((span.0 / gap).ceil() as i32..(span.1 / gap).ceil() as i32).rev() {
            let half = view.side(view.width as f32) * (j as f32 * gap) + 2.0;
            for i in (-half / gap) as i32..=(half / gap) as i32 {
                let salt = self.seed + kind as u32;
                let mut dice = Dice::new(hash(i, j, salt));
                let (x, z) = ((i as f32 + dice.bell() * 0.5) * gap, (j as f32 + dice.bell() * 0.5) * gap);
                // Thinned out towards the end so that no line shows.
                if z < self.tracer.scene.near || chance(i, j, salt + 9) < step(reach * 0.45, reach, z) {
                    continue;
                }
                let foot = v3(x, self.tracer.land.at(x, z), z);
                if self.seen(canvas, foot) {
                    self.grow(canvas, kind, foot, &mut dice);
                }
            }
        }
    }

    /// Whether the ground there is not hidden, nor under water.
    fn seen(&self, canvas: &Canvas, foot: V3) -> bool {
        let (x, y) = self.tracer.view.project(foot);
        if !(0.0..canvas.width as f32).contains(&x) || y < 0.0 {
            return false;
        }
        let k = (y as usize).min(canvas.height - 1) * canvas.width + x as usize;
        let dry = self.tracer.scene.lake.as_ref().is_none_or(|lake| foot.y > lake.level + 0.12);
        dry && canvas.depth[k] > foot.z * 0.95
    }

    fn grow(&self, canvas: &mut Canvas, kind: usize, foot: V3, dice: &mut Dice) {
        let scene = self.tracer.scene;
        let cover = self.tracer.land.cover_at(foot.x, foot.z);
        let normal = self.tracer.land.normal(foot.x, foot.z);
        let steep = 1.0 - normal.y;
        let worn = paths::worn(scene, foot.x, foot.z);
        let green = matches!(cover, Cover::Grass | Cover::Moor);
        let moor = cover == Cover::Moor;
        if kind == 2 {
            let many = match cover {
                Cover::Grass => 0.09,
                Cover::Moor => 0.2,
                Cover::Scree | Cover::Gravel | Cover::Rock => 0.5,
                _ => return,
            };
            let field = step(-0.15, 0.45, fbm(foot.x / 12.0, foot.z / 12.0, 3, self.seed + 3));
            if dice.unit() < many * (0.25 + 1.9 * field) + worn * 0.12 {
                let large = if worn > 0.4 { 0.35 } else { 1.0 };
                let size = (0.07 / dice.unit().max(0.02).powf(0.62)).min(0.8) * large;
                let grey = V3::hex(scene.rock).mix(V3::hex(0x857E72), 0.6) * dice.between(0.6, 1.1);
                Stone::new(foot, size, grey, dice).draw(self.tracer, canvas);
            }
            return;
        }
        if !green || steep > 0.4 || worn > dice.between(0.15, 0.7) {
            return;
        }
        let spot = Spot { place: foot, normal, pixel: 0.5, cover, hollow: 0.0 };
        let (column, row) = self.tracer.land.cell(foot.x, foot.z);
        let sun = self.tracer.light.sun(column, row, foot.y + 0.3) * self.tracer.shade.sun(foot + v3(0.0, 0.2, 0.0));
        let lit = Lit { sun, sky: self.tracer.light.sky(column, row).clamp(0.4, 1.0), normal };
        if kind == 1 {
            let clump = fbm(foot.x / 26.0, foot.z / 26.0, 3, self.seed + 5);
            let rare = if moor { -0.02 } else { 0.06 };
            if dice.unit() < step(rare, rare + 0.3, clump) * 0.6 {
                self.shrub(canvas, foot, moor, &lit, dice);
            }
            return;
        }
        let base = ground::paint(scene, &spot).colour;
        let long = fbm(foot.x / 7.0, foot.z / 7.0, 3, self.seed + 7);
        if dice.unit() < 0.9 - step(-0.25, 0.2, long) * 0.5 {
            self.tuft(canvas, foot, base, (0.6 + 1.1 * long).clamp(0.35, 1.2), &lit, dice);
        }
        if dice.unit() < scene.flowers * step(0.0, 0.3, fbm(foot.x / 4.0, foot.z / 4.0, 2, self.seed + 8)) {
            self.flower(canvas, foot, &lit, dice);
        }
    }

    fn tuft(&self, canvas: &mut Canvas, foot: V3, base: V3, long: f32, lit: &Lit, dice: &mut Dice) {
        let view = self.tracer.view;
        let tall = 0.40 * long * dice.between(0.6, 1.3);
        let pixels = tall * view.focal / foot.z;
        if pixels < 1.6 {
            return;
        }
        // Fresh, dry or dark: the kinds stand in patches.
        let kind = fbm(foot.x / 11.0, foot.z / 11.0, 2, self.seed + 6) + dice.bell() * 0.22;
        let tint = if kind > 0.16 {
            v3(1.55, 1.28, 0.92)
        } else if kind < -0.18 {
            v3(0.62, 0.82, 0.55)
        } else {
            v3(0.95, 1.08, 0.72)
        };
        let base = base * tint * dice.between(0.8, 1.2);
        self.blob(canvas, foot, tall * 0.8, 0.40);
        let (x, y) = view.project(foot);
        let (through, haze) = self.tracer.air.between(foot.unit(), foot.length(), foot.y);
        let wide = 0.016 * view.focal / foot.z;
        let count = if pixels > 9.0 { 16 } else { 8 };
        let back = view.hour.sunlight * (0.10 * lit.sun * view.sun.z.max(0.0));
        for _ in 0..count {
            let aside = dice.bell();
            let lean = aside * 0.55 + dice.bell() * 0.25;
            let own = pixels * dice.between(0.45, 1.1);
            let root = x + aside * pixels * 0.28;
            let down = dice.bell() * pixels * 0.08;
            let normal = (lit.normal + v3(lean * 0.5, 0.1, -0.25)).unit();
            let light = self.tracer.shine(normal, lit.sun, lit.sky, 0.6);
            let tone = base * dice.between(0.75, 1.3);
            let depth = foot.z * (0.998 - 0.000_4 * down);
            for s in 0..own.ceil() as i32 {
                let t = (s as f32 + 0.5) / own;
                let colour = tone * (0.34 + 1.15 * t) * (light + back * t) * through + haze;
                let px = root + lean * own * t * t;
                let cover = (wide * (1.15 - t)).clamp(0.30, 1.0);
                canvas.lay(px as i32, (y + down) as i32 - s, depth, colour, cover);
                if wide * (1.0 - t) > 1.4 {
                    canvas.lay(px as i32 + 1, (y + down) as i32 - s, depth, colour, (wide * (1.0 - t) - 1.0).min(1.0));
                }
            }
        }
    }

    fn shrub(&self, canvas: &mut Canvas, foot: V3, moor: bool, lit: &Lit, dice: &mut Dice) {
        let view = self.tracer.view;
        let size = dice.between(0.35, 1.1) * if moor { 0.8 } else { 1.0 };
        let (through, haze) = self.tracer.air.between(foot.unit(), foot.length(), foot.y);
        let leaf = if dice.unit() < if moor { 0.55 } else { 0.2 } { V3::hex(0x6E4E30) } else { V3::hex(0x516038) };
        self.blob(canvas, foot, size * 1.25, 0.5);
        // A few heads of twigs grown together, each a dome of small leaves.
        let heads: Vec<(V3, f32)> =
            (0..5).map(|_| (v3(dice.bell() * 0.55, dice.between(0.0, 0.25), dice.bell() * 0.5), dice.between(0.3, 0.62))).collect();
        let fine = size * view.focal / foot.z;
        let mut dabs: Vec<(V3, V3)> = (0..if fine > 40.0 {
            700
        } else if fine > 14.0 {
            260
        } else {
            80
        })
            .map(|i| {
                let (middle, wide) = heads[i % heads.len()];
                let n = v3(dice.bell(), dice.between(-0.1, 1.0), dice.bell()).unit();
                (middle + n * (wide * dice.unit().powf(0.25)), n)
            })
            .collect();
        dabs.sort_by(|a, b| (b.0.z - b.0.y).total_cmp(&(a.0.z - a.0.y)));
        let squat = dice.between(0.7, 1.0);
        let leaf_size = if fine > 40.0 { 0.032 } else { 0.06 };
        for (at, n) in dabs {
            let p = foot + v3(at.x * size, at.y * size * squat, at.z * size * 0.6);
            let r = (size * leaf_size * dice.between(0.6, 1.4) * view.focal / foot.z).max(0.5);
            let normal = (n + v3(dice.bell(), dice.bell(), dice.bell()) * 0.35).unit();
            let high = (at.y * 1.25).clamp(0.0, 1.0);
            let light = self.tracer.shine(normal, lit.sun * (0.3 + 0.7 * high), lit.sky * (0.35 + 0.65 * high), 0.3);
            let colour = leaf * ((0.5 + 0.6 * high) * dice.between(0.7, 1.35)) * light * through + haze;
            dot(canvas, view.project(p), r, foot.z * 0.997, colour);
        }
    }

    fn flower(&self, canvas: &mut Canvas, foot: V3, lit: &Lit, dice: &mut Dice) {
        let view = self.tracer.view;
        let petal = V3::hex([0x9A6AC0, 0xE6DDF0, 0xC98AB8, 0xE8D66A][(dice.unit() * 3.99) as usize]);
        let (through, haze) = self.tracer.air.between(foot.unit(), foot.length(), foot.y);
        let colour = petal * self.tracer.shine(lit.normal, lit.sun, lit.sky, 0.6) * through + haze;
        for _ in 0..4 {
            let p = foot + v3(dice.bell() * 0.16, dice.between(0.12, 0.34), dice.bell() * 0.1);
            dot(canvas, view.project(p), (0.028 * view.focal / foot.z).max(0.6), foot.z * 0.996, colour);
        }
    }

    /// A soft dark patch at a foot, drawn out away from the sun.
    fn blob(&self, canvas: &mut Canvas, foot: V3, size: f32, dark: f32) {
        let view = self.tracer.view;
        let at = foot - v3(view.sun.x, 0.0, view.sun.z) * (size * 0.45);
        let (x, y) = view.project(at);
        let wide = size * view.focal / foot.z;
        let flat = (wide * (0.12 - foot.y / foot.z * 0.8)).max(0.8);
        for py in (y - flat) as i32..=(y + flat) as i32 {
            for px in (x - wide) as i32..=(x + wide) as i32 {
                if px < 0 || py < 0 || px >= canvas.width as i32 || py >= canvas.height as i32 {
                    continue;
                }
                let (u, v) = ((px as f32 - x) / wide, (py as f32 - y) / flat);
                let k = py as usize * canvas.width + px as usize;
                if (canvas.depth[k] / foot.z - 1.0).abs() < 0.06 {
                    canvas.colour[k] = canvas.colour[k] * (1.0 - dark * (1.0 - u * u - v * v).max(0.0));
                }
            }
        }
    }
}

struct Lit {
    sun: f32,
    sky: f32,
    normal: V3,
}

fn dot(canvas: &mut Canvas, (x, y): (f32, f32), r: f32, depth: f32, colour: V3) {
    for py in (y - r) as i32..=(y + r) as i32 {
        for px in (x - r) as i32..=(x + r) as i32 {
            let far = (px as f32 + 0.5 - x).hypot(py as f32 + 0.5 - y);
            canvas.lay(px, py, depth, colour, (r + 0.5 - far).clamp(0.0, 1.0));
        }
    }
}
