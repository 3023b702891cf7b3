//! eSewa ePay v2 (https://developer.esewa.com.np/pages/Epay, read 2026-11; client code: packagist
//! sudiptpa/esewa-payment, npm esewa-pay). The payer's browser posts a signed form to eSewa, and comes back to the
//! address in the form. The signed data that it brings is ignored: only the status call is proof.
//!
//! Opening a payment makes no call: the id holds booking, number and amount, which the status call needs.

use std::time::Duration;

use axum::http::{Request, Uri};
use domain::money::{Currency, Money};
use uuid::Uuid;

use super::clock::Clock;
use super::esewa_wire::{Inquiry, Transaction, amount_text, read_amount, sign};
use super::payment_provider::{
    Intent, IntentStatus, PaymentError, PaymentOrder, Redirect, RedirectMethod,
};
use super::provider_http::ProviderHttpError;
use super::wallet::Wallet;
use super::wallet_calls::{Reply, WalletCalls};

const FORM_PATH: &str = "/api/epay/main/v2/form";
const STATUS_PATH: &str = "/api/epay/transaction/status/";
/// In this order also in the signed text.
const SIGNED_FIELDS: &str = "total_amount,transaction_uuid,product_code";

/// Credentials of a merchant.
#[derive(Clone)]
pub struct EsewaKeys {
    pub product_code: String,
    pub secret_key: String,
    /// Without a trailing slash.
    pub url: String,
    pub time_limit: Duration,
}

impl EsewaKeys {
    /// The origins of the form's target and of the pages to which eSewa redirects it, for the content security policy.
    #[must_use]
    pub fn form_origins(&self) -> Option<String> {
        let url: Uri = self.url.parse().ok()?;
        let (scheme, authority) = (url.scheme_str()?, url.authority()?);
        match authority.host().ends_with(".esewa.com.np") {
            true => Some("https://*.esewa.com.np".to_owned()),
            false => Some(format!("{scheme}://{authority}")),
        }
    }
}

#[derive(Clone)]
pub struct Esewa {
    keys: EsewaKeys,
    calls: WalletCalls,
    clock: Clock,
}

/// The secret is not printed.
impl std::fmt::Debug for Esewa {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Esewa({})", self.keys.url)
    }
}

impl Esewa {
    pub fn new(keys: &EsewaKeys, clock: Clock) -> Result<Self, ProviderHttpError> {
        Ok(Self {
            keys: keys.clone(),
            calls: WalletCalls::new(Wallet::Esewa, keys.time_limit, clock.clone())?,
            clock,
        })
    }

    /// The same order twice is the same payment and the same form.
    pub(super) fn open(&self, order: &PaymentOrder) -> Result<Intent, PaymentError> {
        Wallet::Esewa.check_order(order)?;
        let transaction = Transaction {
            booking_id: order.booking_id,
            number: order.number,
            amount: order.amount,
        };
        let mut intent = self.intent(&transaction, order.currency, IntentStatus::RequiresAction);
        intent.next_action = Some(Redirect {
            method: RedirectMethod::Post,
            url: format!("{}{FORM_PATH}", self.keys.url),
            fields: self.form(&transaction, order),
        });
        Ok(intent)
    }

    fn form(&self, transaction: &Transaction, order: &PaymentOrder) -> Vec<(String, String)> {
        let total = amount_text(order.amount, order.currency);
        let uuid = transaction.uuid();
        let signature = self.sign(&total, &uuid);
        // All are required; the amount already contains tax and charges.
        let fields = [
            ("amount", total.as_str()),
            ("tax_amount", "0"),
            ("product_service_charge", "0"),
            ("product_delivery_charge", "0"),
            ("total_amount", &total),
            ("transaction_uuid", &uuid),
            ("product_code", &self.keys.product_code),
            ("success_url", &order.return_url),
            ("failure_url", &order.return_url),
            ("signed_field_names", SIGNED_FIELDS),
            ("signature", &signature),
        ];
        fields
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into()
    }

    fn sign(&self, total: &str, uuid: &str) -> String {
        let product_code = &self.keys.product_code;
        let text =
            format!("total_amount={total},transaction_uuid={uuid},product_code={product_code}");
        sign(&text, &self.keys.secret_key)
    }

    pub(super) async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        let unknown = || PaymentError::Unknown(id.chars().take(64).collect());
        let own = Wallet::Esewa.own_part(id).ok_or_else(unknown)?;
        let transaction = Transaction::parse(own).ok_or_else(unknown)?;
        let found = self.inquire(&transaction).await?;
        let currency = Wallet::Esewa.currency()?;
        let status = found.status();
        let mut intent = self.intent(&transaction, currency, status);
        // A paid amount is eSewa's, so that the caller detects one that differs.
        match found
            .total_amount
            .as_ref()
            .and_then(|amount| read_amount(amount, currency))
        {
            Some(amount) => intent.amount = amount,
            None if status == IntentStatus::Succeeded => {
                return Err(self.calls.invalid("a payment without its amount"));
            }
            None => {}
        }
        if status == IntentStatus::Succeeded {
            intent.reference = found.ref_id;
        }
        Ok(intent)
    }

    /// eSewa has no call that closes a payment, so that a payer who has its page open can still pay. Reconciliation
    /// finds that as a late payment.
    pub(super) async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        Ok(self.retrieve(id).await?.closed_unless_paid())
    }

    /// Whether eSewa responds. It does not tell whether the secret key is right.
    pub(super) async fn check(&self) -> Result<(), PaymentError> {
        let never_opened = Transaction {
            booking_id: Uuid::nil(),
            number: 0,
            amount: Money::from_minor(100),
        };
        self.inquire(&never_opened).await.map(|_| ())
    }

    async fn inquire(&self, transaction: &Transaction) -> Result<Inquiry, PaymentError> {
        let uuid = transaction.uuid();
        let total = amount_text(transaction.amount, Wallet::Esewa.currency()?);
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("product_code", &self.keys.product_code)
            .append_pair("total_amount", &total)
            .append_pair("transaction_uuid", &uuid)
            .finish();
        let request = Request::get(format!("{}{STATUS_PATH}?{query}", self.keys.url))
            .body(Vec::new())
            .map_err(|error| self.calls.invalid(&error.to_string()))?;
        let Reply { status, body } = self.calls.send(request).await?;
        let no_inquiry = || {
            self.calls
                .invalid(&format!("a response with status {status}"))
        };
        let found: Inquiry = serde_json::from_slice(&body).map_err(|_| no_inquiry())?;
        if let (None, Some(message)) = (&found.status, &found.error_message) {
            return Err(self.calls.unavailable(message));
        }
        let is_ours = found.product_code.as_ref() == Some(&self.keys.product_code)
            && found.transaction_uuid.as_ref() == Some(&uuid);
        match found.status {
            Some(_) if is_ours => Ok(found),
            Some(_) => Err(self.calls.invalid("a response about another payment")),
            None => Err(no_inquiry()),
        }
    }

    fn intent(&self, of: &Transaction, currency: Currency, status: IntentStatus) -> Intent {
        Intent {
            id: format!("{}_{}", Wallet::Esewa.as_str(), of.uuid()),
            client_secret: String::new(),
            booking_id: of.booking_id,
            amount: of.amount,
            currency,
            status,
            card: None,
            reference: None,
            last_error: None,
            next_action: None,
            changed_at: self.clock.now(),
        }
    }
}
