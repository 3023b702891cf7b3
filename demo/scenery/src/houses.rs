//! A lodge or farmhouse of stone: courses, eaves, door and windows, what stands along its wall, and the light it throws out.

use crate::canvas::Canvas;
use crate::maths::{Dice, V3, v3};
use crate::mesh::Mesh;
use crate::scene::Prop;
use crate::things::{DARK, LAMP};
use crate::trace::Tracer;

/// Height of a course of stones.
const COURSE: f32 = 0.24;
const TIMBER: u32 = 0x4A3728;
const DEEP: f32 = 6.0;

/// A stone house with a pitched roof; its front looks at the camera.
pub fn house(prop: &Prop, dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let wall = V3::hex(prop.wall.unwrap_or(0xB4A894)) * dice.between(0.82, 1.08);
    let tin = V3::hex(prop.roof.unwrap_or(0x4F6A80)) * dice.between(0.8, 1.1);
    let (w, h) = (dice.between(8.0, 12.5), dice.between(3.0, 5.2));
    let upper = h > 4.2;
    let h = if upper { h.max(4.9) } else { h };
    m.masonry = COURSE;
    m.block(v3(0.0, -2.0, 0.0), v3(w, h + 2.0, DEEP), 1.0, wall, 0.30);
    let top = h + 1.9;
    for side in [-1.0, 1.0] {
        let x = w * 0.5 * side;
        m.flat(
            [v3(x, h - 0.1, -DEEP * 0.5), v3(x, h - 0.1, DEEP * 0.5), v3(x, top - 0.3, 0.0), v3(x, top - 0.3, 0.0)],
            wall * 0.9,
            0.3,
        );
    }
    m.block(v3(0.0, -2.0, 0.0), v3(w + 0.3, 2.35, DEEP + 0.3), 1.0, wall * 0.72, 0.34);
    m.block(v3(w * 0.31, top - 0.7, 0.9), v3(0.7, 1.3, 0.7), 0.95, wall * 0.7, 0.3);
    m.masonry = 0.0;
    roof(&mut m, w, h, top, tin, dice);
    front(&mut m, prop, w, upper, dice);
    m
}

/// Sheets of tin side by side on both slopes, boards under their edge and the ends of the rafters.
fn roof(m: &mut Mesh, w: f32, h: f32, top: f32, tin: V3, dice: &mut Dice) {
    let (x, z, low) = (w * 0.5 + 0.75, DEEP * 0.5 + 0.95, h - 0.38);
    let wood = V3::hex(TIMBER);
    let sheets = (x * 2.0 / 0.8).round() as i32;
    for i in 0..sheets {
        let (a, b) = (-x + 2.0 * x * i as f32 / sheets as f32, -x + 2.0 * x * (i + 1) as f32 / sheets as f32);
        let old = dice.between(0.84, 1.1);
        // Rust begins at the lower edge of some.
        let tone = tin.mix(V3::hex(0x6E4630), if dice.unit() < 0.16 { dice.between(0.2, 0.5) } else { 0.0 }) * old;
        let edge = b - 0.05;
        for side in [-1.0, 1.0] {
            let at = |x: f32, t: f32| v3(x, low + (top - low) * t, z * side * (1.0 - t));
            for (t0, t1, k) in [(0.0, 0.52, 1.0), (0.52, 1.0, 0.93)] {
                m.flat([at(a, t0), at(edge, t0), at(edge, t1), at(a, t1)], tone * k, 0.16);
                m.flat([at(edge, t0), at(b, t0), at(b, t1), at(edge, t1)], tone * 0.62, 0.1);
            }
        }
        m.block(v3(a + 0.1, low - 0.14, -z + 0.35), v3(0.12, 0.14, 0.7), 1.0, wood * 0.8, 0.2);
    }
    m.block(v3(0.0, top - 0.06, 0.0), v3(x * 2.0, 0.12, 0.34), 0.9, tin * 0.8, 0.1);
    for side in [-1.0, 1.0] {
        m.block(v3(0.0, low - 0.13, z * side), v3(x * 2.0, 0.15, 0.06), 1.0, wood, 0.2);
        let ends = [v3(x * side, low - 0.16, -z), v3(x * side, low, -z), v3(x * side, top, 0.0), v3(x * side, top - 0.18, 0.0)];
        m.flat(ends, wood, 0.2);
        m.flat(ends.map(|p| v3(p.x, p.y, -p.z)), wood, 0.2);
    }
    // The underside is dark.
    m.flat([v3(-x, low - 0.02, -z), v3(x, low - 0.02, -z), v3(x, low - 0.02, z), v3(-x, low - 0.02, z)], wood * 0.5, 0.1);
}

