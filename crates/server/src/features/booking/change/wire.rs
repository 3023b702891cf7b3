//! JSON types of a change before it is made.

use chrono::NaiveDate;
use domain::booking::Booking;
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::booking::wire::{Installment, PriceBreakdown};
use crate::features::booking::wire_trek::{BookedRoute, route};
use crate::http::response::Success;

#[derive(Debug, Serialize, ToSchema)]
pub struct ChangePreviewAnswer {
    pub status: Success,
    pub data: OnePreview,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OnePreview {
    pub preview: ChangePreview,
}

/// A booking before and after a change that is not made yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePreview {
    pub version: i64,
    pub before: OrderTerms,
    pub after: OrderTerms,
    /// The new price minus the old one.
    #[schema(value_type = f64)]
    pub difference: Number,
    /// What of the amount paid goes back, as a refund or a travel credit.
    #[schema(value_type = f64)]
    pub back: Number,
    /// The part of it that was paid with a travel credit and goes back as one in any case.
    #[schema(value_type = f64)]
    pub back_as_credit: Number,
    /// Whether the caller may refund it. Otherwise it is kept as a travel credit.
    pub may_refund: bool,
    /// The seats of the group departure that the party can have, with those that it has already. Absent for a party that
    /// walks by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seats_left: Option<u32>,
    pub are_seats_free: bool,
}

/// What a booking is for, and what it costs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderTerms {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub departure_id: Option<Uuid>,
    pub route_details: BookedRoute,
    pub total_guests: u32,
    pub price_breakdown: PriceBreakdown,
    pub schedule: Vec<Installment>,
    /// What is left to pay.
    #[schema(value_type = f64)]
    pub balance: Number,
}

impl From<&Booking> for OrderTerms {
    fn from(booking: &Booking) -> Self {
        let currency = booking.quote.currency;
        Self {
            start_date: booking.start_date,
            end_date: booking.end_date,
            departure_id: booking.departure_id,
            route_details: route(booking.route.clone(), currency),
            total_guests: booking.party.size(),
            price_breakdown: PriceBreakdown::from(&booking.quote),
            schedule: Installment::list(&booking.installments(), booking.paid_of_price(), currency),
            balance: booking.balance().to_number(currency),
        }
    }
}
