//! Light in a tree's crown and the shadow it throws: its leaves counted in a block of cells.

use crate::crowns::Dab;
use crate::maths::{V3, v3};

const SIDE: usize = 28;

/// How much leaf and wood a ray meets in each cell of a tree's box, which is as wide and as deep as high.
pub struct Thicket {
    cells: Vec<f32>,
}

impl Thicket {
    pub fn new(dabs: &[Dab]) -> Thicket {
        let mut cells = vec![0.0; SIDE * SIDE * SIDE];
        let volume = (SIDE as f32).powi(-3);
        for dab in dabs {
            if let Some(k) = cell(dab.at) {
                // Leaves lie at all angles; the dabs of a branch overlap.
                let share = if dab.leaf.wood > 0.5 { 0.12 } else { 0.5 };
                cells[k] += dab.radius * dab.radius * std::f32::consts::PI * share / volume;
            }
        }
        Thicket { cells }
    }

    /// The share of light that comes to a place of the box from a direction.
    pub fn through(&self, from: V3, way: V3, start: f32) -> f32 {
        let pace = 0.7 / SIDE as f32;
        let mut sum = 0.0;
        let mut at = from + way * start;
        for _ in 0..64 {
            if at.y > 1.0 || (at.y < 0.0 && way.y <= 0.0) {
                break;
            }
            if let Some(k) = cell(at) {
                sum += self.cells[k].min(28.0) * pace;
                if sum > 6.0 {
                    break;
                }
            }
            at += way * pace;
        }
        (-sum).exp()
    }

    /// Lights the leaves: the sun's share, and the sky's from above and from the sides.
    pub fn light(&self, dabs: &mut [Dab], sun: V3) {
        let ways = [v3(0.0, 1.0, 0.0), v3(0.75, 0.6, -0.3).unit(), v3(-0.75, 0.6, -0.3).unit(), v3(0.0, 0.5, -0.87)];
        for dab in dabs {
            let start = 0.5 / SIDE as f32;
            dab.leaf.sun = self.through(dab.at, sun, start * 1.3);
            let open = ways.iter().map(|way| self.through(dab.at, *way, start)).sum::<f32>() / ways.len() as f32;
            dab.leaf.open = 0.24 + 0.76 * open;
        }
    }
}

fn cell(at: V3) -> Option<usize> {
    let place = |v: f32| (0.0..1.0).contains(&v).then_some((v * SIDE as f32) as usize);
    Some((place(at.z + 0.5)? * SIDE + place(at.y)?) * SIDE + place(at.x + 0.5)?)
}

/// A tree near enough for its shadow to be seen.
pub struct Caster<'a> {
    pub foot: V3,
    pub height: f32,
    pub thicket: &'a Thicket,
}

/// Every tree that throws a shadow worth drawing.
#[derive(Default)]
pub struct Shade<'a> {
    pub casters: Vec<Caster<'a>>,
    pub sun: V3,
    /// Beyond this nothing is shaded.
    pub far: f32,
}

impl Shade<'_> {
    /// The share of the sun that the trees leave to a place.
    pub fn sun(&self, p: V3) -> f32 {
        let mut left = 1.0;
        if p.z > self.far {
            return left;
        }
        for tree in &self.casters {
            let to = (tree.foot + v3(0.0, tree.height * 0.55, 0.0)) - p;
            let along = to.dot(self.sun);
            let aside = to - self.sun * along;
            if along < -tree.height * 0.7 || aside.dot(aside) > tree.height * tree.height * 0.5 {
                continue;
            }
            let start = (along / tree.height - 0.8).max(0.0);
            left *= tree.thicket.through((p - tree.foot) * (1.0 / tree.height), self.sun, start);
        }
        left
    }
}
