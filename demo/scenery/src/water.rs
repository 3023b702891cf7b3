//! Still and rippled water: the land seen from the eye's mirror image under the lake, laid over its bed.

use crate::canvas::Canvas;
use crate::maths::{V3, in_two, step, v3};
use crate::noise::{fbm, noise};
use crate::scene::Lake;
use crate::trace::{Eye, SKY, Tracer};

pub fn lay_over(tracer: &Tracer, lake: &Lake, canvas: &mut Canvas) {
    let view = tracer.view;
    let base = 2.0 * view.level - view.height as f32;
    let eye = Eye { height: 2.0 * lake.level, level: view.level - base, mirrored: true };
    let wet: Vec<bool> = (0..canvas.width).map(|x| (0..canvas.height).any(|y| canvas.water[y * canvas.width + x] > 0.0)).collect();
    let columns = in_two(canvas.width, |x| if wet[x] { tracer.column(x as f32 + 0.5, &eye) } else { Vec::new() });
    let mirror = |x: i32, y: f32| {
        let x = x.clamp(0, canvas.width as i32 - 1) as usize;
        let row = (view.height as f32 - 1.0 - y).clamp(0.0, view.height as f32 - 1.0) as usize;
        columns[x].get(row).map(|dot| (dot.0, dot.1 >= SKY))
    };
    let rows = in_two(canvas.height, |y| {
        (0..canvas.width)
            .map(|x| {
                let k = y * canvas.width + x;
                (canvas.water[k] > 0.0)
                    .then(|| surface(tracer, lake, (x, y), canvas.depth[k], canvas.water[k], canvas.colour[k], &mirror))
            })
            .collect::<Vec<_>>()
    });
    for (k, colour) in rows.concat().into_iter().enumerate() {
        if let Some(colour) = colour {
            canvas.colour[k] = colour;
        }
    }
}

fn surface(
    tracer: &Tracer,
    lake: &Lake,
    (x, y): (usize, usize),
    far: f32,
    deep: f32,
    bed: V3,
    mirror: &dyn Fn(i32, f32) -> Option<(V3, bool)>,
) -> V3 {
    let view = tracer.view;
    let dir = view.direction(x as f32 + 0.5, y as f32 + 0.5);
    let p = dir * (far / dir.z);
    let pixel = far / view.focal;
    let size = (pixel * 5.0).max(1.4);
    let wave = noise(p.x / (size * 3.0), p.z / (size * 9.0), 61) + 0.6 * noise(p.x / size, p.z / (size * 3.0), 62);
    // Wind leaves some of the water still and roughens the rest.
    let wind = step(-0.25, 0.35, fbm(p.x / (far * 0.25 + 60.0), p.z / (far * 0.8 + 200.0), 3, 63));
    let tilt = lake.ripple * (0.25 + 0.75 * wind) * view.zoom;
    let (mut sum, mut count, mut sky) = (V3::ZERO, 0.0, 0.0);
    for i in -2..=2 {
        let row = y as f32 + tilt * (wave * 9.0 + i as f32 * 5.0);
        if let Some((colour, open)) = mirror(x as i32 + (wave * tilt * 2.0) as i32, row) {
            sum += colour;
            count += 1.0;
            sky += f32::from(open) * 0.2;
        }
    }
    let image = if count > 0.0 { sum * (1.0 / count) } else { tracer.air.low(dir) };
    let glance = (1.0 + dir.y).clamp(0.0, 1.0);
    let mirrored = (0.03 + 0.97 * glance.powi(5)) * (1.0 - 0.35 * wind * lake.ripple.min(1.0)) * 0.94;
    let hour = &view.hour;
    let light = hour.sunlight * (0.30 * view.sun.y.max(0.0)) + hour.fill * 0.8;
    let body = V3::hex(lake.colour) * light;
    let clear = (-deep * 0.22).exp();
    let under = body.mix(bed * v3(0.55, 0.75, 0.78), clear * 0.85);
    // Where hills are mirrored the sun is not.
    let glint = (dir - v3(0.0, 2.0 * dir.y, 0.0) + v3(wave * 0.02, wave.abs() * 0.03, 0.0) * lake.ripple)
        .unit()
        .dot(view.sun)
        .max(0.0)
        .powi(900);
    let (through, haze) = tracer.air.between(dir, far, lake.level);
    let lit = (under * through + haze).mix(image, mirrored) + hour.sunlight * (glint * 0.6 * sky);
    // A thin edge of wet shore.
    (bed * 0.75).mix(lit, step(0.0, 0.25 + pixel * 0.1, deep))
}
