//! The payment provider in use: the sandbox or Stripe, with one interface for all handlers.

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
    /// Embedded. Accepts test cards while no Stripe key is set.
    Sandbox(Sandbox),
    Stripe(Stripe),
}

impl Payments {
    /// Opens the payment of a booking, or returns the open one. The booking's id is the idempotency key, so that a
    /// booking never has two.
    pub async fn open(&self, booking: &Booking) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.open(booking).await,
            Self::Stripe(stripe) => stripe.open(booking).await,
        }
    }

    /// Returns the state of a payment.
    pub async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.retrieve(id).await,
            Self::Stripe(stripe) => stripe.retrieve(id).await,
        }
    }

    /// Cancels a payment unless it was made already. The result tells which.
    pub async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.cancel(id).await,
            Self::Stripe(stripe) => stripe.cancel(id).await,
        }
    }

    /// Makes a refund. The same order twice is one refund.
    pub async fn refund(&self, order: &RefundOrder) -> Result<ProviderRefund, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.refund(order).await,
            Self::Stripe(stripe) => stripe.refund(order).await,
        }
    }

    /// Returns the state of a refund.
    pub async fn find_refund(&self, id: &str) -> Result<ProviderRefund, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.find_refund(id).await,
            Self::Stripe(stripe) => stripe.find_refund(id).await,
        }
    }

    /// All movements of money at the provider that belong to this installation.
    pub async fn movements(&self) -> Result<Vec<Movement>, PaymentError> {
        match self {
            Self::Sandbox(sandbox) => sandbox.movements().await,
            Self::Stripe(stripe) => stripe.movements().await,
        }
    }

    /// The smallest difference between two amounts, in minor units: for dinars, Stripe accepts multiples of ten fils.
    #[must_use]
    pub fn step(&self, currency: Currency) -> i64 {
        match self {
            Self::Sandbox(_) => 1,
            Self::Stripe(_) => stripe_units::step(currency),
        }
    }

    /// Checks the provider, and returns a line for the operator.
    pub async fn check(&self) -> Result<String, PaymentError> {
        match self {
            Self::Sandbox(_) => Ok("sandbox: test cards only".to_owned()),
            Self::Stripe(stripe) => stripe.check().await.map(|()| "stripe".to_owned()),
        }
    }

    /// The name in `GET /api/config`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sandbox(_) => "sandbox",
            Self::Stripe(_) => "stripe",
        }
    }
}
