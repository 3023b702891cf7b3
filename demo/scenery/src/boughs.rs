//! Broad trees: a trunk that forks until its twigs carry leaves. The crown comes out as uneven as the forking was.

use crate::crowns::{Dab, Leaf};
use crate::maths::{Dice, V3, v3};
use crate::scene::Tree;

/// How a kind of tree grows; lengths are shares of its height.
struct Habit {
    /// Height of the first fork, thickness of the trunk, and how many limbs leave it.
    trunk: f32,
    girth: f32,
    limbs: u32,
    /// Degrees from upright between which limbs leave, and how strongly twigs turn to the light.
    open: [f32; 2],
    rise: f32,
    /// How often limbs fork, and the length of a branch against that of its parent.
    forks: u32,
    ratio: f32,
    /// Leaves of a twig, how far they reach from it and how large they are.
    leaves: u32,
    tuft: f32,
    leaf: f32,
}

fn habit(kind: Tree) -> Habit {
    let broad = Habit {
        trunk: 0.24,
        girth: 0.026,
        limbs: 7,
        open: [6.0, 72.0],
        rise: 0.14,
        forks: 3,
        ratio: 0.74,
        leaves: 80,
        tuft: 0.074,
        leaf: 0.0072,
    };
    match kind {
        Tree::Pipal => Habit {
            trunk: 0.27,
            girth: 0.046,
            limbs: 9,
            open: [6.0, 66.0],
            rise: 0.16,
            forks: 4,
            ratio: 0.70,
            leaves: 46,
            tuft: 0.058,
            leaf: 0.0050,
        },
        Tree::Rhododendron => Habit { trunk: 0.10, limbs: 6, open: [8.0, 62.0], tuft: 0.06, leaf: 0.0065, ..broad },
        Tree::Poplar => {
            Habit { trunk: 0.86, girth: 0.014, limbs: 34, open: [7.0, 17.0], rise: 0.5, forks: 1, leaves: 60, tuft: 0.032, ..broad }
        }
        Tree::Bare => Habit { forks: 5, leaves: 0, ..broad },
        _ => broad,
    }
}

/// A tree; where it is seen from near, with `fine` leaves.
pub fn grow(kind: Tree, dice: &mut Dice, fine: bool) -> Vec<Dab> {
    let mut tree = Growing { habit: habit(kind), dabs: Vec::new(), blooms: kind == Tree::Rhododendron, fine };
    let Habit { trunk, girth, limbs, open, .. } = tree.habit;
    let lean = v3(dice.bell() * 0.08, 1.0, dice.bell() * 0.08).unit();
    tree.trunk(lean, dice);
    let first = dice.unit();
    for i in 0..limbs {
        let around = (first + (i as f32 + dice.bell() * 0.2) / limbs as f32) * std::f32::consts::TAU * 1.6;
        let away = (open[0] + (open[1] - open[0]) * (i as f32 + dice.unit()) / limbs as f32).to_radians();
        let way = v3(around.cos() * away.sin(), away.cos(), around.sin() * away.sin());
        let part = (i as f32 + dice.unit()) / limbs as f32;
        let column = kind == Tree::Poplar;
        let from = lean * (trunk * if column { 0.16 + 0.84 * part } else { dice.between(0.82, 1.12) });
        let long = dice.between(0.24, 0.36) * if column { 0.5 * (1.05 - part).powf(0.6) } else { 0.75 + 0.35 * away.cos() };
        tree.branch(from, way, long, girth * dice.between(0.46, 0.62), tree.habit.forks, dice);
    }
    fit(&mut tree.dabs);
    tree.dabs
}

/// Shrinks or grows a tree to the box it is kept in.
fn fit(dabs: &mut [Dab]) {
    let high = dabs.iter().map(|d| d.at.y + d.radius).fold(0.1, f32::max);
    let wide = dabs.iter().map(|d| d.at.x.abs().max(d.at.z.abs()) + d.radius).fold(0.1, f32::max);
    let size = (0.985 / high).min(0.49 / wide);
    for dab in dabs {
        dab.at = dab.at * size;
        dab.radius *= size;
    }
}

struct Growing {
    habit: Habit,
    dabs: Vec<Dab>,
    blooms: bool,
    fine: bool,
}

impl Growing {
    fn wood(&mut self, at: V3, radius: f32, dice: &mut Dice) {
        let leaf =
            Leaf { cover: 1.0, tone: 0.42 + dice.bell() * 0.05, up: 0.12, wood: 1.0, sun: 1.0, open: 1.0, ..Leaf::default() };
        self.dabs.push(Dab { at, radius, leaf });
    }

