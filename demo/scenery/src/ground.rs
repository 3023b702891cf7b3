//! What the ground is made of, from height, steepness, hollows and the cover of its range.

use crate::maths::{V3, step, v3};
use crate::noise::{chance, fbm, noise, noise_slope, noise3};
use crate::paths;
use crate::scene::{Cover, Scene};
use crate::shapes;

pub struct Spot {
    pub place: V3,
    pub normal: V3,
    /// Metres that one pixel covers here.
    pub pixel: f32,
    pub cover: Cover,
    /// Above 0 in hollows, below on crests.
    pub hollow: f32,
}

pub struct Paint {
    pub colour: V3,
    pub normal: V3,
    /// How far light goes on under the surface: snow glows a little in its own shadow side.
    pub soft: f32,
}

/// Noise on a face in three sizes that follow the size of a pixel, and its slope.
fn grain(p: V3, pixel: f32, seed: u32) -> (f32, V3) {
    let level = (pixel * 3.2).max(0.02).log2();
    let whole = level.floor();
    let part = level - whole;
    let (mut sum, mut slope) = (0.0, V3::ZERO);
    for (i, share) in [(0, 1.0 - part), (1, 1.0), (2, 1.0), (3, part)] {
        let size = (whole + i as f32).exp2();
        let (v, d) = noise3([p.x / size, p.y / size, p.z / size], seed + i);
        sum += v * share * 0.36;
        slope += v3(d[0], d[1], d[2]) * (share * 0.36);
    }
    (sum, slope)
}

pub fn paint(scene: &Scene, spot: &Spot) -> Paint {
    let p = spot.place;
    let seed = scene.seed;
    let (speck, bump) = grain(p, spot.pixel, seed + 300);
    let steep = 1.0 - spot.normal.y;
    let tilt = |strength: f32| (spot.normal - bump * strength + spot.normal * (bump.dot(spot.normal) * strength)).unit();
    let bare = |colour: V3| Paint { colour, normal: tilt(0.42), soft: 0.0 };
    match spot.cover {
        Cover::Heights => heights(scene, spot, speck, &tilt),
        Cover::Snow => Paint { colour: SNOW * (0.97 + 0.03 * speck), normal: tilt(0.05), soft: 0.3 },
        Cover::Rock => bare(rock(scene, p, speck)),
        Cover::Scree => bare(stones(scene, p, speck)),
        Cover::Gravel => bare(v3(0.29, 0.275, 0.245) * (0.9 + 0.3 * speck + 0.2 * fbm(p.x / 22.0, p.z / 60.0, 3, seed + 4))),
        Cover::Moor | Cover::Grass => {
            let rocky = step(0.30, 0.52, steep + 0.16 * speck + 0.10 * fbm(p.x / 60.0, p.z / 60.0, 2, seed + 6));
            let base = meadow(scene, p, speck, spot.cover == Cover::Moor);
            let colour = if rocky > 0.0 { base.mix(rock(scene, p, speck), rocky) } else { base };
            let worn = if p.z < PATHS { paths::worn(scene, p.x, p.z) } else { 0.0 };
            let colour = if worn > 0.0 { colour.mix(trodden(scene, p, speck), worn) } else { colour };
            let humps = hummocks(scene, spot) * (1.0 - 0.7 * worn);
            Paint { colour, normal: (tilt(0.30 + 0.2 * rocky - 0.12 * worn) - humps).unit(), soft: 0.0 }
        }
        Cover::Wood => wood(scene, spot, speck, &tilt),
        Cover::Terraces | Cover::Barley => fields(scene, spot, speck, &tilt),
        Cover::Ochre | Cover::Badlands => Paint { colour: ochre(scene, spot, speck), normal: tilt(0.24), soft: 0.0 },
        Cover::Glacier => {
            let dirt = step(0.12, 0.5, fbm(p.x / 160.0, p.z / 420.0, 4, seed + 8) + 0.25 * speck);
            let blue = step(0.1, 0.5, steep) * 0.5 + step(0.0, 0.5, spot.hollow) * 0.5;
            let ice = SNOW.mix(v3(0.40, 0.63, 0.74), blue * 0.75);
            Paint { colour: ice.mix(v3(0.22, 0.21, 0.20), dirt * 0.55), normal: tilt(0.16), soft: 0.35 }
        }
    }
}

/// Paths farther away are too narrow to be seen.
const PATHS: f32 = 420.0;

const SNOW: V3 = v3(0.86, 0.885, 0.92);

