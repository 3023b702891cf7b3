//! Plants trees on the land and draws them, the farthest first.

use crate::canvas::Canvas;
use crate::crowns::{self, Crown, Leaf};
use crate::land::Land;
use crate::maths::{Dice, V3, lerp, step, v3};
use crate::noise::fbm;
use crate::scene::{Cover, Scene, Tree, Wood};
use crate::shade::{Caster, Shade};
use crate::trace::Tracer;
use crate::view::View;

struct Standing {
    place: V3,
    height: f32,
    crown: usize,
    flip: bool,
    shade: f32,
    kind: Tree,
}

const SHAPES: usize = 6;
const MOST_CASTERS: usize = 90;

/// Trees of one kind, the farthest first, and the shapes they have.
pub struct Grove {
    trees: Vec<Standing>,
    crowns: Vec<Crown>,
}

pub fn groves(scene: &Scene, view: &View, land: &Land) -> Vec<Grove> {
    let grove = |(n, wood): (usize, &Wood)| {
        let mut trees = plant(scene, view, land, wood, n as u32);
        trees.sort_by(|a, b| b.place.z.total_cmp(&a.place.z));
        let tallest = trees.iter().map(|tree| tree.pixels(view)).fold(1.0, f32::max);
        let side = (tallest as usize).next_power_of_two().clamp(256, 1024);
        let shapes = SHAPES.min(wood.count as usize);
        let crowns = (0..shapes).map(|i| crowns::grow(wood.kind, scene.seed + (i + n * 7) as u32 * 13, side, view.sun)).collect();
        Grove { trees, crowns }
    };
    scene.woods.iter().enumerate().map(grove).collect()
}

/// The trees whose shadows are large enough to be seen.
pub fn shade<'a>(groves: &'a [Grove], view: &View) -> Shade<'a> {
    let mut shade = Shade { sun: view.sun, ..Shade::default() };
    for grove in groves {
        for tree in grove.trees.iter().filter(|tree| tree.pixels(view) > if crowns::broad(tree.kind) { 70.0 } else { 150.0 }) {
            let thicket = &grove.crowns[tree.crown % grove.crowns.len()].thicket;
            shade.casters.push(Caster { foot: tree.place, height: tree.height, thicket });
        }
    }
    // In a wood the nearest are enough: beyond them one tree's shadow is not told from another's.
    shade.casters.sort_by(|a, b| a.foot.z.total_cmp(&b.foot.z));
    shade.casters.truncate(MOST_CASTERS);
    shade.far = shade.casters.iter().map(|tree| tree.foot.z + tree.height * 6.0).fold(0.0, f32::max);
    shade
}

pub fn draw(tracer: &Tracer, groves: &[Grove], canvas: &mut Canvas) {
    for grove in groves {
        for tree in &grove.trees {
            stand(tracer, canvas, tree, &grove.crowns[tree.crown % grove.crowns.len()]);
        }
    }
}

fn plant(scene: &Scene, view: &View, land: &Land, wood: &Wood, n: u32) -> Vec<Standing> {
    let mut dice = Dice::new(scene.seed * 7 + n + 400);
    let mut trees = Vec::new();
    for _ in 0..wood.count {
        let z = lerp(wood.from * wood.from, wood.to * wood.to, dice.unit()).sqrt();
        let x = view.side(dice.between(wood.columns[0], wood.columns[1]) * view.zoom) * z;
        let (size, turn, shade, shape) = (dice.between(0.55, 1.15), dice.unit(), dice.unit(), dice.unit());
        let y = land.at(x, z);
        let normal = land.normal(x, z);
        let steep = (1.0 - normal.y * normal.y).max(0.0).sqrt() / normal.y;
        let open = fbm(x / (wood.height * 9.0), z / (wood.height * 9.0), 3, scene.seed + 60 + n);
        let dry = scene.lake.as_ref().is_none_or(|l| y > l.level + 0.6);
        let cover = land.cover_at(x, z);
        let grows = !matches!(cover, Cover::Glacier | Cover::Snow) && (cover != Cover::Terraces || turn < 0.4);
        if !dry || !grows || steep > wood.steepest || open < wood.clump - 0.5 || y < wood.between[0] || y > wood.between[1] {
            continue;
        }
        let height = wood.height * if wood.count == 1 { 1.0 } else { size };
        trees.push(Standing {
            place: v3(x, y - height * 0.03, z),
            height,
            crown: (shape * SHAPES as f32) as usize % SHAPES,
            flip: turn < 0.5,
            shade,
            kind: wood.kind,
        });
    }
    trees
}

impl Standing {
    fn pixels(&self, view: &View) -> f32 {
        self.height * view.focal / self.place.z
    }
}

