//! Where the houses of a village stand: side by side along the slope, row above row, each with a walled yard.

use crate::land::Land;
use crate::maths::{Dice, V3, v3};
use crate::mesh::Mesh;
use crate::scene::{Prop, Thing};

/// A house: its foot, the degrees it is turned and its size.
pub struct Plot {
    pub at: V3,
    pub turn: f32,
    pub size: f32,
}

/// The slope that a village lies on.
struct Slope<'a> {
    land: &'a Land,
    middle: V3,
    /// Upwards and along, level and of length one.
    up: V3,
    along: V3,
    steep: f32,
}

impl Slope<'_> {
    fn new(land: &Land, middle: V3, reach: f32) -> Slope<'_> {
        let at = |x: f32, z: f32| land.at(middle.x + x, (middle.z + z).max(4.0));
        let rise = v3(at(reach, 0.0) - at(-reach, 0.0), 0.0, at(0.0, reach) - at(0.0, -reach)) * (0.5 / reach);
        let steep = rise.length();
        // Level ground has no side of its own: the rows then lie before the camera.
        let up = (rise + v3(0.0, 0.0, 0.05)).unit();
        Slope { land, middle, up, along: v3(up.z, 0.0, -up.x), steep }
    }

    /// A place so far along and up, moved on to the height of its row.
    fn place(&self, along: f32, up: f32) -> V3 {
        let ground = |p: V3| self.land.at(p.x, p.z.max(4.0));
        let level = ground(self.middle + self.up * up);
        let mut p = self.middle + self.along * along + self.up * up;
        if self.steep > 0.08 {
            for _ in 0..3 {
                p += self.up * ((level - ground(p)) / self.steep * 0.6).clamp(-5.0, 5.0);
            }
        }
        p.y = ground(p);
        p
    }
}

pub fn plots(land: &Land, prop: &Prop, middle: V3, dice: &mut Dice) -> Vec<Plot> {
    let flat = prop.kind == Thing::FlatVillage;
    let (room, gap, shape) = if flat { (9.6, 9.0, 1.9) } else { (12.5, 14.0, 3.4) };
    let (room, gap) = (room * prop.size, gap * prop.size);
    let slope = Slope::new(land, middle, (prop.spread * 0.3).max(12.0));
    let count = prop.count as f32;
    let rows = (count / shape).sqrt().ceil().max(1.0);
    let front = if slope.up.z < 0.0 { slope.up } else { -slope.up };
    let facing = (-front.x).atan2(-front.z).to_degrees().clamp(-50.0, 50.0);
    let mut plots = Vec::new();
    let mut up = -0.5 * rows * gap;
    while (plots.len() as u32) < prop.count {
        // The middle rows are the longest.
        let share = 1.25 - (up / (rows * gap)).powi(2) * 2.6;
        let long = (count / rows * share * dice.between(0.75, 1.25)).max(1.0) * room;
        let mut along = -0.5 * long + dice.bell() * room * 1.6;
        let end = along + long;
        while along < end && (plots.len() as u32) < prop.count {
            let size = prop.size * if dice.unit() < 0.25 { dice.between(0.5, 0.66) } else { dice.between(0.78, 1.12) };
            let at = slope.place(along, up + dice.bell() * gap * 0.12);
            let aside = if dice.unit() < 0.14 { 70.0 } else { 0.0 };
            plots.push(Plot { at, turn: facing + dice.bell() * 9.0 + aside, size });
            // A lane here and there.
            along += room * (size / prop.size) * dice.between(0.95, 1.15) + if dice.unit() < 0.16 { room * 0.8 } else { 0.0 };
        }
        up += gap * dice.between(0.85, 1.2);
    }
    plots
}

/// A yard before the house, held up by a wall and closed by a lower one.
pub fn yard(wall: V3, dice: &mut Dice) -> Mesh {
    let mut m = Mesh::default();
    let stone = wall.mix(V3::hex(0x7C7466), 0.75) * dice.between(0.75, 1.0);
    let wide = dice.between(9.0, 13.0);
    m.block(v3(0.0, -3.4, -5.2), v3(wide, 3.5, 5.2), 1.0, stone * 0.8, 0.5);
    m.block(v3(0.0, 0.08, -5.2), v3(wide - 0.5, 0.05, 4.8), 1.0, V3::hex(0x9A8A6E) * 0.8, 0.2);
    m.block(v3(-wide * 0.18, -0.5, -7.7), v3(wide * 0.62, 1.25, 0.45), 1.0, stone, 0.5);
    if dice.unit() < 0.5 {
        m.block(v3(wide * 0.5, -1.0, -5.2), v3(0.4, 1.7, 5.0), 1.0, stone, 0.5);
    }
    m
}
