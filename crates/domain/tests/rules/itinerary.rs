//! Parsing of itinerary days, and facts computed from a route.

use domain::itinerary::{Connection, Day, FoodDetails, Place, TransportMode, duration_text};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::sample::{route, trek};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Golden {
    durations: Vec<Duration>,
    legacy_days: Vec<Reading<Day>>,
    connections: Vec<Reading<Connection>>,
    structures: Vec<Structure>,
}

#[derive(Deserialize)]
struct Duration {
    minutes: u32,
    text: String,
}

#[derive(Deserialize)]
struct Reading<T> {
    name: String,
    given: T,
    expect: Value,
}

#[derive(Deserialize)]
struct Structure {
    name: String,
    marks: Vec<String>,
    connections: Vec<(usize, usize)>,
    valid: bool,
}

fn golden() -> Golden {
    let text = include_str!("../../../../contract/itinerary-cases.json");
    serde_json::from_str(text).expect("the golden cases")
}

/// Converts every number to a float: `Value` treats 0 and 0.0 as different.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| (key, plain(value)));
            Value::Object(fields.collect())
        }
        other => other,
    }
}

fn written(value: impl serde::Serialize) -> Value {
    plain(serde_json::to_value(value).expect("json"))
}

#[test]
fn durations_are_shown_in_hours_and_minutes() {
    for case in golden().durations {
        assert_eq!(duration_text(case.minutes), case.text);
    }
}

// ITIN-22 DATA-07: a day of the older shape becomes two waypoints and one connection.
#[test]
fn an_older_day_becomes_two_waypoints_and_one_connection() {
    let cases = golden().legacy_days;
    assert!(cases.len() >= 4);
    for case in cases {
        assert_eq!(written(case.given), plain(case.expect), "{}", case.name);
    }
}

// TREKADM-58 DATA-09: optional facts stay absent, an unknown mode is walking.
#[test]
fn every_golden_connection_is_parsed_as_expected() {
    for case in golden().connections {
        assert_eq!(written(case.given), plain(case.expect), "{}", case.name);
    }
}

// TREKADM-30 TREKADM-52 TREKADM-54 TREKADM-55: the structure of a valid day.
#[test]
fn waypoints_and_connections_of_a_day_must_fit_together() {
    for case in golden().structures {
        let mut trek = trek();
        let day = &mut trek.routes[0].daily_activities[0];
        let (waypoint, connection) = (day.waypoints[0].clone(), day.connections[0].clone());
        let waypoints = case.marks.iter().map(|marks| {
            let mut waypoint = waypoint.clone();
            waypoint.is_start_point = marks.contains("start");
            waypoint.is_end_point = marks.contains("end");
            waypoint
        });
        day.waypoints = waypoints.collect();
        let connections = case.connections.iter().map(|(from, to)| Connection {
            from_waypoint_index: *from,
            to_waypoint_index: *to,
            ..connection.clone()
        });
        day.connections = connections.collect();
        assert_eq!(trek.route_structure_ok(), case.valid, "{}", case.name);
        assert_eq!(trek.check().is_empty(), case.valid, "{}", case.name);
        assert_eq!(trek.missing_fields(), [""; 0], "{}", case.name);
    }
}

#[test]
fn an_older_day_from_the_constructor_equals_one_parsed_from_json() {
    let place = |name: &str| Place {
        name: name.to_owned(),
        ..Place::default()
    };
    let made = Day::from_legacy(place("A"), place("B"), "train");
    let read: Day =
        serde_json::from_value(json!({"startPlace": "A", "endPlace": "B", "travelling": "train"}))
            .expect("a day");
    assert_eq!(made, read);
    assert_eq!(made.connections[0].transport_mode, TransportMode::Train);
}

// ITIN-07: a key that begins with an underscore is not a meal.
#[test]
fn food_keys_with_an_underscore_are_ignored() {
    let given =
        json!({"_id": "65f0", "_meta": {"a": 1}, "breakfast": ["Tea"], "lunch": [], "dinner": []});
    let food: FoodDetails = serde_json::from_value(given).expect("meals");
    assert_eq!(food.breakfast, ["Tea"]);
    let kept = json!({"breakfast": ["Tea"], "lunch": [], "dinner": []});
    assert_eq!(written(food), kept);
}

#[test]
fn every_transport_mode_survives_a_json_round_trip() {
    for word in ["walking", "vehicle", "flight", "boat", "train", "custom"] {
        let mode = TransportMode::parse(word);
        assert_eq!(mode.as_str(), word);
        assert_eq!(written(mode), json!(word));
    }
}

#[test]
fn the_altitude_profile_lists_each_night_once_and_omits_unknown_altitudes() {
    let mut route = route(1, "Classic", "1450", true);
    assert_eq!(route.profile(), [2610, 3440, 3790]);
    assert_eq!(route.highest_point(), Some(3790));
    route.daily_activities[1].waypoints[0].name = "Syangboche".to_owned();
    assert_eq!(route.profile(), [2610, 3440, 3440, 3790]);
    route.daily_activities[1].waypoints[1].altitude = None;
    assert_eq!(route.profile(), [2610, 3440, 3440]);
    route.daily_activities.clear();
    assert_eq!((route.profile(), route.highest_point()), (vec![], None));
}

#[test]
fn the_walking_distance_sums_walks_only_without_float_errors() {
    let mut route = route(1, "Classic", "1450", true);
    let mut set = |first: Option<f64>, second: Option<f64>| {
        route.daily_activities[0].connections[0].distance = first;
        route.daily_activities[1].connections[0].distance = second;
        (route.walking_metres(), route.walking_distance())
    };
    assert_eq!(set(Some(0.1), Some(0.2)), (Some(300), Some(0.3)));
    assert_eq!(set(Some(11.3), Some(5.2)), (Some(16_500), Some(16.5)));
    assert_eq!(set(Some(11.3), None), (Some(11_300), Some(11.3)));
    assert_eq!(set(Some(11.3), Some(f64::NAN)), (Some(11_300), Some(11.3)));
    assert_eq!(set(None, None), (None, None));
    let by_bus = &mut route.daily_activities[0].connections[0];
    (by_bus.distance, by_bus.transport_mode) = (Some(140.0), TransportMode::Vehicle);
    assert_eq!(route.walking_distance(), None);
}
