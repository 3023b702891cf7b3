//! Who knows what a dollar costs elsewhere. For display only: nothing is ever charged by these.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;

const TIME_LIMIT: Duration = Duration::from_secs(5);
/// An answer of a public service is a few kilobytes; more is not read.
const MOST_BYTES: usize = 256 * 1024;

#[derive(Clone, Debug)]
pub enum Rates {
    Http {
        client: reqwest::Client,
        url: String,
    },
    /// Asks nobody; what the store keeps is still served.
    Off,
}

/// The services differ in what else they say; this part they share.
#[derive(Deserialize)]
struct Answer {
    rates: BTreeMap<String, f64>,
}

#[derive(Debug, thiserror::Error)]
pub enum RatesError {
    #[error("the exchange rate service cannot be reached: {0}")]
    Unreachable(#[from] reqwest::Error),
    #[error("the exchange rate service gave no rates that make sense")]
    Nonsense,
}

impl Rates {
    #[must_use]
    pub fn new(url: Option<&str>) -> Self {
        let Some(url) = url else { return Self::Off };
        // The TLS provider is installed by main before anything is built; without one there is no client.
        match reqwest::Client::builder().timeout(TIME_LIMIT).build() {
            Ok(client) => Self::Http {
                client,
                url: url.to_owned(),
            },
            Err(error) => {
                tracing::error!(%error, "exchange rates cannot be asked for");
                Self::Off
            }
        }
    }

    /// What one US dollar costs in other currencies; `None` when nobody is asked.
    pub async fn fetch(&self) -> Result<Option<BTreeMap<String, f64>>, RatesError> {
        let Self::Http { client, url } = self else {
            return Ok(None);
        };
        let mut response = client.get(url).send().await?.error_for_status()?;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MOST_BYTES {
                return Err(RatesError::Nonsense);
            }
        }
        let answer: Answer = serde_json::from_slice(&bytes).map_err(|_| RatesError::Nonsense)?;
        let usable = |rate: &f64| rate.is_finite() && *rate > 0.0;
        let rates: BTreeMap<_, _> = answer
            .rates
            .into_iter()
            .filter(|(_, rate)| usable(rate))
            .collect();
        if rates.contains_key("NPR") {
            Ok(Some(rates))
        } else {
            Err(RatesError::Nonsense)
        }
    }
}
