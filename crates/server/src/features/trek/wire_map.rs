//! The walked lines of each trek as JSON, for the map of the packages page.

use domain::itinerary::{self, Route};
use domain::trek::Trek;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::route_line::{self, Point};
use super::wire::Coordinates;
use crate::http::response::Success;

#[derive(Debug, Serialize, ToSchema)]
pub struct TrekMapAnswer {
    pub status: Success,
    pub data: TrekMap,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TrekMap {
    pub treks: Vec<TrekOnMap>,
}

/// A trek on the map.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrekOnMap {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Highest point of the cheapest route, as on the trek's card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub highest_point: Option<HighestPoint>,
    /// The walked legs of all visible routes, simplified, each leg once: points of longitude and latitude.
    #[schema(value_type = Vec<Vec<Vec<f64>>>)]
    pub lines: Vec<Vec<Point>>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HighestPoint {
    pub name: String,
    /// Metres above sea level.
    pub altitude: i32,
    pub coordinates: Coordinates,
}

impl From<&Trek> for TrekOnMap {
    fn from(trek: &Trek) -> Self {
        Self {
            id: trek.id,
            highest_point: trek.cheapest_visible_route().and_then(highest_point),
            lines: route_line::of(trek.visible_routes()),
        }
    }
}

/// The first of the highest waypoints with a known position.
fn highest_point(route: &Route) -> Option<HighestPoint> {
    let days = route.daily_activities.iter();
    let waypoints = days.flat_map(|day| &day.waypoints);
    let known = waypoints.filter(|waypoint| route_line::is_place(waypoint.coordinates));
    let highest = known
        .filter_map(|waypoint| Some((waypoint.altitude?, waypoint)))
        .reduce(|best, one| if one.0 > best.0 { one } else { best });
    highest.map(
        |(altitude, waypoint): (i32, &itinerary::Waypoint)| HighestPoint {
            name: waypoint.name.clone(),
            altitude,
            coordinates: waypoint.coordinates.into(),
        },
    )
}
