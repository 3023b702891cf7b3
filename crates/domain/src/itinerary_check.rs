//! Validation of a route and its days (document 2 §5). `trek_check` calls it for every route.

use crate::itinerary::{Connection, Day, Route, TransportMode, Waypoint};
use crate::money::Money;
use crate::trek_check::{Findings, Kind, MAX_PRICE};

pub const MAX_ACCOMMODATION_FEATURES: usize = 10;
pub const MAX_MEAL_ITEMS: usize = 10;
pub const MAX_DAYS: u32 = 60;
const MAX_WAYPOINTS: usize = 50;
const MAX_CONNECTIONS: usize = 100;
const MAX_MINUTES: u32 = 7 * 24 * 60;
const MAX_KILOMETRES: f64 = 20_000.0;
const ALTITUDES: std::ops::RangeInclusive<i32> = -500..=9_000;

impl Findings {
    pub(crate) fn route(&mut self, path: &str, route: &Route) {
        let at = |field: &str| format!("{path}.{field}");
        self.line(&at("name"), &route.name, "Route name is required");
        let missing = "Route description is required";
        self.text(&at("description"), &route.description, missing);
        if route.price_per_head <= Money::ZERO || route.price_per_head > MAX_PRICE {
            self.rule(at("pricePerHead"), "Price per head is out of range");
        }
        if !(1..=MAX_DAYS).contains(&route.number_of_days) {
            let message = "Number of days must be between 1 and 60";
            self.rule(at("numberOfDays"), message);
        }
        if route.number_of_nights > route.number_of_days {
            let message = "Number of nights must not exceed the days";
            self.rule(at("numberOfNights"), message);
        }
        if usize::try_from(route.number_of_days) != Ok(route.daily_activities.len()) {
            let message = "Number of daily activities must equal number of days";
            self.rule(at("dailyActivities"), message);
        }
        for (index, day) in route.daily_activities.iter().enumerate() {
            self.day(&at(&format!("dailyActivities[{index}]")), day);
        }
    }

    fn day(&mut self, path: &str, day: &Day) {
        let at = |field: &str| format!("{path}.{field}");
        self.waypoints(&at("waypoints"), &day.waypoints);
        self.connections(&at("connections"), day);
        let lodging = &day.accommodation;
        let field = at("accommodation.title");
        self.line(&field, &lodging.title, "Accommodation title is required");
        let missing = "Accommodation description is required";
        self.text(
            &at("accommodation.description"),
            &lodging.description,
            missing,
        );
        let field = at("accommodation.features");
        self.features(&field, &lodging.features, MAX_ACCOMMODATION_FEATURES);
        for (meal, items) in [
            ("breakfast", &day.food_details.breakfast),
            ("lunch", &day.food_details.lunch),
            ("dinner", &day.food_details.dinner),
        ] {
            self.meal(&at(&format!("foodDetails.{meal}")), meal, items);
        }
    }

    fn meal(&mut self, field: &str, meal: &str, items: &[String]) {
        if items.is_empty() || items.iter().any(|item| item.trim().is_empty()) {
            self.rule(field, format!("At least one {meal} item is required"));
        }
        if items.len() > MAX_MEAL_ITEMS {
            self.rule(field, format!("Maximum 10 {meal} items allowed"));
        }
        for (index, item) in items.iter().enumerate() {
            self.optional_line(&format!("{field}[{index}]"), item);
        }
    }

    fn waypoints(&mut self, path: &str, waypoints: &[Waypoint]) {
        if let Some(message) = waypoint_fault(waypoints) {
            self.add(Kind::Structure, path, message);
        }
        for (index, waypoint) in waypoints.iter().enumerate() {
            let field = format!("{path}[{index}]");
            let missing = "Waypoint name is required";
            self.line(&format!("{field}.name"), &waypoint.name, missing);
            self.coordinates(&field, waypoint.coordinates);
            if waypoint.altitude.is_some_and(|m| !ALTITUDES.contains(&m)) {
                let message = "Altitude must be between -500 and 9000 metres";
                self.rule(format!("{field}.altitude"), message);
            }
        }
    }

    fn connections(&mut self, path: &str, day: &Day) {
        if day.connections.is_empty() {
            let message = "At least one connection is required";
            self.add(Kind::Structure, path, message);
        }
        if day.connections.len() > MAX_CONNECTIONS {
            let message = "Maximum 100 connections allowed";
            self.add(Kind::Structure, path, message);
        }
        for (index, connection) in day.connections.iter().enumerate() {
            let field = format!("{path}[{index}]");
            if !connection.has_valid_ends(day.waypoints.len()) {
                let message = "Connection must lead from one waypoint of the day to another";
                self.add(Kind::Structure, &field, message);
            }
            self.connection(&field, connection);
        }
    }

    fn connection(&mut self, path: &str, connection: &Connection) {
        let at = |field: &str| format!("{path}.{field}");
        let missing = "Connection description is required";
        self.text(&at("description"), &connection.description, missing);
        let custom = connection.custom_transport_type.as_deref().unwrap_or("");
        if connection.transport_mode == TransportMode::Custom {
            let missing = "Custom transport type is required";
            self.line(&at("customTransportType"), custom, missing);
        } else {
            self.optional_line(&at("customTransportType"), custom);
        }
        if connection
            .duration
            .is_some_and(|minutes| minutes > MAX_MINUTES)
        {
            self.rule(
                at("duration"),
                "Duration must be between 0 minutes and a week",
            );
        }
        if connection
            .distance
            .is_some_and(|km| !(0.0..=MAX_KILOMETRES).contains(&km))
        {
            self.rule(at("distance"), "Distance must be between 0 and 20000 km");
        }
    }
}

/// Checks the number of waypoints and their types: at least two, exactly one start and exactly one end, not the same.
fn waypoint_fault(waypoints: &[Waypoint]) -> Option<&'static str> {
    let starts = waypoints.iter().filter(|w| w.is_start_point).count();
    let ends = waypoints.iter().filter(|w| w.is_end_point).count();
    let both = waypoints.iter().any(|w| w.is_start_point && w.is_end_point);
    if waypoints.len() < 2 {
        Some("A day must have at least a start and end point")
    } else if waypoints.len() > MAX_WAYPOINTS {
        Some("Maximum 50 waypoints allowed")
    } else if starts != 1 || ends != 1 {
        Some("A day must have exactly one start and one end point")
    } else if both {
        Some("The start and end of a day must be two waypoints")
    } else {
        None
    }
}
