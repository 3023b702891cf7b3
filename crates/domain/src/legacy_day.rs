//! The legacy format of a day (`startPlace`, `endPlace`, `travelling`), converted on reading (document 2 §3).

use serde::Deserialize;

use crate::itinerary::{
    Accommodation, Connection, Coordinates, Day, FoodDetails, Place, TransportMode, Waypoint,
};

/// A day in the current or the legacy format.
///
/// It is one struct instead of an untagged enum, so that an error names the field that is wrong.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(crate) struct WrittenDay {
    waypoints: Option<Vec<Waypoint>>,
    connections: Option<Vec<Connection>>,
    accommodation: Accommodation,
    food_details: FoodDetails,
    start_place: Option<WrittenPlace>,
    end_place: Option<WrittenPlace>,
    travelling: Option<String>,
}

/// In the legacy format a place is a name, or a name with coordinates.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum WrittenPlace {
    Name(String),
    Place {
        #[serde(default)]
        name: String,
        #[serde(default)]
        coordinates: Coordinates,
    },
}

impl From<WrittenPlace> for Place {
    fn from(written: WrittenPlace) -> Self {
        match written {
            WrittenPlace::Name(name) => Self {
                name,
                coordinates: Coordinates::default(),
            },
            WrittenPlace::Place { name, coordinates } => Self { name, coordinates },
        }
    }
}

impl From<WrittenDay> for Day {
    fn from(written: WrittenDay) -> Self {
        let is_legacy = written.waypoints.is_none()
            && (written.start_place.is_some() || written.end_place.is_some());
        let mut day = if is_legacy {
            Self::from_legacy(
                written.start_place.map(Place::from).unwrap_or_default(),
                written.end_place.map(Place::from).unwrap_or_default(),
                written.travelling.as_deref().unwrap_or_default(),
            )
        } else {
            Self {
                waypoints: written.waypoints.unwrap_or_default(),
                connections: written.connections.unwrap_or_default(),
                ..Self::default()
            }
        };
        day.accommodation = written.accommodation;
        day.food_details = written.food_details;
        day
    }
}

impl Day {
    /// Converts to two waypoints and a connection between them. `travelling` becomes its description, and its mode if
    /// the text is the name of a mode.
    #[must_use]
    pub fn from_legacy(start_place: Place, end_place: Place, travelling: &str) -> Self {
        Self {
            waypoints: vec![
                Waypoint {
                    name: start_place.name,
                    coordinates: start_place.coordinates,
                    is_start_point: true,
                    ..Waypoint::default()
                },
                Waypoint {
                    name: end_place.name,
                    coordinates: end_place.coordinates,
                    is_end_point: true,
                    ..Waypoint::default()
                },
            ],
            connections: vec![Connection {
                from_waypoint_index: 0,
                to_waypoint_index: 1,
                transport_mode: TransportMode::parse(travelling),
                description: travelling.trim().to_owned(),
                ..Connection::default()
            }],
            ..Self::default()
        }
    }
}
