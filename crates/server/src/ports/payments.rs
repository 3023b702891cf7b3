//! Who takes the money. Every story asks these three things; what a provider is made of stays below.

use domain::booking::Booking;
use domain::money::{Currency, Money};
use store::StoreError;
use uuid::Uuid;

use super::sandbox::Sandbox;
pub use store::sandbox_intents::{Card, IntentStatus};

#[derive(Clone, Debug)]
pub enum Payments {
    /// Embedded: takes test cards, for as long as no Stripe key is set.
    Sandbox(Sandbox),
}

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
    pub changed_at: chrono::DateTime<chrono::Utc>,
}

#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    #[error("the payment provider does not answer")]
    Unavailable,
    #[error("the payment provider knows no payment {0}")]
    Unknown(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the payment provider answered with a currency that is none")]
    Currency,
}

impl Payments {
    /// Opens the payment of a booking, or gives the one that is open: its key at the provider is the
    /// booking's id, so a booking never has two.
    pub async fn open(&self, booking: &Booking) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.open(booking).await,
        }
    }

    /// What is true of a payment.
    pub async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.retrieve(id).await,
        }
    }

    /// Sees to it that a payment can never be made, unless it was made already: the answer tells which.
    pub async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.cancel(id).await,
        }
    }

    /// The word of `GET /api/config`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sandbox(_) => "sandbox",
        }
    }
}
