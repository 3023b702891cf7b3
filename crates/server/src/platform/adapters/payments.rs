//! Who takes the money. Every story asks these few things; what a provider is made of stays below.

use domain::booking::Booking;
use domain::money::{Currency, Money};
use store::StoreError;
use uuid::Uuid;

use super::sandbox::Sandbox;
use super::stripe::Stripe;
use super::stripe_units;
pub use store::sandbox_intents::{Card, IntentStatus};

#[derive(Clone, Debug)]
pub enum Payments {
    /// Embedded: takes test cards, for as long as no Stripe key is set.
    Sandbox(Sandbox),
    Stripe(Stripe),
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

impl Payments {
    /// Opens the payment of a booking, or gives the one that is open: its key at the provider is the
    /// booking's id, so a booking never has two.
    pub async fn open(&self, booking: &Booking) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.open(booking).await,
            Self::Stripe(stripe) => stripe.open(booking).await,
        }
    }

    /// What is true of a payment.
    pub async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.retrieve(id).await,
            Self::Stripe(stripe) => stripe.retrieve(id).await,
        }
    }

    /// Sees to it that a payment can never be made, unless it was made already: the answer tells which.
    pub async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.cancel(id).await,
            Self::Stripe(stripe) => stripe.cancel(id).await,
        }
    }

    /// Gives money back. The same order twice is one refund.
    pub async fn refund(&self, order: &RefundOrder) -> Result<ProviderRefund, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.refund(order).await,
            Self::Stripe(stripe) => stripe.refund(order).await,
        }
    }

    /// What is true of a refund that was begun.
    pub async fn find_refund(&self, id: &str) -> Result<ProviderRefund, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.find_refund(id).await,
            Self::Stripe(stripe) => stripe.find_refund(id).await,
        }
    }

    /// Every movement of money that the provider has for us.
    pub async fn movements(&self) -> Result<Vec<Movement>, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.movements().await,
            Self::Stripe(stripe) => stripe.movements().await,
        }
    }

    /// The least difference between two amounts, in minor units: Stripe moves dinars in tens of fils.
    #[must_use]
    pub fn step(&self, currency: Currency) -> i64 {
        match self {
            Self::Sandbox(_) => 1,
            Self::Stripe(_) => stripe_units::step(currency),
        }
    }

    /// Whether it can be used, in a line for the operator.
    pub async fn check(&self) -> Result<String, PaymentError> {
        match self {
            Self::Sandbox(_) => Ok("sandbox: test cards only".to_owned()),
            Self::Stripe(stripe) => stripe.check().await.map(|()| "stripe".to_owned()),
        }
    }

    /// The word of `GET /api/config`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sandbox(_) => "sandbox",
            Self::Stripe(_) => "stripe",
        }
    }
}
