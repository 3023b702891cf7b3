//! JSON types of the trek, route and dates of a booking, from its snapshot.

use chrono::NaiveDate;
use domain::booking;
use domain::money::Currency;
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire_status::BookingStatus;
use crate::features::trek::wire::Coordinates;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedTrek {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub location: String,
    pub banner_image: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub coordinates: Option<Coordinates>,
    /// The token of the proposal that the booking accepted. Such a trek has no page of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub proposal_token: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedRoute {
    pub route_id: Uuid,
    pub route_name: String,
    pub number_of_days: u32,
    pub number_of_nights: u32,
    #[schema(value_type = f64)]
    pub price_per_head: Number,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedDates {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub total_guests: u32,
    pub status: BookingStatus,
}

pub(super) fn route(route: booking::RouteSnapshot, currency: Currency) -> BookedRoute {
    BookedRoute {
        route_id: route.id,
        route_name: route.name,
        number_of_days: route.number_of_days,
        number_of_nights: route.number_of_nights,
        price_per_head: route.price_per_head.to_number(currency),
    }
}