/// Door, windows, gallery, bench and firewood on the side of the camera.
fn front(m: &mut Mesh, prop: &Prop, w: f32, upper: bool, dice: &mut Dice) {
    let z = -DEEP * 0.5;
    let paint = V3::hex([0x3F5F78, 0x4E6B52, 0x8A5A34][(dice.unit() * 2.99) as usize]);
    let count = ((w / 2.3) as i32).max(3);
    let door = count / 2;
    for floor in 0..if upper { 2 } else { 1 } {
        for i in 0..count {
            let x = (i as f32 + 0.5) / count as f32 * w - w * 0.5;
            let lit = prop.lit && dice.unit() < 0.7;
            if floor == 0 && i == door {
                way_in(m, v3(x, 0.35, z), paint, prop.lit);
            } else {
                window(m, v3(x, 1.65 + floor as f32 * 2.35, z), paint, lit.then(|| dice.between(0.55, 1.0)));
            }
        }
    }
    let wood = V3::hex(TIMBER);
    if upper {
        m.block(v3(0.0, 2.62, z - 0.55), v3(w, 0.12, 1.1), 1.0, wood * 1.2, 0.25);
        m.block(v3(0.0, 3.52, z - 1.05), v3(w, 0.09, 0.09), 1.0, wood, 0.2);
        m.block(v3(0.0, 2.95, z - 1.05), v3(w, 0.06, 0.06), 1.0, wood, 0.2);
        let posts = count * 2;
        for i in 0..=posts {
            let x = (i as f32 / posts as f32 - 0.5) * (w - 0.14);
            let (foot, tall) = if i % 4 == 0 { (-0.6, 5.2) } else { (2.7, 0.85) };
            m.block(v3(x, foot, z - 1.05), v3(0.13, tall, 0.13), 1.0, wood * 0.9, 0.2);
        }
    }
    // A bench beside the door, firewood under the eaves at the end.
    let seat = -w * 0.5 + 1.7;
    m.block(v3(seat, 0.62, z - 0.45), v3(2.3, 0.08, 0.42), 1.0, V3::hex(0x7A5E42), 0.25);
    for side in [-0.95, 0.95] {
        m.block(v3(seat + side, -0.3, z - 0.45), v3(0.12, 0.92, 0.34), 1.0, wood, 0.2);
    }
    for row in 0..3 {
        for i in 0..11 {
            let at = v3(w * 0.5 - 2.7 + i as f32 * 0.23 + 0.11 * (row % 2) as f32, 0.26 + row as f32 * 0.19, z - 0.4);
            let bark = V3::hex(0x5C4734) * dice.between(0.6, 1.1);
            let r = dice.between(0.085, 0.12);
            m.block(at + v3(0.0, -r, dice.bell() * 0.06), v3(r * 2.0, r * 2.0, 0.55), 1.0, bark, 0.2);
            let cut = V3::hex(0x8A6E50) * dice.between(0.6, 1.05);
            m.block(at + v3(0.0, -r * 0.75, -0.3 + dice.bell() * 0.05), v3(r * 1.5, r * 1.5, 0.06), 1.0, cut, 0.25);
        }
    }
}

fn frame(at: V3, wide: f32, tall: f32, out: f32) -> [V3; 4] {
    let (w, h) = (wide * 0.5, tall * 0.5);
    [v3(-w, -h, -out), v3(w, -h, -out), v3(w, h, -out), v3(-w, h, -out)].map(|p| p + at)
}

