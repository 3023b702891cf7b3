//! The payment providers in use: one for cards, the sandbox or Stripe, or none; and the wallets that are switched on.
//! One interface for all handlers.

use domain::money::Currency;

use super::esewa::Esewa;
use super::khalti::Khalti;
pub use super::payment_provider::{
    Card, Intent, IntentStatus, Movement, PaymentError, PaymentOrder, ProviderRefund, Redirect,
    RedirectMethod, RefundOrder, RefundStatus,
};
use super::sandbox::Sandbox;
use super::stripe::Stripe;
use super::stripe_units;
pub use super::wallet::Wallet;

#[derive(Clone, Debug)]
pub struct Payments {
    pub cards: CardProvider,
    pub esewa: Option<Esewa>,
    pub khalti: Option<Khalti>,
}

#[derive(Clone, Debug)]
pub enum CardProvider {
    /// Embedded. Accepts test cards while no Stripe key is set.
    Sandbox(Sandbox),
    Stripe(Stripe),
    /// Cards are not taken.
    None,
}

/// The provider of one payment.
enum Provider<'a> {
    Sandbox(&'a Sandbox),
    Stripe(&'a Stripe),
    Esewa(&'a Esewa),
    Khalti(&'a Khalti),
}

impl Payments {
    #[must_use]
    pub fn takes_cards(&self) -> bool {
        !matches!(self.cards, CardProvider::None)
    }

    /// The wallets that are switched on.
    #[must_use]
    pub fn wallets(&self) -> Vec<Wallet> {
        let is_on = |wallet: &Wallet| match wallet {
            Wallet::Esewa => self.esewa.is_some(),
            Wallet::Khalti => self.khalti.is_some(),
        };
        Wallet::ALL.into_iter().filter(is_on).collect()
    }

    /// Opens a payment by card, or returns the open one: booking and number are the idempotency key, so that no
    /// payment is opened twice.
    pub(crate) async fn open(&self, order: &PaymentOrder) -> Result<Intent, PaymentError> {
        match &self.cards {
            CardProvider::Sandbox(sandbox) => sandbox.open(order).await,
            CardProvider::Stripe(stripe) => stripe.open(order).await,
            CardProvider::None => Err(no_cards()),
        }
    }

    /// Opens a payment at a wallet. Its `next_action` is the page to which the payer goes; only opening returns it.
    pub async fn open_wallet(
        &self,
        wallet: Wallet,
        order: &PaymentOrder,
    ) -> Result<Intent, PaymentError> {
        match wallet {
            Wallet::Esewa => self.esewa()?.open(order),
            Wallet::Khalti => self.khalti()?.open(order).await,
        }
    }

    /// Returns the state of a payment.
    pub async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        match self.provider_of(id)? {
            Provider::Sandbox(sandbox) => sandbox.retrieve(id).await,
            Provider::Stripe(stripe) => stripe.retrieve(id).await,
            Provider::Esewa(esewa) => esewa.retrieve(id).await,
            Provider::Khalti(khalti) => khalti.retrieve(id).await,
        }
    }

    /// Cancels a payment unless it was made already. The result tells which.
    pub async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        match self.provider_of(id)? {
            Provider::Sandbox(sandbox) => sandbox.cancel(id).await,
            Provider::Stripe(stripe) => stripe.cancel(id).await,
            Provider::Esewa(esewa) => esewa.cancel(id).await,
            Provider::Khalti(khalti) => khalti.cancel(id).await,
        }
    }

    /// Makes a refund. The same order twice is one refund.
    pub async fn refund(&self, order: &RefundOrder) -> Result<ProviderRefund, PaymentError> {
        match self.provider_of(&order.intent_id)? {
            Provider::Sandbox(sandbox) => sandbox.refund(order).await,
            Provider::Stripe(stripe) => stripe.refund(order).await,
            Provider::Esewa(_) => Err(Wallet::Esewa.refuse_refund()),
            Provider::Khalti(_) => Err(Wallet::Khalti.refuse_refund()),
        }
    }

    /// Returns the state of a refund.
    pub async fn find_refund(&self, id: &str) -> Result<ProviderRefund, PaymentError> {
        match self.provider_of(id)? {
            Provider::Sandbox(sandbox) => sandbox.find_refund(id).await,
            Provider::Stripe(stripe) => stripe.find_refund(id).await,
            // A wallet makes no refunds.
            Provider::Esewa(_) | Provider::Khalti(_) => Err(PaymentError::Unknown(id.to_owned())),
        }
    }

    /// All movements of money at the card provider that belong to this installation. None without a provider.
    pub(crate) async fn movements(&self) -> Result<Vec<Movement>, PaymentError> {
        match &self.cards {
            CardProvider::Sandbox(sandbox) => sandbox.movements().await,
            CardProvider::Stripe(stripe) => stripe.movements().await,
            CardProvider::None => Ok(Vec::new()),
        }
    }

    /// The smallest difference between two amounts, in minor units: for dinars, Stripe accepts multiples of ten fils.
    #[must_use]
    pub fn step(&self, currency: Currency) -> i64 {
        match &self.cards {
            CardProvider::Sandbox(_) | CardProvider::None => 1,
            CardProvider::Stripe(_) => stripe_units::step(currency),
        }
    }

    /// Checks the card provider, and returns a line for the operator.
    pub async fn check(&self) -> Result<String, PaymentError> {
        match &self.cards {
            CardProvider::Sandbox(_) => Ok("sandbox: test cards only".to_owned()),
            CardProvider::Stripe(stripe) => stripe.check().await.map(|()| "stripe".to_owned()),
            CardProvider::None => Ok("no cards".to_owned()),
        }
    }

    /// Checks a wallet that is switched on, and returns a line for the operator.
    pub async fn check_wallet(&self, wallet: Wallet) -> Result<String, PaymentError> {
        match wallet {
            Wallet::Esewa => self.esewa()?.check().await?,
            Wallet::Khalti => self.khalti()?.check().await?,
        }
        Ok(wallet.name().to_owned())
    }

    /// The name of the card provider in `GET /api/config`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.cards {
            CardProvider::Sandbox(_) => "sandbox",
            CardProvider::Stripe(_) => "stripe",
            CardProvider::None => "none",
        }
    }

    /// The ids of wallets begin with their name.
    fn provider_of(&self, id: &str) -> Result<Provider<'_>, PaymentError> {
        match (Wallet::of(id), &self.cards) {
            (Some(Wallet::Esewa), _) => self.esewa().map(Provider::Esewa),
            (Some(Wallet::Khalti), _) => self.khalti().map(Provider::Khalti),
            (None, CardProvider::Sandbox(sandbox)) => Ok(Provider::Sandbox(sandbox)),
            (None, CardProvider::Stripe(stripe)) => Ok(Provider::Stripe(stripe)),
            (None, CardProvider::None) => Err(no_cards()),
        }
    }

    fn esewa(&self) -> Result<&Esewa, PaymentError> {
        self.esewa
            .as_ref()
            .ok_or_else(|| switched_off(Wallet::Esewa))
    }

    fn khalti(&self) -> Result<&Khalti, PaymentError> {
        self.khalti
            .as_ref()
            .ok_or_else(|| switched_off(Wallet::Khalti))
    }
}

fn no_cards() -> PaymentError {
    PaymentError::Misconfigured("no card provider is set".to_owned())
}

fn switched_off(wallet: Wallet) -> PaymentError {
    PaymentError::Misconfigured(format!("{} is switched off", wallet.name()))
}
