//! Vectors, colours and the few curves that everything here is made of.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A point, a direction or a linear colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct V3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

pub const fn v3(x: f32, y: f32, z: f32) -> V3 {
    V3 { x, y, z }
}

impl V3 {
    pub const ZERO: V3 = v3(0.0, 0.0, 0.0);

    pub const fn all(v: f32) -> V3 {
        v3(v, v, v)
    }
    pub fn dot(self, o: V3) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    pub fn cross(self, o: V3) -> V3 {
        v3(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }
    pub fn unit(self) -> V3 {
        self * (1.0 / self.length().max(1e-12))
    }
    pub fn mix(self, o: V3, t: f32) -> V3 {
        self + (o - self) * t
    }
    pub fn luminance(self) -> f32 {
        self.dot(v3(0.2126, 0.7152, 0.0722))
    }
    /// A colour written as in a style sheet, made linear.
    pub fn hex(code: u32) -> V3 {
        let part = |shift: u32| {
            let c = ((code >> shift) & 255) as f32 / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        v3(part(16), part(8), part(0))
    }
    pub fn map(self, f: impl Fn(f32) -> f32) -> V3 {
        v3(f(self.x), f(self.y), f(self.z))
    }
}

impl Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        v3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        v3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl Mul<f32> for V3 {
    type Output = V3;
    fn mul(self, k: f32) -> V3 {
        v3(self.x * k, self.y * k, self.z * k)
    }
}
impl Mul for V3 {
    type Output = V3;
    fn mul(self, o: V3) -> V3 {
        v3(self.x * o.x, self.y * o.y, self.z * o.z)
    }
}
impl AddAssign for V3 {
    fn add_assign(&mut self, o: V3) {
        *self = *self + o;
    }
}
impl Neg for V3 {
    type Output = V3;
    fn neg(self) -> V3 {
        self * -1.0
    }
}

pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// 0 below `a`, 1 above `b`, smooth between; also falling when `a > b`.
pub fn step(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The larger of two, rounded where they meet within `k`.
pub fn smooth_max(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k.max(1e-6);
    a.max(b) + h * h * k * 0.25
}

/// Catmull-Rom through four neighbours.
pub fn cubic(a: f32, b: f32, c: f32, d: f32, t: f32) -> f32 {
    b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
}

/// Numbers by chance that come out the same every time.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u32) -> Dice {
        Dice(u64::from(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }
    /// From 0 up to 1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / 16_777_216.0
    }
    pub fn between(&mut self, a: f32, b: f32) -> f32 {
        a + (b - a) * self.unit()
    }
    /// Around zero, mostly within one.
    pub fn bell(&mut self) -> f32 {
        (self.unit() + self.unit() + self.unit() - 1.5) * 1.4
    }
}

/// Does `work` for every `0..count` on two threads, each with an equal share of interleaved turns,
/// and hands the results back in order.
pub fn in_two<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let half = |first: usize| (first..count).step_by(2).map(&work).collect::<Vec<T>>();
    let (even, odd) = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let mine = half(0);
        (mine, other.join().expect("a drawing thread ends well"))
    });
    let (mut even, mut odd) = (even.into_iter(), odd.into_iter());
    (0..count).filter_map(|i| if i % 2 == 0 { even.next() } else { odd.next() }).collect()
}
