//! Reads the settings of the payment providers: all three keys of Stripe, or none (decisions §1); the keys of each
//! wallet, or none of it (operations §3).

use std::time::Duration;

use super::read::{bad, is_loopback, number};
use crate::platform::adapters::esewa::EsewaKeys;
use crate::platform::adapters::khalti::KhaltiKeys;
use crate::platform::adapters::stripe::StripeKeys;
use crate::platform::settings::{BadSetting, Values, variable};

const KEYS: [&str; 3] = [
    "stripe_secret_key",
    "stripe_publishable_key",
    "stripe_webhook_secret",
];

/// Hosts of the wallets themselves, not of their test servers.
const LIVE_WALLETS: [&str; 3] = ["epay.esewa.com.np", "esewa.com.np", "khalti.com"];

pub(super) fn stripe(values: &Values) -> Result<Option<StripeKeys>, BadSetting> {
    let api_url = provider_url(values, "stripe_api_url")?;
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

/// The keys of eSewa, if both are set.
pub(super) fn esewa(values: &Values) -> Result<Option<EsewaKeys>, BadSetting> {
    let url = provider_url(values, "esewa_url")?;
    let [product_code, secret_key] =
        ["esewa_product_code", "esewa_secret_key"].map(|name| values.get(name));
    match (product_code, secret_key) {
        (Some(product_code), Some(secret_key)) => Ok(Some(EsewaKeys {
            product_code: product_code.to_owned(),
            secret_key: secret_key.to_owned(),
            url,
            time_limit: wallet_timeout(values)?,
        })),
        (None, None) => Ok(None),
        (Some(_), None) => bad(
            "esewa_secret_key",
            "is missing; eSewa needs both of its keys",
        ),
        (None, Some(_)) => bad(
            "esewa_product_code",
            "is missing; eSewa needs both of its keys",
        ),
    }
}

/// The key of Khalti, if it is set.
pub(super) fn khalti(values: &Values) -> Result<Option<KhaltiKeys>, BadSetting> {
    let url = provider_url(values, "khalti_url")?;
    let Some(secret_key) = values.get("khalti_secret_key") else {
        return Ok(None);
    };
    // It becomes part of a header.
    if !secret_key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return bad("khalti_secret_key", "must be a key without spaces");
    }
    Ok(Some(KhaltiKeys {
        secret_key: secret_key.to_owned(),
        url,
        time_limit: wallet_timeout(values)?,
    }))
}

fn wallet_timeout(values: &Values) -> Result<Duration, BadSetting> {
    let millis = number(values, "wallet_timeout_ms", 100, 30_000)?;
    Ok(Duration::from_millis(millis.into()))
}

/// Whether payments go to the real wallet. Everybody knows the keys of the others.
pub(super) fn is_live(wallet_url: &str) -> bool {
    let url: Option<axum::http::Uri> = wallet_url.parse().ok();
    let host = url.as_ref().and_then(axum::http::Uri::host);
    host.is_some_and(|host| LIVE_WALLETS.contains(&host))
}

/// Requests contain secret keys, redirects lead to pages for payments, and rates decide amounts: they must be encrypted.
pub(super) fn provider_url(values: &Values, name: &'static str) -> Result<String, BadSetting> {
    let text = values.get(name).unwrap_or_default();
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
            name,
            "must be an https:// URL, or http:// on a loopback address",
        )
    }
}
