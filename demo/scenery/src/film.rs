//! From light to a picture: glow around what is bright, a film's curve, a little grain.

use crate::canvas::Canvas;
use crate::maths::{V3, step, v3};
use crate::noise::chance;
use image::RgbImage;

pub fn develop(canvas: &Canvas, stops: f32, by_moon: bool) -> RgbImage {
    let gain = (stops + 0.42).exp2();
    let glow = Glow::new(canvas, gain);
    let rows = crate::maths::in_two(canvas.height, |y| {
        let mut row = Vec::with_capacity(canvas.width * 3);
        for x in 0..canvas.width {
            let light = canvas.colour[y * canvas.width + x] * gain;
            let light = light.mix(glow.at(x, y), 0.085);
            let c = curve(if by_moon { colourless(light) } else { light });
            let grain = (chance(x as i32, y as i32, 5) + chance(x as i32, y as i32, 6) - 1.0) * 0.010;
            for v in [c.x, c.y, c.z] {
                row.push(((v + grain * (0.6 - 0.4 * v)).clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
            }
        }
        row
    });
    RgbImage::from_raw(canvas.width as u32, canvas.height as u32, rows.concat()).expect("as many bytes as pixels")
}

/// Eyes see no colours by moonlight, only by lamps.
fn colourless(light: V3) -> V3 {
    let grey = light.luminance();
    let lamp = step(0.15, 0.6, light.x - light.z);
    light.mix(v3(0.80, 0.98, 1.32) * grey, 0.5 * (1.0 - lamp))
}

/// AgX: bright colours go pale before they go flat, as on film.
fn curve(c: V3) -> V3 {
    let c = V3::all(0.0)
        + v3(
            c.dot(v3(0.842_479, 0.078_433_6, 0.079_223_7)),
            c.dot(v3(0.042_328_2, 0.878_468_6, 0.079_166_1)),
            c.dot(v3(0.042_375_7, 0.078_433_6, 0.879_143)),
        );
    let c = c.map(|v| {
        let x = ((v.max(1e-10).log2() + 12.473_93) / 16.5).clamp(0.0, 1.0);
        let (x2, x4) = (x * x, x * x * x * x);
        15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232
    });
    let c = c.map(|v| v.max(0.0).powf(1.36));
    let grey = c.luminance();
    let c = V3::all(grey) + (c - V3::all(grey)) * 1.36;
    v3(
        c.dot(v3(1.196_879, -0.098_020_9, -0.099_029_7)),
        c.dot(v3(-0.052_896_9, 1.151_903, -0.098_961_2)),
        c.dot(v3(-0.052_971_6, -0.098_043_5, 1.151_074)),
    )
}

/// The picture blurred: light that wanders in the lens.
struct Glow {
    width: usize,
    height: usize,
    cells: Vec<V3>,
}

const CELL: usize = 8;

impl Glow {
    fn new(canvas: &Canvas, gain: f32) -> Glow {
        let (width, height) = (canvas.width.div_ceil(CELL), canvas.height.div_ceil(CELL));
        let mut cells = vec![V3::ZERO; width * height];
        for y in 0..height {
            for x in 0..width {
                let (px, py) = ((x * CELL + CELL / 2).min(canvas.width - 1), (y * CELL + CELL / 2).min(canvas.height - 1));
                cells[y * width + x] = (canvas.colour[py * canvas.width + px] * gain).map(|v| v.min(4.0));
            }
        }
        let reach = (width / 60).max(1);
        for _ in 0..3 {
            cells = blurred(&cells, width, height, reach, true);
            cells = blurred(&cells, width, height, reach, false);
        }
        Glow { width, height, cells }
    }

    fn at(&self, x: usize, y: usize) -> V3 {
        let place = |v: usize, most: usize| {
            let v = ((v as f32 + 0.5) / CELL as f32 - 0.5).clamp(0.0, most as f32 - 1.001);
            (v as usize, (v as usize + 1).min(most - 1), v.fract())
        };
        let ((x0, x1, u), (y0, y1, v)) = (place(x, self.width), place(y, self.height));
        let row = |y: usize| self.cells[y * self.width + x0].mix(self.cells[y * self.width + x1], u);
        row(y0).mix(row(y1), v)
    }
}

fn blurred(cells: &[V3], width: usize, height: usize, reach: usize, across: bool) -> Vec<V3> {
    let at = |x: usize, y: usize| cells[y * width + x];
    (0..width * height)
        .map(|k| {
            let (x, y) = (k % width, k / width);
            let mut sum = V3::ZERO;
            for o in 0..=2 * reach {
                let move_by = |v: usize, most: usize| (v + o).saturating_sub(reach).min(most - 1);
                sum += if across { at(move_by(x, width), y) } else { at(x, move_by(y, height)) };
            }
            sum * (1.0 / (2 * reach + 1) as f32)
        })
        .collect()
}
