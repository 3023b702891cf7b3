//! The skeleton of the land: every crest of a scene with side ridges falling from it, as straight pieces
//! with heights. The ground is the highest of what falls away from them.

use crate::maths::{Dice, V3, v3};
use crate::scene::{Cover, Range, Scene};
use crate::view::View;

pub struct Piece {
    pub from: V3,
    pub to: V3,
    pub slope: f32,
    pub round: f32,
    pub floor: f32,
    /// How far its slopes can matter.
    pub reach: f32,
    pub cover: Cover,
    pub rough: f32,
}

impl Piece {
    /// Height of the ground that falls from this piece at a place, and how far away the crest is.
    pub fn height(&self, x: f32, z: f32) -> (f32, f32) {
        let (dx, dz) = (self.to.x - self.from.x, self.to.z - self.from.z);
        let t = (((x - self.from.x) * dx + (z - self.from.z) * dz) / (dx * dx + dz * dz).max(1e-6)).clamp(0.0, 1.0);
        let (ox, oz) = (x - self.from.x - dx * t, z - self.from.z - dz * t);
        let far = (ox * ox + oz * oz).sqrt();
        let crest = self.from.y + (self.to.y - self.from.y) * t;
        let rise = (crest - self.floor).max(1.0);
        let run = (far * far + self.round * self.round).sqrt() - self.round;
        // The last term keeps a foot that lies high from ending in a wall.
        (crest - rise * (1.0 - (-self.slope * run / rise).exp()) - 0.09 * run, far)
    }
}

pub fn pieces(scene: &Scene, view: &View) -> Vec<Piece> {
    let mut all = Vec::new();
    for (i, range) in scene.ranges.iter().enumerate() {
        let mut dice = Dice::new(scene.seed * 97 + i as u32);
        let crest = skyline(range, view, &mut dice);
        let floor = range.floor.unwrap_or(scene.floor);
        let spec = Spec { range, floor };
        spec.add(&mut all, &crest, range.slope, 6.0);
        if range.spurs > 0.0 {
            spec.spurs(&mut all, &crest, &mut dice);
        }
    }
    all
}

struct Spec<'a> {
    range: &'a Range,
    floor: f32,
}

impl Spec<'_> {
    fn add(&self, all: &mut Vec<Piece>, line: &[V3], slope: f32, reach: f32) {
        for pair in line.windows(2) {
            let rise = (pair[0].y.max(pair[1].y) - self.floor).max(1.0);
            all.push(Piece {
                from: pair[0],
                to: pair[1],
                slope,
                round: self.range.round,
                floor: self.floor.min(pair[0].y.min(pair[1].y) - 1.0),
                reach: reach * rise / slope + self.range.round * 2.0,
                cover: self.range.cover,
                rough: self.range.rough,
            });
        }
    }

    /// Ridges that leave the crest to both sides, and lesser ones that leave those.
    fn spurs(&self, all: &mut Vec<Piece>, crest: &[V3], dice: &mut Dice) {
        let mean = crest.iter().map(|p| p.y - self.floor).sum::<f32>() / crest.len() as f32;
        let gap = (mean * 0.42 / self.range.spurs).max(4.0);
        let mut next = gap * dice.unit();
        for pair in crest.windows(2) {
            let along = v3(pair[1].x - pair[0].x, 0.0, pair[1].z - pair[0].z);
            let length = along.length();
            while next < length {
                let at = pair[0].mix(pair[1], next / length);
                let side = if dice.unit() < 0.72 { 1.0 } else { -1.0 };
                // Towards the camera mostly: what falls away behind is not seen.
                let across = v3(along.z, 0.0, -along.x).unit() * if along.x > 0.0 { 1.0 } else { -1.0 } * side;
                let way = (across + along.unit() * dice.between(-0.75, 0.75)).unit();
                self.spur(all, at, way, dice, true);
                next += gap * dice.between(0.45, 1.5);
            }
            next -= length;
        }
    }

    fn spur(&self, all: &mut Vec<Piece>, from: V3, way: V3, dice: &mut Dice, main: bool) {
        let rise = from.y - self.floor;
        if rise < 8.0 {
            return;
        }
        let slope = self.range.slope;
        let length = rise / slope * if main { dice.between(1.4, 2.4) } else { dice.between(0.6, 1.2) };
        let drop = if main { dice.between(0.6, 0.85) } else { dice.between(0.5, 0.75) };
        let mut line = vec![from];
        let (mut at, mut way) = (from, way);
        let steps = if main { 7 } else { 4 };
        for i in 1..=steps {
            let t = i as f32 / steps as f32;
            way = (way + v3(way.z, 0.0, -way.x) * (dice.bell() * 0.3)).unit();
            at += way * (length / steps as f32);
            let bump = dice.bell() * rise * 0.035 * (1.0 - t);
            at.y = from.y - rise * drop * (1.0 - (1.0 - t).powf(1.2)) + bump;
            if at.z < 20.0 {
                break;
            }
            line.push(at);
            if main && i < steps {
                let side = if dice.unit() < 0.5 { 1.0 } else { -1.0 };
                let out = (v3(way.z, 0.0, -way.x) * side + way * 0.6).unit();
                self.spur(all, at, out, dice, false);
            }
        }
        self.add(all, &line, slope * 1.25, 1.6);
    }
}

/// The points of a range as places, with the small ups and downs of a real crest between them.
fn skyline(range: &Range, view: &View, dice: &mut Dice) -> Vec<V3> {
    let at = |p: &Vec<f32>| view.place(p[0], p[1], p.get(2).copied().unwrap_or(range.at));
    let mut line: Vec<V3> = range.line.iter().map(at).collect();
    let mut wander = 0.085 * range.rough;
    for _ in 0..3 {
        let mut finer = vec![line[0]];
        for pair in line.windows(2) {
            let length = (pair[1] - pair[0]).length();
            let mut middle = pair[0].mix(pair[1], 0.5 + dice.bell() * 0.12);
            middle.y += dice.bell() * length * wander;
            middle.x += dice.bell() * length * wander * 0.6;
            middle.z += dice.bell() * length * wander * 1.6;
            middle.z = middle.z.max(10.0);
            finer.push(middle);
            finer.push(pair[1]);
        }
        line = finer;
        wander *= 0.95;
    }
    line
}
