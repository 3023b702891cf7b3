//! JSON types of Stripe's API, as far as they are used. Fields are optional where possible, so that another API
//! version does not lose a payment.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::money::Currency;
use serde::Deserialize;
use uuid::Uuid;

use super::payment_provider::{
    Card, Intent, IntentStatus, PaymentError, ProviderRefund, Redirect, RefundStatus,
};
use super::stripe_units::from_stripe;

/// Metadata keys of our payments and refunds.
pub const BOOKING_ID: &str = "booking_id";
pub const REFUND_ID: &str = "refund_id";

#[derive(Debug, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub amount: i64,
    pub currency: String,
    pub status: String,
    #[serde(default)]
    pub client_secret: Option<String>,
    #[serde(default)]
    pub created: Option<i64>,
    #[serde(default)]
    pub metadata: Option<BTreeMap<String, String>>,
    #[serde(default)]
    pub last_payment_error: Option<Problem>,
    #[serde(default)]
    pub latest_charge: Option<Charge>,
    #[serde(default)]
    pub next_action: Option<NextAction>,
}

/// Only the id, unless the call expands it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Charge {
    Whole {
        #[serde(default)]
        created: Option<i64>,
        #[serde(default)]
        payment_method_details: Option<MethodDetails>,
    },
    Id(String),
}

#[derive(Debug, Deserialize)]
pub struct MethodDetails {
    #[serde(default)]
    pub card: Option<CardDetails>,
}

#[derive(Debug, Deserialize)]
pub struct CardDetails {
    #[serde(default)]
    pub brand: Option<String>,
    #[serde(default)]
    pub last4: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct NextAction {
    #[serde(default)]
    pub redirect_to_url: Option<RedirectToUrl>,
}

#[derive(Debug, Deserialize)]
pub struct RedirectToUrl {
    #[serde(default)]
    pub url: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Refund {
    pub id: String,
    pub amount: i64,
    pub currency: String,
    #[serde(default)]
    pub status: Option<String>,
    #[serde(default)]
    pub payment_intent: Option<String>,
    #[serde(default)]
    pub metadata: Option<BTreeMap<String, String>>,
    #[serde(default)]
    pub failure_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Page<T> {
    pub data: Vec<T>,
    #[serde(default)]
    pub has_more: bool,
}

#[derive(Debug, Deserialize)]
pub struct Failure {
    pub error: Problem,
}

#[derive(Debug, Default, Deserialize)]
pub struct Problem {
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    #[serde(default)]
    pub code: Option<String>,
    #[serde(default)]
    pub message: Option<String>,
}

pub fn currency(code: &str) -> Result<Currency, PaymentError> {
    Currency::parse(&code.to_uppercase()).map_err(|_| PaymentError::Currency)
}

impl PaymentIntent {
    /// The booking of the payment. `None` if the payment is not ours.
    pub fn booking_id(&self) -> Option<Uuid> {
        let text = self.metadata.as_ref()?.get(BOOKING_ID)?;
        Uuid::parse_str(text).ok()
    }

    fn status(&self) -> IntentStatus {
        match self.status.as_str() {
            "succeeded" => IntentStatus::Succeeded,
            "canceled" => IntentStatus::Canceled,
            "requires_payment_method" | "requires_confirmation" => {
                IntentStatus::RequiresPaymentMethod
            }
            "processing" => IntentStatus::Processing,
            // An unknown status: neither paid nor over.
            _ => IntentStatus::RequiresAction,
        }
    }

    fn card(&self) -> Option<Card> {
        let Some(Charge::Whole {
            payment_method_details: Some(details),
            ..
        }) = &self.latest_charge
        else {
            return None;
        };
        let card = details.card.as_ref()?;
        Some(Card {
            brand: card.brand.clone()?,
            last4: card.last4.clone()?,
        })
    }

    fn changed_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let seconds = match &self.latest_charge {
            Some(Charge::Whole { created, .. }) => created.or(self.created),
            _ => self.created,
        };
        seconds
            .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
            .unwrap_or(now)
    }

    pub fn read(self, now: DateTime<Utc>) -> Result<Intent, PaymentError> {
        let currency = currency(&self.currency)?;
        Ok(Intent {
            booking_id: self.booking_id().unwrap_or_default(),
            amount: from_stripe(self.amount, currency).ok_or(PaymentError::Currency)?,
            currency,
            status: self.status(),
            card: self.card(),
            reference: None,
            changed_at: self.changed_at(now),
            next_action: self
                .next_action
                .and_then(|action| action.redirect_to_url)
                .and_then(|redirect| redirect.url)
                .map(Redirect::get),
            last_error: self.last_payment_error.and_then(|problem| problem.message),
            client_secret: self.client_secret.unwrap_or_default(),
            id: self.id,
        })
    }
}

impl Refund {
    /// The id of our refund. `None` if it was created elsewhere.
    pub fn refund_id(&self) -> Option<&String> {
        self.metadata.as_ref()?.get(REFUND_ID)
    }

    pub fn status(&self) -> RefundStatus {
        match self.status.as_deref() {
            Some("succeeded") => RefundStatus::Made,
            Some("failed" | "canceled") => {
                let reason = self.failure_reason.clone();
                RefundStatus::Failed(reason.unwrap_or_else(|| "the refund failed".to_owned()))
            }
            _ => RefundStatus::Pending,
        }
    }

    pub fn read(self) -> ProviderRefund {
        ProviderRefund {
            status: self.status(),
            id: self.id,
        }
    }
}
