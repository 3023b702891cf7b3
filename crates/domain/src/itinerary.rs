//! A route day by day: waypoints, connections, lodging and meals (document 2 §3).

use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::money::Money;

/// A point on the earth in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Coordinates {
    pub latitude: f64,
    pub longitude: f64,
}

/// A named point.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub name: String,
    pub coordinates: Coordinates,
}

/// One way to walk a trek. A hidden one (`is_visible` false) is neither shown nor sold.
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
    /// One per day.
    pub daily_activities: Vec<Day>,
}

/// One day. Also read from its older shape, see [`Day::from_legacy`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "crate::legacy_day::WrittenDay")]
pub struct Day {
    /// In walking order.
    pub waypoints: Vec<Waypoint>,
    pub connections: Vec<Connection>,
    pub accommodation: Accommodation,
    pub food_details: FoodDetails,
}

/// A place that a day touches.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Waypoint {
    pub name: String,
    pub coordinates: Coordinates,
    pub is_start_point: bool,
    pub is_end_point: bool,
    /// Metres above the sea.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub altitude: Option<i32>,
}

/// How one gets from one waypoint of the day to another.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Connection {
    pub from_waypoint_index: usize,
    pub to_waypoint_index: usize,
    pub transport_mode: TransportMode,
    /// What it is when the mode is `custom`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_transport_type: Option<String>,
    pub description: String,
    /// Minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<u32>,
    /// Kilometres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
}

/// A mode that is not known is read as walking (document 2 §5).
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

/// What the party eats. Other keys, such as ones with an underscore, are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FoodDetails {
    pub breakfast: Vec<String>,
    pub lunch: Vec<String>,
    pub dinner: Vec<String>,
}
