//! The embedded payment provider: Stripe's states, messages and public test cards, without money or network
//! (decisions §5). It does not access bookings, and stores only the part of a card that a receipt shows.

use domain::money::{Currency, Money};
use store::sandbox_intents::{self as intents, Outcome};
use store::{Db, StoreError};
use subtle::ConstantTimeEq;

use super::card_number::CardNumber;
use super::clock::Clock;
use super::payment_provider::{Intent, IntentStatus, PaymentError, PaymentOrder};
use super::sandbox_cards::{Verdict, judge};
use super::sandbox_faults::Faults;
use super::secrets::random_bytes;
use crate::platform::kill_points::kill_point;

#[derive(Clone, Debug)]
pub struct Sandbox {
    pub db: Db,
    pub clock: Clock,
    pub faults: Faults,
}

/// Why a card was not charged.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// Also for a wrong client secret, so that guesses reveal nothing.
    #[error("There is no such payment")]
    Unknown,
    #[error("{0}")]
    Declined(&'static str),
    #[error("This payment can no longer be made")]
    Over,
    #[error(transparent)]
    Payment(#[from] PaymentError),
}

impl From<StoreError> for ConfirmError {
    fn from(error: StoreError) -> Self {
        Self::Payment(error.into())
    }
}

/// A fault is a setting, so its end is unknown.
const RETRY_AFTER_SECONDS: u64 = 5;

const OPEN: [IntentStatus; 2] = [
    IntentStatus::RequiresPaymentMethod,
    IntentStatus::RequiresAction,
];
const AUTHENTICATION_FAILED: &str = "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

impl Sandbox {
    pub(super) async fn open(&self, order: &PaymentOrder) -> Result<Intent, PaymentError> {
        self.inject_fault().await?;
        if self.faults.duplicate {
            self.open_once(order).await?;
        }
        self.open_once(order).await
    }

    async fn open_once(&self, order: &PaymentOrder) -> Result<Intent, PaymentError> {
        let key = order.key();
        if let Some(known) = intents::find_by_key(&self.db, &key).await? {
            return read(known);
        }
        let id = format!("pi_{}", random_word());
        let now = self.clock.now();
        let intent = intents::Intent {
            client_secret: format!("{id}_secret_{}", random_word()),
            id,
            idempotency_key: key.clone(),
            booking_id: order.booking_id,
            amount: order.amount.minor(),
            currency: order.currency.code().to_owned(),
            status: IntentStatus::RequiresPaymentMethod,
            card: None,
            last_error: None,
            created_at: now,
            updated_at: now,
        };
        match intents::insert(&self.db, &intent).await {
            Ok(()) => read(intent),
            // A concurrent call opened it: both continue with the stored intent.
            Err(StoreError::Taken(_)) => match intents::find_by_key(&self.db, &key).await? {
                Some(known) => read(known),
                None => Err(StoreError::Missing.into()),
            },
            Err(error) => Err(error.into()),
        }
    }

    pub(super) async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        self.inject_fault().await?;
        self.find(id).await
    }

    pub(super) async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        self.inject_fault().await?;
        let now = self.clock.now();
        intents::advance(
            &self.db,
            id,
            &OPEN,
            IntentStatus::Canceled,
            Outcome::default(),
            now,
        )
        .await?;
        self.find(id).await
    }

    /// Charges a card, once. The browser calls this as it would call Stripe. The client secret is the authorisation.
    pub(crate) async fn confirm(
        &self,
        id: &str,
        secret: &str,
        card: &CardNumber,
    ) -> Result<Intent, ConfirmError> {
        if let Some(pause) = self.faults.slow {
            tokio::time::sleep(pause).await;
        }
        if self.faults.duplicate {
            // The second call returns the result of the first.
            let _ = self.charge(id, secret, card).await;
        }
        self.charge(id, secret, card).await
    }

    async fn charge(
        &self,
        id: &str,
        secret: &str,
        card: &CardNumber,
    ) -> Result<Intent, ConfirmError> {
        let intent = self.authorised(id, secret).await?;
        match intent.status {
            IntentStatus::Succeeded | IntentStatus::Processing => return Ok(intent),
            IntentStatus::Canceled => return Err(ConfirmError::Over),
            IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction => {}
        }
        let verdict = judge(card, self.clock.now());
        let kept = card.receipt();
        let (to, error) = match verdict {
            Verdict::Charged => (IntentStatus::Succeeded, None),
            Verdict::NeedsAuthentication => (IntentStatus::RequiresAction, None),
            Verdict::Declined(message) => (IntentStatus::RequiresPaymentMethod, Some(message)),
        };
        let said = Outcome {
            card: Some(&kept),
            error,
        };
        let moved = intents::advance(&self.db, id, &OPEN, to, said, self.clock.now()).await?;
        kill_point("card-charged");
        if self.faults.forgetful {
            return Err(PaymentError::Unavailable(RETRY_AFTER_SECONDS).into());
        }
        match error {
            // A decline that lost against a concurrent charge is ignored: the stored state counts.
            Some(message) if moved => Err(ConfirmError::Declined(message)),
            _ => self.made(id).await,
        }
    }

    /// Simulates the bank's page for cards with authentication.
    pub(crate) async fn authenticate(
        &self,
        id: &str,
        secret: &str,
        succeed: bool,
    ) -> Result<Intent, ConfirmError> {
        let intent = self.authorised(id, secret).await?;
        match intent.status {
            IntentStatus::Succeeded | IntentStatus::Processing => return Ok(intent),
            IntentStatus::RequiresAction => {}
            IntentStatus::RequiresPaymentMethod | IntentStatus::Canceled => {
                return Err(ConfirmError::Over);
            }
        }
        let waiting = [IntentStatus::RequiresAction];
        let (to, error) = match succeed {
            true => (IntentStatus::Succeeded, None),
            false => (
                IntentStatus::RequiresPaymentMethod,
                Some(AUTHENTICATION_FAILED),
            ),
        };
        let said = Outcome { card: None, error };
        let moved = intents::advance(&self.db, id, &waiting, to, said, self.clock.now()).await?;
        match error {
            Some(message) if moved => Err(ConfirmError::Declined(message)),
            _ => self.made(id).await,
        }
    }

    /// The stored state of the intent: if a concurrent call cancelled it, it is not paid.
    async fn made(&self, id: &str) -> Result<Intent, ConfirmError> {
        let intent = self.find(id).await?;
        match intent.status {
            IntentStatus::Canceled => Err(ConfirmError::Over),
            _ => Ok(intent),
        }
    }

    async fn authorised(&self, id: &str, secret: &str) -> Result<Intent, ConfirmError> {
        let intent = match self.find(id).await {
            Err(PaymentError::Unknown(_)) => return Err(ConfirmError::Unknown),
            found => found?,
        };
        if bool::from(intent.client_secret.as_bytes().ct_eq(secret.as_bytes())) {
            Ok(intent)
        } else {
            Err(ConfirmError::Unknown)
        }
    }

    async fn find(&self, id: &str) -> Result<Intent, PaymentError> {
        let found = intents::find(&self.db, id).await?;
        found.map_or_else(|| Err(PaymentError::Unknown(id.to_owned())), read)
    }

    pub(super) async fn inject_fault(&self) -> Result<(), PaymentError> {
        if let Some(pause) = self.faults.slow {
            tokio::time::sleep(pause).await;
        }
        if self.faults.failing {
            Err(PaymentError::Unavailable(RETRY_AFTER_SECONDS))
        } else {
            Ok(())
        }
    }
}

fn read(intent: intents::Intent) -> Result<Intent, PaymentError> {
    Ok(Intent {
        currency: Currency::parse(&intent.currency).map_err(|_| PaymentError::Currency)?,
        id: intent.id,
        client_secret: intent.client_secret,
        booking_id: intent.booking_id,
        amount: Money::from_minor(intent.amount),
        status: intent.status,
        card: intent.card,
        reference: None,
        last_error: intent.last_error,
        next_action: None,
        changed_at: intent.updated_at,
    })
}

/// 32 random characters, impossible to guess.
pub fn random_word() -> String {
    hex::encode(random_bytes::<16>())
}
