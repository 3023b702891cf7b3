//! Puts what `things` makes on the land, in heaps, rows and strings, and draws it.

use crate::canvas::Canvas;
use crate::maths::{Dice, V3, v3};
use crate::mesh::Mesh;
use crate::scene::{Prop, Thing};
use crate::things;
use crate::trace::Tracer;

pub fn draw(tracer: &Tracer, canvas: &mut Canvas) {
    for (n, prop) in tracer.scene.props.iter().enumerate() {
        let mut dice = Dice::new(tracer.scene.seed * 53 + n as u32);
        match prop.kind {
            Thing::Flags => flags(tracer, canvas, prop, &mut dice),
            Thing::Bridge => bridge(tracer, canvas, prop, &mut dice),
            _ => place(tracer, canvas, prop, &mut dice),
        }
    }
}

fn spot(tracer: &Tracer, at: [f32; 2], lift: f32) -> V3 {
    let x = tracer.view.side(at[0] * tracer.view.zoom) * at[1];
    v3(x, tracer.land.at(x, at[1]) + lift, at[1])
}

/// As `spot`, moved nearer or farther to the next ground that is seen and well inside the picture.
fn seen(tracer: &Tracer, canvas: &Canvas, at: [f32; 2]) -> [f32; 2] {
    let shown = |z: f32| {
        let (x, y) = tracer.view.project(spot(tracer, [at[0], z], 0.0));
        let (x, y) = (x.clamp(0.0, canvas.width as f32 - 1.0) as usize, y.max(0.0) as usize);
        z > tracer.scene.near && y < canvas.height * 96 / 100 && canvas.depth[y * canvas.width + x] > z * 0.94
    };
    let found = (0..70).flat_map(|k| [at[1] * 1.025_f32.powi(k), at[1] / 1.025_f32.powi(k)]).find(|z| shown(*z));
    [at[0], found.unwrap_or(at[1])]
}

fn place(tracer: &Tracer, canvas: &mut Canvas, prop: &Prop, dice: &mut Dice) {
    let middle = spot(tracer, seen(tracer, canvas, prop.at), 0.0);
    let mut spots = Vec::new();
    for i in 0..prop.count.max(1) {
        let (mut x, mut z) = (middle.x, middle.z);
        if prop.count > 1 {
            match prop.kind {
                Thing::Walkers | Thing::Tents => {
                    let t = i as f32 / (prop.count - 1) as f32 - 0.5;
                    (x, z) = (x + t * prop.spread + dice.bell() * prop.spread * 0.04, z + dice.bell() * prop.spread * 0.08);
                }
                _ => (x, z) = (x + dice.bell() * prop.spread * 0.6, z + dice.bell() * prop.spread * 0.6),
            }
        }
        z = z.max(4.0);
        spots.push((v3(x, tracer.land.at(x, z) + prop.lift, z), dice.bell()));
    }
    spots.sort_by(|a, b| b.0.z.total_cmp(&a.0.z));
    for (at, luck) in spots {
        let turn = prop.turn
            + luck
                * match prop.kind {
                    Thing::Village | Thing::FlatVillage | Thing::Walkers => 22.0,
                    Thing::Boulders | Thing::Yaks => 120.0,
                    Thing::Tents => 40.0,
                    _ => 0.0,
                };
        let thing = match prop.kind {
            Thing::House | Thing::Village => things::house(prop, dice),
            Thing::FlatHouse | Thing::FlatVillage => things::flat_house(prop, dice),
            Thing::Monastery => things::monastery(prop, dice),
            Thing::Stupa => things::stupa(prop),
            Thing::Cairn => things::cairn(dice),
            Thing::Boulders => things::boulder(dice),
            Thing::Tents => things::tent(prop, dice),
            Thing::Walkers => things::walker(dice),
            Thing::Yaks => things::yak(dice),
            Thing::ManiWall => things::mani_wall(prop, dice),
            Thing::Platform | Thing::Flags | Thing::Bridge => things::platform(),
        };
        let mut mesh = Mesh::default();
        mesh.add(&thing, at, turn, prop.size);
        mesh.draw(tracer, canvas, at.y);
    }
}

/// A point on a line that hangs between two places.
fn hang(a: V3, b: V3, sag: f32, t: f32) -> V3 {
    a.mix(b, t) - v3(0.0, sag * 4.0 * t * (1.0 - t), 0.0)
}

