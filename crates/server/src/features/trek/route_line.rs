//! The walked legs of routes as lines for a map of the whole country: each leg once, simplified, in thousandths of a
//! degree (about 100 m), so that the response stays small for a thousand treks.

use std::collections::HashSet;

use domain::itinerary::{Connection, Coordinates, Day, Route, TransportMode};
use serde::{Serialize, Serializer};

/// Maximum distance of a dropped point from the simplified line, in thousandths of a degree: about 400 m.
const TOLERANCE: i64 = 4;
/// Maximum number of points of one trek, so that one with a thousand waypoints does not weigh as much as all others.
const MAX_POINTS: usize = 300;

/// Longitude and latitude in thousandths of a degree. Serialized in degrees, in the order of GeoJSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    longitude: i32,
    latitude: i32,
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let degrees = |thousandths: i32| f64::from(thousandths) / 1000.0;
        [degrees(self.longitude), degrees(self.latitude)].serialize(serializer)
    }
}

impl Point {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "is_place bounds it to 180,000"
    )]
    fn at(at: Coordinates) -> Option<Self> {
        let thousandths = |degrees: f64| (degrees * 1000.0).round() as i32;
        is_place(at).then(|| Self {
            longitude: thousandths(at.longitude),
            latitude: thousandths(at.latitude),
        })
    }
}

/// Whether the position is known. Documents contain 0, 0 if not (web/src/features/map/geometry.ts has the same rule).
pub fn is_place(at: Coordinates) -> bool {
    let is_known = at.latitude != 0.0 || at.longitude != 0.0;
    is_known && at.latitude.abs() <= 85.0 && at.longitude.abs() <= 180.0
}

/// The lines of a trek's routes. If no leg is walked, all legs are drawn.
pub fn of<'a>(routes: impl Iterator<Item = &'a Route>) -> Vec<Vec<Point>> {
    let days: Vec<&Day> = routes.flat_map(|route| &route.daily_activities).collect();
    let walked = |leg: &Connection| leg.transport_mode == TransportMode::Walking;
    let is_walked = days.iter().any(|day| day.connections.iter().any(walked));
    let mut lines = Lines::default();
    for day in days {
        for leg in &day.connections {
            let point = |index: usize| Point::at(day.waypoints.get(index)?.coordinates);
            let ends = (point(leg.from_waypoint_index), point(leg.to_waypoint_index));
            if let (Some(from), Some(to)) = ends
                && (walked(leg) || !is_walked)
            {
                lines.add(from, to);
            }
        }
    }
    lines.simplified()
}

#[derive(Default)]
struct Lines {
    lines: Vec<Vec<Point>>,
    drawn: HashSet<(Point, Point)>,
}

impl Lines {
    /// Adds a leg, unless it is drawn already: on the way back or by another route.
    fn add(&mut self, from: Point, to: Point) {
        if from == to || !self.drawn.insert((from.min(to), from.max(to))) {
            return;
        }
        match self.lines.last_mut() {
            Some(line) if line.last() == Some(&from) => line.push(to),
            _ => self.lines.push(vec![from, to]),
        }
    }

    fn simplified(self) -> Vec<Vec<Point>> {
        let mut left = MAX_POINTS;
        let lines = self.lines.iter().map(|line| simplify(line));
        lines
            .take_while(|line| {
                let has_room = line.len() <= left;
                left = left.saturating_sub(line.len());
                has_room
            })
            .collect()
    }
}

/// Drops points within the tolerance of the line through the others (Douglas and Peucker). Uses an explicit stack,
/// because a recursion could be as deep as the line has points.
fn simplify(line: &[Point]) -> Vec<Point> {
    let last = line.len().saturating_sub(1);
    let mut keep = vec![false; line.len()];
    let mut spans = vec![(0, last)];
    for end in [0, last] {
        if let Some(kept) = keep.get_mut(end) {
            *kept = true;
        }
    }
    while let Some((start, end)) = spans.pop() {
        let between = (start + 1)..end;
        let far = |index: &usize| squared_distance(line[*index], line[start], line[end]);
        let Some(farthest) = between.max_by_key(far) else {
            continue;
        };
        if far(&farthest) > TOLERANCE * TOLERANCE {
            keep[farthest] = true;
            spans.extend([(start, farthest), (farthest, end)]);
        }
    }
    let kept = line.iter().zip(keep).filter(|(_, keep)| *keep);
    kept.map(|(point, _)| *point).collect()
}

/// Squared distance of a point to the line segment between two others.
fn squared_distance(point: Point, start: Point, end: Point) -> i64 {
    let difference = |to: Point, from: Point| {
        (
            i64::from(to.longitude) - i64::from(from.longitude),
            i64::from(to.latitude) - i64::from(from.latitude),
        )
    };
    let length = |(x, y): (i64, i64)| x * x + y * y;
    let (along, to_point) = (difference(end, start), difference(point, start));
    let whole = length(along);
    let passed = (along.0 * to_point.0 + along.1 * to_point.1).clamp(0, whole);
    if whole == 0 {
        return length(to_point);
    }
    length((
        to_point.0 - along.0 * passed / whole,
        to_point.1 - along.1 * passed / whole,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(pairs: &[(i32, i32)]) -> Vec<Point> {
        let point = |(longitude, latitude): &(i32, i32)| Point {
            longitude: *longitude,
            latitude: *latitude,
        };
        pairs.iter().map(point).collect()
    }

    #[test]
    fn points_near_the_line_are_left_out_and_bends_stay() {
        let line = points(&[(0, 0), (50, 2), (100, 0), (100, 80), (101, 120)]);
        assert_eq!(simplify(&line), points(&[(0, 0), (100, 0), (101, 120)]));
        assert_eq!(simplify(&line[..2]), line[..2]);
        assert_eq!(simplify(&[]), []);
    }

    #[test]
    fn there_and_back_is_one_line() {
        let [a, b, c] = points(&[(0, 0), (50, 0), (90, 90)])[..] else {
            panic!("three points");
        };
        let mut lines = Lines::default();
        for (from, to) in [(a, b), (b, c), (c, b), (b, a), (a, a)] {
            lines.add(from, to);
        }
        assert_eq!(lines.simplified(), [[a, b, c]]);
    }

    #[test]
    fn a_trek_of_very_many_points_is_cut() {
        let zigzag: Vec<(i32, i32)> = (0..400).map(|x| (x * 10, (x % 2) * 100)).collect();
        let mut lines = Lines::default();
        for pair in points(&zigzag).chunks_exact(2) {
            lines.add(pair[0], pair[1]);
        }
        let drawn: usize = lines.simplified().iter().map(Vec::len).sum();
        assert_eq!(drawn, MAX_POINTS);
    }

    #[test]
    fn degrees_are_written_with_three_decimals() {
        let point = Point::at(Coordinates {
            latitude: 27.686_94,
            longitude: 86.731_39,
        });
        let text = serde_json::to_string(&point).expect("JSON");
        assert_eq!(text, "[86.731,27.687]");
        assert_eq!(Point::at(Coordinates::default()), None);
    }
}
