//! A runway up a hillside, as at Lukla: one straight slope on a bank of stones, aircraft waiting at its upper end.

use crate::land::Land;
use crate::maths::{Dice, V3, lerp, v3};
use crate::mesh::Mesh;

const WHITE: u32 = 0xE4E2DC;

/// From `a`, the lower end, to `b`; both lie on the ground and are lifted until no ground is above the strip.
pub fn strip(land: &Land, a: V3, b: V3, wide: f32, dice: &mut Dice) -> Mesh {
    let along = v3(b.x - a.x, 0.0, b.z - a.z).unit();
    let across = v3(along.z, 0.0, -along.x) * (wide * 0.5);
    let over = |t: f32, side: f32| {
        let p = a.mix(b, t) + across * side;
        land.at(p.x, p.z) - p.y
    };
    let most = (0..=20).flat_map(|i| [-1.0, 0.0, 1.0].map(|side| over(i as f32 / 20.0, side))).fold(0.0, f32::max);
    let (a, b) = (a + v3(0.0, most + 0.4, 0.0), b + v3(0.0, most + 0.4, 0.0));
    let mut m = Mesh::default();
    let at = |t: f32, side: f32| a.mix(b, t) + across * side;
    let deep = v3(0.0, -most - 14.0, 0.0);
    let parts = 48;
    for i in 0..parts {
        let (t, u) = (i as f32 / parts as f32, (i + 1) as f32 / parts as f32);
        for side in [-1.15, 1.15] {
            let stone = V3::hex(0x857B6C) * dice.between(0.8, 1.1);
            m.flat([at(t, side) + deep, at(u, side) + deep, at(u, side), at(t, side)], stone, 0.45);
        }
        m.flat([at(t, -1.15), at(u, -1.15), at(u, 1.15), at(t, 1.15)], V3::hex(0x8A8568) * dice.between(0.9, 1.05), 0.2);
        let worn = V3::hex(0x6B6E72) * dice.between(0.9, 1.06);
        let raise = v3(0.0, 0.06, 0.0);
        m.flat([at(t, -0.9), at(u, -0.9), at(u, 0.9), at(t, 0.9)].map(|p| p + raise), worn, 0.12);
        if i % 2 == 0 {
            line(&mut m, &at, [t, lerp(t, u, 0.9)], [-0.03, 0.03]);
        }
    }
    for side in [-0.86, 0.82] {
        line(&mut m, &at, [0.0, 1.0], [side, side + 0.04]);
    }
    for k in 0..8 {
        let side = -0.74 + k as f32 * 0.2;
        line(&mut m, &at, [0.012, 0.06], [side, side + 0.1]);
        line(&mut m, &at, [0.95, 0.985], [side, side + 0.1]);
    }
    let stone = V3::hex(0x857B6C);
    m.flat([at(0.0, -1.15) + deep, at(0.0, 1.15) + deep, at(0.0, 1.15), at(0.0, -1.15)], stone, 0.45);
    m
}

fn line(m: &mut Mesh, at: &dyn Fn(f32, f32) -> V3, long: [f32; 2], wide: [f32; 2]) {
    let up = v3(0.0, 0.14, 0.0);
    let corners = [at(long[0], wide[0]), at(long[1], wide[0]), at(long[1], wide[1]), at(long[0], wide[1])];
    m.flat(corners.map(|p| p + up), V3::hex(WHITE), 0.05);
}

/// A small aircraft with its wing on top, seen from the side.
pub fn aircraft(dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let white = V3::hex(WHITE);
    let mark = V3::hex([0xB8322C, 0x2C5C9A, 0x3B8A5A][(dice.unit() * 2.99) as usize]);
    m.lump(v3(0.0, 1.9, 0.0), v3(6.6, 0.95, 0.95), 0.0, white, 1);
    m.lump(v3(-0.2, 1.45, 0.0), v3(5.4, 0.5, 0.97), 0.0, mark, 2);
    m.block(v3(1.0, 2.7, 0.0), v3(1.9, 0.22, 19.0), 0.95, white * 0.95, 0.0);
    m.block(v3(-6.0, 2.2, 0.0), v3(1.6, 3.0, 0.25), 0.6, mark, 0.0);
    m.block(v3(-6.0, 3.6, 0.0), v3(1.2, 0.15, 6.0), 0.9, white, 0.0);
    for side in [-2.8, 2.8] {
        m.lump(v3(1.6, 2.5, side), v3(1.3, 0.42, 0.42), 0.0, white * 0.85, 3);
    }
    for (x, z) in [(4.2, 0.0), (0.2, -1.5), (0.2, 1.5)] {
        m.block(v3(x, 0.0, z), v3(0.6, 1.2, 0.3), 0.8, V3::hex(0x202020), 0.0);
    }
    m
}
