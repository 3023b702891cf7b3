//! Firs and pines: boughs that leave a trunk in whorls, sink under their own weight and carry twigs to both sides.

use crate::crowns::{Dab, LIT, Leaf, trunk};
use crate::maths::{Dice, step, v3};
use crate::scene::Tree;

/// How a kind grows; lengths are shares of its height.
struct Habit {
    whorls: u32,
    /// Length of the lowest boughs and how high the first leaves the trunk.
    wide: f32,
    bare: f32,
    /// How far a bough sinks, and how far its twigs hang.
    droop: f32,
    hang: f32,
    /// Share of boughs that are missing.
    gaps: f32,
}

pub fn grow(kind: Tree, dice: &mut Dice) -> Vec<Dab> {
    let habit = if kind == Tree::Pine {
        Habit { whorls: 30, wide: 0.20, bare: dice.between(0.10, 0.34), droop: 0.30, hang: 0.30, gaps: 0.24 }
    } else {
        Habit { whorls: 40, wide: 0.185, bare: dice.between(0.03, 0.10), droop: 0.46, hang: 0.55, gaps: 0.10 }
    };
    let mut dabs = trunk(dice, 0.97, 0.0095);
    // One side has had more light, and somewhere a storm has taken boughs.
    let (light, storm) = (dice.unit() * std::f32::consts::TAU, dice.between(0.15, 0.8));
    let slim = dice.between(0.78, 1.12);
    for w in 0..habit.whorls {
        let t = (w as f32 + dice.unit() * 0.8) / habit.whorls as f32;
        let height = habit.bare + (0.965 - habit.bare) * t;
        let torn = 1.0 - 0.45 * step(0.06, 0.0, (t - storm).abs());
        let shape = (1.0 - t).powf(0.85) * step(-0.25, 0.12, t) + 0.03 * (1.0 - t);
        let count = 4 + (3.0 * (1.0 - t)) as u32;
        let first = dice.unit() * std::f32::consts::TAU;
        for b in 0..count {
            if dice.unit() < habit.gaps {
                continue;
            }
            let turn = first + (b as f32 + dice.bell() * 0.25) / count as f32 * std::f32::consts::TAU;
            let long = habit.wide * slim * shape * torn * dice.between(0.62, 1.22) * (1.0 + 0.16 * (turn - light).cos()) + 0.006;
            bough(&mut dabs, &habit, (height, turn, long, t), dice);
        }
    }
    // The leader.
    for i in 0..40 {
        let t = i as f32 / 40.0;
        let at = v3(dice.bell() * 0.004 * (1.0 - t), 0.95 + 0.045 * t, dice.bell() * 0.004 * (1.0 - t));
        dabs.push(Dab { at, radius: 0.0028, leaf: Leaf { tone: 0.6, right: dice.bell() * 0.5, up: 0.4, ..LIT } });
    }
    dabs
}

fn bough(dabs: &mut Vec<Dab>, habit: &Habit, (height, turn, long, t): (f32, f32, f32, f32), dice: &mut Dice) {
    let (s, c) = turn.sin_cos();
    let out = v3(c, 0.0, s);
    let across = v3(-s, 0.0, c);
    // High boughs still reach up, low ones sink and lift their tips.
    let rise = -0.05 + 0.55 * t * t + dice.bell() * 0.06;
    let droop = habit.droop * (1.0 - 0.75 * t) * dice.between(0.7, 1.3);
    let curve = |u: f32| v3(0.0, height + long * (rise * u - droop * u * u + 0.16 * u.powi(4)), 0.0) + out * (long * u);
    let steps = (long * 190.0) as u32 + 4;
    for i in 0..steps {
        let u = (i as f32 + dice.unit()) / steps as f32;
        let at = curve(u);
        if u < 0.8 {
            let leaf = Leaf { tone: 0.32, right: c * 0.4, up: 0.1, wood: 1.0, ..LIT };
            dabs.push(Dab { at, radius: 0.0022 * (1.15 - u) + 0.0006, leaf });
        }
        if u < 0.12 {
            continue;
        }
        for side in [-1.0, 1.0] {
            let reach = long * 0.40 * (1.12 - u) * dice.between(0.45, 1.25) + 0.006;
            let way = (across * side + out * dice.between(0.35, 0.95) + v3(0.0, dice.bell() * 0.2, 0.0)).unit();
            let hang = habit.hang * dice.between(0.4, 1.3);
            let parts = (reach * 330.0) as u32 + 2;
            for k in 0..parts {
                let r = (k as f32 + dice.unit()) / parts as f32;
                let place = at + way * (reach * r) - v3(0.0, reach * hang * r * r, 0.0);
                let jitter = v3(dice.bell(), dice.bell(), dice.bell()) * 0.0016;
                let tone = 0.26 + 0.30 * r + 0.26 * u + 0.10 * t + dice.bell() * 0.13;
                let right = (out.x * 0.6 + way.x * 0.4) * (0.4 + 0.5 * u);
                let up = 0.30 + 0.35 * (1.0 - r) + dice.bell() * 0.15;
                dabs.push(Dab { at: place + jitter, radius: dice.between(0.0017, 0.0036), leaf: Leaf { tone, right, up, ..LIT } });
            }
        }
    }
}
