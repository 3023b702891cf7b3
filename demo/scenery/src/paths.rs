//! Where feet have worn the ground: paths of the scene, and the places before doors.

use crate::maths::step;
use crate::noise::noise;
use crate::scene::{Path, Scene, Thing};

/// 1 on trodden earth, 0 where grass is left alone.
pub fn worn(scene: &Scene, x: f32, z: f32) -> f32 {
    if scene.paths.is_empty() && scene.props.is_empty() {
        return 0.0;
    }
    let ragged = noise(x / 1.7, z / 1.7, scene.seed + 90) * 0.5 + noise(x / 0.5, z / 0.5, scene.seed + 91) * 0.25;
    let mut most = 0.0_f32;
    for path in &scene.paths {
        let bend = noise(z / 7.0, x / 9.0, scene.seed + 92) * path.wide * 0.8;
        let far = beside(scene, path, x + bend, z + bend * 0.5) + ragged * path.wide * 0.35;
        most = most.max(step(path.wide * 0.62, path.wide * 0.30, far));
    }
    for prop in scene.props.iter().filter(|prop| prop.kind == Thing::Platform) {
        let (px, pz) = ground(scene, prop.at);
        // Bare close to its walls, and farther out where feet come and go.
        let (dx, dz) = (((x - px).abs() - 6.3 * prop.size).max(0.0), ((z - pz).abs() - 3.1 * prop.size).max(0.0));
        let drift = noise(x / 3.5, z / 3.5, scene.seed + 93);
        most = most.max(step(0.85, 0.05, dx.hypot(dz) + ragged * 0.7 + drift * 0.8));
    }
    for prop in scene.props.iter().filter(|prop| matches!(prop.kind, Thing::House | Thing::FlatHouse)) {
        let (px, pz) = ground(scene, prop.at);
        // Wider than deep, and before the house more than behind it.
        let (dx, dz) = ((x - px) / (8.0 * prop.size), (z - pz + 3.5 * prop.size) / (5.5 * prop.size));
        most = most.max(step(1.15, 0.72, (dx * dx + dz * dz).sqrt() + ragged * 0.22));
    }
    most
}

/// Place on the ground of a column of the frame and a distance.
fn ground(scene: &Scene, at: [f32; 2]) -> (f32, f32) {
    let focal = 0.5 * scene.frame[0] / (scene.fov.to_radians() * 0.5).tan();
    ((at[0] - 0.5 * scene.frame[0]) / focal * at[1], at[1])
}

fn beside(scene: &Scene, path: &Path, x: f32, z: f32) -> f32 {
    let mut least = f32::MAX;
    for pair in path.line.windows(2) {
        let ((ax, az), (bx, bz)) = (ground(scene, pair[0]), ground(scene, pair[1]));
        let (dx, dz) = (bx - ax, bz - az);
        let t = (((x - ax) * dx + (z - az) * dz) / (dx * dx + dz * dz).max(1e-3)).clamp(0.0, 1.0);
        least = least.min((x - ax - dx * t).hypot(z - az - dz * t));
    }
    least
}