/// A thin quad between two points, as wide as a rope or at least a good part of a pixel.
fn rope(mesh: &mut Mesh, tracer: &Tracer, a: V3, b: V3, wide: f32, colour: V3) {
    let half = (wide * 0.5).max(a.z / tracer.view.focal * 0.45);
    let up = v3(0.0, half, 0.0);
    mesh.flat([a - up, b - up, b + up, a + up], colour, 0.0);
}

/// Prayer flags; `lift` is the height of their ends, `size` the side of a flag in metres.
fn flags(tracer: &Tracer, canvas: &mut Canvas, prop: &Prop, dice: &mut Dice) {
    let (a, b) =
        (spot(tracer, seen(tracer, canvas, prop.at), prop.lift), spot(tracer, seen(tracer, canvas, prop.to), prop.lift * 0.8));
    let length = (b - a).length();
    let count = if prop.count > 0 { prop.count } else { (length / (prop.size * 1.25)) as u32 }.max(4);
    let sag = length * 0.085;
    let mut mesh = Mesh::default();
    for i in 0..count {
        let (p, q) = (hang(a, b, sag, i as f32 / count as f32), hang(a, b, sag, (i + 1) as f32 / count as f32));
        rope(&mut mesh, tracer, p, q, 0.02, V3::hex(0x5A5048));
        let (left, right) = (p.mix(q, 0.1), p.mix(q, 0.9));
        let blow = v3(dice.bell() * 0.25, 0.0, dice.bell() * 0.5) * prop.size;
        let drop = v3(0.0, -prop.size * dice.between(0.75, 1.05), 0.0) + blow;
        let colour = V3::hex(things::FLAGS[i as usize % 5]) * 0.85;
        let (low_left, low_right) =
            (left + drop, right + drop + v3(0.0, dice.bell() * 0.12 * prop.size, dice.bell() * 0.2 * prop.size));
        mesh.flat([left, right, low_right, low_left], colour, 0.12);
    }
    mesh.draw(tracer, canvas, a.y - 900.0);
}

/// A walkway of planks on two cables, with hangers, a rail and flags.
fn bridge(tracer: &Tracer, canvas: &mut Canvas, prop: &Prop, dice: &mut Dice) {
    let (a, b) = (spot(tracer, prop.at, prop.lift), spot(tracer, prop.to, prop.lift));
    let length = (b - a).length();
    let sag = length * 0.045;
    let steps = (length / 1.6) as u32;
    let across = v3(-(b - a).z, 0.0, (b - a).x).unit() * 0.75;
    let steel = V3::hex(0x6A6660);
    let mut mesh = Mesh::default();
    for i in 0..steps {
        let (t, u) = (i as f32 / steps as f32, (i + 1) as f32 / steps as f32);
        let (p, q) = (hang(a, b, sag, t), hang(a, b, sag, u));
        let tone = V3::hex(0x8A7A64) * dice.between(0.75, 1.1);
        mesh.flat([p - across, q - across, q + across, p + across], tone, 0.3);
        mesh.flat([p - across - v3(0.0, 0.25, 0.0), q - across - v3(0.0, 0.25, 0.0), q - across, p - across], tone * 0.6, 0.2);
        for side in [-1.0, 1.0] {
            let rail = v3(0.0, 1.25, 0.0);
            let (foot, next) = (p + across * side, q + across * side);
            rope(&mut mesh, tracer, foot + rail, next + rail, 0.05, steel);
            let half = v3((0.02_f32).max(p.z / tracer.view.focal * 0.3), 0.0, 0.0);
            mesh.flat([foot - half, foot + half, foot + rail + half, foot + rail - half], steel, 0.0);
            if dice.unit() < 0.5 {
                let cloth = V3::hex(things::FLAGS[i as usize % 5]) * 0.85;
                let drop = v3(0.0, -dice.between(0.4, 0.7), 0.0);
                mesh.flat([foot + rail, next + rail, next + rail + drop, foot + rail + drop], cloth, 0.1);
            }
        }
    }
    for (end, side) in [(a, -1.0), (b, 1.0)] {
        let mut tower = Mesh::default();
        tower.block(v3(1.5 * side, -8.0, 0.0), v3(2.2, 11.0, 3.2), 0.9, V3::hex(0xA79E8E), 0.35);
        mesh.add(&tower, end, 0.0, 1.0);
    }
    mesh.draw(tracer, canvas, a.y - 900.0);
}
