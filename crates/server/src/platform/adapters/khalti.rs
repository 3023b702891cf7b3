//! Khalti web checkout, KPG-2 (https://docs.khalti.com/khalti-epayment/, read 2026-11). Initiating a payment returns
//! its id at Khalti (`pidx`) and the page to which the payer goes; the page sends the payer back to our address. The
//! parameters that it adds are ignored: only the lookup call is proof. Amounts are in paisa.
//!
//! The lookup does not name the booking, so that our id does: pidx, booking and a signature of both, because else the
//! payment of one booking could be shown as that of another.

use std::time::Duration;

use axum::http::{Method, Request, StatusCode, Uri};
use domain::money::Money;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::clock::Clock;
use super::khalti_id::{IdKey, Opened, is_pidx};
use super::payment_provider::{Intent, IntentStatus, PaymentError, PaymentOrder, Redirect};
use super::provider_http::ProviderHttpError;
use super::wallet::Wallet;
use super::wallet_calls::{Reply, WalletCalls};

/// Credentials of a merchant.
#[derive(Clone)]
pub struct KhaltiKeys {
    pub secret_key: String,
    /// Without a trailing slash.
    pub url: String,
    pub time_limit: Duration,
}

#[derive(Clone)]
pub struct Khalti {
    keys: KhaltiKeys,
    id_key: IdKey,
    calls: WalletCalls,
    clock: Clock,
}

/// The secrets are not printed.
impl std::fmt::Debug for Khalti {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Khalti({})", self.keys.url)
    }
}

#[derive(Debug, Deserialize)]
struct Initiated {
    pidx: String,
    payment_url: String,
}

#[derive(Debug, Deserialize)]
struct Lookup {
    pidx: String,
    total_amount: i64,
    status: String,
    /// Khalti's number of the payment, which its merchant account shows.
    transaction_id: Option<String>,
}

impl Khalti {
    pub fn new(keys: &KhaltiKeys, id_key: IdKey, clock: Clock) -> Result<Self, ProviderHttpError> {
        Ok(Self {
            keys: keys.clone(),
            id_key,
            calls: WalletCalls::new(Wallet::Khalti, keys.time_limit, clock.clone())?,
            clock,
        })
    }

    /// Khalti knows no idempotency keys: each call opens another payment. One whose page no payer was sent to cannot
    /// be paid and expires after an hour.
    pub(super) async fn open(&self, order: &PaymentOrder) -> Result<Intent, PaymentError> {
        Wallet::Khalti.check_order(order)?;
        let ask = json!({
            "return_url": order.return_url,
            "website_url": origin(&order.return_url)?,
            "amount": order.amount.minor(),
            "purchase_order_id": order.key(),
            "purchase_order_name": order.description,
            "customer_info": {"name": order.customer_name, "email": order.customer_email},
        });
        let initiated: Initiated = match self.call("/epayment/initiate/", &ask).await? {
            (status, body) if status.is_success() => self.read(status, &body)?,
            (status, body) => return Err(self.refused(status, &body)),
        };
        let has_page = initiated.payment_url.parse::<Uri>().is_ok_and(|url| {
            // Plain HTTP only for a server that is tested with.
            url.scheme_str() == Some("https") || self.keys.url.starts_with("http://")
        });
        if !is_pidx(&initiated.pidx) || !has_page {
            return Err(self.calls.invalid("a payment without an id or a page"));
        }
        let opened = Opened {
            pidx: &initiated.pidx,
            booking_id: order.booking_id,
        };
        let mut intent = self.intent(&opened, order.amount, IntentStatus::RequiresAction)?;
        intent.next_action = Some(Redirect::get(initiated.payment_url));
        Ok(intent)
    }

