//! Stripe: payments and refunds over its API (document 1 §7, decisions §1, §5). It makes seven calls without an SDK,
//! with types that tolerate other API versions.

use std::collections::HashSet;
use std::time::Duration;

use chrono::TimeDelta;
use domain::money::{Currency, Money};
use reqwest::StatusCode;

use super::clock::Clock;
use super::payment_provider::{
    Intent, Movement, PaymentError, PaymentOrder, ProviderRefund, RefundOrder,
};
use super::stripe_calls::{CallError, StripeCalls};
use super::stripe_units::{from_stripe, to_stripe};
use super::stripe_wire::{BOOKING_ID, Page, PaymentIntent, REFUND_ID, Refund, currency};

/// Less than the 24 hours for which Stripe keeps idempotency keys.
const IDEMPOTENCY_KEY_LIFETIME: TimeDelta = TimeDelta::hours(20);

/// Credentials of a Stripe account.
#[derive(Clone)]
pub struct StripeKeys {
    pub secret: String,
    pub publishable: String,
    pub webhook_secret: String,
    pub api_url: String,
    pub time_limit: Duration,
}

#[derive(Clone, Debug)]
pub struct Stripe {
    calls: StripeCalls,
    clock: Clock,
}

/// The state of a confirmed payment, or the decline message of the card's bank.
#[derive(Debug)]
pub enum Confirmed {
    Intent(Box<Intent>),
    Declined,
}

impl Stripe {
    pub fn new(keys: &StripeKeys, clock: Clock) -> reqwest::Result<Self> {
        let calls = StripeCalls::new(&keys.api_url, &keys.secret, keys.time_limit, clock.clone())?;
        Ok(Self { calls, clock })
    }

    pub(super) async fn open(&self, order: &PaymentOrder) -> Result<Intent, PaymentError> {
        let amount = amount_text(order.amount, order.currency)?;
        let code = order.currency.code().to_lowercase();
        let id = order.booking_id.to_string();
        let metadata = format!("metadata[{BOOKING_ID}]");
        let form = [
            ("amount", amount.as_str()),
            ("currency", &code),
            ("payment_method_types[]", "card"),
            (&metadata, &id),
        ];
        let key = format!("booking-{}", order.key());
        let opened: PaymentIntent = self
            .calls
            .post("/v1/payment_intents", &form, Some(&key))
            .await?;
        opened.read(self.clock.now())
    }

