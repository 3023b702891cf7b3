//! What people have built and what walks there: houses, stupas, flags, bridges, walls of prayer stones.

use crate::maths::{Dice, V3, v3};
use crate::mesh::Mesh;
use crate::scene::Prop;

pub const DARK: V3 = v3(0.02, 0.018, 0.016);
pub const LAMP: V3 = v3(2.6, 1.25, 0.38);
pub const FLAGS: [u32; 5] = [0x2F5FA8, 0xE8E6DC, 0xB7352C, 0x3F8A4E, 0xE0B336];

fn window(mesh: &mut Mesh, at: V3, wide: f32, tall: f32, lit: bool) {
    let frame = |grow: f32, out: f32| {
        let (w, h) = (wide * 0.5 + grow, tall * 0.5 + grow);
        [v3(-w, -h, -out), v3(w, -h, -out), v3(w, h, -out), v3(-w, h, -out)].map(|p| p + at)
    };
    mesh.flat(frame(0.14, 0.03), V3::hex(0x4A3524), 0.1);
    mesh.pane(frame(0.0, 0.06), DARK, if lit { LAMP } else { V3::ZERO }, 0.0);
}

/// A flat roof with firewood along its edge, as in the rain shadow.
pub fn flat_house(prop: &Prop, dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let wall = V3::hex(prop.wall.unwrap_or(0xD9C6A2)) * dice.between(0.8, 1.06);
    let mut foot = -2.0;
    for storey in 0..if dice.unit() < 0.4 { 2 } else { 1 } {
        let k = 1.0 - 0.3 * storey as f32;
        let (w, d, h) = (dice.between(7.0, 11.0) * k, 7.0 * k, dice.between(3.2, 4.4) + if storey == 0 { 2.0 } else { 0.0 });
        m.block(v3(0.0, foot, 0.0), v3(w, h, d), 0.965, wall, 0.2);
        m.block(v3(0.0, foot + h, 0.0), v3(w * 1.0, 0.55, d * 1.0), 1.0, V3::hex(prop.roof.unwrap_or(0x5A4432)), 0.5);
        m.block(v3(0.0, foot + h + 0.55, 0.0), v3(w * 0.93, 0.03, d * 0.93), 1.0, wall * 0.9, 0.2);
        let count = (w / 2.4) as i32;
        for i in 0..count {
            let x = (i as f32 + 0.5) / count as f32 * w * 0.9 - w * 0.45;
            let lit = prop.lit && dice.unit() < 0.6;
            window(&mut m, v3(x, foot + h - 1.5, -d * 0.5), 0.8, 1.0, lit);
        }
        foot += h;
    }
    if dice.unit() < 0.5 {
        m.block(v3(2.0, foot, 2.0), v3(0.14, 4.0, 0.14), 1.0, V3::hex(0x6A5A48), 0.0);
        m.flat(
            [v3(2.1, foot + 1.4, 2.0), v3(2.9, foot + 1.6, 2.0), v3(2.8, foot + 3.8, 2.0), v3(2.1, foot + 3.9, 2.0)],
            V3::hex(FLAGS[(dice.unit() * 4.9) as usize]),
            0.1,
        );
    }
    m
}

pub fn monastery(prop: &Prop, dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let wall = V3::hex(prop.wall.unwrap_or(0x8E3A2C));
    let gold = V3::hex(0xC99A3A);
    let mut foot = -2.0;
    for (w, h) in [(22.0, 8.0), (15.0, 4.4), (8.0, 3.2)] {
        m.block(v3(0.0, foot, 0.0), v3(w, h, w * 0.6), 0.97, wall, 0.16);
        m.block(v3(0.0, foot + h - 1.0, 0.0), v3(w * 1.01, 0.8, w * 0.61), 1.0, V3::hex(0x3A2420), 0.2);
        m.block(v3(0.0, foot + h, 0.0), v3(w * 1.16, 1.3, w * 0.74), 0.8, gold, 0.12);
        let count = (w / 2.6) as i32;
        for i in 0..count {
            let x = (i as f32 + 0.5) / count as f32 * w - w * 0.5;
            window(&mut m, v3(x, foot + h - 2.6, -w * 0.3), 1.1, 1.4, prop.lit && dice.unit() < 0.7);
        }
        foot += h + 1.2;
    }
    m.lathe(v3(0.0, foot, 0.0), &[(0.9, 0.0), (0.5, 0.9), (0.12, 1.2), (0.3, 1.8), (0.0, 2.8)], 10, gold, 0.05);
    m
}

