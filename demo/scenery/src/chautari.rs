//! A chautari: two steps of dry stone for those who carry, and who rests on it.

use crate::maths::{Dice, V3, v3};
use crate::mesh::Mesh;

/// Height of the lower and of the upper seat.
const SEATS: [f32; 2] = [0.6, 1.3];

/// A resting place of two stone steps around the foot of a tree.
pub fn platform(dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    step(&mut m, v3(13.0, -1.2, 6.5), SEATS[0], dice);
    step(&mut m, v3(9.5, SEATS[0] - 0.02, 4.6), SEATS[1], dice);
    m
}

/// Walls of uneven courses around earth, with slabs on top; `size.y` is the height of the foot.
fn step(m: &mut Mesh, size: V3, top: f32, dice: &mut Dice) {
    let (w, d) = (size.x * 0.5, size.z * 0.5);
    let slab = 0.13;
    let wall = top - slab;
    m.block(v3(0.0, size.y, 0.0), v3(size.x - 0.3, wall - size.y, size.z - 0.3), 1.0, V3::hex(0x3E362C), 0.4);
    let mut low = size.y;
    while low < wall - 0.05 {
        let high = (low + dice.between(0.17, 0.30)).min(wall);
        course(m, low, high, w, dice, |along, out| v3(along, 0.0, -d + out));
        course(m, low, high, d, dice, |along, out| v3(-w + out, 0.0, along));
        course(m, low, high, d, dice, |along, out| v3(w - out, 0.0, along));
        low = high;
    }
    let rows = (size.z / 1.1) as i32;
    for row in 0..rows {
        let z = (row as f32 + 0.5) / rows as f32 * size.z - d;
        let mut x = -w - 0.08;
        while x < w {
            let wide = dice.between(0.7, 1.5).min(w + 0.1 - x);
            let tone = stone(dice) * 1.12;
            let edge = if row == 0 { 0.1 } else { 0.0 };
            let deep = size.z / rows as f32 - 0.03 + edge;
            m.block(v3(x + wide * 0.5, wall, z - edge * 0.5), v3(wide - 0.03, slab + dice.bell() * 0.012, deep), 0.985, tone, 0.22);
            x += wide;
        }
    }
}

/// One row of stones along a wall; `place` says where its front is.
fn course(m: &mut Mesh, low: f32, high: f32, half: f32, dice: &mut Dice, place: impl Fn(f32, f32) -> V3) {
    let mut along = -half;
    while along < half {
        let wide = dice.between(0.25, 0.72).min(half - along + 0.05);
        let middle = place(along + wide * 0.5, 0.2 + dice.bell() * 0.025);
        let turned = (place(1.0, 0.0) - place(0.0, 0.0)).x.abs() < 0.5;
        let size = if turned { v3(0.4, high - low - 0.015, wide - 0.02) } else { v3(wide - 0.02, high - low - 0.015, 0.4) };
        m.block(middle + v3(0.0, low, 0.0), size, dice.between(0.93, 0.99), stone(dice), 0.32);
        along += wide;
    }
}

fn stone(dice: &mut Dice) -> V3 {
    V3::hex(0xA69C8B).mix(V3::hex(0x8A8478), dice.unit()) * dice.between(0.72, 1.12)
}

/// Someone who sits on the upper seat with the feet on the lower, a basket beside.
pub fn sitter(nth: usize, dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let coat = V3::hex([0x9A4A3C, 0x4C6C86, 0xA8803E, 0x70485E][nth % 4]);
    let cloth = V3::hex(0x4A4440);
    for side in [-1.0, 1.0] {
        m.lump(v3(0.12 * side, 0.07, -0.26), v3(0.10, 0.10, 0.30), 0.04, cloth, 3);
        m.lump(v3(0.13 * side, -0.30, -0.50), v3(0.075, 0.36, 0.085), 0.04, cloth * 0.9, 4);
        m.lump(v3(0.13 * side, -0.62, -0.57), v3(0.065, 0.06, 0.14), 0.04, V3::hex(0x241E1A), 5);
        m.lump(v3(0.23 * side, 0.46, -0.04), v3(0.07, 0.21, 0.085), 0.05, coat * 0.9, 2);
        m.lump(v3(0.19 * side, 0.24, -0.20), v3(0.055, 0.06, 0.18), 0.05, coat * 0.85, 6);
        m.lump(v3(0.15 * side, 0.20, -0.38), v3(0.045, 0.045, 0.055), 0.0, V3::hex(0x7E563F), 7);
    }
    m.lump(v3(0.0, 0.36, 0.0), v3(0.19, 0.38, 0.15), 0.06, coat, 3);
    m.lump(v3(0.0, 0.60, 0.0), v3(0.215, 0.11, 0.13), 0.05, coat, 8);
    m.lump(v3(0.0, 0.86, -0.03), v3(0.095, 0.125, 0.11), 0.02, V3::hex(0x7E563F), 4);
    m.lump(v3(0.0, 0.94, -0.01), v3(0.11, 0.075, 0.12), 0.04, V3::hex(0x3A2A24).mix(coat, dice.unit()), 5);
    if nth % 2 == 1 {
        let cane = V3::hex(0x9A7444);
        m.lathe(v3(0.62, 0.0, -0.05), &[(0.15, 0.0), (0.20, 0.25), (0.30, 0.62), (0.27, 0.60)], 14, cane, 0.45);
        m.lump(v3(0.62, 0.60, -0.05), v3(0.26, 0.16, 0.26), 0.3, V3::hex(0x5E6A34), 8);
    }
    m
}

/// How high a sitter sits over the ground, and how far before the middle.
pub const SEAT: (f32, f32) = (SEATS[1], -2.2);
