//! Who takes the money. Every story asks these few things; what a provider is made of stays below.

use domain::booking::Booking;
use domain::money::Currency;

pub use super::payment_provider::{
    Card, Intent, IntentStatus, Movement, PaymentError, ProviderRefund, RefundOrder, RefundStatus,
};
use super::sandbox::Sandbox;
use super::stripe::Stripe;
use super::stripe_units;

#[derive(Clone, Debug)]
pub enum Payments {
    /// Embedded: takes test cards, for as long as no Stripe key is set.
    Sandbox(Sandbox),
    Stripe(Stripe),
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