/// Whitewashed steps, a dome, a box with eyes and a tapering golden spire.
pub fn stupa(prop: &Prop) -> Mesh {
    let mut m = Mesh::default();
    let white = V3::hex(prop.wall.unwrap_or(0xDDD8CC));
    let gold = V3::hex(0xC9A04A);
    for (y, w) in [(-1.5, 7.2), (0.5, 6.0), (1.1, 5.2), (1.7, 4.4)] {
        m.block(v3(0.0, y, 0.0), v3(w, if y < 0.0 { 2.0 } else { 0.6 }, w), 0.98, white * 0.95, 0.14);
    }
    let dome: Vec<(f32, f32)> =
        (0..=9).map(|i| i as f32 / 9.0).map(|t| (2.0 * (1.0 - t.powf(2.6)).max(0.0).sqrt(), 2.3 + 2.1 * t)).collect();
    m.lathe(V3::ZERO, &dome, 24, white, 0.08);
    m.block(v3(0.0, 4.2, 0.0), v3(1.3, 1.0, 1.3), 1.0, gold * 0.9, 0.1);
    for side in [-0.3, 0.3] {
        m.pane(
            [v3(side - 0.2, 4.6, -0.67), v3(side + 0.2, 4.6, -0.67), v3(side + 0.2, 4.85, -0.67), v3(side - 0.2, 4.85, -0.67)],
            V3::hex(0xF2EFE6),
            V3::ZERO,
            0.0,
        );
        m.pane(
            [v3(side - 0.09, 4.6, -0.69), v3(side + 0.09, 4.6, -0.69), v3(side + 0.09, 4.82, -0.69), v3(side - 0.09, 4.82, -0.69)],
            DARK,
            V3::ZERO,
            0.0,
        );
    }
    let mut spire = Vec::new();
    for i in 0..11 {
        let (t, y) = (i as f32 / 11.0, 5.2 + i as f32 * 0.19);
        spire.extend([(0.62 * (1.0 - t) + 0.1, y), (0.55 * (1.0 - t) + 0.06, y + 0.12)]);
    }
    m.lathe(V3::ZERO, &spire, 14, gold, 0.1);
    m.lathe(V3::ZERO, &[(0.5, 7.3), (0.46, 7.45), (0.05, 7.5), (0.16, 7.8), (0.0, 8.3)], 12, gold, 0.1);
    m
}

pub fn cairn(dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let mut y = 0.0;
    for i in 0..9 {
        let wide = (1.25 - i as f32 * 0.12) * dice.between(0.75, 1.15);
        for _ in 0..if i < 4 { 4 - i } else { 1 } {
            let grey = V3::hex(0x7C756A) * dice.between(0.6, 1.15);
            m.lump(
                v3(dice.bell() * 0.45 * (1.0 - i as f32 / 9.0), y + 0.1, dice.bell() * 0.3),
                v3(wide * 0.55, 0.22, wide * 0.45),
                0.4,
                grey,
                i + 3,
            );
        }
        y += 0.3;
    }
    m
}

pub fn tent(prop: &Prop, dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let cloth = V3::hex(prop.wall.unwrap_or(if dice.unit() < 0.7 { 0xD9922A } else { 0xC4572E }));
    let glow = if prop.lit { v3(0.95, 0.42, 0.11) } else { V3::ZERO };
    let arc: Vec<(f32, f32)> =
        (0..=8).map(|i| i as f32 / 8.0 * std::f32::consts::PI).map(|a| (-a.cos() * 1.35, a.sin().powf(0.8) * 1.35)).collect();
    for pair in arc.windows(2) {
        let ring = |z: f32, k: f32| (v3(pair[0].0 * k, pair[0].1 * k, z), v3(pair[1].0 * k, pair[1].1 * k, z));
        for (z0, k0, z1, k1) in [(-1.6, 0.35, -0.8, 0.9), (-0.8, 0.9, 0.5, 1.0), (0.5, 1.0, 1.7, 0.35)] {
            let ((a, b), (c, d)) = (ring(z0, k0), ring(z1, k1));
            m.pane([a, b, d, c], cloth, glow * (0.5 + 0.5 * k0), 0.05);
        }
    }
    m
}

