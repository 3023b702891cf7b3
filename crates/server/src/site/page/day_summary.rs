//! Summary of a day of a route, as the app writes it (web/src/features/itinerary/day-summary.ts). Both run
//! `contract/trek-summary-cases.json`.

use crate::features::trek::wire::Day;
use crate::features::trek::wire_day::{Connection, TransportMode, Waypoint};
use crate::platform::format;

/// Altitude in metres from which a day without a change of place counts as acclimatisation.
const ACCLIMATISATION_ALTITUDE: i32 = 3_000;

/// Content of the head and the body of a day.
pub struct DaySummary<'a> {
    pub day: &'a Day,
    /// `Lukla to Phakding`, or `Acclimatisation day at Namche Bazaar`
    pub places: String,
    /// `3 h on foot · 7.8 km · 120 m up · sleep at 2,610 m`
    pub totals: String,
    pub stops: Vec<Stop<'a>>,
    /// Breakfast, lunch and dinner, if they have items.
    pub meals: Vec<(&'static str, String)>,
}

pub struct Stop<'a> {
    pub name: &'a str,
    pub height: Option<String>,
    /// The connections that start there.
    pub legs: Vec<String>,
}

impl<'a> DaySummary<'a> {
    pub fn new(day: &'a Day) -> Self {
        let food = &day.food_details;
        let meals = [
            ("Breakfast", &food.breakfast),
            ("Lunch", &food.lunch),
            ("Dinner", &food.dinner),
        ];
        Self {
            day,
            places: places(day),
            totals: totals(day),
            stops: day
                .waypoints
                .iter()
                .enumerate()
                .map(|(index, waypoint)| stop(day, index, waypoint))
                .collect(),
            meals: meals
                .into_iter()
                .filter(|(_, items)| !items.is_empty())
                .map(|(name, items)| (name, items.join(", ")))
                .collect(),
        }
    }
}

fn start_of(day: &Day) -> Option<&Waypoint> {
    let marked = day.waypoints.iter().find(|place| place.is_start_point);
    marked.or(day.waypoints.first())
}

fn end_of(day: &Day) -> Option<&Waypoint> {
    let marked = day.waypoints.iter().find(|place| place.is_end_point);
    marked.or(day.waypoints.last())
}

fn places(day: &Day) -> String {
    let name = |place: Option<&Waypoint>| place.map_or("", |place| &place.name).to_owned();
    let (from, to) = (name(start_of(day)), name(end_of(day)));
    if from != to {
        return format!("{from} to {to}");
    }
    let altitude = end_of(day).and_then(|place| place.altitude);
    let is_walked = day
        .connections
        .iter()
        .any(|leg| leg.transport_mode == TransportMode::Walking);
    match (altitude, is_walked) {
        (Some(ACCLIMATISATION_ALTITUDE..), _) => format!("Acclimatisation day at {from}"),
        (_, true) => format!("Day walk from {from}"),
        (_, false) => format!("Day in {from}"),
    }
}

fn totals(day: &Day) -> String {
    let walked: Vec<&Connection> = day
        .connections
        .iter()
        .filter(|leg| leg.transport_mode == TransportMode::Walking)
        .collect();
    let counted = match walked.is_empty() {
        true => day.connections.iter().collect(),
        false => walked.clone(),
    };
    let minutes: u32 = counted.iter().filter_map(|leg| leg.duration).sum();
    let distance: f64 = counted.iter().filter_map(|leg| leg.distance).sum();
    let mut parts = Vec::new();
    if minutes > 0 {
        let how = if walked.is_empty() {
            "on the way"
        } else {
            "on foot"
        };
        parts.push(format!("{} {how}", format::duration(minutes)));
    }
    if distance > 0.0 {
        parts.push(format::kilometres(distance));
    }
    let climb = climb(day, &walked);
    if climb > 0 {
        parts.push(format!("{} up", format::metres(climb)));
    }
    if let Some(height) = end_of(day).and_then(|place| place.altitude) {
        parts.push(format!("sleep at {}", format::metres(height)));
    }
    parts.join(" · ")
}

/// Metres uphill on foot, over the legs with an altitude at both ends.
fn climb(day: &Day, walked: &[&Connection]) -> i32 {
    let height = |index: usize| day.waypoints.get(index).and_then(|place| place.altitude);
    walked
        .iter()
        .filter_map(|leg| {
            Some((height(leg.to_waypoint_index)? - height(leg.from_waypoint_index)?).max(0))
        })
        .sum()
}

fn stop<'a>(day: &'a Day, index: usize, waypoint: &'a Waypoint) -> Stop<'a> {
    let legs = day
        .connections
        .iter()
        .filter(|leg| leg.from_waypoint_index == index);
    Stop {
        name: &waypoint.name,
        height: waypoint.altitude.map(format::metres),
        legs: legs.map(leg_in_words).collect(),
    }
}

/// `On foot, 3 h 15 min, 7.8 km. Along the river.`
fn leg_in_words(leg: &Connection) -> String {
    let mode = match leg.transport_mode {
        TransportMode::Walking => "On foot",
        TransportMode::Vehicle => "By road",
        TransportMode::Flight => "Flight",
        TransportMode::Boat => "By boat",
        TransportMode::Train => "By train",
        TransportMode::Custom => leg
            .custom_transport_type
            .as_deref()
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .unwrap_or("Other transport"),
    };
    let mut parts = vec![mode.to_owned()];
    parts.extend(leg.duration.filter(|it| *it > 0).map(format::duration));
    parts.extend(leg.distance.filter(|it| *it > 0.0).map(format::kilometres));
    let facts = parts.join(", ");
    match leg.description.trim() {
        "" => facts,
        text => format!("{facts}. {text}"),
    }
}

#[cfg(test)]
mod tests {
    use domain::itinerary;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Golden {
        days: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        day: itinerary::Day,
        title: String,
        head: Vec<String>,
    }

    // ITIN-04
    #[test]
    fn the_head_of_a_day_is_written_as_in_the_app() {
        let text = include_str!("../../../../../contract/trek-summary-cases.json");
        let golden: Golden = serde_json::from_str(text).expect("the golden cases");
        for case in golden.days {
            let day = Day::from(case.day);
            let summary = DaySummary::new(&day);
            assert_eq!(summary.places, case.title, "{}", case.name);
            assert_eq!(summary.totals, case.head.join(" · "), "{}", case.name);
        }
    }
}
