//! Settings of the third-party sign-in (decisions §1).

use axum::http::Uri;

use super::read::{bad, is_loopback};
use crate::platform::settings::{BadSetting, Values, variable};

const GOOGLE: &str = "https://accounts.google.com";

/// An OpenID Connect provider and our credentials there.
#[derive(Clone)]
pub struct GoogleSettings {
    pub client_id: String,
    pub client_secret: String,
    pub issuer_url: String,
}

/// Requires all settings or none: with some of them, the button would fail.
pub(super) fn google(values: &Values) -> Result<Option<GoogleSettings>, BadSetting> {
    let id = values.get("google_client_id");
    let secret = values.get("google_client_secret");
    let issuer = values.get("google_issuer_url");
    let (client_id, client_secret) = match (id, secret, issuer) {
        (None, None, None) => return Ok(None),
        (Some(id), Some(secret), _) => (id.to_owned(), secret.to_owned()),
        (id, _, issuer) => {
            let (missing, given) = match (id, issuer) {
                (None, Some(_)) => ("google_client_id", "google_issuer_url"),
                (None, None) => ("google_client_id", "google_client_secret"),
                (Some(_), _) => ("google_client_secret", "google_client_id"),
            };
            let problem = format!("is missing, while {} is set", variable(given));
            return bad(missing, problem);
        }
    };
    Ok(Some(GoogleSettings {
        client_id,
        client_secret,
        issuer_url: issuer_url(issuer.unwrap_or(GOOGLE))?,
    }))
}

/// Returns the URL unchanged, because the tokens of the provider contain it verbatim.
fn issuer_url(text: &str) -> Result<String, BadSetting> {
    let url = text.parse::<Uri>().ok().filter(|url| {
        url.query().is_none()
            && url
                .authority()
                .is_some_and(|host| !host.as_str().contains('@'))
    });
    match url.as_ref().and_then(Uri::scheme_str) {
        Some("https") => Ok(text.to_owned()),
        // Over a network, plain http would expose the client secret and personal data.
        Some("http") if is_loopback(text) => Ok(text.to_owned()),
        _ => bad(
            "google_issuer_url",
            format!(
                "'{text}' must be an https:// URL as {GOOGLE}, or http:// on a loopback address"
            ),
        ),
    }
}