/// Someone with a pack and a stick who walks away from the camera.
pub fn walker(dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let coat = V3::hex([0x94483C, 0x4A6478, 0xA8803E, 0x54684E, 0x6A5A6C][(dice.unit() * 4.99) as usize]);
    let trousers = V3::hex([0x3A3632, 0x4A463C, 0x2E323A][(dice.unit() * 2.99) as usize]);
    let pack = V3::hex([0x37503F, 0x8A4A38, 0x3C4A58, 0x6A5A3A][(dice.unit() * 3.99) as usize]);
    let stride = dice.between(0.10, 0.24);
    for side in [-1.0, 1.0] {
        let fore = side * stride;
        m.lump(v3(0.10 * side, 0.66, fore * 0.4), v3(0.105, 0.28, 0.12), 0.05, trousers, 3);
        m.lump(v3(0.11 * side, 0.28, fore), v3(0.08, 0.28, 0.09), 0.05, trousers * 0.9, 4);
        m.lump(v3(0.11 * side, 0.05, fore - 0.03), v3(0.07, 0.06, 0.14), 0.05, V3::hex(0x2A241E), 5);
        m.lump(v3(0.245 * side, 1.22, 0.0), v3(0.075, 0.2, 0.09), 0.05, coat * 0.9, 6);
        m.lump(v3(0.27 * side, 0.98, 0.10), v3(0.06, 0.16, 0.10), 0.05, coat * 0.85, 7);
        m.lump(v3(0.28 * side, 0.88, 0.18), v3(0.045, 0.05, 0.05), 0.0, V3::hex(0x7A5440), 8);
    }
    m.lump(v3(0.0, 1.18, 0.02), v3(0.20, 0.34, 0.15), 0.06, coat, 3);
    m.lump(v3(0.0, 1.36, 0.02), v3(0.225, 0.12, 0.14), 0.05, coat, 9);
    m.lump(v3(0.0, 1.63, 0.04), v3(0.095, 0.125, 0.11), 0.02, V3::hex(0x7A5440), 4);
    m.lump(v3(0.0, 1.70, 0.04), v3(0.11, 0.075, 0.12), 0.04, coat.mix(V3::hex(0x4A4038), dice.unit()), 5);
    m.lump(v3(0.0, 1.16, -0.22), v3(0.18, 0.30, 0.15), 0.1, pack, 6);
    m.lump(v3(0.0, 1.44, -0.20), v3(0.16, 0.09, 0.13), 0.1, pack * 0.8, 7);
    m.lump(v3(0.0, 0.90, -0.24), v3(0.17, 0.07, 0.08), 0.05, V3::hex(0x8C8468), 8);
    m.block(v3(0.33, 0.0, 0.26), v3(0.022, 0.98, 0.022), 1.0, V3::hex(0x5A5048), 0.0);
    m
}

pub fn yak(dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let hair = V3::hex([0x221C18, 0x3A2A20, 0x4E4036][(dice.unit() * 2.99) as usize]);
    m.lump(v3(0.0, 1.0, 0.0), v3(1.05, 0.5, 0.45), 0.2, hair, 7);
    m.lump(v3(0.45, 1.22, 0.0), v3(0.45, 0.44, 0.38), 0.2, hair, 8);
    m.lump(v3(1.12, 0.8, 0.0), v3(0.32, 0.25, 0.2), 0.1, hair, 9);
    m.lump(v3(0.0, 0.7, 0.0), v3(0.95, 0.38, 0.4), 0.3, hair * 0.8, 10);
    for (x, z) in [(-0.7, -0.2), (-0.6, 0.2), (0.6, -0.2), (0.7, 0.2)] {
        m.block(v3(x, 0.0, z), v3(0.18, 0.6, 0.18), 1.0, hair * 0.7, 0.1);
    }
    for side in [-1.0, 1.0] {
        m.block(v3(1.1, 0.98, 0.16 * side), v3(0.08, 0.4, 0.08), 0.3, V3::hex(0xCFC6B4), 0.0);
    }
    m
}

/// A long wall of dry stone, slates with carved prayers leaning on it and lying along its top.
pub fn mani_wall(prop: &Prop, dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let length = prop.spread.max(6.0);
    let stone = V3::hex(prop.wall.unwrap_or(0x8C867C));
    m.masonry = 0.19;
    m.block(v3(0.0, -0.8, 0.0), v3(length, 1.9, 1.5), 0.985, stone * 0.85, 0.4);
    m.masonry = 0.0;
    let mut x = -length * 0.5;
    while x < length * 0.5 {
        let wide = dice.between(0.3, 0.75);
        let grey = stone * dice.between(0.6, 1.1);
        // Slates are broken to points or rounded, no two alike.
        let (tall, lean) = (dice.between(0.3, 0.72), dice.bell() * 0.1);
        let slate = |y: f32, z: f32, k: f32| {
            [(-0.5, 0.0), (0.5, 0.0), (0.42 + lean, k), (-0.36 + lean, k * 0.86)]
                .map(|(u, v)| v3(x + u * wide, y + v * tall, z + v * 0.12))
        };
        if dice.unit() < 0.75 {
            m.flat(slate(1.08, -0.35, 1.0), grey, 0.35);
        }
        if dice.unit() < 0.55 {
            m.flat(slate(dice.between(0.05, 0.35), -0.92, 1.1), grey * 1.15, 0.4);
        }
        m.block(v3(x, 1.08, 0.1), v3(wide * 1.2, dice.between(0.06, 0.2), 1.3), 0.97, stone * dice.between(0.7, 1.1), 0.3);
        x += wide * dice.between(0.7, 1.0);
    }
    m
}