fn heights(scene: &Scene, spot: &Spot, speck: f32, tilt: &dyn Fn(f32) -> V3) -> Paint {
    let p = spot.place;
    let steep = 1.0 - spot.normal.y;
    let wide = fbm(p.x / 420.0, p.z / 420.0, 3, scene.seed + 11);
    let over = p.y - scene.snow + wide * 260.0;
    let hold = 0.33 + 0.34 * step(100.0, 1500.0, over) + spot.hollow * 0.22;
    let thin = 14.0 + spot.pixel * 2.5;
    let ledges = noise3([p.x / (thin * 5.0), (p.y + 40.0 * wide) / thin, p.z / (thin * 5.0)], scene.seed + 12).0 * 0.09;
    let snow = step(-60.0, 160.0, over + 90.0 * speck) * step(0.07, -0.05, steep - hold + 0.15 * speck + ledges);
    let green = step(80.0, -180.0, p.y - scene.snow + 480.0 + wide * 240.0) * step(0.34, 0.18, steep + 0.1 * speck);
    if snow < 0.02 && p.y < scene.trees + wide * 160.0 {
        return wood(scene, spot, speck, tilt);
    }
    if snow > 0.98 {
        return Paint { colour: SNOW * (0.98 + 0.03 * speck), normal: tilt(0.06), soft: 0.3 };
    }
    let stone = rock(scene, p, speck);
    let scree = v3(0.20, 0.185, 0.165) * (1.0 + 0.3 * speck);
    let low = stone.mix(scree, step(0.34, 0.2, steep) * 0.7);
    let low = if green > 0.0 { low.mix(meadow(scene, p, speck, true), green) } else { low };
    Paint { colour: low.mix(SNOW * (0.98 + 0.03 * speck), snow), normal: tilt(0.46 - 0.40 * snow - 0.1 * green), soft: 0.3 * snow }
}

/// Loose stones of all sizes, lichen and dust between them.
fn stones(scene: &Scene, p: V3, speck: f32) -> V3 {
    let dust = step(-0.1, 0.35, fbm(p.x / 14.0, p.z / 14.0, 4, scene.seed + 17));
    let block = noise(p.x / 1.3, p.z / 1.3, scene.seed + 18) * 0.5 + noise(p.x / 0.45, p.z / 0.45, scene.seed + 19) * 0.35;
    rock(scene, p, speck * 0.8).mix(v3(0.16, 0.148, 0.132), 0.3 + 0.4 * dust)
        * (0.85 + 0.35 * speck + 0.4 * block * (1.0 - 0.5 * dust))
}

fn rock(scene: &Scene, p: V3, speck: f32) -> V3 {
    let base = V3::hex(scene.rock);
    let bend = 60.0 * fbm(p.x / 900.0, p.z / 900.0, 2, scene.seed + 14) + p.x * 0.12;
    let band = noise((p.y + bend) / 85.0, 0.5, scene.seed + 15) + 0.5 * noise((p.y + bend) / 27.0, 0.5, scene.seed + 16);
    let warm = base * v3(1.18, 1.02, 0.84);
    let cold = base * v3(0.80, 0.86, 0.95) * 0.8;
    cold.mix(warm, (0.5 + 0.55 * band).clamp(0.0, 1.0)) * (1.0 + 0.5 * speck)
}

fn meadow(scene: &Scene, p: V3, speck: f32, moor: bool) -> V3 {
    let base = V3::hex(scene.grass) * 0.62;
    let patch = fbm(p.x / 38.0, p.z / 38.0, 4, scene.seed + 21)
        + 0.35 * noise(p.x / 3.1, p.z / 3.1, scene.seed + 25)
        + 0.25 * noise(p.x / 0.9, p.z / 0.9, scene.seed + 29);
    let dry = base * v3(1.35, 1.05, 0.80);
    let dark = base * v3(0.55, 0.62, 0.58);
    let colour = dark.mix(dry, (0.5 + 1.1 * patch).clamp(0.0, 1.0)) * (1.0 + 0.42 * speck);
    // Straw where it is dry, green where water stays: patches as wide as a room and as a field.
    let wet = fbm(p.x / 16.0, p.z / 16.0, 4, scene.seed + 35) + 0.6 * fbm(p.x / 75.0, p.z / 75.0, 2, scene.seed + 36);
    let colour = colour * v3(1.0, 1.0, 1.0).mix(v3(1.5, 1.22, 1.05), step(0.05, 0.4, wet));
    let colour = colour * v3(1.0, 1.0, 1.0).mix(v3(0.52, 0.78, 0.55), step(-0.05, -0.4, wet));
    let bare = step(0.22, 0.5, fbm(p.x / 9.0 + 40.0, p.z / 9.0, 3, scene.seed + 26) + 0.35 * speck);
    let colour = colour.mix(v3(0.17, 0.15, 0.125) * (1.0 + 0.5 * speck), bare * if moor { 0.75 } else { 0.3 });
    if moor {
        let heath = v3(0.075, 0.048, 0.034);
        colour.mix(heath, step(0.0, 0.4, fbm(p.x / 17.0, p.z / 17.0, 3, scene.seed + 22) + 0.3 * speck) * 0.55)
    } else {
        colour
    }
}

/// The slope of humps and cattle's treads too small for the land's own cells.
fn hummocks(scene: &Scene, spot: &Spot) -> V3 {
    let mut slope = V3::ZERO;
    for (i, size) in [4.2_f32, 1.5, 0.55].into_iter().enumerate() {
        let fine = step(size * 0.35, size * 0.08, spot.pixel);
        if fine > 0.0 {
            let (_, dx, dz) = noise_slope(spot.place.x / size, spot.place.z / size, scene.seed + 70 + i as u32);
            slope += v3(dx, 0.0, dz) * (0.24 * fine);
        }
    }
    slope
}

