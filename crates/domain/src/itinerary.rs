//! The itinerary of a route: days with waypoints, connections, lodging and meals (document 2 §3).

use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::money::Money;

/// Geographic coordinates in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Coordinates {
    pub latitude: f64,
    pub longitude: f64,
}

/// A named place.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub name: String,
    pub coordinates: Coordinates,
}

/// A route of a trek. Hidden routes (`is_visible` false) are neither shown nor sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Route {
    pub id: Uuid,
    pub name: String,
    pub description: String,
    pub price_per_head: Money,
    pub number_of_days: u32,
    pub number_of_nights: u32,
    pub is_visible: bool,
    /// One entry per day.
    pub daily_activities: Vec<Day>,
}

impl Route {
    /// Altitudes in walking order, in metres. A place where one day ends and the next begins counts once. Waypoints
    /// of unknown altitude are left out.
    #[must_use]
    pub fn profile(&self) -> Vec<i32> {
        let mut altitudes = Vec::new();
        let mut last: Option<&Waypoint> = None;
        for day in &self.daily_activities {
            for (index, waypoint) in day.waypoints.iter().enumerate() {
                let is_repeated = index == 0
                    && last.is_some_and(|l| {
                        l.name == waypoint.name && l.altitude == waypoint.altitude
                    });
                if !is_repeated {
                    altitudes.extend(waypoint.altitude);
                }
                last = Some(waypoint);
            }
        }
        altitudes
    }

    /// Altitude of the highest waypoint in metres, if any is known.
    #[must_use]
    pub fn highest_point(&self) -> Option<i32> {
        let days = self.daily_activities.iter();
        days.flat_map(|day| &day.waypoints)
            .filter_map(|waypoint| waypoint.altitude)
            .max()
    }

    /// Walking distance in metres, if any walking connection has a distance.
    #[must_use]
    pub fn walking_metres(&self) -> Option<u64> {
        let days = self.daily_activities.iter();
        days.flat_map(|day| &day.connections)
            .filter(|connection| connection.transport_mode == TransportMode::Walking)
            .filter_map(|connection| connection.distance.and_then(metres))
            .reduce(|a, b| a.saturating_add(b))
    }

    /// Walking distance in kilometres for JSON: `134.3`, never `134.29999999999998`.
    #[must_use]
    pub fn walking_distance(&self) -> Option<f64> {
        self.walking_metres().map(kilometres)
    }
}

/// Kilometres are converted to metres only here, so that sums are sums of integers.
#[allow(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a distance, not money; bounded and positive before the cast"
)]
fn metres(kilometres: f64) -> Option<u64> {
    (0.0..=1e9)
        .contains(&kilometres)
        .then(|| (kilometres * 1000.0).round() as u64)
}

#[allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a distance, not money; one division gives the double nearest to the decimal"
)]
fn kilometres(metres: u64) -> f64 {
    metres as f64 / 1000.0
}

/// Formats minutes as `2 h 12 min`, `45 min` or `3 h`, with a narrow no-break space between number and unit.
#[must_use]
pub fn duration_text(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, rest) => format!("{rest}\u{202f}min"),
        (hours, 0) => format!("{hours}\u{202f}h"),
        (hours, rest) => format!("{hours}\u{202f}h {rest}\u{202f}min"),
    }
}

/// One day of a route. The legacy format is accepted as well, see [`Day::from_legacy`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "crate::legacy_day::DayInput")]
pub struct Day {
    /// In walking order.
    pub waypoints: Vec<Waypoint>,
    pub connections: Vec<Connection>,
    pub accommodation: Accommodation,
    pub food_details: FoodDetails,
}

/// A place on the way of a day.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Waypoint {
    pub name: String,
    pub coordinates: Coordinates,
    pub is_start_point: bool,
    pub is_end_point: bool,
    /// Metres above sea level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub altitude: Option<i32>,
}

/// The way from one waypoint of the day to another.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Connection {
    #[serde(deserialize_with = "read_index")]
    pub from_waypoint_index: usize,
    #[serde(deserialize_with = "read_index")]
    pub to_waypoint_index: usize,
    pub transport_mode: TransportMode,
    /// Description of the transport for the mode `custom`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_transport_type: Option<String>,
    pub description: String,
    /// Minutes.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read_minutes"
    )]
    pub duration: Option<u32>,
    /// Kilometres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
}

impl Connection {
    /// Whether both ends are different waypoints of the day.
    #[must_use]
    pub fn has_valid_ends(&self, waypoints: usize) -> bool {
        self.from_waypoint_index < waypoints
            && self.to_waypoint_index < waypoints
            && self.from_waypoint_index != self.to_waypoint_index
    }
}

/// Reads a negative index as one that is out of range, which the validation of the day then reports.
fn read_index<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let index = i64::deserialize(deserializer)?;
    Ok(usize::try_from(index).unwrap_or(usize::MAX))
}

/// Reads negative minutes as a number above the maximum, which the validation of the connection then reports.
fn read_minutes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let minutes = Option::<i64>::deserialize(deserializer)?;
    Ok(minutes.map(|minutes| u32::try_from(minutes).unwrap_or(u32::MAX)))
}

/// An unknown mode is read as walking (document 2 §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TransportMode {
    #[default]
    Walking,
    Vehicle,
    Flight,
    Boat,
    Train,
    Custom,
}

impl TransportMode {
    #[must_use]
    pub fn parse(word: &str) -> Self {
        match word.trim().to_ascii_lowercase().as_str() {
            "vehicle" => Self::Vehicle,
            "flight" => Self::Flight,
            "boat" => Self::Boat,
            "train" => Self::Train,
            "custom" => Self::Custom,
            _ => Self::Walking,
        }
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Walking => "walking",
            Self::Vehicle => "vehicle",
            Self::Flight => "flight",
            Self::Boat => "boat",
            Self::Train => "train",
            Self::Custom => "custom",
        }
    }
}

impl<'de> Deserialize<'de> for TransportMode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|word| Self::parse(&word))
    }
}

/// Where the party sleeps.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Accommodation {
    pub title: String,
    pub description: String,
    pub features: Vec<String>,
}

/// The meals of a day. Unknown keys, such as ones in snake case, are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FoodDetails {
    pub breakfast: Vec<String>,
    pub lunch: Vec<String>,
    pub dinner: Vec<String>,
}
