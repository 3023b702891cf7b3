//! Clouds that one can be above, below or among: layers of billows walked through by the ray of each pixel.

use crate::air::Air;
use crate::canvas::Canvas;
use crate::land::Land;
use crate::light::Light;
use crate::maths::{V3, in_two, step};
use crate::noise::{Billows, chance};
use crate::scene::{Bank, Scene};
use crate::view::View;

pub struct Clouds<'a> {
    pub scene: &'a Scene,
    pub view: &'a View,
    pub land: &'a Land,
    pub light: &'a Light,
    pub air: &'a Air<'a>,
    pub billows: Billows,
}

/// Drawn pixels along one side of a block that is walked once.
const BLOCK: usize = 2;
const STEPS: usize = 34;

impl Clouds<'_> {
    pub fn lay_over(&self, canvas: &mut Canvas) {
        let (width, height) = (canvas.width / BLOCK, canvas.height / BLOCK);
        let seen: &Canvas = canvas;
        let rows = in_two(height, |y| (0..width).map(|x| self.block(seen, x, y)).collect::<Vec<_>>());
        for y in 0..height * BLOCK {
            for x in 0..width * BLOCK {
                let k = y * canvas.width + x;
                let (near, split, far) = smoothed(&rows, x / BLOCK, y / BLOCK);
                let (through, added) = if canvas.depth[k] > split { far } else { near };
                canvas.colour[k] = canvas.colour[k] * through + added;
            }
        }
    }

    /// Walks a block once, and once more behind an edge in it.
    fn block(&self, canvas: &Canvas, x: usize, y: usize) -> Block {
        let depths = (0..BLOCK * BLOCK).map(|i| canvas.depth[(y * BLOCK + i / BLOCK) * canvas.width + x * BLOCK + i % BLOCK]);
        let (near, far) = depths.fold((f32::MAX, 0.0_f32), |(a, b), d| (a.min(d), b.max(d)));
        let dir = self.view.direction((x * BLOCK) as f32 + 1.0, (y * BLOCK) as f32 + 1.0);
        let jitter = chance(x as i32, y as i32, 3);
        let first = self.walk(dir, near, jitter);
        if far > near * 1.15 { (first, (near * far).sqrt(), self.walk(dir, far, jitter)) } else { (first, f32::MAX, first) }
    }

    fn walk(&self, dir: V3, depth: f32, jitter: f32) -> (f32, V3) {
        let (mut through, mut added) = (1.0, V3::ZERO);
        for bank in &self.scene.clouds {
            let Some((start, end)) = crossing(bank, dir, depth) else { continue };
            let ratio = (end / start).powf(1.0 / STEPS as f32);
            let even = (end - start) / STEPS as f32;
            let (mut layer, mut light) = (1.0_f32, V3::ZERO);
            let mut at = start;
            for i in 0..STEPS {
                // Half in equal steps and half in growing ones: detail near, reach far.
                let next = 0.5 * (start + even * (i + 1) as f32) + 0.5 * start * ratio.powi(i as i32 + 1);
                let mid = at + (next - at) * jitter;
                let p = dir * (mid / dir.z);
                let thick = self.density(bank, p);
                if thick > 0.003 {
                    let part = 1.0 - (-thick * bank.density * (next - at)).exp();
                    light += self.shine(bank, p, dir, thick) * (layer * part);
                    layer *= 1.0 - part;
                    if layer < 0.01 {
                        break;
                    }
                }
                at = next;
            }
            let gone = 1.0 - layer;
            if gone > 0.0 {
                added += light * through;
                through *= layer;
            }
        }
        (through, added)
    }

    fn density(&self, bank: &Bank, p: V3) -> f32 {
        let size = bank.size;
        let wide = self.billows.at(p.x / (size * 9.0) + 0.37, 0.21, p.z / (size * 9.0));
        let rise = (p.y - bank.base) / (bank.top - bank.base);
        let crown = 0.55 + 0.75 * wide;
        let body = step(0.0, 0.12, rise) * step(crown, crown * 0.45, rise);
        if body <= 0.0 {
            return 0.0;
        }
        let heaps = self.billows.at(p.x / (size * 3.2), p.y / (size * 2.4), p.z / (size * 3.2));
        let fine = self.billows.at(p.x / (size * 0.8) + 0.5, p.y / (size * 0.7), p.z / (size * 0.8));
        let filled = heaps * 0.72 + fine * 0.28 + (wide - 0.5) * 0.7;
        let edge = 1.0 - bank.cover;
        (step(edge - 0.04, edge + 0.22, filled * body + (body - 1.0) * 0.25) * 1.1).min(1.0)
            * step(bank.from, bank.from * 1.4 + 1.0, p.z)
    }

    fn shine(&self, bank: &Bank, p: V3, dir: V3, thick: f32) -> V3 {
        let hour = &self.view.hour;
        let sun = self.view.sun;
        let toward = self.density(bank, p + sun * (bank.size * 0.22)) + self.density(bank, p + sun * (bank.size * 0.6)) * 1.4;
        let (column, row) = self.land.cell(p.x, p.z);
        let open = self.light.sun(column, row, p.y);
        let facing = dir.dot(sun).max(0.0);
        let rise = ((p.y - bank.base) / (bank.top - bank.base)).clamp(0.0, 1.0);
        let direct = (-toward * 1.25).exp() * (0.75 + 0.25 * (1.0 - thick)) * (0.33 + 0.5 * facing.powi(6)) * open;
        let lit = hour.sunlight * direct + hour.fill * (0.55 + 0.4 * rise) + self.air.low(dir) * 0.08;
        let (through, haze) = self.air.between(dir, p.length(), p.y);
        lit * through + haze
    }
}

/// What cloud does to a block: the share of light it lets through and the light it adds, nearer and
/// farther than the distance between them.
type Block = ((f32, V3), f32, (f32, V3));

/// A block mixed with those around that lie on the same side of every edge: the steps of the walk show less.
fn smoothed(rows: &[Vec<Block>], x: usize, y: usize) -> Block {
    let own = rows[y][x];
    if own.1 < f32::MAX {
        return own;
    }
    let (mut through, mut added, mut sum) = (0.0, V3::ZERO, 0.0);
    for row in &rows[y.saturating_sub(1)..(y + 2).min(rows.len())] {
        for block in &row[x.saturating_sub(1)..(x + 2).min(row.len())] {
            if block.1 == f32::MAX {
                (through, added, sum) = (through + block.0.0, added + block.0.1, sum + 1.0);
            }
        }
    }
    let mean = (through / sum, added * (1.0 / sum));
    (mean, f32::MAX, mean)
}

/// Distances between which a ray is inside a layer and before what it ends on.
fn crossing(bank: &Bank, dir: V3, depth: f32) -> Option<(f32, f32)> {
    let slope = dir.y / dir.z;
    let (mut start, mut end) = (bank.from.max(15.0), bank.to.min(depth));
    if slope.abs() < 1e-6 {
        return (bank.base < 0.0 && bank.top > 0.0 && start < end).then_some((start, end));
    }
    let (a, b) = (bank.base / slope, bank.top / slope);
    start = start.max(a.min(b));
    end = end.min(a.max(b));
    (start < end * 0.999).then_some((start, end))
}
