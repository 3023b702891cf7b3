//! Response bodies with bookings, refunds and prices.

use serde::Serialize;
use utoipa::ToSchema;

use super::wire::Booking;
use super::wire_price::PriceBreakdown;
use super::wire_refund::MoneyBack;
use crate::http::response::Success;

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingAnswer {
    pub status: Success,
    pub data: OneBooking,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneBooking {
    pub booking: Booking,
}

impl From<Booking> for BookingAnswer {
    fn from(booking: Booking) -> Self {
        Self {
            status: Success::Success,
            data: OneBooking { booking },
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingListAnswer {
    pub status: Success,
    pub data: BookingList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingList {
    pub bookings: Vec<Booking>,
}

/// A booking with an open payment: the data for the card form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingOpened {
    pub client_secret: String,
    pub payment_intent_id: String,
    pub payment_breakdown: PriceBreakdown,
    pub booking: Booking,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingOpenedAnswer {
    pub status: Success,
    pub data: BookingOpened,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct QuoteAnswer {
    pub status: Success,
    pub data: QuoteData,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteData {
    pub price_breakdown: PriceBreakdown,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MovedAnswer {
    pub status: Success,
    pub data: Moved,
}

/// A booking and the amount that was refunded.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moved {
    pub booking: Booking,
    pub refund: MoneyBack,
}

impl MovedAnswer {
    #[must_use]
    pub fn new(booking: Booking, refund: MoneyBack) -> Self {
        Self {
            status: Success::Success,
            data: Moved { booking, refund },
        }
    }
}
