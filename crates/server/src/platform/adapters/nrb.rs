//! Nepal Rastra Bank's list of exchange rates, <https://www.nrb.org.np/api-docs-v1/>: one entry a day, with rupees for
//! a number of units of each currency, for example for 100 Indian rupees. Days without a list are left out.

use std::time::Duration;

use chrono::{Days, NaiveDate};
use domain::money::Currency;
use serde::Deserialize;
use serde_json::Value;

use crate::platform::adapters::rates::{RatesError, read_json};
use crate::platform::error_chain::error_chain;

const TIMEOUT: Duration = Duration::from_secs(10);
/// Enough for the longest holidays; the API returns at most 100 days a page.
const DAYS: u64 = 14;

#[derive(Clone, Debug)]
pub struct Nrb {
    /// `None`: the client could not be built.
    client: Option<reqwest::Client>,
    url: String,
}

/// A rate as the bank lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRate {
    pub on: NaiveDate,
    /// What the bank pays for `unit` units of the currency: a guest who changes money at a bank gets this, so the
    /// price is the same in rupees and in the guest's money. At the selling rate, rupees would cost more.
    pub buy: String,
    pub unit: u32,
}

#[derive(Deserialize)]
struct Answer {
    data: Payload,
}

#[derive(Deserialize)]
struct Payload {
    #[serde(default)]
    payload: Option<Vec<Day>>,
}

#[derive(Deserialize)]
struct Day {
    date: NaiveDate,
    #[serde(default)]
    rates: Option<Vec<Listed>>,
}

#[derive(Deserialize)]
struct Listed {
    currency: ListedCurrency,
    /// Text or a number; null if the bank does not buy the currency.
    #[serde(default)]
    buy: Value,
}

#[derive(Deserialize)]
struct ListedCurrency {
    iso3: String,
    unit: u32,
}

impl Nrb {
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self::with_timeout(url, TIMEOUT)
    }

    fn with_timeout(url: &str, timeout: Duration) -> Self {
        // `main` installs the TLS provider first. Without it the client cannot be built.
        let client = reqwest::Client::builder().timeout(timeout).build();
        let client = client.inspect_err(|error| {
            tracing::error!(
                error = error_chain(error),
                "failed to create the client of NRB"
            );
        });
        Self {
            client: client.ok(),
            url: url.to_owned(),
        }
    }

    /// The newest rate up to `today`. `None` if the bank does not list the currency.
    pub(crate) async fn fetch(
        &self,
        currency: Currency,
        today: NaiveDate,
    ) -> Result<Option<ListedRate>, RatesError> {
        let client = self.client.as_ref().ok_or(RatesError::InvalidResponse)?;
        let from = today.checked_sub_days(Days::new(DAYS)).unwrap_or(today);
        // The API refuses a request that leaves one of them out.
        let query = [
            ("from", from.to_string()),
            ("to", today.to_string()),
            ("page", "1".to_owned()),
            ("per_page", "100".to_owned()),
        ];
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(query)
            .finish();
        let answer: Answer = read_json(client.get(format!("{}?{query}", self.url))).await?;
        let days = answer.data.payload.unwrap_or_default().into_iter();
        let days = days.filter(|day| day.date <= today);
        Ok(days
            .filter_map(|day| find(day, currency))
            .max_by_key(|listed| listed.on))
    }
}

fn find(day: Day, currency: Currency) -> Option<ListedRate> {
    let mut rates = day.rates.unwrap_or_default().into_iter();
    let listed = rates.find(|listed| listed.currency.iso3 == currency.code())?;
    let buy = match listed.buy {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    Some(ListedRate {
        on: day.date,
        buy,
        unit: listed.currency.unit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bank_that_does_not_answer_is_given_up() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        // The system accepts connections, but the test reads no request.
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("its address"));
        let nrb = Nrb::with_timeout(&url, Duration::from_millis(50));
        let today = NaiveDate::from_ymd_opt(2026, 11, 22).expect("a day");
        let error = nrb.fetch(Currency::USD, today).await.expect_err("silence");
        assert!(error_chain(&error).contains("timed out"), "{error:?}");
    }
}
