//! Trees as small pictures: each is painted from some thousand dabs of leaf and wood, seen from the side.

use crate::boughs;
use crate::maths::{Dice, V3, v3};
use crate::needles;
use crate::scene::Tree;
use crate::shade::Thicket;

/// One pixel of a tree: how much of it is tree, how light the leaf is, where it faces, and what it is.
#[derive(Clone, Copy, Default)]
pub struct Leaf {
    pub cover: f32,
    pub tone: f32,
    pub right: f32,
    pub up: f32,
    pub wood: f32,
    pub bloom: f32,
    /// Share of the sun and of the sky that other leaves let come to it.
    pub sun: f32,
    pub open: f32,
}

/// A tree in halving sizes; the box is as wide as high.
pub struct Crown {
    pub sizes: Vec<(usize, Vec<Leaf>)>,
    pub thicket: Thicket,
    /// Whether the sun's side is painted in, so that it cannot be turned over.
    pub sided: bool,
}

pub struct Dab {
    pub at: V3,
    pub radius: f32,
    pub leaf: Leaf,
}

/// A tree of `side` pixels, lit from where the sun stands.
pub fn grow(kind: Tree, seed: u32, side: usize, sun: V3) -> Crown {
    let mut dice = Dice::new(seed * 31 + kind as u32);
    let mut dabs = match kind {
        Tree::Fir | Tree::Pine => needles::grow(kind, &mut dice),
        Tree::Juniper => heap(&mut dice, 12, 0.12, &|d| v3(d.bell() * 0.16, d.between(0.1, 0.5), d.bell() * 0.1), 0.05),
        _ => boughs::grow(kind, &mut dice, side >= 512),
    };
    let thicket = Thicket::new(&dabs);
    let sided = kind != Tree::Juniper;
    if sided {
        thicket.light(&mut dabs, sun);
    }
    dabs.sort_by(|a, b| b.at.z.total_cmp(&a.at.z));
    let mut pixels = vec![Leaf::default(); side * side];
    for dab in &dabs {
        stamp(&mut pixels, side, dab);
    }
    let mut sizes = vec![(side, pixels)];
    while sizes[sizes.len() - 1].0 > 4 {
        let (side, pixels) = &sizes[sizes.len() - 1];
        let next = halved(*side, pixels);
        sizes.push((side / 2, next));
    }
    Crown { sizes, thicket, sided }
}

/// Trees with limbs and an uneven crown.
pub fn broad(kind: Tree) -> bool {
    !matches!(kind, Tree::Fir | Tree::Pine | Tree::Juniper)
}

pub const LIT: Leaf = Leaf { cover: 1.0, tone: 0.0, right: 0.0, up: 0.0, wood: 0.0, bloom: 0.0, sun: 1.0, open: 1.0 };

pub fn trunk(dice: &mut Dice, height: f32, wide: f32) -> Vec<Dab> {
    let lean = dice.bell() * 0.02;
    (0..120)
        .map(|i| {
            let t = i as f32 / 120.0;
            let leaf = Leaf { tone: 0.45 + dice.bell() * 0.12, right: dice.bell() * 0.5, up: 0.1, wood: 1.0, ..LIT };
            Dab { at: v3(lean * t * t, t * height, 0.0), radius: wide * (1.0 - 0.8 * t), leaf }
        })
        .collect()
}

/// Heaps of leaf around places chosen by `where_`, held up by limbs that fork from the trunk.
fn heap(dice: &mut Dice, heaps: u32, size: f32, where_: &dyn Fn(&mut Dice) -> V3, fork: f32) -> Vec<Dab> {
    let mut dabs = trunk(dice, fork + 0.1, 0.028);
    for _ in 0..heaps {
        let middle = where_(dice);
        let from = v3(0.0, fork * dice.between(0.7, 1.2), 0.0);
        for i in 0..40 {
            let t = i as f32 / 40.0;
            let mut at = from.mix(middle, t);
            at.y += 0.06 * (t * std::f32::consts::PI).sin() + dice.bell() * 0.003;
            let leaf = Leaf { tone: 0.4 + dice.bell() * 0.1, right: dice.bell() * 0.4, up: 0.2, wood: 1.0, ..LIT };
            dabs.push(Dab { at, radius: 0.011 * (1.0 - 0.75 * t), leaf });
        }
        let own = size * dice.between(0.7, 1.3);
        for _ in 0..210 {
            let n = v3(dice.bell(), dice.bell(), dice.bell()).unit();
            let at = middle + v3(n.x * own, n.y * own * 0.72, n.z * own) * dice.unit().powf(0.35);
            let tone = 0.42 + 0.28 * n.y + dice.bell() * 0.14 + 0.22 * (middle.y - 0.6);
            let leaf = Leaf { tone, right: n.x * 0.8, up: 0.2 + 0.6 * n.y, ..LIT };
            dabs.push(Dab { at, radius: 0.006 + 0.008 * dice.unit(), leaf });
        }
    }
    dabs
}

fn stamp(pixels: &mut [Leaf], across: usize, dab: &Dab) {
    let side = across as f32;
    let (x, y, r) = ((dab.at.x + 0.5) * side, (1.0 - dab.at.y) * side, (dab.radius * side).max(0.6));
    let range = |v: f32| ((v - r - 1.0).max(0.0) as usize, ((v + r + 1.0).max(0.0) as usize).min(across - 1));
    let ((x0, x1), (y0, y1)) = (range(x), range(y));
    for j in y0..=y1 {
        for i in x0..=x1 {
            let far = ((i as f32 + 0.5 - x).powi(2) + (j as f32 + 0.5 - y).powi(2)).sqrt();
            let over = (r + 0.5 - far).clamp(0.0, 1.0);
            let p = &mut pixels[j * across + i];
            let keep = 1.0 - over;
            let l = &dab.leaf;
            p.cover = p.cover * keep + over;
            p.tone = p.tone * keep + l.tone * over;
            // A branch is round.
            let right = l.right + l.wood * 0.9 * (i as f32 + 0.5 - x) / r;
            p.right = p.right * keep + right * over;
            p.up = p.up * keep + l.up * over;
            p.wood = p.wood * keep + l.wood * over;
            p.bloom = p.bloom * keep + l.bloom * over;
            p.sun = p.sun * keep + l.sun * over;
            p.open = p.open * keep + l.open * over;
        }
    }
}

fn halved(side: usize, pixels: &[Leaf]) -> Vec<Leaf> {
    let half = side / 2;
    (0..half * half)
        .map(|k| {
            let (x, y) = (k % half * 2, k / half * 2);
            let four = [y * side + x, y * side + x + 1, (y + 1) * side + x, (y + 1) * side + x + 1].map(|i| pixels[i]);
            let mean = |get: fn(&Leaf) -> f32| four.iter().map(get).sum::<f32>() * 0.25;
            Leaf {
                cover: mean(|l| l.cover),
                tone: mean(|l| l.tone),
                right: mean(|l| l.right),
                up: mean(|l| l.up),
                wood: mean(|l| l.wood),
                bloom: mean(|l| l.bloom),
                sun: mean(|l| l.sun),
                open: mean(|l| l.open),
            }
        })
        .collect()
}
