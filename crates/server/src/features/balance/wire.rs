//! JSON types of the page on which a balance is paid.

use chrono::NaiveDate;
use domain::booking::Booking;
use domain::money::Currency;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use crate::features::booking::payment::ways::{BankDetails, WayToPay};
use crate::features::booking::wire_price::{Installment, PriceBreakdown};
use crate::features::npr_rate::NprRate;
use crate::http::response::Success;

/// What is left to pay of a booking, as its link shows it without sign-in. The only personal data is the first name of the
/// primary guest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalanceBooking {
    pub reference: String,
    pub trek_name: String,
    pub route_name: String,
    pub banner_image: String,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub total_guests: u32,
    pub first_name: String,
    pub price_breakdown: PriceBreakdown,
    pub currency: String,
    /// What was paid of the price.
    #[schema(value_type = f64)]
    pub paid: Number,
    /// What is left to pay. 0: the booking is paid in full.
    #[schema(value_type = f64)]
    pub balance: Number,
    /// The rate at which it can be paid in NPR. Absent: it cannot be, or its currency is NPR.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rate: Option<NprRate>,
    /// What is left to pay in whole rupees, at the locked rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub balance_in_rupees: Option<Number>,
    /// The day on which the next part of the price is due. Absent once everything is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub due_at: Option<NaiveDate>,
    /// What of the price is due when.
    pub schedule: Vec<Installment>,
}

impl From<&Booking> for BalanceBooking {
    fn from(booking: &Booking) -> Self {
        let (currency, paid) = (booking.quote.currency, booking.paid_of_price());
        let name = &booking.party.primary.name;
        Self {
            reference: booking.reference.clone(),
            trek_name: booking.trek.name.clone(),
            route_name: booking.route.name.clone(),
            banner_image: booking.trek.banner_image.clone(),
            start_date: booking.start_date,
            end_date: booking.end_date,
            total_guests: booking.party.size(),
            first_name: name
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned(),
            price_breakdown: PriceBreakdown::from(&booking.quote),
            currency: currency.code().to_owned(),
            paid: paid.to_number(currency),
            balance: booking.balance().to_number(currency),
            rate: booking.rate.map(NprRate::from),
            balance_in_rupees: booking
                .in_rupees(booking.balance())
                .map(|rupees| rupees.to_number(Currency::NPR)),
            due_at: booking.due_on(),
            schedule: Installment::list(&booking.installments(), paid, currency),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BalanceLinkAnswer {
    pub status: Success,
    pub data: BalanceLink,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BalanceLink {
    pub url: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BalanceAnswer {
    pub status: Success,
    pub data: OneBalance,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneBalance {
    pub booking: BalanceBooking,
    /// In the order in which the page shows them.
    pub ways_to_pay: Vec<WayToPay>,
    /// Present if a bank transfer is among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bank_details: Option<BankDetails>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BalanceOpenedAnswer {
    pub status: Success,
    pub data: BalanceOpened,
}

/// The open payment of a balance: the data for the card form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalanceOpened {
    pub client_secret: String,
    pub payment_intent_id: String,
    /// What is charged.
    #[schema(value_type = f64)]
    pub amount_due: Number,
    pub currency: String,
    pub booking: BalanceBooking,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyBalanceRequest {
    pub payment_intent_id: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BalancePaidAnswer {
    pub status: Success,
    pub data: BalancePaid,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalancePaid {
    /// For example `R-2026-00042`.
    pub receipt_number: String,
    /// What was paid.
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    pub booking: BalanceBooking,
}
