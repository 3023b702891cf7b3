//! The distances at which the ground has its rows: close together where much of it is seen, as on a face that stands
//! upright, and far apart where it hides behind a crest. Rows that are too far apart draw a face as hanging teeth.

use crate::maths::lerp;
use crate::view::View;

#[derive(Clone)]
pub struct Reach {
    /// Logarithm of the distance of each row.
    logs: Vec<f32>,
    /// For even steps of the logarithm the row that lies before.
    rows: Vec<u32>,
}

/// Share of the rows that is spread evenly, seen or not.
const EVEN: f32 = 0.34;
const STEPS: usize = 4096;

impl Reach {
    pub fn even(near: f32, far: f32, rows: usize) -> Reach {
        let (start, end) = (near.ln(), far.ln());
        Reach::new((0..rows).map(|j| lerp(start, end, j as f32 / rows as f32)).collect())
    }

    fn new(logs: Vec<f32>) -> Reach {
        let (first, last) = (logs[0], logs[logs.len() - 1]);
        let before = |k: usize| {
            let log = lerp(first, last, k as f32 / STEPS as f32);
            logs.partition_point(|v| *v <= log).saturating_sub(1) as u32
        };
        let rows = (0..=STEPS).map(before).collect();
        Reach { logs, rows }
    }

    /// As many rows as asked for, set by what a rough land of fewer rows shows; `heights` has a line for each of those.
    pub fn seen(&self, rows: usize, heights: &[Vec<f32>], view: &View) -> Reach {
        let mut shown = vec![0.0_f32; heights.len()];
        for i in 0..heights[0].len() {
            let mut top = view.height as f32;
            for (j, line) in heights.iter().enumerate() {
                let row = (view.level - view.focal * line[i] / self.distance(j as f32)).max(0.0);
                shown[j] += (top - row).max(0.0).powi(2);
                top = top.min(row);
            }
        }
        let mut shown: Vec<f32> = shown.iter().map(|v| v.sqrt()).collect();
        for _ in 0..3 {
            shown = (0..shown.len())
                .map(|j| {
                    let around = &shown[j.saturating_sub(3)..(j + 4).min(shown.len())];
                    around.iter().sum::<f32>() / around.len() as f32
                })
                .collect();
        }
        let all = shown.iter().sum::<f32>().max(1e-6);
        let count = shown.len() as f32;
        let dense: Vec<f32> = shown.iter().map(|v| EVEN / count + (1.0 - EVEN) * v / all).collect();
        let (mut logs, mut j, mut passed) = (Vec::with_capacity(rows), 0, 0.0);
        for k in 0..rows {
            let want = k as f32 / rows as f32;
            while j + 1 < dense.len() && passed + dense[j] < want {
                passed += dense[j];
                j += 1;
            }
            logs.push(self.log(j as f32 + ((want - passed) / dense[j]).clamp(0.0, 1.0)));
        }
        Reach::new(logs)
    }

    fn log(&self, row: f32) -> f32 {
        let j = (row.max(0.0) as usize).min(self.logs.len() - 2);
        lerp(self.logs[j], self.logs[j + 1], row - j as f32)
    }

    pub fn distance(&self, row: f32) -> f32 {
        self.log(row).exp()
    }

    /// The row at a distance, with its part towards the next.
    pub fn row(&self, z: f32) -> f32 {
        let log = z.max(1.0).ln();
        let (first, last) = (self.logs[0], self.logs[self.logs.len() - 1]);
        let step = ((log - first) / (last - first) * STEPS as f32).clamp(0.0, STEPS as f32);
        let mut j = (self.rows[step as usize] as usize).min(self.logs.len() - 2);
        while j + 2 < self.logs.len() && self.logs[j + 1] <= log {
            j += 1;
        }
        j as f32 + (log - self.logs[j]) / (self.logs[j + 1] - self.logs[j])
    }

    /// How much the logarithm grows from a row to the next.
    pub fn stride(&self, row: f32) -> f32 {
        let j = (row.max(0.0) as usize).min(self.logs.len() - 2);
        self.logs[j + 1] - self.logs[j]
    }

    /// As `stride`, over `wide` rows to both sides.
    pub fn span(&self, row: i32, wide: i32) -> f32 {
        let most = self.logs.len() as i32 - 1;
        let at = |j: i32| self.log(j as f32);
        if row - wide < 0 || row + wide > most {
            at(row + wide) - at(row - wide)
        } else {
            self.logs[(row + wide) as usize] - self.logs[(row - wide) as usize]
        }
    }
}
