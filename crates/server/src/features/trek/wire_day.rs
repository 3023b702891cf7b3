//! A day of a route as JSON (document 2 §3).

use domain::itinerary::{self, TransportMode as Mode};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Coordinates {
    pub latitude: f64,
    pub longitude: f64,
}

impl From<itinerary::Coordinates> for Coordinates {
    fn from(at: itinerary::Coordinates) -> Self {
        Self {
            latitude: at.latitude,
            longitude: at.longitude,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Day {
    pub waypoints: Vec<Waypoint>,
    pub connections: Vec<Connection>,
    pub accommodation: Accommodation,
    pub food_details: FoodDetails,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waypoint {
    pub name: String,
    pub coordinates: Coordinates,
    pub is_start_point: bool,
    pub is_end_point: bool,
    /// Metres above sea level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub altitude: Option<i32>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    pub from_waypoint_index: usize,
    pub to_waypoint_index: usize,
    pub transport_mode: TransportMode,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub custom_transport_type: Option<String>,
    pub description: String,
    /// Minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub duration: Option<u32>,
    /// Kilometres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub distance: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TransportMode {
    Walking,
    Vehicle,
    Flight,
    Boat,
    Train,
    Custom,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accommodation {
    pub title: String,
    pub description: String,
    pub features: Vec<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoodDetails {
    pub breakfast: Vec<String>,
    pub lunch: Vec<String>,
    pub dinner: Vec<String>,
}

impl From<itinerary::Day> for Day {
    fn from(day: itinerary::Day) -> Self {
        Self {
            waypoints: day.waypoints.into_iter().map(Waypoint::from).collect(),
            connections: day.connections.into_iter().map(Connection::from).collect(),
            accommodation: Accommodation {
                title: day.accommodation.title,
                description: day.accommodation.description,
                features: day.accommodation.features,
            },
            food_details: FoodDetails {
                breakfast: day.food_details.breakfast,
                lunch: day.food_details.lunch,
                dinner: day.food_details.dinner,
            },
        }
    }
}

impl From<itinerary::Waypoint> for Waypoint {
    fn from(waypoint: itinerary::Waypoint) -> Self {
        Self {
            name: waypoint.name,
            coordinates: waypoint.coordinates.into(),
            is_start_point: waypoint.is_start_point,
            is_end_point: waypoint.is_end_point,
            altitude: waypoint.altitude,
        }
    }
}

impl From<itinerary::Connection> for Connection {
    fn from(connection: itinerary::Connection) -> Self {
        Self {
            from_waypoint_index: connection.from_waypoint_index,
            to_waypoint_index: connection.to_waypoint_index,
            transport_mode: match connection.transport_mode {
                Mode::Walking => TransportMode::Walking,
                Mode::Vehicle => TransportMode::Vehicle,
                Mode::Flight => TransportMode::Flight,
                Mode::Boat => TransportMode::Boat,
                Mode::Train => TransportMode::Train,
                Mode::Custom => TransportMode::Custom,
            },
            custom_transport_type: connection.custom_transport_type,
            description: connection.description,
            duration: connection.duration,
            distance: connection.distance,
        }
    }
}
