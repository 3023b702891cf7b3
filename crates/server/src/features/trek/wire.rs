//! Treks as JSON, with the field names of the documents (document 1 §3, document 2 §3).
//!
//! Amounts are in major units here and in minor units in the domain. Unusual field names exist only here.

use chrono::{DateTime, Utc};
use domain::money::Currency;
use domain::{itinerary, schedule, trek};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use super::route_facts::{Fact, route_facts, route_summary};
use crate::features::placeholders::Placeholders;
use crate::features::review::rating::TrekRating;

pub use super::wire_day::{Coordinates, Day};

/// How a trek is sold: to parties that choose their date, by the seat on departures, or both.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SoldAs {
    Private,
    Departures,
    Both,
}

impl From<trek::SoldAs> for SoldAs {
    fn from(sold_as: trek::SoldAs) -> Self {
        match sold_as {
            trek::SoldAs::Private => Self::Private,
            trek::SoldAs::Departures => Self::Departures,
            trek::SoldAs::Both => Self::Both,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub name: String,
    pub coordinates: Coordinates,
}

impl From<itinerary::Place> for Place {
    fn from(place: itinerary::Place) -> Self {
        Self {
            name: place.name,
            coordinates: place.coordinates.into(),
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Images {
    pub banner_image: String,
    pub secondary_images: Vec<String>,
}

impl From<trek::Images> for Images {
    fn from(images: trek::Images) -> Self {
        Self {
            banner_image: images.banner_image,
            secondary_images: images.secondary_images,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDetails {
    pub discount: Discount,
    pub charges: Charges,
    /// The deposit. Absent: the whole price is due with the booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub terms: Option<PaymentTerms>,
}

/// The deposit of a trek, and when the balance is due.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentTerms {
    pub deposit: Deposit,
    pub balance: BalanceDue,
}

/// Either a percentage of the total, or an amount per person.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deposit {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, nullable = false)]
    pub percent: Option<Number>,
    /// In major units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, nullable = false)]
    pub per_person: Option<Number>,
}

/// Either a number of days before the start, or on arrival.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalanceDue {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u32, required = false, nullable = false)]
    pub days_before: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub on_arrival: Option<bool>,
}

impl PaymentTerms {
    #[must_use]
    pub fn new(terms: &schedule::PaymentTerms, currency: Currency) -> Self {
        let (mut deposit, mut balance) = (Deposit::default(), BalanceDue::default());
        match terms.deposit {
            schedule::Deposit::Percent(percent) => deposit.percent = Some(percent.to_number()),
            schedule::Deposit::PerPerson(amount) => {
                deposit.per_person = Some(amount.to_number(currency));
            }
        }
        match terms.balance {
            schedule::BalanceDue::DaysBefore(days) => balance.days_before = Some(days.into()),
            schedule::BalanceDue::OnArrival => balance.on_arrival = Some(true),
        }
        Self { deposit, balance }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Discount {
    pub group_discount_threshold: u32,
    /// Percent.
    #[schema(value_type = f64)]
    pub group_discount_percentage: Number,
    pub is_group_discount_applicable: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Charges {
    /// Percent.
    #[schema(value_type = f64)]
    pub gst: Number,
    /// Percent.
    #[schema(value_type = f64)]
    pub service_fee: Number,
    #[schema(value_type = f64)]
    pub insurance_per_person: Number,
    #[schema(value_type = f64)]
    pub booking_fee: Number,
}

impl PaymentDetails {
    pub(super) fn new(terms: &trek::PaymentDetails, currency: Currency) -> Self {
        let (discount, charges) = (&terms.discount, &terms.charges);
        Self {
            discount: Discount {
                group_discount_threshold: discount.group_discount_threshold,
                group_discount_percentage: discount.group_discount_percentage.to_number(),
                is_group_discount_applicable: discount.is_group_discount_applicable,
            },
            charges: Charges::new(charges, currency),
            terms: terms
                .terms
                .as_ref()
                .map(|terms| PaymentTerms::new(terms, currency)),
        }
    }
}

impl Charges {
    pub fn new(charges: &trek::Charges, currency: Currency) -> Self {
        Self {
            gst: charges.gst.to_number(),
            service_fee: charges.service_fee.to_number(),
            insurance_per_person: charges.insurance_per_person.to_number(currency),
            booking_fee: charges.booking_fee.to_number(currency),
        }
    }
}

/// A whole trek with its itinerary.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trek {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub version: i64,
    pub name: String,
    pub description: String,
    pub location: String,
    pub features: Vec<String>,
    pub no_of_routes: usize,
    pub images: Images,
    /// Tiny previews, shown blurred until a picture has loaded: data URLs by the address of the picture.
    #[serde(skip_serializing_if = "Placeholders::is_empty")]
    #[schema(required = false, value_type = HashMap<String, String>)]
    pub placeholders: Placeholders,
    /// Price per head of the cheapest route.
    #[schema(value_type = f64)]
    pub price: Number,
    pub currency: String,
    pub routes: Vec<Route>,
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
    /// What the price per head covers.
    pub included: Vec<String>,
    /// What travellers pay for themselves.
    pub not_included: Vec<String>,
    pub sold_as: SoldAs,
    /// A private booking starts at least this many days ahead.
    pub minimum_notice_days: u32,
    /// Absent without a published review.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rating: Option<TrekRating>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Route {
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
    /// Shown under the banner of the trek page while this route is selected.
    #[schema(required = false)]
    pub facts: Vec<Fact>,
    /// `12 days, highest point 5,545 m, 134 km on foot`
    #[schema(required = false)]
    pub summary: String,
    pub daily_activities: Vec<Day>,
}

/// The reader of a trek. `price`, `noOfRoutes` and `routes` count only the routes that this reader may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    Public,
    Edit,
}

impl Trek {
    pub fn new(mut trek: trek::Trek, view: View) -> Self {
        let currency = trek.currency;
        let cheapest = match view {
            View::Public => trek.cheapest_visible_route(),
            View::Edit => trek.cheapest_route(),
        };
        let price = cheapest
            .map(|route| route.price_per_head)
            .unwrap_or_default();
        let routes: Vec<Route> = std::mem::take(&mut trek.routes)
            .into_iter()
            .filter(|route| view == View::Edit || route.is_visible)
            .map(|route| Route::new(&trek, route))
            .collect();
        Self {
            id: trek.id,
            version: trek.version,
            name: trek.name,
            description: trek.description,
            location: trek.location,
            features: trek.features,
            no_of_routes: routes.len(),
            images: trek.images.into(),
            placeholders: Placeholders::new(),
            price: price.to_number(currency),
            currency: currency.code().to_owned(),
            routes,
            starting_place: trek.starting_place.into(),
            ending_place: trek.ending_place.into(),
            payment_details: PaymentDetails::new(&trek.payment_details, currency),
            difficulty: trek.difficulty,
            best_seasons: trek.best_seasons,
            region: trek.region,
            included: trek.included,
            not_included: trek.not_included,
            sold_as: trek.sold_as.into(),
            minimum_notice_days: trek.minimum_notice_days,
            rating: None,
            created_at: trek.created_at,
            updated_at: trek.updated_at,
        }
    }
}

impl Route {
    fn new(trek: &trek::Trek, route: itinerary::Route) -> Self {
        Self {
            id: route.id,
            price_per_head: route.price_per_head.to_number(trek.currency),
            all_in_price: trek
                .all_in_price(&route)
                .map(|price| price.to_number(trek.currency)),
            number_of_days: route.number_of_days,
            number_of_nights: route.number_of_nights,
            is_visible: route.is_visible,
            facts: route_facts(trek, &route),
            summary: route_summary(&route),
            name: route.name,
            description: route.description,
            daily_activities: route.daily_activities.into_iter().map(Day::from).collect(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TrekAnswer {
    pub status: crate::http::response::Success,
    pub data: OneTrek,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneTrek {
    pub trek: Trek,
}