/// Leaf in shade and in light, wood, and blossom.
fn colours(kind: Tree, luck: f32) -> [V3; 4] {
    let of = |dark: u32, light: u32, bloom: u32| [V3::hex(dark), V3::hex(light), V3::hex(0x5A4A3A), V3::hex(bloom)];
    match kind {
        Tree::Fir => of(0x16221A, 0x46583A, 0),
        Tree::Pine => of(0x1C2A1C, 0x56683E, 0),
        Tree::Rhododendron => of(0x1A2A18, 0x556A38, if luck < 0.6 { 0xC2203A } else { 0xDA6A86 }),
        Tree::Broadleaf | Tree::Bare => of(0x1E2E16, 0x62783A, 0),
        Tree::Pipal => of(0x202C16, 0x6E7C3C, 0),
        Tree::Autumn if luck < 0.4 => of(0x4A2C14, 0xA8702C, 0),
        Tree::Autumn => of(0x4E4218, 0xB8943E, 0),
        Tree::Poplar => of(0x3A4A18, 0x93A04A, 0),
        Tree::Juniper => of(0x1E2A1C, 0x4A5A3C, 0),
    }
}

fn stand(tracer: &Tracer, canvas: &mut Canvas, tree: &Standing, crown: &Crown) {
    let view = tracer.view;
    let (x, foot) = view.project(tree.place);
    let tall = tree.pixels(view);
    if tall < 1.2 || x < -tall || x > view.width as f32 + tall || foot - tall > view.height as f32 {
        return;
    }
    let level = ((crown.sizes[0].0 as f32 / tall).log2().floor().max(0.0) as usize).min(crown.sizes.len() - 1);
    let (side, pixels) = &crown.sizes[level];
    let (column, row) = tracer.land.cell(tree.place.x, tree.place.z);
    let sun = tracer.light.sun(column, row, tree.place.y + tree.height * 0.6);
    let sky = tracer.light.sky(column, row).clamp(0.0, 1.0);
    let from = tree.place + v3(0.0, tree.height * 0.5, 0.0);
    let (through, haze) = tracer.air.between(from.unit(), from.length(), from.y);
    let colours = colours(tree.kind, tree.shade);
    let lift = 0.75 + 0.5 * tree.shade;
    let depth = tree.place.z * 0.997;
    let broad = crowns::broad(tree.kind);
    let flip = tree.flip && !crown.sided;
    // Light that comes through leaves from behind.
    let behind = if broad { v3(1.0, 1.05, 0.42) * view.hour.sunlight * (0.16 * sun * view.sun.z.max(0.0)) } else { V3::ZERO };
    for j in 0..tall.ceil() as i32 + 1 {
        let py = (foot - tall).floor() as i32 + j;
        let v = (py as f32 + 0.5 - (foot - tall)) / tall;
        if py < 0 || py >= view.height as i32 || !(0.0..1.0).contains(&v) {
            continue;
        }
        // Under other trees it is darker at the foot.
        let below = if broad { 1.0 } else { step(1.05, 0.55, v) * 0.6 + 0.4 };
        for i in 0..tall.ceil() as i32 + 1 {
            let px = (x - tall * 0.5).floor() as i32 + i;
            let u = (px as f32 + 0.5 - (x - tall * 0.5)) / tall;
            if !(0.0..1.0).contains(&u) {
                continue;
            }
            let leaf = sample(*side, pixels, if flip { 1.0 - u } else { u }, v);
            if leaf.cover < 0.02 {
                continue;
            }
            let over = 1.0 / leaf.cover;
            let right = leaf.right * over * if flip { -1.0 } else { 1.0 };
            let normal = v3(right, leaf.up * over, -0.5).unit();
            let base = colours[0]
                .mix(colours[1], (leaf.tone * over).clamp(0.0, 1.0))
                .mix(colours[2], leaf.wood * over)
                .mix(colours[3], leaf.bloom * over)
                * lift;
            // Leaves let some light through.
            let soft = 0.6;
            let (open, reach) = (leaf.open * over, leaf.sun * over);
            let mut lit = base * tracer.shine(normal, sun * reach, sky * below * open, soft);
            lit += base * behind * (reach * (1.0 - leaf.wood * over));
            canvas.lay(px, py, depth, lit * through + haze, leaf.cover);
        }
    }
}

fn sample(side: usize, pixels: &[Leaf], u: f32, v: f32) -> Leaf {
    let place = |t: f32| {
        let t = (t * side as f32 - 0.5).clamp(0.0, side as f32 - 1.001);
        (t as usize, t.fract())
    };
    let ((i, a), (j, b)) = (place(u), place(v));
    let k = j * side + i;
    let (i1, j1) = (usize::from(i + 1 < side), if j + 1 < side { side } else { 0 });
    let four = [(k, (1.0 - a) * (1.0 - b)), (k + i1, a * (1.0 - b)), (k + j1, (1.0 - a) * b), (k + i1 + j1, a * b)];
    let mut sum = Leaf::default();
    for (k, share) in four {
        let l = &pixels[k];
        sum.cover += l.cover * share;
        sum.tone += l.tone * share;
        sum.right += l.right * share;
        sum.up += l.up * share;
        sum.wood += l.wood * share;
        sum.bloom += l.bloom * share;
        sum.sun += l.sun * share;
        sum.open += l.open * share;
    }
    sum
}
