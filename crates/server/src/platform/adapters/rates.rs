//! Fetches exchange rates. They are for display, and with `rate_source = exchange` for payments in rupees.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::platform::error_chain::error_chain;
use crate::platform::traces;

const TIMEOUT: Duration = Duration::from_secs(5);
/// A response of a public service has a few kilobytes. Larger ones are rejected.
const MAX_RESPONSE_BYTES: usize = 256 * 1024;

#[derive(Clone, Debug)]
pub enum Rates {
    Http {
        client: reqwest::Client,
        url: String,
    },
    /// Fetches nothing. Stored rates are still served.
    Off,
}

/// The part of the response that all services have in common.
#[derive(Deserialize)]
struct Answer {
    rates: BTreeMap<String, f64>,
}

#[derive(Debug, thiserror::Error)]
pub enum RatesError {
    #[error("the exchange rate service cannot be reached: {0}")]
    Unreachable(#[source] reqwest::Error),
    #[error("the exchange rate service returned no valid rates")]
    InvalidResponse,
}

/// Without the address: it may contain a key of the service.
impl From<reqwest::Error> for RatesError {
    fn from(error: reqwest::Error) -> Self {
        Self::Unreachable(error.without_url())
    }
}

impl Rates {
    #[must_use]
    pub fn new(url: Option<&str>) -> Self {
        let Some(url) = url else { return Self::Off };
        // `main` installs the TLS provider first. Without it the client cannot be built.
        match reqwest::Client::builder().timeout(TIMEOUT).build() {
            Ok(client) => Self::Http {
                client,
                url: url.to_owned(),
            },
            Err(error) => {
                tracing::error!(
                    error = error_chain(&error),
                    "failed to create the exchange rate client"
                );
                Self::Off
            }
        }
    }

    /// Price of one US dollar in other currencies. `None` if fetching is off.
    pub(crate) async fn fetch(&self) -> Result<Option<BTreeMap<String, f64>>, RatesError> {
        let Self::Http { client, url } = self else {
            return Ok(None);
        };
        let answer: Answer = read_json(client.get(url)).await?;
        let usable = |rate: &f64| rate.is_finite() && *rate > 0.0;
        let rates: BTreeMap<_, _> = answer
            .rates
            .into_iter()
            .filter(|(_, rate)| usable(rate))
            .collect();
        if rates.contains_key("NPR") {
            Ok(Some(rates))
        } else {
            Err(RatesError::InvalidResponse)
        }
    }
}

/// Sends a request and reads the JSON of its response.
pub(super) async fn read_json<T: DeserializeOwned>(
    request: reqwest::RequestBuilder,
) -> Result<T, RatesError> {
    let request = request.headers(traces::headers());
    let mut response = request.send().await?.error_for_status()?;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_RESPONSE_BYTES {
            return Err(RatesError::InvalidResponse);
        }
    }
    serde_json::from_slice(&bytes).map_err(|_| RatesError::InvalidResponse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error_chain::error_chain;

    #[tokio::test]
    async fn the_log_says_why_the_service_cannot_be_reached_but_not_its_address() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Bound and closed again, so connections are refused.
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address");
        drop(listener);
        let rates = Rates::new(Some(&format!("http://{address}/?key=of-the-agency")));
        let error = rates.fetch().await.expect_err("nobody answers");
        let chain = error_chain(&error);
        assert!(
            chain.starts_with("the exchange rate service cannot be reached")
                && chain.to_lowercase().contains("refused"),
            "{chain}"
        );
        assert!(!chain.contains("of-the-agency"), "{chain}");
    }
}
