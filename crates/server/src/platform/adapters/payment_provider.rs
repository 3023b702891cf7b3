//! What every payment provider answers with, and how it fails.

use domain::money::{Currency, Money};
use store::StoreError;
pub use store::sandbox_intents::{Card, IntentStatus};
use uuid::Uuid;

/// What the provider knows of one payment.
#[derive(Clone, Debug)]
pub struct Intent {
    pub id: String,
    pub client_secret: String,
    pub booking_id: Uuid,
    pub amount: Money,
    pub currency: Currency,
    pub status: IntentStatus,
    pub card: Option<Card>,
    /// What it said of the last card that it declined.
    pub last_error: Option<String>,
    /// Where the card's bank wants to see its owner, when the provider says so.
    pub next_action: Option<String>,
    pub changed_at: chrono::DateTime<chrono::Utc>,
}

/// Money that is to go back. Its id is the key at the provider: asked for again it is the same refund.
#[derive(Clone, Debug)]
pub struct RefundOrder {
    pub id: Uuid,
    pub booking_id: Uuid,
    pub intent_id: String,
    pub amount: Money,
    pub currency: Currency,
    pub asked_at: chrono::DateTime<chrono::Utc>,
}

/// What the provider knows of a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    pub id: String,
    pub status: RefundStatus,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundStatus {
    Made,
    /// The provider works on it; ask again.
    Pending,
    Failed(String),
}

/// A movement of money as the provider has it, for comparison with the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The id of the payment or of the refund.
    pub reference: String,
    pub is_refund: bool,
    pub amount: Money,
    pub currency: Currency,
}

#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// Worth another try after so many seconds.
    #[error("the payment provider does not answer")]
    Unavailable(u64),
    /// It understood, and will never do it.
    #[error("the payment provider refuses: {0}")]
    Refused(String),
    #[error("the payment provider knows no payment {0}")]
    Unknown(String),
    /// A key that it does not take, or an address where something else answers.
    #[error("the payment provider cannot be used: {0}")]
    Misconfigured(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the payment provider answered with a currency that is none")]
    Currency,
}
