//! The light of a day: what colour the sun has, the sky above, at the horizon, around the sun and
//! opposite to it, and how it fills the shadows.

use crate::maths::{V3, v3};

#[derive(Clone)]
pub struct Hour {
    /// Direction and height in degrees where a scene gives none.
    pub sun: [f32; 2],
    pub sunlight: V3,
    pub zenith: V3,
    pub horizon: V3,
    /// Low sky on the sun's side and on the other.
    pub glow: V3,
    pub opposite: V3,
    /// Light from the whole sky on level ground.
    pub fill: V3,
    /// Stops.
    pub exposure: f32,
    /// Metres over which grey haze doubles, for a haze of 1.
    pub haze: f32,
    pub night: bool,
}

const fn hour(sun: [f32; 2], sunlight: V3, sky: [V3; 4], fill: V3, exposure: f32, haze: f32, night: bool) -> Hour {
    Hour { sun, sunlight, zenith: sky[0], horizon: sky[1], glow: sky[2], opposite: sky[3], fill, exposure, haze, night }
}

const DAWN: Hour = hour(
    [55.0, 7.0],
    v3(6.4, 2.9, 1.2),
    [v3(0.10, 0.20, 0.46), v3(0.52, 0.52, 0.62), v3(1.75, 0.92, 0.46), v3(0.46, 0.40, 0.56)],
    v3(0.26, 0.32, 0.52),
    0.15,
    34_000.0,
    false,
);
const MORNING: Hour = hour(
    [-62.0, 27.0],
    v3(4.4, 3.65, 2.75),
    [v3(0.085, 0.22, 0.56), v3(0.55, 0.72, 0.92), v3(1.05, 0.98, 0.88), v3(0.42, 0.60, 0.86)],
    v3(0.36, 0.50, 0.76),
    -0.1,
    34_000.0,
    false,
);
const NOON: Hour = hour(
    [-100.0, 48.0],
    v3(4.5, 4.15, 3.6),
    [v3(0.055, 0.165, 0.48), v3(0.46, 0.66, 0.92), v3(0.70, 0.82, 0.95), v3(0.40, 0.60, 0.88)],
    v3(0.36, 0.52, 0.80),
    -0.15,
    40_000.0,
    false,
);
const GOLD: Hour = hour(
    [-66.0, 13.0],
    v3(5.8, 3.5, 1.6),
    [v3(0.11, 0.23, 0.50), v3(0.66, 0.64, 0.66), v3(1.85, 1.20, 0.60), v3(0.50, 0.52, 0.66)],
    v3(0.34, 0.40, 0.56),
    -0.05,
    34_000.0,
    false,
);
const DUSK: Hour = hour(
    [70.0, 4.0],
    v3(5.8, 2.1, 0.85),
    [v3(0.075, 0.125, 0.32), v3(0.44, 0.38, 0.52), v3(1.55, 0.72, 0.40), v3(0.52, 0.34, 0.46)],
    v3(0.20, 0.235, 0.42),
    0.35,
    24_000.0,
    false,
);
const BLUE: Hour = hour(
    [60.0, 3.0],
    v3(0.55, 0.34, 0.34),
    [v3(0.035, 0.075, 0.22), v3(0.26, 0.28, 0.46), v3(0.85, 0.46, 0.36), v3(0.22, 0.22, 0.40)],
    v3(0.15, 0.20, 0.40),
    0.85,
    22_000.0,
    true,
);
const MOON: Hour = hour(
    [-48.0, 34.0],
    v3(0.78, 0.92, 1.2),
    [v3(0.007, 0.017, 0.052), v3(0.050, 0.088, 0.17), v3(0.13, 0.17, 0.26), v3(0.035, 0.066, 0.14)],
    v3(0.055, 0.083, 0.155),
    0.5,
    30_000.0,
    true,
);
const STORM: Hour = hour(
    [-40.0, 30.0],
    v3(1.5, 1.42, 1.3),
    [v3(0.30, 0.38, 0.48), v3(0.72, 0.77, 0.82), v3(1.0, 0.98, 0.92), v3(0.60, 0.67, 0.75)],
    v3(0.62, 0.70, 0.80),
    0.05,
    9_000.0,
    false,
);

pub fn named(name: &str) -> Option<Hour> {
    let found = match name {
        "dawn" => DAWN,
        "morning" => MORNING,
        "noon" => NOON,
        "gold" => GOLD,
        "dusk" => DUSK,
        "blue" => BLUE,
        "moon" => MOON,
        "storm" => STORM,
        _ => return None,
    };
    Some(found)
}
