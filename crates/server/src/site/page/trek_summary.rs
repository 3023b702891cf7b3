//! A trek and its days in a few words, as the app says them (web/src/features/trek/trek-summary.ts,
//! web/src/features/itinerary/day-summary.ts).

use crate::features::trek::wire::{Day, Route, Trek};
use crate::features::trek::wire_day::{Connection, TransportMode, Waypoint};
use crate::platform::format;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Metres from which on a day without a change of place is there to get used to the altitude.
const ACCLIMATISATION_ALTITUDE: i32 = 3_000;

/// The strip under the banner: what is not known is left out.
pub fn trek_facts(trek: &Trek, route: &Route) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("Days", route.number_of_days.to_string()),
        ("Nights", route.number_of_nights.to_string()),
    ];
    facts.extend(highest_point(route).map(|height| ("Highest point", format::metres(height))));
    facts.extend(on_foot(route).map(|text| ("On foot", text)));
    facts.extend(
        trek.difficulty
            .clone()
            .map(|difficulty| ("Difficulty", difficulty)),
    );
    let seasons = seasons_in_words(&trek.best_seasons);
    if !seasons.is_empty() {
        facts.push(("Best season", seasons));
    }
    facts
}

/// `12 days, highest point 5,545 m, 134 km on foot`
pub fn route_in_words(route: &Route) -> String {
    let mut parts = vec![format::count(route.number_of_days, "day")];
    parts.extend(
        highest_point(route).map(|height| format!("highest point {}", format::metres(height))),
    );
    parts.extend(on_foot(route).map(|text| format!("{text} on foot")));
    parts.join(", ")
}

fn highest_point(route: &Route) -> Option<i32> {
    let days = route.daily_activities.iter();
    days.flat_map(|day| &day.waypoints)
        .filter_map(|waypoint| waypoint.altitude)
        .max()
}

fn on_foot(route: &Route) -> Option<String> {
    let legs = route
        .daily_activities
        .iter()
        .flat_map(|day| &day.connections);
    let walked: f64 = legs
        .filter(|leg| leg.transport_mode == TransportMode::Walking)
        .filter_map(|leg| leg.distance)
        .sum();
    (walked > 0.0).then(|| format::kilometres(walked.round()))
}

/// `Mar–May, Oct–Nov`; a season over the new year stays one. Words that are no month stay as they are.
fn seasons_in_words(seasons: &[String]) -> String {
    let month_of = |season: &String| {
        let start = season.get(..3)?;
        MONTHS.iter().position(|month| *month == start)
    };
    let Some(months) = seasons.iter().map(month_of).collect::<Option<Vec<_>>>() else {
        return seasons.join(", ");
    };
    let chosen = |month: usize| months.contains(&(month % 12));
    if (0..12).all(chosen) {
        return "All year".to_owned();
    }
    (0..12)
        .filter(|month| chosen(*month) && !chosen(month + 11))
        .map(|start| {
            let end = (start..).take_while(|month| chosen(*month)).last();
            let end = end.unwrap_or(start) % 12;
            match start == end {
                true => MONTHS[start].to_owned(),
                false => format!("{}–{}", MONTHS[start], MONTHS[end]),
            }
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// A day as its head and its body tell it.
pub struct DayFacts<'a> {
    pub day: &'a Day,
    /// `Lukla to Phakding`, or `Acclimatisation day at Namche Bazaar`
    pub places: String,
    /// `3 h on foot · 7.8 km · 120 m up · sleep at 2,610 m`
    pub told: String,
    pub stops: Vec<Stop<'a>>,
    /// Breakfast, lunch, dinner, where there is any.
    pub meals: Vec<(&'static str, String)>,
}

pub struct Stop<'a> {
    pub name: &'a str,
    pub height: Option<String>,
    /// How one goes on from there.
    pub legs: Vec<String>,
}

impl<'a> DayFacts<'a> {
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
            told: told(day),
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

fn told(day: &Day) -> String {
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

/// Metres uphill on foot, as far as heights are known.
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
    let told = parts.join(", ");
    match leg.description.trim() {
        "" => told,
        text => format!("{told}. {text}"),
    }
}

#[cfg(test)]
mod tests {
    use domain::itinerary;

    use super::*;

    #[test]
    fn a_day_that_ends_where_it_began_says_what_it_is_for() {
        let day = |altitude, mode| {
            let place = |altitude| Waypoint {
                name: "Namche Bazaar".to_owned(),
                coordinates: itinerary::Coordinates::default().into(),
                is_start_point: false,
                is_end_point: false,
                altitude,
            };
            let leg = itinerary::Connection {
                transport_mode: mode,
                to_waypoint_index: 1,
                ..Default::default()
            };
            places(&Day {
                waypoints: vec![place(altitude), place(altitude)],
                ..Day::from(itinerary::Day {
                    connections: vec![leg],
                    ..Default::default()
                })
            })
        };
        let on_foot = itinerary::TransportMode::Walking;
        assert_eq!(
            day(Some(3440), on_foot),
            "Acclimatisation day at Namche Bazaar"
        );
        assert_eq!(day(Some(900), on_foot), "Day walk from Namche Bazaar");
        let by_road = itinerary::TransportMode::Vehicle;
        assert_eq!(day(None, by_road), "Day in Namche Bazaar");
    }

    #[test]
    fn seasons_are_told_as_spans() {
        let told = |months: &[&str]| {
            seasons_in_words(
                &months
                    .iter()
                    .map(|&month| month.to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            told(&["Mar", "Apr", "May", "Oct", "Nov"]),
            "Mar–May, Oct–Nov"
        );
        assert_eq!(told(&["Dec", "January", "Feb"]), "Dec–Feb");
        assert_eq!(told(&["Jul"]), "Jul");
        assert_eq!(told(&MONTHS), "All year");
        assert_eq!(told(&["Autumn", "é"]), "Autumn, é");
        assert_eq!(told(&[]), "");
    }
}
