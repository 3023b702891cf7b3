//! JSON types of refunds (decisions §5, §10 "Cancel").

use chrono::{DateTime, Utc};
use domain::money::{Currency, Money};
use serde::Serialize;
use serde_json::Number;
use store::refunds::{Cause, Refund, State};
use utoipa::ToSchema;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoneyBack {
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    /// The part of the amount that goes back as a travel credit. Absent if nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub as_credit: Option<Number>,
}

impl MoneyBack {
    #[must_use]
    pub fn new(amount: Money, currency: Currency) -> Self {
        Self {
            amount: amount.to_number(currency),
            currency: currency.code().to_owned(),
            as_credit: None,
        }
    }

    #[must_use]
    pub fn with_credit(mut self, credit: Money, currency: Currency) -> Self {
        self.as_credit = (!credit.is_zero()).then(|| credit.to_number(currency));
        self
    }
}

/// A refund of a booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedRefund {
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    pub reason: String,
    /// False until the payment provider has made it.
    pub made: bool,
    /// Whether it is the difference to an earlier, higher price. For pages that were open before a release with
    /// `creditNoteLines`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub is_price_difference: Option<bool>,
    pub created_at: DateTime<Utc>,
}

impl From<&Refund> for BookedRefund {
    fn from(refund: &Refund) -> Self {
        Self {
            amount: refund.amount.to_number(refund.currency),
            currency: refund.currency.code().to_owned(),
            reason: refund.reason.clone(),
            made: refund.state == State::Made,
            is_price_difference: (refund.cause == Cause::Lowered).then_some(true),
            created_at: refund.created_at,
        }
    }
}
