//! The picture while it is drawn: linear colour, distance and depth of water of every pixel.

use crate::maths::V3;

pub struct Canvas {
    pub width: usize,
    pub height: usize,
    pub colour: Vec<V3>,
    pub depth: Vec<f32>,
    pub water: Vec<f32>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Canvas {
        let count = width * height;
        Canvas { width, height, colour: vec![V3::ZERO; count], depth: vec![0.0; count], water: vec![0.0; count] }
    }

    /// Adds light to a pixel where nothing nearer was drawn.
    pub fn shine(&mut self, x: i32, y: i32, depth: f32, light: V3) {
        if x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32 {
            let k = y as usize * self.width + x as usize;
            if depth <= self.depth[k] {
                self.colour[k] += light;
            }
        }
    }

    /// Lays a colour over a pixel where nothing nearer was drawn; the depth moves only under firm paint.
    pub fn lay(&mut self, x: i32, y: i32, depth: f32, colour: V3, cover: f32) {
        if x < 0 || y < 0 || x >= self.width as i32 || y >= self.height as i32 {
            return;
        }
        let k = y as usize * self.width + x as usize;
        if depth > self.depth[k] || cover <= 0.0 {
            return;
        }
        self.colour[k] = self.colour[k].mix(colour, cover.min(1.0));
        if cover > 0.5 {
            self.depth[k] = depth;
            self.water[k] = 0.0;
        }
    }
}