    pub(super) async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        let unknown = || PaymentError::Unknown(id.chars().take(64).collect());
        let opened = self.id_key.read(id).ok_or_else(unknown)?;
        let found = self.look_up(opened.pidx).await?.ok_or_else(unknown)?;
        if found.pidx != opened.pidx {
            return Err(self.calls.invalid("a response about another payment"));
        }
        let status = status(&found.status);
        let mut intent = self.intent(&opened, Money::from_minor(found.total_amount), status)?;
        if status == IntentStatus::Succeeded {
            intent.reference = found.transaction_id;
        }
        Ok(intent)
    }

    /// Khalti has no call that closes a payment, so that a payer who has its page open can still pay until it expires.
    /// Reconciliation finds that as a late payment.
    pub(super) async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        Ok(self.retrieve(id).await?.closed_unless_paid())
    }

    /// Whether Khalti responds and accepts the key.
    pub(super) async fn check(&self) -> Result<(), PaymentError> {
        self.look_up("never0opened").await.map(|_| ())
    }

    /// `None` if Khalti has no such payment.
    async fn look_up(&self, pidx: &str) -> Result<Option<Lookup>, PaymentError> {
        let (status, body) = self
            .call("/epayment/lookup/", &json!({"pidx": pidx}))
            .await?;
        // Expired and cancelled payments come with status 400 and the same body as others.
        if let Ok(found) = serde_json::from_slice(&body) {
            return Ok(Some(found));
        }
        let problem: Value = self.read(status, &body)?;
        let is_unknown = problem["error_key"] == "validation_error"
            && (problem["detail"] == "Not found." || problem.get("pidx").is_some());
        if is_unknown {
            return Ok(None);
        }
        Err(self.refused(status, &body))
    }

    async fn call(&self, path: &str, ask: &Value) -> Result<(StatusCode, Vec<u8>), PaymentError> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}{path}", self.keys.url))
            .header("authorization", format!("Key {}", self.keys.secret_key))
            .header("content-type", "application/json")
            .body(ask.to_string().into_bytes())
            .map_err(|error| self.calls.invalid(&error.to_string()))?;
        let Reply { status, body } = self.calls.send(request).await?;
        Ok((status, body))
    }

    fn read<T: DeserializeOwned>(
        &self,
        status: StatusCode,
        body: &[u8],
    ) -> Result<T, PaymentError> {
        let invalid = |_| {
            self.calls
                .invalid(&format!("a response with status {status}"))
        };
        serde_json::from_slice(body).map_err(invalid)
    }

    /// A rejected request: `{"amount": ["Amount should be …"], "error_key": "validation_error"}` or `{"detail": "…"}`.
    fn refused(&self, status: StatusCode, body: &[u8]) -> PaymentError {
        match self.read::<Value>(status, body) {
            Ok(problem)
                if problem.get("error_key").is_some() || problem.get("detail").is_some() =>
            {
                let text: String = problem.to_string().chars().take(300).collect();
                PaymentError::Refused(format!("{}: {text}", Wallet::Khalti.name()))
            }
            Ok(_) => self
                .calls
                .invalid(&format!("a response with status {status}")),
            Err(error) => error,
        }
    }

    fn intent(
        &self,
        opened: &Opened<'_>,
        amount: Money,
        status: IntentStatus,
    ) -> Result<Intent, PaymentError> {
        Ok(Intent {
            id: self.id_key.write(opened),
            client_secret: String::new(),
            booking_id: opened.booking_id,
            amount,
            currency: Wallet::Khalti.currency()?,
            status,
            card: None,
            reference: None,
            last_error: None,
            next_action: None,
            changed_at: self.clock.now(),
        })
    }
}

fn status(text: &str) -> IntentStatus {
    // The documentation writes "Partially Refunded" and "Partially refunded".
    match text.to_ascii_lowercase().as_str() {
        // After a refund of a part in the merchant account, too: the payment itself was made.
        "completed" | "partially refunded" => IntentStatus::Succeeded,
        "refunded" | "expired" | "user canceled" => IntentStatus::Canceled,
        // "Hold, do not provide service. And contact Khalti team."
        "pending" => IntentStatus::Processing,
        // Initiated, or a new status: neither paid nor over.
        _ => IntentStatus::RequiresAction,
    }
}

/// The address of the site, which Khalti wants beside the one to return to.
fn origin(url: &str) -> Result<String, PaymentError> {
    let url: Option<Uri> = url.parse().ok();
    let origin = url.as_ref().and_then(|url| {
        let (scheme, authority) = (url.scheme_str()?, url.authority()?);
        Some(format!("{scheme}://{authority}/"))
    });
    origin.ok_or_else(|| PaymentError::Refused("the address to return to is invalid".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::clock::FixedClock;
    use super::*;

    fn khalti() -> Khalti {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let keys = KhaltiKeys {
            secret_key: "live_secret_key_of_a_test".to_owned(),
            url: "https://khalti.example/api/v2".to_owned(),
            time_limit: Duration::from_secs(1),
        };
        let clock = FixedClock::at("2026-11-20T03:30:00Z".parse().unwrap());
        Khalti::new(&keys, IdKey([1; 32]), Clock::Fixed(clock)).unwrap()
    }

    #[test]
    fn secrets_are_not_printed() {
        let printed = format!("{:?}", khalti());
        assert_eq!(printed, "Khalti(https://khalti.example/api/v2)");
    }

    #[test]
    fn the_site_is_the_origin_of_the_address_to_return_to() {
        let back = "https://treks.example/booking/confirmation/7";
        assert_eq!(origin(back).unwrap(), "https://treks.example/");
        assert!(origin("/booking").is_err());
    }
}
