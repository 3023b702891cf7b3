//! `GET /api/exchange-rate`: the latest known rates, fetched in the background (decisions §3).

use std::collections::BTreeMap;

use axum::extract::{Request, State};
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use store::rates::{self, Rates};
use utoipa::ToSchema;

use crate::http::error::{ApiError, ApiResult, RETRY_AFTER_SECONDS};
use crate::http::error_responses::StoreErrors;
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;

const EXCHANGE_RATE: Key = Key::content("exchange rate");
pub const BASE: &str = "USD";
const MAX_AGE: TimeDelta = TimeDelta::hours(1);

#[derive(Serialize, ToSchema)]
pub struct ExchangeRateAnswer {
    pub status: Success,
    pub data: ExchangeRate,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeRate {
    #[schema(example = "USD")]
    pub base: &'static str,
    /// Price of one unit of the base currency: in NPR, and in the currency of the agency's prices.
    pub rates: BTreeMap<String, f64>,
    pub as_of: DateTime<Utc>,
}

/// Returns the latest known rates of the US dollar. 503 if there are none.
#[utoipa::path(
    get, path = "/api/exchange-rate", tag = "site",
    responses((status = 200, body = ExchangeRateAnswer), StoreErrors),
)]
pub(crate) async fn read_exchange_rate(
    State(app): State<App>,
    request: Request,
) -> ApiResult<Response> {
    public_cache::respond(&app, EXCHANGE_RATE, request.headers(), || known_rate(&app)).await
}

async fn known_rate(app: &App) -> ApiResult<ExchangeRateAnswer> {
    let known = rates::find(&app.db, BASE).await?;
    let known = known
        .ok_or_else(|| ApiError::retry_later("No exchange rate is known.", RETRY_AFTER_SECONDS))?;
    let kept = app.config.currency.code();
    let shown = known
        .rates
        .into_iter()
        .filter(|(code, _)| code == "NPR" || code == kept);
    let data = ExchangeRate {
        base: BASE,
        rates: shown.collect(),
        as_of: known.as_of,
    };
    Ok(ExchangeRateAnswer {
        status: Success::Success,
        data,
    })
}

/// Fetches new rates if the stored ones are older than an hour. After a failure the next run tries again, so that a
/// server that starts before its network has rates within minutes.
pub async fn refresh(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let kept = rates::find(&app.db, BASE).await?;
    // A server whose clock was ahead may have stored rates of the future.
    if kept.is_some_and(|kept| (kept.as_of..kept.as_of + MAX_AGE).contains(&now)) {
        return Ok(());
    }
    let fetched = app.rates.fetch().await.map_err(JobError::other)?;
    if let Some(rates) = fetched {
        rates::save(&app.db, BASE, &Rates { rates, as_of: now }).await?;
    }
    Ok(())
}