/// Four panes in a timber frame, a stone sill and painted shutters.
fn window(m: &mut Mesh, at: V3, paint: V3, lit: Option<f32>) {
    let wood = V3::hex(TIMBER);
    m.flat(frame(at, 1.22, 1.4, 0.03), wood, 0.15);
    for (x, y) in [(-0.235, -0.29), (0.235, -0.29), (-0.235, 0.29), (0.235, 0.29)] {
        // A curtain hides part of the lamp above.
        let glow = lit.map_or(V3::ZERO, |share| LAMP * (share * if y > 0.0 { 0.72 } else { 1.0 }));
        m.pane(frame(at + v3(x, y, 0.0), 0.41, 0.52, 0.06), DARK, glow, 0.0);
    }
    m.block(at + v3(0.0, -0.8, -0.12), v3(1.4, 0.1, 0.3), 1.0, V3::hex(0x8C8478), 0.2);
    for side in [-0.88, 0.88] {
        m.flat(frame(at + v3(side, 0.0, 0.0), 0.44, 1.3, 0.07), paint * 0.9, 0.2);
        m.flat(frame(at + v3(side, 0.0, 0.0), 0.3, 0.5, 0.075), paint * 0.7, 0.2);
    }
}

fn way_in(m: &mut Mesh, at: V3, paint: V3, lit: bool) {
    let wood = V3::hex(TIMBER);
    m.flat(frame(at + v3(0.0, 1.08, 0.0), 1.35, 2.2, 0.04), wood, 0.15);
    for i in 0..5 {
        let plank = paint * [0.9, 0.75, 0.95, 0.8, 0.88][i];
        m.flat(frame(at + v3((i as f32 - 2.0) * 0.205, 0.93, 0.0), 0.19, 1.84, 0.08), plank, 0.2);
    }
    // A lamp over the door.
    let glow = if lit { LAMP * 1.4 } else { V3::ZERO };
    m.pane(frame(at + v3(0.0, 2.0, 0.0), 0.9, 0.22, 0.09), DARK, glow, 0.0);
    m.block(at + v3(0.0, -1.0, -0.75), v3(1.9, 0.86, 1.1), 1.0, V3::hex(0x857D70), 0.35);
    m.block(at + v3(0.0, -1.0, -1.35), v3(2.4, 0.68, 0.9), 1.0, V3::hex(0x7C7468), 0.35);
}

/// Lamplight that falls through panes on the ground and whatever else is before them; of cloth only a share gets out.
pub fn spill(tracer: &Tracer, canvas: &mut Canvas, mesh: &Mesh, foot: V3, share: f32) {
    let view = tracer.view;
    let panes: Vec<(V3, V3, V3)> = (mesh.sides.iter().filter(|side| side.glow.x > 0.0))
        .map(|side| {
            let [a, b, c] = side.corners;
            let across = (b - a).cross(c - a);
            let out = if across.dot(a) > 0.0 { -across } else { across };
            ((a + b + c) * (1.0 / 3.0), out.unit(), side.glow * (0.5 * across.length() * share))
        })
        .collect();
    let Some(low) = panes.iter().map(|pane| pane.0.y).reduce(f32::min) else { return };
    const REACH: f32 = 15.0;
    let (left, _) = view.project(foot - v3(REACH + 4.0, 0.0, 0.0));
    let (right, _) = view.project(foot + v3(REACH + 4.0, 0.0, 0.0));
    let (_, high) = view.project(v3(foot.x, low + 2.5, foot.z));
    let range = |v: f32, most: usize| v.clamp(0.0, most as f32) as usize;
    let dull = tracer.shine(v3(0.0, 1.0, 0.0), 0.0, 1.0, 0.0);
    for y in range(high, canvas.height)..canvas.height {
        for x in range(left, canvas.width)..range(right, canvas.width) {
            let k = y * canvas.width + x;
            let z = canvas.depth[k];
            if z > foot.z + 1.0 || z < foot.z - REACH {
                continue;
            }
            let p = v3(view.side(x as f32 + 0.5) * z, (view.level - y as f32 - 0.5) / view.focal * z, z);
            let mut sum = V3::ZERO;
            for (at, out, glow) in &panes {
                let to = p - *at;
                let far = to.length().max(0.3);
                let ahead = to.dot(*out) / far;
                if ahead > 0.02 && far < REACH {
                    sum += *glow * (ahead * (0.25 - to.y / far).max(0.05) / (far * far + 1.0) * (1.0 - far / REACH));
                }
            }
            // What the ground throws back is known from how bright it is under the open sky.
            let own = canvas.colour[k];
            let back = v3(own.x / dull.x, own.y / dull.y, own.z / dull.z).map(|v| v.min(0.9));
            canvas.colour[k] += back * sum * 2.2;
        }
    }
}
