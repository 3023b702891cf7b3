//! JSON types of departures (operations §2).

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::departure;
use domain::money::Currency;
use serde::Serialize;
use serde_json::Number;
use store::seats::Usage;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::booking::wire::{BookingStatus, PaymentStatus};
use crate::http::error::FieldProblem;
use crate::http::response::Success;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DepartureKind {
    Group,
    Private,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DepartureStatus {
    Open,
    Closed,
    Running,
    Completed,
    Cancelled,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Availability {
    Available,
    /// Five seats or fewer are left.
    Limited,
    SoldOut,
    Closed,
}

/// A departure, as visitors see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Departure {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub trek_id: Uuid,
    pub route_id: Uuid,
    pub kind: DepartureKind,
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    pub capacity: u32,
    /// From this number of sold seats on, it is guaranteed.
    pub minimum: u32,
    /// Null: the price of the route.
    #[schema(value_type = Option<f64>)]
    pub price_per_head: Option<Number>,
    /// In the list of a trek: total price for one traveller who books alone, with taxes, fees and insurance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, nullable = false)]
    pub all_in_price: Option<Number>,
    /// Sales end this many days before the start.
    pub cutoff_days: u32,
    /// The day by which the agency guarantees or cancels it.
    pub decide_by: Option<NaiveDate>,
    pub status: DepartureStatus,
    pub is_guaranteed: bool,
    pub availability: Availability,
    pub seats_left: u32,
    pub guides: Vec<DepartureGuide>,
    pub version: i64,
}

/// A departure, as staff see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffDeparture {
    #[serde(flatten)]
    pub departure: Departure,
    pub trek_name: String,
    pub route_name: String,
    /// The price of the route for one traveller.
    #[schema(value_type = f64)]
    pub route_price: Number,
    pub currency: String,
    /// Whether another departure has its seats in the same pool.
    pub shares_seats: bool,
    pub seats_held: u32,
    pub seats_taken: u32,
    /// Parties on the waitlist.
    pub waiting: u32,
    pub notes: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DepartureGuide {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DepartureListAnswer {
    pub status: Success,
    pub data: DepartureList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DepartureList {
    pub departures: Vec<Departure>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct StaffDepartureListAnswer {
    pub status: Success,
    pub data: StaffDepartureList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct StaffDepartureList {
    pub departures: Vec<StaffDeparture>,
    /// The number of all matches, of which this is a page.
    pub total: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct StaffDepartureAnswer {
    pub status: Success,
    pub data: OneStaffDeparture,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneStaffDeparture {
    pub departure: StaffDeparture,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DepartureUpdateAnswer {
    pub status: Success,
    pub data: UpdatedDeparture,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct UpdatedDeparture {
    pub departure: StaffDeparture,
    /// What staff should know about the guides that they assigned. The change was made.
    pub warnings: Vec<FieldProblem>,
}

impl From<departure::DepartureKind> for DepartureKind {
    fn from(kind: departure::DepartureKind) -> Self {
        match kind {
            departure::DepartureKind::Group => Self::Group,
            departure::DepartureKind::Private => Self::Private,
        }
    }
}

impl From<departure::DepartureStatus> for DepartureStatus {
    fn from(status: departure::DepartureStatus) -> Self {
        match status {
            departure::DepartureStatus::Open => Self::Open,
            departure::DepartureStatus::Closed => Self::Closed,
            departure::DepartureStatus::Running => Self::Running,
            departure::DepartureStatus::Completed => Self::Completed,
            departure::DepartureStatus::Cancelled => Self::Cancelled,
        }
    }
}

impl From<departure::Availability> for Availability {
    fn from(availability: departure::Availability) -> Self {
        match availability {
            departure::Availability::Available => Self::Available,
            departure::Availability::Limited => Self::Limited,
            departure::Availability::SoldOut => Self::SoldOut,
            departure::Availability::Closed => Self::Closed,
        }
    }
}

impl From<Availability> for departure::Availability {
    fn from(availability: Availability) -> Self {
        match availability {
            Availability::Available => Self::Available,
            Availability::Limited => Self::Limited,
            Availability::SoldOut => Self::SoldOut,
            Availability::Closed => Self::Closed,
        }
    }
}

impl Departure {
    #[must_use]
    pub fn new(
        shown: &departure::Departure,
        usage: Usage,
        currency: Currency,
        today: NaiveDate,
    ) -> Self {
        Self {
            id: shown.id,
            trek_id: shown.trek_id,
            route_id: shown.route_id,
            kind: shown.kind.into(),
            start_date: shown.start_date,
            end_date: shown.end_date,
            capacity: usage.capacity,
            minimum: shown.minimum,
            price_per_head: shown.price_per_head.map(|price| price.to_number(currency)),
            all_in_price: None,
            cutoff_days: shown.cutoff_days,
            decide_by: shown.decide_by,
            status: shown.status(today).into(),
            is_guaranteed: shown.is_guaranteed,
            availability: shown.availability(usage.left(), today).into(),
            seats_left: usage.left(),
            guides: Vec::new(),
            version: shown.version,
        }
    }

    #[must_use]
    pub fn with_guides(mut self, guides: &HashMap<Uuid, Vec<DepartureGuide>>) -> Self {
        self.guides = guides.get(&self.id).cloned().unwrap_or_default();
        self
    }

    #[must_use]
    pub fn with_all_in_price(mut self, price: Option<Number>) -> Self {
        self.all_in_price = price;
        self
    }
}

/// A booking on a departure, as the desk lists it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepartureBooking {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub reference: String,
    /// The primary guest.
    pub name: String,
    /// Of the account that booked. Empty when the account was deleted.
    pub email: String,
    /// Number of guests.
    pub guests: u32,
    pub status: BookingStatus,
    pub payment_status: PaymentStatus,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    /// When the seats of the unpaid booking are free again. Null for seats that are sold or free, and for a hold that
    /// lasts as long as its payment.
    pub hold_expires_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DepartureBookings {
    /// Cancelled ones are the last.
    pub bookings: Vec<DepartureBooking>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DepartureBookingsAnswer {
    pub status: Success,
    pub data: DepartureBookings,
}
