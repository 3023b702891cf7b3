//! Response bodies with bookings, refunds and prices.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;

use super::cancellation_terms::CancellationDeadline;
use super::payment::ways::{BankDetails, WayToPay};
use super::refund::wire::MoneyBack;
use super::wire::Booking;
use super::wire_price::{Installment, PriceBreakdown};
use crate::features::promotion::applied::AppliedPromotion;
use crate::http::response::Success;
use crate::platform::adapters::payments;

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

/// A booking with an open payment: the data for the card form. Without a payment by card, `clientSecret` and
/// `paymentIntentId` are empty.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingOpened {
    pub client_secret: String,
    pub payment_intent_id: String,
    pub payment_breakdown: PriceBreakdown,
    /// What is charged now: the price, or the deposit.
    #[schema(value_type = f64)]
    pub amount_due: Number,
    #[schema(required = false)]
    pub pay_with: WayToPay,
    /// When the unpaid booking ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pay_by: Option<DateTime<Utc>>,
    /// Where the money goes, for a bank transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bank_details: Option<BankDetails>,
    /// The page of the wallet to which the payer goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub redirect: Option<Redirect>,
    pub booking: Booking,
}

/// A page of a payment provider to which the payer's browser goes.
#[derive(Debug, Serialize, ToSchema)]
pub struct Redirect {
    pub method: RedirectMethod,
    pub url: String,
    /// The form to post. Empty for GET.
    pub fields: Vec<FormField>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RedirectMethod {
    Get,
    Post,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FormField {
    pub name: String,
    pub value: String,
}

impl From<payments::Redirect> for Redirect {
    fn from(page: payments::Redirect) -> Self {
        let fields = page.fields.into_iter();
        Self {
            method: match page.method {
                payments::RedirectMethod::Get => RedirectMethod::Get,
                payments::RedirectMethod::Post => RedirectMethod::Post,
            },
            url: page.url,
            fields: fields
                .map(|(name, value)| FormField { name, value })
                .collect(),
        }
    }
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
    /// The promotion code that is part of the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub promotion: Option<AppliedPromotion>,
    /// What is due when. With a start date or a departure only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub schedule: Option<Vec<Installment>>,
    /// Until when a cancellation refunds how much, earliest first. With a start date or a departure only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cancellation_deadlines: Option<Vec<CancellationDeadline>>,
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
