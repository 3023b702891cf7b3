//! The snapshot of trek and route in a booking. Later edits of the trek do not change it (decisions §5).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::itinerary::{Coordinates, Day, Route, Waypoint};
use crate::money::Money;
use crate::trek::Trek;

/// The trek at the time of booking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TrekSnapshot {
    pub id: Uuid,
    pub name: String,
    pub location: String,
    pub banner_image: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// Of a proposal, which has the same id.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_private: bool,
}

/// The route at the time of booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteSnapshot {
    pub id: Uuid,
    pub name: String,
    pub number_of_days: u32,
    pub number_of_nights: u32,
    pub price_per_head: Money,
    /// The days, for the email and the calendar. Empty in bookings from before days were stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<DaySnapshot>,
}

/// A day at the time of booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DaySnapshot {
    pub from: String,
    pub to: String,
    pub lodging: String,
}

impl From<&Day> for DaySnapshot {
    fn from(day: &Day) -> Self {
        let name = |is_meant: fn(&Waypoint) -> bool, otherwise: Option<&Waypoint>| {
            let found = day.waypoints.iter().find(|point| is_meant(point));
            found
                .or(otherwise)
                .map(|point| point.name.clone())
                .unwrap_or_default()
        };
        Self {
            from: name(|point| point.is_start_point, day.waypoints.first()),
            to: name(|point| point.is_end_point, day.waypoints.last()),
            lodging: day.accommodation.title.clone(),
        }
    }
}

impl From<&Trek> for TrekSnapshot {
    fn from(trek: &Trek) -> Self {
        Self {
            id: trek.id,
            name: trek.name.clone(),
            location: trek.location.clone(),
            banner_image: trek.images.banner_image.clone(),
            coordinates: Some(trek.ending_place.coordinates),
            is_private: trek.is_private,
        }
    }
}

impl From<&Route> for RouteSnapshot {
    fn from(route: &Route) -> Self {
        Self {
            id: route.id,
            name: route.name.clone(),
            number_of_days: route.number_of_days,
            number_of_nights: route.number_of_nights,
            price_per_head: route.price_per_head,
            days: route
                .daily_activities
                .iter()
                .map(DaySnapshot::from)
                .collect(),
        }
    }
}
