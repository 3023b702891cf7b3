//! Reads the settings of the card payment provider: all three keys of Stripe, or none (decisions §1).

use std::time::Duration;

use super::read::{bad, is_loopback, number};
use crate::platform::adapters::stripe::StripeKeys;
use crate::platform::settings::{BadSetting, Values, variable};

const KEYS: [&str; 3] = [
    "stripe_secret_key",
    "stripe_publishable_key",
    "stripe_webhook_secret",
];

pub(super) fn stripe(values: &Values) -> Result<Option<StripeKeys>, BadSetting> {
    let api_url = api_url(values)?;
    let time_limit = number(values, "stripe_timeout_ms", 100, 30_000)?;
    let [Some(secret), Some(publishable), Some(webhook_secret)] = KEYS.map(|name| values.get(name))
    else {
        return none_of_them(values).map(|()| None);
    };
    // The keys are easily swapped, and the publishable key is sent to browsers.
    if !(secret.starts_with("sk_") || secret.starts_with("rk_")) {
        return bad(
            "stripe_secret_key",
            "must be a key that begins with sk_ or rk_",
        );
    }
    if !publishable.starts_with("pk_") {
        return bad(
            "stripe_publishable_key",
            "must be a key that begins with pk_",
        );
    }
    Ok(Some(StripeKeys {
        secret: secret.to_owned(),
        publishable: publishable.to_owned(),
        webhook_secret: webhook_secret.to_owned(),
        api_url,
        time_limit: Duration::from_millis(time_limit.into()),
    }))
}

/// If only some of the keys are set, the server must not fall back to the sandbox.
fn none_of_them(values: &Values) -> Result<(), BadSetting> {
    let is_set = |name: &&str| values.get(name).is_some();
    let api_url_given = values.get("stripe_api_url") != Some(super::DEFAULT_STRIPE_URL);
    let set = KEYS.iter().copied().find(is_set);
    let Some(set) = set.or(api_url_given.then_some("stripe_api_url")) else {
        return Ok(());
    };
    let missing: Vec<String> = KEYS
        .iter()
        .filter(|name| !is_set(name))
        .map(|name| variable(name))
        .collect();
    bad(
        set,
        format!(
            "Stripe's keys are set in part, {} missing; set all three, or none for the sandbox provider",
            missing.join(" and ") + if missing.len() == 1 { " is" } else { " are" }
        ),
    )
}

/// Requests contain the secret key, so they must be encrypted.
fn api_url(values: &Values) -> Result<String, BadSetting> {
    let text = values.get("stripe_api_url").unwrap_or_default();
    let is_one = text.parse::<axum::http::Uri>().is_ok_and(|url| {
        let is_safe = url.scheme_str() == Some("https")
            || (url.scheme_str() == Some("http") && is_loopback(text));
        is_safe
            && url.query().is_none()
            && url
                .authority()
                .is_some_and(|authority| !authority.as_str().contains('@'))
    });
    if is_one {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        bad(
            "stripe_api_url",
            "must be an https:// URL, or http:// on a loopback address",
        )
    }
}
