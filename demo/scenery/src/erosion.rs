//! Running water: drops that start by chance, take ground with them where they run fast and leave it where
//! they slow down. Without it the land looks like crumpled paper.

use crate::land::Land;
use crate::maths::Dice;

pub fn run(land: &mut Land, seed: u32) {
    let mut dice = Dice::new(seed ^ 0x5EED);
    let drops = land.columns * land.rows / 6;
    for _ in 0..drops {
        let column = dice.between(2.0, land.columns as f32 - 3.0);
        let row = dice.between(2.0, land.rows as f32 - 3.0);
        drop(land, column, row);
    }
}

fn drop(land: &mut Land, mut column: f32, mut row: f32) {
    let columns = land.columns;
    let (mut way_c, mut way_r) = (0.0_f32, 0.0_f32);
    let (mut load, mut speed, mut water) = (0.0_f32, 1.0_f32, 1.0_f32);
    // Heights are taken in cells, so that a drop does the same work near and far.
    for _ in 0..34 {
        let (i, j) = (column as usize, row as usize);
        let (u, v) = (column - i as f32, row - j as f32);
        let k = j * columns + i;
        let cell = land.distance(row) * land.pace;
        let squash = land.reach.stride(row) / land.pace;
        let (a, b, c, d) = (land.height[k], land.height[k + 1], land.height[k + columns], land.height[k + columns + 1]);
        let gc = ((b - a) * (1.0 - v) + (d - c) * v) / cell;
        let gr = ((c - a) * (1.0 - u) + (d - b) * u) / cell / squash;
        (way_c, way_r) = (way_c * 0.25 - gc * 0.75, way_r * 0.25 - gr * 0.75);
        let length = (way_c * way_c + way_r * way_r).sqrt();
        if length < 1e-4 {
            return;
        }
        (way_c, way_r) = (way_c / length, way_r / length);
        let (nc, nr) = (column + way_c, row + way_r / squash.max(0.5));
        if nc < 2.0 || nr < 2.0 || nc > columns as f32 - 3.0 || nr > land.rows as f32 - 3.0 {
            return;
        }
        let here = a * (1.0 - u) * (1.0 - v) + b * u * (1.0 - v) + c * (1.0 - u) * v + d * u * v;
        let (ni, nj) = (nc as usize, nr as usize);
        let (nu, nv) = (nc - ni as f32, nr - nj as f32);
        let m = nj * columns + ni;
        let there = land.height[m] * (1.0 - nu) * (1.0 - nv)
            + land.height[m + 1] * nu * (1.0 - nv)
            + land.height[m + columns] * (1.0 - nu) * nv
            + land.height[m + columns + 1] * nu * nv;
        let fall = (here - there) / cell;
        let strength = 0.45 + land.rough[k].min(1.2);
        let most = fall.max(0.01) * speed * water * 1.9 * strength;
        let give = if fall < 0.0 {
            load.min(-fall)
        } else if load > most {
            (load - most) * 0.3
        } else {
            -((most - load) * 0.3).min(fall * 0.7)
        };
        load -= give;
        let give = give * cell;
        land.height[k] += give * (1.0 - u) * (1.0 - v);
        land.height[k + 1] += give * u * (1.0 - v);
        land.height[k + columns] += give * (1.0 - u) * v;
        land.height[k + columns + 1] += give * u * v;
        speed = (speed * speed + fall * 0.6).max(0.05).sqrt().min(2.2);
        water *= 0.965;
        (column, row) = (nc, nr);
    }
}
