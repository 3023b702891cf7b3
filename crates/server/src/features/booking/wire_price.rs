//! JSON types of the price and the payment of a booking (decisions §5).

use chrono::{DateTime, NaiveDate, Utc};
use domain::money::{Currency, Money};
use domain::pricing::Quote;
use domain::{booking, schedule};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;

use super::refund::wire::MoneyBack;

/// The price line by line, in major units.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceBreakdown {
    #[schema(value_type = f64)]
    pub base_price: Number,
    #[schema(value_type = f64)]
    pub discount: Number,
    /// What the promotion code takes off. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub promotion: Option<Number>,
    #[schema(value_type = f64)]
    pub gst: Number,
    #[schema(value_type = f64)]
    pub service_fee: Number,
    #[schema(value_type = f64)]
    pub insurance: Number,
    #[schema(value_type = f64)]
    pub booking_fee: Number,
    #[schema(value_type = f64)]
    pub total: Number,
    pub currency: String,
}

impl From<&Quote> for PriceBreakdown {
    fn from(quote: &Quote) -> Self {
        let number = |money: domain::money::Money| money.to_number(quote.currency);
        Self {
            base_price: number(quote.base_price),
            discount: number(quote.discount),
            promotion: (!quote.promotion.is_zero()).then(|| number(quote.promotion)),
            gst: number(quote.gst),
            service_fee: number(quote.service_fee),
            insurance: number(quote.insurance),
            booking_fee: number(quote.booking_fee),
            total: number(quote.total),
            currency: quote.currency.code().to_owned(),
        }
    }
}

/// A part of the price.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Installment {
    #[schema(value_type = f64)]
    pub amount: Number,
    /// The last day on which it is paid in time. Absent: on arrival.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub due_at: Option<NaiveDate>,
    /// True if it is due on arrival, else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub on_arrival: bool,
    /// Whether the payments so far cover it.
    pub paid: bool,
}

impl Installment {
    /// `received` covers the first parts first.
    #[must_use]
    pub fn list(parts: &[schedule::Installment], received: Money, currency: Currency) -> Vec<Self> {
        let mut sum = 0;
        let part = |part: &schedule::Installment| {
            sum += part.amount.minor();
            Self {
                amount: part.amount.to_number(currency),
                due_at: part.due_on,
                on_arrival: part.due_on.is_none(),
                paid: sum <= received.minor(),
            }
        };
        parts.iter().map(part).collect()
    }
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum PaymentStatus {
    Pending,
    Confirmed,
    Failed,
    Refunded,
}

impl From<booking::PaymentStatus> for PaymentStatus {
    fn from(status: booking::PaymentStatus) -> Self {
        match status {
            booking::PaymentStatus::Pending => Self::Pending,
            booking::PaymentStatus::Confirmed => Self::Confirmed,
            booking::PaymentStatus::Failed => Self::Failed,
            booking::PaymentStatus::Refunded => Self::Refunded,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedCharges {
    #[schema(value_type = f64)]
    pub gst: Number,
    #[schema(value_type = f64)]
    pub service_fee: Number,
    #[schema(value_type = f64)]
    pub insurance_fee: Number,
    #[schema(value_type = f64)]
    pub booking_fee: Number,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingPayment {
    pub status: PaymentStatus,
    #[schema(value_type = f64)]
    pub final_amount: Number,
    /// Before the discount.
    #[schema(value_type = f64)]
    pub base_amount: Number,
    pub currency: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub payment_intent_id: Option<String>,
    /// The provider's message about the last declined card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_error: Option<String>,
    /// The provider captured a different amount or currency than the price. The booking is not confirmed; the agency
    /// decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub mismatch: Option<MoneyBack>,
    /// Paid another way than by card, and recorded by an administrator.
    #[schema(required = false)]
    pub by_hand: bool,
    /// Staff took a part of it or all of it by hand, or a travel credit paid, so that it may consist of several payments.
    /// Else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub is_in_parts: bool,
    /// The provider has captured the money, but the booking is not confirmed yet.
    #[schema(required = false)]
    pub received: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub paid_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub card_brand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub card_last4: Option<String>,
    pub charges: BookedCharges,
}

pub fn payment(breakdown: &PriceBreakdown, payment: booking::Payment) -> BookingPayment {
    BookingPayment {
        status: payment.status.into(),
        final_amount: breakdown.total.clone(),
        base_amount: breakdown.base_price.clone(),
        currency: breakdown.currency.clone(),
        payment_intent_id: payment.intent_id,
        last_error: payment.last_error,
        mismatch: payment
            .mismatch
            .as_ref()
            .map(|taken| MoneyBack::new(taken.amount, taken.currency)),
        by_hand: payment.by_hand.is_some(),
        is_in_parts: payment.intent_number > 0 || payment.credit_used.is_some(),
        received: false,
        paid_at: payment.paid_at,
        card_brand: payment.card_brand,
        card_last4: payment.card_last4,
        charges: BookedCharges {
            gst: breakdown.gst.clone(),
            service_fee: breakdown.service_fee.clone(),
            insurance_fee: breakdown.insurance.clone(),
            booking_fee: breakdown.booking_fee.clone(),
        },
    }
}
