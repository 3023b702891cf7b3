//! Calls of Stripe's API over HTTP: time limits, one more try with jitter where a repetition is harmless, and
//! a breaker that leaves Stripe alone while it is down.

use std::fmt::Write;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;

use super::breaker::Breaker;
use super::clock::Clock;
use super::payment_provider::PaymentError;
use super::secrets::random_bytes;
use super::stripe_wire::{Failure, Problem};

/// Answers in the shape of this version, whatever the account is set to.
const VERSION: &str = "2024-06-20";
const TRIES: u32 = 2;
/// The client of the traveller gives up after ten seconds.
const RETRY_AFTER: u64 = 5;
/// A page of a hundred payments with their charges; more is no answer of Stripe's.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// What a call sends: names and values of a form.
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

/// Why a call brought no result.
#[derive(Debug)]
pub enum CallError {
    /// No answer, or one that says "later".
    Down(u64),
    /// Stripe understood and refuses.
    Refused(StatusCode, Problem),
    /// An answer that is none of Stripe's.
    Nonsense(String),
}

impl From<CallError> for PaymentError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Down(seconds) => Self::Unavailable(seconds),
            // A key that is wrong, or has not the right: the operator mends that, not the traveller.
            CallError::Refused(status, problem)
                if status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN =>
            {
                Self::Misconfigured(problem.message.unwrap_or_default())
            }
            CallError::Refused(status, problem) => {
                let code = problem.code.unwrap_or_else(|| status.to_string());
                Self::Refused(problem.message.unwrap_or(code))
            }
            CallError::Nonsense(text) => Self::Misconfigured(text),
        }
    }
}

impl StripeCalls {
    /// None where the system has no TLS to offer.
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

    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, CallError> {
        self.call(Method::GET, path, &[], None).await
    }

    /// Every POST of ours may be repeated: under its key Stripe does it once. Where there is no key the call
    /// changes nothing the second time.
    pub async fn post<T: DeserializeOwned>(
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
        for left in (0..TRIES).rev() {
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
                            .map_err(|error| CallError::Nonsense(error.to_string())),
                        Err(error) => Err(error),
                    };
                }
            }
        }
        Err(CallError::Down(RETRY_AFTER))
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
            .header("stripe-version", VERSION);
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
        // The client's own limit ends a body that comes in drops only between two of them.
        let (status, bytes) = tokio::time::timeout(self.time_limit, read)
            .await
            .unwrap_or(Err(CallError::Down(RETRY_AFTER)))?;
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
            tracing::warn!(%status, path, "Stripe asks for another try");
            return Err(CallError::Down(RETRY_AFTER));
        }
        if problem.message.is_none() && problem.kind.is_none() {
            let text = format!("an answer of status {status} that is none of Stripe's");
            return Err(CallError::Nonsense(text));
        }
        Err(CallError::Refused(status, problem))
    }
}

async fn read_body(mut response: reqwest::Response) -> Result<Vec<u8>, CallError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| down(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MOST_BYTES {
            return Err(CallError::Nonsense("an answer without an end".to_owned()));
        }
    }
    Ok(bytes)
}

/// The address may carry nothing secret, but the error's own text may go on for lines.
fn down(error: &reqwest::Error) -> CallError {
    tracing::warn!(
        timeout = error.is_timeout(),
        connect = error.is_connect(),
        "Stripe does not answer"
    );
    CallError::Down(RETRY_AFTER)
}

/// 100 to 355 ms: many that failed together do not come back together.
fn jitter() -> Duration {
    let [byte] = random_bytes::<1>();
    Duration::from_millis(100 + u64::from(byte))
}

fn encode(form: Form<'_>) -> String {
    let mut text = String::new();
    for (name, value) in form {
        if !text.is_empty() {
            text.push('&');
        }
        encode_into(&mut text, name);
        text.push('=');
        encode_into(&mut text, value);
    }
    text
}

fn encode_into(text: &mut String, part: &str) {
    for byte in part.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            byte => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_encoded_byte_by_byte() {
        let form = [("metadata[booking_id]", "a b&c=é")];
        assert_eq!(encode(&form), "metadata%5Bbooking_id%5D=a%20b%26c%3D%C3%A9");
        assert_eq!(encode(&[("a", "1"), ("b", "")]), "a=1&b=");
    }
}
