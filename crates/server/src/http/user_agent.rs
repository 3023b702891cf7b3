//! What the browser of a request calls itself: kept with a session, so that its owner recognises it.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

/// Real ones are shorter.
const MAX_LENGTH: usize = 400;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAgent(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for UserAgent {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let said = parts.headers.get(USER_AGENT);
        // ASCII without control characters, or nothing.
        let text = said.and_then(|value| value.to_str().ok()).map(str::trim);
        Ok(Self(
            text.filter(|text| !text.is_empty())
                .map(|text| text.chars().take(MAX_LENGTH).collect()),
        ))
    }
}
