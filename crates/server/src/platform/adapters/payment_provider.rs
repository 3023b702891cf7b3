//! Types and errors that all payment providers share.

use domain::money::{Currency, Money};
use serde::{Deserialize, Serialize};
use store::StoreError;
pub use store::sandbox_intents::{Card, IntentStatus};
use uuid::Uuid;

/// A payment to open.
#[derive(Clone, Debug)]
pub struct PaymentOrder {
    pub booking_id: Uuid,
    /// The payments of a booking are counted from 0. The same number again is the same payment.
    pub number: u32,
    pub amount: Money,
    pub currency: Currency,
    /// What the payer reads at the provider.
    pub description: String,
    pub customer_name: String,
    pub customer_email: String,
    /// Where a provider with a page of its own sends the payer back to.
    pub return_url: String,
}

impl PaymentOrder {
    /// The idempotency key at the provider. The first payment of a booking has the booking's id alone, as every
    /// payment had before a booking could have several.
    #[must_use]
    pub fn key(&self) -> String {
        match self.number {
            0 => self.booking_id.to_string(),
            number => format!("{}:{number}", self.booking_id),
        }
    }
}

/// A page of the provider or the card's bank to which the payer's browser is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirect {
    pub method: RedirectMethod,
    pub url: String,
    /// Form fields of a POST, in order. Empty for a GET.
    pub fields: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RedirectMethod {
    Get,
    Post,
}

impl Redirect {
    #[must_use]
    pub fn get(url: String) -> Self {
        Self {
            method: RedirectMethod::Get,
            url,
            fields: Vec::new(),
        }
    }
}

/// The provider's state of a payment.
#[derive(Clone, Debug)]
pub struct Intent {
    pub id: String,
    pub client_secret: String,
    pub booking_id: Uuid,
    pub amount: Money,
    pub currency: Currency,
    pub status: IntentStatus,
    pub card: Option<Card>,
    /// The wallet's number of a transaction that was paid, which its merchant account and the payer see.
    pub reference: Option<String>,
    /// The message about the last declined card.
    pub last_error: Option<String>,
    /// The page where the payer pays or authenticates, if required.
    pub next_action: Option<Redirect>,
    pub changed_at: chrono::DateTime<chrono::Utc>,
}

impl Intent {
    /// The state after a cancellation at a provider that has no call for it.
    #[must_use]
    pub fn closed_unless_paid(self) -> Self {
        let status = match self.status {
            IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction => {
                IntentStatus::Canceled
            }
            status => status,
        };
        Self { status, ..self }
    }
}

/// A refund to make. Its id is the idempotency key at the provider.
#[derive(Clone, Debug)]
pub struct RefundOrder {
    pub id: Uuid,
    pub booking_id: Uuid,
    pub intent_id: String,
    pub amount: Money,
    pub currency: Currency,
    pub asked_at: chrono::DateTime<chrono::Utc>,
}

/// The provider's state of a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    pub id: String,
    pub status: RefundStatus,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundStatus {
    Made,
    /// In progress; check again later.
    Pending,
    Failed(String),
}

/// A movement of money at the provider, for comparison with the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The id of the payment or refund.
    pub reference: String,
    pub is_refund: bool,
    pub amount: Money,
    pub currency: Currency,
}

#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// A retry may succeed after this many seconds.
    #[error("the payment provider does not answer")]
    Unavailable(u64),
    /// The request is permanently rejected.
    #[error("the payment provider rejected the request: {0}")]
    Refused(String),
    #[error("the payment provider has no payment {0}")]
    Unknown(String),
    /// The API key is rejected, or another server responds at the address.
    #[error("the payment provider cannot be used: {0}")]
    Misconfigured(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the payment provider returned an unknown currency")]
    Currency,
}