    pub(super) async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        let path = format!(
            "/v1/payment_intents/{}?expand%5B%5D=latest_charge",
            plain(id)?
        );
        let found: PaymentIntent = self.calls.get(&path).await.map_err(known(id))?;
        found.read(self.clock.now())
    }

    /// A payment that is paid or over cannot be cancelled: then returns its state.
    pub(super) async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        let path = format!("/v1/payment_intents/{}/cancel", plain(id)?);
        match self.calls.post::<PaymentIntent>(&path, &[], None).await {
            Ok(cancelled) => cancelled.read(self.clock.now()),
            Err(CallError::Refused(StatusCode::BAD_REQUEST, _)) => self.retrieve(id).await,
            Err(error) => Err(known(id)(error)),
        }
    }

    /// Charges a payment method that the browser created at Stripe, for the legacy flow.
    pub(crate) async fn confirm(
        &self,
        id: &str,
        payment_method: &str,
        return_url: &str,
    ) -> Result<Confirmed, PaymentError> {
        let path = format!("/v1/payment_intents/{}/confirm", plain(id)?);
        let form = [
            ("payment_method", payment_method),
            ("return_url", return_url),
            ("expand[]", "latest_charge"),
        ];
        let key = format!("confirm-{id}-{payment_method}");
        match self
            .calls
            .post::<PaymentIntent>(&path, &form, Some(&key))
            .await
        {
            Ok(intent) => {
                let intent = intent.read(self.clock.now())?;
                Ok(Confirmed::Intent(Box::new(intent)))
            }
            Err(CallError::Refused(StatusCode::PAYMENT_REQUIRED, _)) => Ok(Confirmed::Declined),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes a refund. Stripe forgets idempotency keys after 24 hours and rejects a refund of an already refunded
    /// payment. A later retry therefore first looks for the refund by its metadata.
    pub(super) async fn refund(&self, order: &RefundOrder) -> Result<ProviderRefund, PaymentError> {
        if self.clock.now() - order.asked_at > IDEMPOTENCY_KEY_LIFETIME
            && let Some(made) = self.made_before(order).await?
        {
            return Ok(made);
        }
        let amount = amount_text(order.amount, order.currency)?;
        let (booking_id, refund_id) = (order.booking_id.to_string(), order.id.to_string());
        let carried = [BOOKING_ID, REFUND_ID].map(|name| format!("metadata[{name}]"));
        let form = [
            ("payment_intent", order.intent_id.as_str()),
            ("amount", &amount),
            (&carried[0], &booking_id),
            (&carried[1], &refund_id),
        ];
        let key = format!("refund-{refund_id}");
        match self
            .calls
            .post::<Refund>("/v1/refunds", &form, Some(&key))
            .await
        {
            Ok(made) => Ok(made.read()),
            Err(CallError::Refused(StatusCode::BAD_REQUEST, problem)) => {
                let refused = CallError::Refused(StatusCode::BAD_REQUEST, problem);
                let made = self.made_before(order).await?;
                made.map_or_else(|| Err(refused.into()), Ok)
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn made_before(
        &self,
        order: &RefundOrder,
    ) -> Result<Option<ProviderRefund>, PaymentError> {
        let intent_id = plain(&order.intent_id)?;
        let path = format!("/v1/refunds?limit=100&payment_intent={intent_id}");
        let page: Page<Refund> = self.calls.get(&path).await?;
        let id = order.id.to_string();
        let mut all = page.data.into_iter();
        let made = all.find(|refund| refund.refund_id() == Some(&id));
        Ok(made.map(Refund::read))
    }

    pub(super) async fn find_refund(&self, id: &str) -> Result<ProviderRefund, PaymentError> {
        let path = format!("/v1/refunds/{}", plain(id)?);
        let found: Refund = self.calls.get(&path).await.map_err(known(id))?;
        Ok(found.read())
    }

    /// Payments with a booking id in their metadata, and their refunds. Other payments of the account are ignored.
    pub(super) async fn movements(&self) -> Result<Vec<Movement>, PaymentError> {
        let mut movements = Vec::new();
        let mut ours = HashSet::new();
        let mut after = String::new();
        loop {
            let path = format!("/v1/payment_intents?limit=100{after}");
            let page: Page<PaymentIntent> = self.calls.get(&path).await?;
            let last = page.data.last().map(|intent| intent.id.clone());
            for intent in page.data {
                if intent.booking_id().is_some() && intent.status == "succeeded" {
                    ours.insert(intent.id.clone());
                    movements.push(movement(
                        &intent.id,
                        intent.amount,
                        &intent.currency,
                        false,
                    )?);
                }
            }
            match last.filter(|_| page.has_more) {
                Some(id) => after = format!("&starting_after={}", plain(&id)?),
                None => break,
            }
        }
        after.clear();
        loop {
            let path = format!("/v1/refunds?limit=100{after}");
            let page: Page<Refund> = self.calls.get(&path).await?;
            let last = page.data.last().map(|refund| refund.id.clone());
            for refund in page.data {
                let of_ours = refund
                    .payment_intent
                    .as_ref()
                    .is_some_and(|id| ours.contains(id));
                if of_ours && refund.status.as_deref() == Some("succeeded") {
                    movements.push(movement(&refund.id, refund.amount, &refund.currency, true)?);
                }
            }
            match last.filter(|_| page.has_more) {
                Some(id) => after = format!("&starting_after={}", plain(&id)?),
                None => return Ok(movements),
            }
        }
    }

    /// Whether Stripe responds and accepts the key.
    pub(crate) async fn check(&self) -> Result<(), PaymentError> {
        let _: serde_json::Value = self.calls.get("/v1/payment_intents?limit=1").await?;
        Ok(())
    }
}

fn movement(id: &str, amount: i64, code: &str, is_refund: bool) -> Result<Movement, PaymentError> {
    let currency = currency(code)?;
    Ok(Movement {
        reference: id.to_owned(),
        is_refund,
        amount: from_stripe(amount, currency).ok_or(PaymentError::Currency)?,
        currency,
    })
}

fn amount_text(amount: Money, currency: Currency) -> Result<String, PaymentError> {
    let amount = to_stripe(amount, currency);
    let amount = amount.ok_or_else(|| PaymentError::Refused(format!("no amount of {currency}")))?;
    Ok(amount.to_string())
}

/// Validates an id before it becomes part of a URL path, so that it cannot address another resource.
fn plain(id: &str) -> Result<&str, PaymentError> {
    let is_plain = !id.is_empty()
        && id.len() <= 255
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_plain
        .then_some(id)
        .ok_or_else(|| PaymentError::Unknown(id.chars().take(64).collect()))
}

fn known(id: &str) -> impl FnOnce(CallError) -> PaymentError {
    move |error| match error {
        CallError::Refused(StatusCode::NOT_FOUND, _) => PaymentError::Unknown(id.to_owned()),
        error => error.into(),
    }
}
