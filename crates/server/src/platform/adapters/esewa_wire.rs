//! The signature, the transaction and the inquiry of eSewa ePay v2, as its documentation has them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain::money::{Currency, Money};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde_json::{Number, Value};
use sha2::Sha256;
use uuid::Uuid;

use super::payment_provider::IntentStatus;

/// The part of a payment that its id holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Transaction {
    pub booking_id: Uuid,
    pub number: u32,
    pub amount: Money,
}

/// The response of the status call, or of a failure.
#[derive(Debug, Deserialize)]
pub struct Inquiry {
    pub product_code: Option<String>,
    pub transaction_uuid: Option<String>,
    pub total_amount: Option<Value>,
    pub status: Option<String>,
    /// eSewa's number of the payment, which its merchant account shows.
    pub ref_id: Option<String>,
    pub error_message: Option<String>,
}

impl Inquiry {
    #[must_use]
    pub fn status(&self) -> IntentStatus {
        match self.status.as_deref().unwrap_or_default() {
            // After a refund of a part in the merchant account, too: the payment itself was made.
            "COMPLETE" | "PARTIAL_REFUND" => IntentStatus::Succeeded,
            // The money is with the payer again, or eSewa took the payment back.
            "FULL_REFUND" | "CANCELED" => IntentStatus::Canceled,
            // The payment is halted at eSewa: it may still be made.
            "AMBIGUOUS" => IntentStatus::Processing,
            // The form was not posted yet, or the payer's session ended.
            "NOT_FOUND" => IntentStatus::RequiresPaymentMethod,
            // PENDING, or a new status: neither paid nor over.
            _ => IntentStatus::RequiresAction,
        }
    }
}

impl Transaction {
    /// eSewa accepts letters, digits and hyphens.
    #[must_use]
    pub fn uuid(&self) -> String {
        let (booking_id, number) = (self.booking_id.simple(), self.number);
        format!("{booking_id}-{number}-{}", self.amount.minor())
    }

    #[must_use]
    pub fn parse(uuid: &str) -> Option<Self> {
        let mut parts = uuid.split('-');
        let parsed = Self {
            booking_id: Uuid::try_parse(parts.next()?).ok()?,
            number: parts.next()?.parse().ok()?,
            amount: Money::from_minor(parts.next()?.parse().ok().filter(|amount| *amount > 0)?),
        };
        // Only in the one way in which it is written, so that a payment has one id.
        (parsed.uuid() == uuid).then_some(parsed)
    }
}

/// # Panics
/// Never: HMAC accepts keys of any length.
#[must_use]
pub fn sign(text: &str, secret_key: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret_key.as_bytes())
        .expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    BASE64.encode(mac.finalize().into_bytes())
}

/// Rupees, with decimals only if there are paisa, as eSewa's own examples have them.
#[must_use]
pub fn amount_text(amount: Money, currency: Currency) -> String {
    let text = amount.to_major_string(currency);
    text.strip_suffix(".00").map_or(text.clone(), str::to_owned)
}

/// `100.0`, or `"1,000.0"` as in the data of the return address.
#[must_use]
pub fn read_amount(value: &Value, currency: Currency) -> Option<Money> {
    let number: Number = match value {
        Value::Number(number) => number.clone(),
        Value::String(text) => serde_json::from_str(&text.replace(',', "")).ok()?,
        _ => return None,
    };
    Money::from_number(&number, currency).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_that_of_the_documentation() {
        assert_eq!(
            sign(
                "total_amount=110,transaction_uuid=241028,product_code=EPAYTEST",
                "8gBm/:&EnhH.1/q"
            ),
            "i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME="
        );
    }

    #[test]
    fn amounts_are_written_and_read_as_esewa_does() {
        let npr = Currency::parse("NPR").unwrap();
        for (paisa, text) in [(10_000, "100"), (10_050, "100.50"), (1, "0.01")] {
            assert_eq!(amount_text(Money::from_minor(paisa), npr), text);
        }
        for (value, paisa) in [
            (serde_json::json!(100), Some(10_000)),
            (serde_json::json!(100.0), Some(10_000)),
            (serde_json::json!("1,000.5"), Some(100_050)),
            (serde_json::json!(0.001), None),
            (serde_json::json!("much"), None),
            (serde_json::json!(null), None),
        ] {
            let read = read_amount(&value, npr).map(Money::minor);
            assert_eq!(read, paisa, "{value}");
        }
    }

    #[test]
    fn a_payment_has_exactly_one_id() {
        let transaction = Transaction {
            booking_id: Uuid::from_u128(0xabc),
            number: 3,
            amount: Money::from_minor(13_295),
        };
        let uuid = transaction.uuid();
        assert_eq!(Transaction::parse(&uuid), Some(transaction));
        for wrong in [
            "",
            "7-3-13295",
            &uuid.to_uppercase(),
            &uuid.replace("-3-", "-03-"),
            &uuid.replace("13295", "-1"),
            &uuid.replace("13295", "0"),
            &format!("{uuid}-1"),
            &format!("{uuid}&status=COMPLETE"),
        ] {
            assert_eq!(Transaction::parse(wrong), None, "{wrong}");
        }
    }
}
