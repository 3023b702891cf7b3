//! A scene is data: `scenes/<folder>.toml` has one table for each picture.
//!
//! Places on the picture are given in a frame of 1600 × 1000, tall ones in one of 800 × 1600; lengths on the ground in metres, heights
//! in metres above the eye, directions in degrees to the right of where the camera looks.

use serde::Deserialize;
use std::collections::BTreeMap;

/// Frames of a picture and of one whose name ends in `-tall`.
pub const WIDE: [f32; 2] = [1600.0, 1000.0];
pub const TALL: [f32; 2] = [800.0, 1600.0];

pub type Folder = BTreeMap<String, Scene>;

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, default)]
pub struct Scene {
    /// Size of the frame, from the picture's name.
    #[serde(skip)]
    pub frame: [f32; 2],
    pub seed: u32,
    /// Name of a light in `hours.rs`.
    pub hour: String,
    /// Direction and height of the sun or the moon in degrees.
    pub sun: Option<[f32; 2]>,
    /// Width of the view in degrees.
    pub fov: f32,
    /// Row of the frame at the height of the eye.
    pub horizon: f32,
    /// Where the ground begins and ends, in metres from the camera.
    pub near: f32,
    pub far: f32,
    /// Height of the valley floor.
    pub floor: f32,
    /// What covers it.
    pub ground: Cover,
    /// Heights of the lines above which snow stays and below which trees stand.
    pub snow: f32,
    pub trees: f32,
    /// 1 is clear mountain air.
    pub haze: f32,
    /// Stops of exposure, added to the hour's.
    pub exposure: f32,
    /// Share of the sky that thin high clouds and heaped clouds take.
    pub cirrus: f32,
    pub cumulus: f32,
    pub stars: f32,
    /// Colour of bare rock and of grass, as in a style sheet.
    pub rock: u32,
    pub grass: u32,
    pub ranges: Vec<Range>,
    pub lake: Option<Lake>,
    pub clouds: Vec<Bank>,
    pub woods: Vec<Wood>,
    pub props: Vec<Prop>,
    pub paths: Vec<Path>,
    /// Share of near tufts that flower.
    pub flowers: f32,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            frame: WIDE,
            seed: 1,
            hour: "morning".into(),
            sun: None,
            fov: 52.0,
            horizon: 560.0,
            near: 60.0,
            far: 40_000.0,
            floor: -500.0,
            ground: Cover::Heights,
            snow: 300.0,
            trees: -9000.0,
            haze: 1.0,
            exposure: 0.0,
            cirrus: 0.25,
            cumulus: 0.0,
            stars: 0.0,
            rock: 0x6E655C,
            grass: 0x6F6A3A,
            ranges: Vec::new(),
            lake: None,
            clouds: Vec::new(),
            woods: Vec::new(),
            props: Vec::new(),
            paths: Vec::new(),
            flowers: 0.0,
        }
    }
}

/// A crest with the slopes that fall from it.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Distance of the points of the line that give none.
    pub at: f32,
    /// The skyline: column and row in the frame, and the distance where it is another.
    pub line: Vec<Vec<f32>>,
    /// Steepness below the crest, rise over run.
    #[serde(default = "one")]
    pub slope: f32,
    /// Metres over which the crest is rounded; 0 is a knife.
    #[serde(default)]
    pub round: f32,
    /// How many side ridges, and how broken the ground: 1 is a high Himalayan face.
    #[serde(default = "one")]
    pub spurs: f32,
    #[serde(default = "one")]
    pub rough: f32,
    /// What grows or lies on it; without it snow, rock, grass and woods by height.
    #[serde(default)]
    pub cover: Cover,
    /// Foot of this range where it is another than the valley floor.
    pub floor: Option<f32>,
}

fn one() -> f32 {
    1.0
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    #[default]
    Heights,
    Snow,
    Rock,
    Scree,
    Moor,
    Grass,
    Wood,
    Terraces,
    Barley,
    Ochre,
    Badlands,
    Glacier,
    Gravel,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Lake {
    pub level: f32,
    /// Colour of deep water.
    pub colour: u32,
    #[serde(default = "one")]
    pub ripple: f32,
    /// Only water nearer and farther than these counts.
    pub span: Option<[f32; 2]>,
}

/// A layer of cloud or mist between two heights.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    pub base: f32,
    pub top: f32,
    /// Share of the layer that is filled, and how thick it is.
    pub cover: f32,
    pub density: f32,
    /// Size of the heaps in metres.
    pub size: f32,
    #[serde(default)]
    pub from: f32,
    #[serde(default = "far_away")]
    pub to: f32,
}

fn far_away() -> f32 {
    60_000.0
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Wood {
    pub kind: Tree,
    /// Trees tried, between these distances and columns of the frame.
    pub count: u32,
    pub from: f32,
    pub to: f32,
    #[serde(default = "whole")]
    pub columns: [f32; 2],
    pub height: f32,
    /// 0 even, 1 in clumps with clearings.
    #[serde(default)]
    pub clump: f32,
    #[serde(default = "steep")]
    pub steepest: f32,
    /// Heights between which they stand.
    #[serde(default = "any")]
    pub between: [f32; 2],
}

fn whole() -> [f32; 2] {
    [-100.0, 1700.0]
}
fn steep() -> f32 {
    1.2
}
fn any() -> [f32; 2] {
    [-9000.0, 9000.0]
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Tree {
    Fir,
    Pine,
    Rhododendron,
    Broadleaf,
    Autumn,
    Pipal,
    Poplar,
    Juniper,
    Bare,
}

/// Ground worn by feet: columns in the frame and distances, and how wide in metres.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Path {
    pub line: Vec<[f32; 2]>,
    pub wide: f32,
}

/// Something built, standing on the ground at a column and a distance.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Prop {
    pub kind: Thing,
    /// Column in the frame and distance in metres.
    pub at: [f32; 2],
    #[serde(default = "one")]
    pub size: f32,
    /// Degrees turned.
    #[serde(default)]
    pub turn: f32,
    /// Where a line of flags or a bridge ends.
    #[serde(default)]
    pub to: [f32; 2],
    /// How many, spread over how many metres.
    #[serde(default)]
    pub count: u32,
    #[serde(default)]
    pub spread: f32,
    #[serde(default)]
    pub lit: bool,
    /// Metres above the ground.
    #[serde(default)]
    pub lift: f32,
    #[serde(default)]
    pub wall: Option<u32>,
    #[serde(default)]
    pub roof: Option<u32>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    House,
    FlatHouse,
    Village,
    FlatVillage,
    Stupa,
    Flags,
    Bridge,
    Cairn,
    Boulders,
    Tents,
    Walkers,
    Yaks,
    ManiWall,
    /// From its lower end to `to`, `spread` metres wide, with `count` aircraft.
    Airstrip,
    Platform,
    /// On the platform at the same place: `size` is that of the platform, `spread` the room of each.
    Sitters,
    Monastery,
}
