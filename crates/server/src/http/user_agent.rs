//! The `User-Agent` of a request. It is stored with a session, so that its owner recognises the browser.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

/// Characters; those of real browsers are shorter.
const MAX_LENGTH: usize = 400;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAgent(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for UserAgent {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let said = parts.headers.get(USER_AGENT);
        // None unless it is ASCII without control characters.
        let text = said.and_then(|value| value.to_str().ok()).map(str::trim);
        Ok(Self(
            text.filter(|text| !text.is_empty())
                .map(|text| text.chars().take(MAX_LENGTH).collect()),
        ))
    }
}
