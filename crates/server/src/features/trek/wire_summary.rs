//! A trek in a list as JSON: the content of a card, without the days (document 1 §3).

use chrono::{DateTime, Utc};
use domain::{itinerary, trek};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::{Images, PaymentDetails, Place, SoldAs};
use crate::features::placeholders::Placeholders;
use crate::features::review::rating::TrekRating;

/// A trek in a list: its visible routes without their days.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrekSummary {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub description: String,
    pub location: String,
    pub features: Vec<String>,
    pub no_of_routes: usize,
    pub images: Images,
    /// Tiny preview, shown blurred until the banner has loaded: data URL by the address of the picture.
    #[serde(skip_serializing_if = "Placeholders::is_empty")]
    #[schema(required = false, value_type = HashMap<String, String>)]
    pub placeholders: Placeholders,
    #[schema(value_type = f64)]
    pub price: Number,
    pub currency: String,
    pub sold_as: SoldAs,
    pub routes: Vec<RouteSummary>,
    pub starting_place: Place,
    pub ending_place: Place,
    pub payment_details: PaymentDetails,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub difficulty: Option<String>,
    pub best_seasons: Vec<String>,
    /// The part of the country that travellers filter by.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub region: Option<String>,
    /// Highest point of the cheapest route in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub highest_point: Option<i32>,
    /// Altitudes of the cheapest route in metres, in walking order.
    pub profile: Vec<i32>,
    /// Absent without a published review.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rating: Option<TrekRating>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RouteSummary {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub description: String,
    #[schema(value_type = f64)]
    pub price_per_head: Number,
    /// Total price for one traveller who books alone, with taxes, fees and insurance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, nullable = false)]
    pub all_in_price: Option<Number>,
    pub number_of_days: u32,
    pub number_of_nights: u32,
    pub is_visible: bool,
    /// Metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub highest_point: Option<i32>,
    /// Kilometres on foot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub walking_distance: Option<f64>,
}

impl From<&trek::Trek> for TrekSummary {
    fn from(trek: &trek::Trek) -> Self {
        let currency = trek.currency;
        let cheapest = trek.cheapest_visible_route();
        let price = cheapest
            .map(|route| route.price_per_head)
            .unwrap_or_default();
        let routes: Vec<RouteSummary> = trek
            .visible_routes()
            .map(|route| RouteSummary {
                id: route.id,
                name: route.name.clone(),
                description: route.description.clone(),
                price_per_head: route.price_per_head.to_number(currency),
                all_in_price: trek
                    .all_in_price(route)
                    .map(|price| price.to_number(currency)),
                number_of_days: route.number_of_days,
                number_of_nights: route.number_of_nights,
                is_visible: true,
                highest_point: route.highest_point(),
                walking_distance: route.walking_distance(),
            })
            .collect();
        Self {
            id: trek.id,
            name: trek.name.clone(),
            description: trek.description.clone(),
            location: trek.location.clone(),
            features: trek.features.clone(),
            no_of_routes: routes.len(),
            images: trek.images.clone().into(),
            placeholders: Placeholders::new(),
            price: price.to_number(currency),
            currency: currency.code().to_owned(),
            sold_as: trek.sold_as.into(),
            routes,
            starting_place: trek.starting_place.clone().into(),
            ending_place: trek.ending_place.clone().into(),
            payment_details: PaymentDetails::new(&trek.payment_details, currency),
            difficulty: trek.difficulty.clone(),
            best_seasons: trek.best_seasons.clone(),
            region: trek.region.clone(),
            highest_point: cheapest.and_then(itinerary::Route::highest_point),
            profile: cheapest.map(itinerary::Route::profile).unwrap_or_default(),
            rating: None,
            created_at: trek.created_at,
            updated_at: trek.updated_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TrekListAnswer {
    pub status: crate::http::response::Success,
    pub data: TrekList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TrekList {
    pub treks: Vec<TrekSummary>,
}