    /// Thick at the root, in several stems grown together.
    fn trunk(&mut self, lean: V3, dice: &mut Dice) {
        let Habit { trunk, girth, .. } = self.habit;
        for stem in 0..6 {
            let (s, c) = (stem as f32 * 1.05 + dice.unit()).sin_cos();
            for i in 0..90 {
                let t = i as f32 / 90.0;
                let flare = girth * (0.42 + 0.75 * (1.0 - t).powi(5) + 0.16 * t * t);
                let at = lean * (t * trunk * 1.08) + v3(c * flare, 0.0, s * flare);
                self.wood(at, girth * (0.62 - 0.12 * t), dice);
            }
        }
    }

    fn branch(&mut self, from: V3, way: V3, long: f32, thick: f32, left: u32, dice: &mut Dice) {
        let steps = ((long / (thick * 0.35)) as u32).clamp(10, 60);
        let (mut at, mut way) = (from, way);
        for i in 0..steps {
            let t = i as f32 / steps as f32;
            let bend = 0.42 / (steps as f32).sqrt();
            way = (way + v3(dice.bell() * bend, dice.bell() * bend + self.habit.rise / steps as f32, dice.bell() * bend)).unit();
            at += way * (long / steps as f32);
            way.y = way.y.max(-0.12);
            self.wood(at, thick * (1.0 - 0.32 * t), dice);
            if left == 0 && i % (steps / 3).max(1) == steps / 4 {
                self.tuft(at, dice);
            }
        }
        if left == 0 {
            return self.tuft(at, dice);
        }
        let count = if dice.unit() < 0.55 { 3 } else { 2 };
        for i in 0..count {
            let apart = if i == 0 { dice.between(4.0, 22.0) } else { dice.between(24.0, 58.0) }.to_radians();
            let any = v3(dice.bell(), dice.bell(), dice.bell());
            let aside = (any - way * any.dot(way)).unit();
            let next = (way * apart.cos() + aside * apart.sin()).unit();
            let share = self.habit.ratio * dice.between(0.72, 1.12);
            self.branch(at, next, long * share, thick * if i == 0 { 0.66 } else { 0.54 }, left - 1, dice);
        }
    }

    /// A spray of leaves around a twig, flatter than wide; a ball of blossom on some.
    fn tuft(&mut self, at: V3, dice: &mut Dice) {
        let own = self.habit.tuft * dice.between(0.6, 1.25);
        for _ in 0..self.habit.leaves {
            let n = v3(dice.bell(), dice.bell(), dice.bell());
            let place = at + n * v3(own, own * 0.62, own) * 0.75;
            let leaf = Leaf {
                cover: 1.0,
                tone: 0.52 + 0.10 * n.y + dice.bell() * 0.20,
                right: n.x * 0.7 + dice.bell() * 0.25,
                up: 0.42 + 0.45 * n.y + dice.bell() * 0.2,
                ..Leaf::default()
            };
            self.leaf(place, self.habit.leaf * dice.between(0.7, 1.3), leaf);
        }
        if self.blooms && dice.unit() < 0.72 {
            for _ in 0..4 {
                let truss = at + v3(dice.bell() * own, own * dice.between(0.1, 0.75), dice.bell() * own) * 0.8;
                self.truss(truss, dice);
            }
        }
    }

    /// One dab, or a few small ones around its place; they throw their own dice, so that the tree itself stays the same.
    fn leaf(&mut self, at: V3, radius: f32, leaf: Leaf) {
        if !self.fine {
            return self.dabs.push(Dab { at, radius, leaf });
        }
        let mut dice = Dice::new(self.dabs.len() as u32);
        for _ in 0..4 {
            let aside = v3(dice.bell(), dice.bell(), dice.bell()) * (radius * 1.25);
            let tone = leaf.tone + dice.bell() * 0.10;
            let (right, up) = (leaf.right + dice.bell() * 0.3, leaf.up + dice.bell() * 0.2);
            self.dabs.push(Dab {
                at: at + aside,
                radius: radius * dice.between(0.36, 0.6),
                leaf: Leaf { tone, right, up, ..leaf },
            });
        }
    }

    fn truss(&mut self, middle: V3, dice: &mut Dice) {
        for _ in 0..9 {
            let n = v3(dice.bell(), dice.bell(), dice.bell()).unit();
            let leaf = Leaf { cover: 1.0, tone: 0.5, right: n.x, up: 0.35 + 0.6 * n.y, bloom: 1.0, ..Leaf::default() };
            self.dabs.push(Dab { at: middle + n * 0.014, radius: 0.0085, leaf });
        }
    }
}
