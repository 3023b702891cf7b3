//! Verifies the signature of Stripe webhooks: HMAC-SHA256 over timestamp and raw body, compared in constant time, at
//! most five minutes old (https://docs.stripe.com/webhooks/signature).

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// In both directions, because clocks differ.
const TOLERANCE_SECONDS: i64 = 300;
/// A header with more parts is rejected.
const MAX_PARTS: usize = 20;

/// Whether `header`, for example `t=1492774577,v1=5257a8…`, is a valid and recent signature of the body.
#[must_use]
pub fn is_signed(header: &str, body: &[u8], secret: &str, now: DateTime<Utc>) -> bool {
    let mut moment = None;
    let mut signatures = Vec::new();
    for part in header.split(',').take(MAX_PARTS) {
        match part.trim().split_once('=') {
            Some(("t", text)) => moment = Some(text),
            // There are several while a secret is being rotated.
            Some(("v1", text)) => signatures.push(text),
            _ => {}
        }
    }
    let Some(moment) = moment else { return false };
    let is_now = moment
        .parse::<i64>()
        .is_ok_and(|seconds| seconds.abs_diff(now.timestamp()) <= TOLERANCE_SECONDS.unsigned_abs());
    is_now
        && signatures
            .iter()
            .filter_map(|text| hex::decode(text).ok())
            .any(|signature| matches(&signature, moment, body, secret))
}

fn matches(signature: &[u8], moment: &str, body: &[u8], secret: &str) -> bool {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return false;
    };
    mac.update(moment.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.verify_slice(signature).is_ok()
}

/// The header that signs a body, in Stripe's format.
///
/// # Panics
/// Never: HMAC accepts keys of any length.
#[must_use]
pub fn sign(body: &[u8], secret: &str, now: DateTime<Utc>) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    let moment = now.timestamp();
    mac.update(format!("{moment}.").as_bytes());
    mac.update(body);
    let signature = hex::encode(mac.finalize().into_bytes());
    format!("t={moment},v1={signature}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    fn now() -> DateTime<Utc> {
        "2026-11-20T03:30:00Z".parse().unwrap()
    }

    #[test]
    fn only_what_was_signed_with_the_secret_and_lately_is_believed() {
        let (body, secret) = (br#"{"id":"evt_1"}"#, "whsec_of_the_test");
        let header = sign(body, secret, now());
        let at = |minutes| now() + TimeDelta::minutes(minutes);
        assert!(is_signed(&header, body, secret, now()));
        assert!(is_signed(&header, body, secret, at(5)));
        assert!(is_signed(&header, body, secret, at(-5)));
        assert!(!is_signed(&header, body, secret, at(6)));
        assert!(!is_signed(&header, body, secret, at(-6)));
        assert!(!is_signed(&header, br#"{"id":"evt_2"}"#, secret, now()));
        assert!(!is_signed(&header, body, "whsec_of_another", now()));
        let (moment, signature) = header.split_once(',').unwrap();
        let rotated = format!("{moment},v1={},{signature},v0=x", "0".repeat(64));
        assert!(is_signed(&rotated, body, secret, now()));
        for wrong in [
            "",
            ",",
            moment,
            signature,
            &format!("{moment},v1="),
            &format!("{moment},v1=zz"),
            &format!("{moment},v0={}", &signature[3..]),
            &format!("t=1,{signature}"),
            &format!("t=99999999999999999999,{signature}"),
            &format!("{moment},{}", signature.replace("v1=", "v1=é")),
        ] {
            assert!(!is_signed(wrong, body, secret, now()), "{wrong}");
        }
    }

    // The published example of the scheme, recomputed with another tool.
    #[test]
    fn a_signature_is_that_of_the_scheme() {
        let moment = DateTime::from_timestamp(1_492_774_577, 0).unwrap();
        assert_eq!(
            sign(b"{}", "whsec_test", moment),
            "t=1492774577,v1=0d0602f6611bd2252dd4b74b58a4528355a7380639a15e6cc21e3059d56d5b8b"
        );
    }
}
