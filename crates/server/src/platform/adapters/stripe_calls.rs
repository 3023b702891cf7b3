//! HTTP calls to Stripe's API: time limits, one retry with jitter for idempotent calls, and a circuit breaker.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;

use super::breaker::Breaker;
use super::clock::Clock;
use super::payment_provider::PaymentError;
use super::secrets::random_bytes;
use super::stripe_wire::{Failure, Problem};
use crate::platform::traces;

/// Responses have the format of this version, regardless of the account's settings.
const VERSION: &str = "2024-06-20";
const MAX_ATTEMPTS: u32 = 2;
/// The traveller's client gives up after ten seconds.
const RETRY_AFTER_SECONDS: u64 = 5;
/// Enough for a page of a hundred payments with their charges. Larger responses are rejected.
const MAX_RESPONSE_BYTES: usize = 8 * 1024 * 1024;

/// Form fields of a call, as name and value.
pub type Form<'a> = &'a [(&'a str, &'a str)];

#[derive(Clone)]
pub struct StripeCalls {
    client: reqwest::Client,
    api_url: String,
    secret_key: String,
    breaker: Breaker,
    time_limit: Duration,
}

impl std::fmt::Debug for StripeCalls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "StripeCalls({})", self.api_url)
    }
}

/// Why a call failed.
#[derive(Debug)]
pub enum CallError {
    /// No response, or a response that asks to retry after this many seconds.
    Down(u64),
    /// Stripe rejected the request.
    Refused(StatusCode, Problem),
    /// The response is not one of Stripe's.
    InvalidResponse(String),
}

impl From<CallError> for PaymentError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Down(seconds) => Self::Unavailable(seconds),
            // A wrong or insufficiently privileged API key. The operator must correct it.
            CallError::Refused(status, problem)
                if status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN =>
            {
                Self::Misconfigured(problem.message.unwrap_or_default())
            }
            CallError::Refused(status, problem) => {
                let code = problem.code.unwrap_or_else(|| status.to_string());
                Self::Refused(problem.message.unwrap_or(code))
            }
            CallError::InvalidResponse(text) => Self::Misconfigured(text),
        }
    }
}

impl StripeCalls {
    /// Fails if the system provides no TLS.
    pub fn new(
        api_url: &str,
        secret_key: &str,
        time_limit: Duration,
        clock: Clock,
    ) -> reqwest::Result<Self> {
        let client = reqwest::Client::builder()
            .timeout(time_limit)
            .connect_timeout(time_limit)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self {
            client,
            api_url: api_url.trim_end_matches('/').to_owned(),
            secret_key: secret_key.to_owned(),
            breaker: Breaker::new(clock),
            time_limit,
        })
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, CallError> {
        self.call(Method::GET, path, &[], None).await
    }

    /// Sends a POST. Every POST may be repeated: with an idempotency key Stripe executes it once; calls without one
    /// have no further effect.
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: Form<'_>,
        key: Option<&str>,
    ) -> Result<T, CallError> {
        self.call(Method::POST, path, form, key).await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        form: Form<'_>,
        key: Option<&str>,
    ) -> Result<T, CallError> {
        self.breaker.admit().map_err(CallError::Down)?;
        for left in (0..MAX_ATTEMPTS).rev() {
            match self.attempt(method.clone(), path, form, key).await {
                Err(CallError::Down(_)) if left > 0 => tokio::time::sleep(jitter()).await,
                Err(CallError::Down(seconds)) => {
                    self.breaker.failed();
                    return Err(CallError::Down(seconds));
                }
                answer => {
                    self.breaker.succeeded();
                    return match answer {
                        Ok(bytes) => serde_json::from_slice(&bytes)
                            .map_err(|error| CallError::InvalidResponse(error.to_string())),
                        Err(error) => Err(error),
                    };
                }
            }
        }
        Err(CallError::Down(RETRY_AFTER_SECONDS))
    }

    async fn attempt(
        &self,
        method: Method,
        path: &str,
        form: Form<'_>,
        key: Option<&str>,
    ) -> Result<Vec<u8>, CallError> {
        let mut request = self
            .client
            .request(method.clone(), format!("{}{path}", self.api_url))
            .bearer_auth(&self.secret_key)
            .header("stripe-version", VERSION)
            .headers(traces::headers());
        if method == Method::POST {
            request = request
                .header("content-type", "application/x-www-form-urlencoded")
                .body(encode(form));
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let read = async {
            let response = request.send().await.map_err(|error| down(&error))?;
            let status = response.status();
            Ok((status, read_body(response).await?))
        };
        // The client's own time-out does not end a body that arrives slowly but steadily.
        let (status, bytes) = tokio::time::timeout(self.time_limit, read)
            .await
            .unwrap_or(Err(CallError::Down(RETRY_AFTER_SECONDS)))?;
        if status.is_success() {
            return Ok(bytes);
        }
        let problem = serde_json::from_slice::<Failure>(&bytes)
            .map(|failure| failure.error)
            .unwrap_or_default();
        let is_later = status.is_server_error()
            || status == StatusCode::TOO_MANY_REQUESTS
            || problem.code.as_deref() == Some("idempotency_key_in_use")
            || problem.code.as_deref() == Some("lock_timeout");
        if is_later {
            tracing::warn!(%status, path, "Stripe requests a retry");
            return Err(CallError::Down(RETRY_AFTER_SECONDS));
        }
        if problem.message.is_none() && problem.kind.is_none() {
            let text = format!("a response with status {status} that is not from Stripe");
            return Err(CallError::InvalidResponse(text));
        }
        Err(CallError::Refused(status, problem))
    }
}

async fn read_body(mut response: reqwest::Response) -> Result<Vec<u8>, CallError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| down(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_RESPONSE_BYTES {
            return Err(CallError::InvalidResponse(
                "the response is too large".to_owned(),
            ));
        }
    }
    Ok(bytes)
}

/// The URL contains no secrets, but the text of the error may have several lines.
fn down(error: &reqwest::Error) -> CallError {
    tracing::warn!(
        timeout = error.is_timeout(),
        connect = error.is_connect(),
        "Stripe does not answer"
    );
    CallError::Down(RETRY_AFTER_SECONDS)
}

/// 100 to 355 ms, so that calls that failed together are not retried together.
fn jitter() -> Duration {
    let [byte] = random_bytes::<1>();
    Duration::from_millis(100 + u64::from(byte))
}

fn encode(form: Form<'_>) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(form)
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_encoded_as_browsers_do() {
        let form = [("metadata[booking_id]", "a b&c=é")];
        assert_eq!(encode(&form), "metadata%5Bbooking_id%5D=a+b%26c%3D%C3%A9");
        assert_eq!(encode(&[("a", "1"), ("b", "")]), "a=1&b=");
    }
}