/// Earth and dust that feet have laid bare, with small stones pressed into it.
fn trodden(scene: &Scene, p: V3, speck: f32) -> V3 {
    let damp = fbm(p.x / 2.4, p.z / 2.4, 3, scene.seed + 27);
    let grit = step(0.25, 0.5, noise(p.x / 0.16, p.z / 0.16, scene.seed + 28)) * 0.4;
    v3(0.235, 0.19, 0.145).mix(v3(0.13, 0.105, 0.08), (0.4 + damp).clamp(0.0, 1.0)).mix(v3(0.27, 0.255, 0.235), grit)
        * (1.0 + 0.3 * speck)
}

fn wood(scene: &Scene, spot: &Spot, speck: f32, tilt: &dyn Fn(f32) -> V3) -> Paint {
    let p = spot.place;
    let tree = 9.0_f32.max(spot.pixel * 2.0);
    let (crown, d) = noise3([p.x / tree, p.y / tree, p.z / tree], scene.seed + 23);
    let kind = fbm(p.x / 260.0, p.z / 260.0, 3, scene.seed + 24);
    let green = v3(0.030, 0.052, 0.022).mix(v3(0.075, 0.088, 0.030), (0.5 + kind).clamp(0.0, 1.0));
    let colour = green * (1.0 + 0.75 * crown + 0.5 * speck);
    let bump = v3(d[0], d[1], d[2]) * 0.55;
    let cliff = step(0.50, 0.66, 1.0 - spot.normal.y + 0.12 * speck);
    let normal = (tilt(0.25) - bump + spot.normal * bump.dot(spot.normal)).unit();
    Paint { colour: colour.mix(rock(scene, p, speck) * 0.8, cliff), normal, soft: 0.05 }
}

fn fields(scene: &Scene, spot: &Spot, speck: f32, tilt: &dyn Fn(f32) -> V3) -> Paint {
    let p = spot.place;
    let (rung, part) = shapes::rung(p.x, p.z, p.y - 0.3, scene.seed);
    let cut = (p.x / 34.0 + 0.8 * noise(p.z / 60.0, rung * 7.3, scene.seed)).floor();
    let luck = chance(cut as i32, rung as i32, scene.seed + 31);
    let barley = [0x8C8A3C_u32, 0xB79C4A, 0x6E7C36, 0xC2A95C, 0x7E6A42, 0x94803A];
    let rice = [0x55772E_u32, 0x7C9440, 0x93A850, 0x4A6A2C, 0xA8A856, 0x6B8A3A];
    let tones = if spot.cover == Cover::Barley { barley } else { rice };
    let crop = V3::hex(tones[(luck * 5.99) as usize]) * 0.6;
    let bank = step(0.14, 0.34, 1.0 - spot.normal.y).max(step(0.86, 0.95, part) * step(0.5, 0.0, spot.pixel));
    let earth = V3::hex(0x5C5530).mix(V3::hex(0x4A4A28), 0.5 + speck) * 0.65;
    let wild = step(0.12, 0.26, fbm(p.x / 130.0, p.z / 130.0, 3, scene.seed + 33));
    let colour = crop.mix(earth, bank).mix(v3(0.05, 0.065, 0.028), wild * 0.8) * (1.0 + 0.28 * speck);
    Paint { colour, normal: tilt(0.14 + 0.2 * wild), soft: 0.06 }
}

fn ochre(scene: &Scene, spot: &Spot, speck: f32) -> V3 {
    let p = spot.place;
    let steep = 1.0 - spot.normal.y;
    let bend = 30.0 * noise(p.x / 700.0, p.z / 700.0, scene.seed + 5);
    let level = p.y + bend;
    let band = noise(level / 42.0, 0.3, scene.seed + 41);
    let thin = noise(level / 9.0, 0.7, scene.seed + 42);
    let (light, dark, red) = if spot.cover == Cover::Ochre {
        (V3::hex(0xCFA672), V3::hex(0xA2703F), V3::hex(0x9A4E31))
    } else {
        (V3::hex(0xB9AA94), V3::hex(0x8B7E70), V3::hex(0xA67753))
    };
    let wall = light.mix(dark, (0.5 + 0.9 * band).clamp(0.0, 1.0)).mix(red, step(0.15, 0.5, band + 0.4 * thin) * 0.75)
        * (1.0 + 0.16 * thin);
    let flat = light.mix(V3::hex(0x9C8158), (0.5 + fbm(p.x / 120.0, p.z / 120.0, 3, scene.seed + 43)).clamp(0.0, 1.0));
    let scrub = step(0.1, 0.45, fbm(p.x / 7.0, p.z / 7.0, 2, scene.seed + 44) + 0.4 * speck) * step(0.12, 0.04, steep);
    let ground = flat.mix(V3::hex(0x6D6440), scrub * 0.5);
    ground.mix(wall, step(0.1, 0.3, steep)) * (0.74 + 0.22 * speck - 0.10 * spot.hollow.clamp(-0.5, 1.0))
}
