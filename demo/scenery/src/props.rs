//! Puts what `things` makes on the land, in heaps, rows and strings, and draws it.

use crate::airstrip;
use crate::canvas::Canvas;
use crate::chautari;
use crate::houses;
use crate::maths::{Dice, V3, v3};
use crate::mesh::Mesh;
use crate::scene::{Prop, Thing};
use crate::stones::Stone;
use crate::things;
use crate::trace::Tracer;
use crate::villages::{self, Plot};

pub fn draw(tracer: &Tracer, canvas: &mut Canvas) {
    for (n, prop) in tracer.scene.props.iter().enumerate() {
        let mut dice = Dice::new(tracer.scene.seed * 53 + n as u32);
        match prop.kind {
            Thing::Flags => flags(tracer, canvas, prop, &mut dice),
            Thing::Bridge => bridge(tracer, canvas, prop, &mut dice),
            Thing::Airstrip => airfield(tracer, canvas, prop, &mut dice),
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
    // A chautari stands under its trees, where little ground is seen.
    let hidden = matches!(prop.kind, Thing::Platform | Thing::Sitters);
    let middle = spot(tracer, if hidden { prop.at } else { seen(tracer, canvas, prop.at) }, 0.0);
    let mut plots = match prop.kind {
        Thing::Village | Thing::FlatVillage if prop.count > 3 => villages::plots(tracer.land, prop, middle, dice),
        _ => scattered(tracer, prop, middle, dice),
    };
    plots.sort_by(|a, b| b.at.z.total_cmp(&a.at.z));
    for (nth, plot) in plots.iter().enumerate() {
        if prop.kind == Thing::Boulders {
            let grey = V3::hex(0x6E675D) * dice.between(0.7, 1.15);
            Stone::new(plot.at, plot.size * dice.between(0.4, 1.3), grey, dice).draw(tracer, canvas);
            continue;
        }
        let mut mesh = Mesh::default();
        mesh.add(&thing(prop, nth, dice), plot.at, plot.turn, plot.size);
        if prop.kind == Thing::Village && prop.count > 3 {
            let wall = V3::hex(prop.wall.unwrap_or(0xB4A894));
            mesh.add(&villages::yard(wall, dice), plot.at, plot.turn, plot.size);
        }
        if prop.kind == Thing::Sitters {
            // Their shadow would be laid on the ground under the platform.
            mesh.paint(tracer, canvas, plot.at.y);
        } else {
            mesh.draw(tracer, canvas, plot.at.y);
        }
        if prop.lit && plot.at.z < tracer.view.focal * 0.12 && matches!(prop.kind, Thing::House | Thing::Village | Thing::Tents) {
            houses::spill(tracer, canvas, &mesh, plot.at, if prop.kind == Thing::Tents { 0.12 } else { 1.0 });
        }
        let small = plot.at.z > tracer.view.focal * 0.4 && matches!(prop.kind, Thing::Village | Thing::FlatVillage);
        if prop.lit && small && dice.unit() < 0.8 {
            lamp(tracer, canvas, plot.at + v3(dice.bell() * 2.0, 1.7, -4.0) * plot.size);
        }
    }
}

/// One thing where it is told to be, or several around there.
fn scattered(tracer: &Tracer, prop: &Prop, middle: V3, dice: &mut Dice) -> Vec<Plot> {
    let some = |i: u32| {
        let (mut x, mut z) = (middle.x, middle.z);
        if prop.count > 1 {
            match prop.kind {
                Thing::Walkers | Thing::Tents => {
                    let t = i as f32 / (prop.count - 1) as f32 - 0.5;
                    (x, z) = (x + t * prop.spread + dice.bell() * prop.spread * 0.04, z + dice.bell() * prop.spread * 0.08);
                }
                Thing::Sitters => x += (i as f32 - 0.5 * (prop.count - 1) as f32) * prop.spread + dice.bell() * 0.3,
                _ => (x, z) = (x + dice.bell() * prop.spread * 0.6, z + dice.bell() * prop.spread * 0.6),
            }
        }
        z = z.max(4.0);
        let loose = match prop.kind {
            Thing::Village | Thing::FlatVillage | Thing::Walkers | Thing::Sitters => 22.0,
            Thing::Boulders | Thing::Yaks => 120.0,
            Thing::Tents => 40.0,
            _ => 0.0,
        };
        let (mut at, mut size) = (v3(x, tracer.land.at(x, z) + prop.lift, z), prop.size);
        if prop.kind == Thing::Sitters {
            // The platform under them stands level on the ground of its middle.
            at = v3(x, middle.y + chautari::SEAT.0 * prop.size, z + chautari::SEAT.1 * prop.size);
            size = 1.0;
        }
        Plot { at, turn: prop.turn + dice.bell() * loose, size }
    };
    (0..prop.count.max(1)).map(some).collect()
}

fn thing(prop: &Prop, nth: usize, dice: &mut Dice) -> Mesh {
    match prop.kind {
        Thing::House | Thing::Village => houses::house(prop, dice),
        Thing::FlatHouse | Thing::FlatVillage => things::flat_house(prop, dice),
        Thing::Monastery => things::monastery(prop, dice),
        Thing::Stupa => things::stupa(prop),
        Thing::Cairn => things::cairn(dice),
        Thing::Tents => things::tent(prop, dice),
        Thing::Walkers => things::walker(dice),
        Thing::Yaks => things::yak(dice),
        Thing::ManiWall => things::mani_wall(prop, dice),
        Thing::Sitters => chautari::sitter(nth, dice),
        Thing::Boulders | Thing::Platform | Thing::Flags | Thing::Bridge | Thing::Airstrip => chautari::platform(dice),
    }
}

/// The shine of a window, seen from where the window itself is smaller than a pixel.
fn lamp(tracer: &Tracer, canvas: &mut Canvas, at: V3) {
    let (x, y) = tracer.view.project(at);
    let wide = 1.15 * tracer.view.zoom;
    let reach = (wide * 3.0).ceil() as i32;
    let (through, _) = tracer.air.between(at.unit(), at.length(), at.y);
    for j in -reach..=reach {
        for i in -reach..=reach {
            let (px, py) = (x as i32 + i, y as i32 + j);
            let far = (px as f32 + 0.5 - x).powi(2) + (py as f32 + 0.5 - y).powi(2);
            canvas.shine(px, py, at.z * 0.985, v3(2.3, 0.86, 0.2) * through * (0.9 * (-far / (wide * wide)).exp()));
        }
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
    for (end, lift) in [(a, prop.lift), (b, prop.lift * 0.8)] {
        let half = v3((0.05_f32).max(end.z / tracer.view.focal * 0.5), 0.0, 0.0);
        let foot = end - v3(0.0, lift + 0.3, 0.0);
        mesh.flat([foot - half, foot + half, end + half * 0.7, end - half * 0.7], V3::hex(0x5E5244), 0.1);
    }
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

fn airfield(tracer: &Tracer, canvas: &mut Canvas, prop: &Prop, dice: &mut Dice) {
    let (a, b) = (spot(tracer, prop.at, 0.0), spot(tracer, prop.to, 0.0));
    let strip = airstrip::strip(tracer.land, a, b, prop.spread.max(10.0), dice);
    let top = strip.sides.iter().flat_map(|side| side.corners).map(|p| p.y).fold(f32::MIN, f32::max);
    strip.draw(tracer, canvas, a.y.min(b.y) - 60.0);
    let turn = (b.z - a.z).atan2(b.x - a.x).to_degrees();
    for i in 0..prop.count {
        let along = a.mix(b, 0.97 - 0.05 * i as f32);
        let mut mesh = Mesh::default();
        let place = v3(along.x, top - (b.y - a.y) * (0.03 + 0.05 * i as f32), along.z);
        mesh.add(&airstrip::aircraft(dice), place, -turn + 70.0 * dice.bell(), 1.0);
        mesh.draw(tracer, canvas, place.y);
    }
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
