//! Types and errors that all payment providers share.

use domain::money::{Currency, Money};
use store::StoreError;
pub use store::sandbox_intents::{Card, IntentStatus};
use uuid::Uuid;

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
    /// The message about the last declined card.
    pub last_error: Option<String>,
    /// The URL for the bank's authentication, if required.
    pub next_action: Option<String>,
    pub changed_at: chrono::DateTime<chrono::Utc>,
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
