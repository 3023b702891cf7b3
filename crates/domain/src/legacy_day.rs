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
pub(crate) struct DayInput {
    waypoints: Option<Vec<Waypoint>>,
    connections: Option<Vec<Connection>>,
    accommodation: Accommodation,
    food_details: FoodDetails,
    start_place: Option<PlaceInput>,
    end_place: Option<PlaceInput>,
    travelling: Option<String>,
}

/// In the legacy format a place is a name, or a name with coordinates.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PlaceInput {
    Name(String),
    Place {
        #[serde(default)]
        name: String,
        #[serde(default)]
        coordinates: Coordinates,
    },
}

impl From<PlaceInput> for Place {
    fn from(input: PlaceInput) -> Self {
        match input {
            PlaceInput::Name(name) => Self {
                name,
                coordinates: Coordinates::default(),
            },
            PlaceInput::Place { name, coordinates } => Self { name, coordinates },
        }
    }
}

impl From<DayInput> for Day {
    fn from(input: DayInput) -> Self {
        let is_legacy =
            input.waypoints.is_none() && (input.start_place.is_some() || input.end_place.is_some());
        let mut day = if is_legacy {
            Self::from_legacy(
                input.start_place.map(Place::from).unwrap_or_default(),
                input.end_place.map(Place::from).unwrap_or_default(),
                input.travelling.as_deref().unwrap_or_default(),
            )
        } else {
            Self {
                waypoints: input.waypoints.unwrap_or_default(),
                connections: input.connections.unwrap_or_default(),
                ..Self::default()
            }
        };
        day.accommodation = input.accommodation;
        day.food_details = input.food_details;
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
