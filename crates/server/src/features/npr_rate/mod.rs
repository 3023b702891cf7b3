//! `GET` and `PUT /api/rates/npr`: the rate to Nepalese rupees that the next booking locks, and where it comes from
//! (operations §3).

pub mod refresh;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::money::Currency;
use domain::problem::Problem;
use domain::rate::{LockedRate, Rate, RateSource as Source};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use store::StoreResult;
use store::audit::Change;
use store::npr_rates::{self, StoredRate};
use utoipa::ToSchema;

use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, StoreErrors};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::format::day;

const INVALID: &str = "Invalid rate. Please check your input.";

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RateSource {
    Nrb,
    Exchange,
    Typed,
}

impl From<Source> for RateSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Nrb => Self::Nrb,
            Source::Exchange => Self::Exchange,
            Source::Typed => Self::Typed,
        }
    }
}

/// A rate to NPR.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NprRate {
    /// NPR for one unit of the currency.
    #[schema(value_type = f64)]
    pub value: Number,
    pub source: RateSource,
    /// When the source listed it, or staff typed it in.
    pub at: DateTime<Utc>,
}

impl From<LockedRate> for NprRate {
    fn from(rate: LockedRate) -> Self {
        Self {
            value: rate.value.to_number(),
            source: rate.source.into(),
            at: rate.at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CurrentNprRateAnswer {
    pub status: Success,
    pub data: CurrentNprRate,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CurrentNprRate {
    /// The currency of the prices.
    pub currency: String,
    /// The source that is set. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub source: Option<RateSource>,
    /// The newest rate of that source. Absent: none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rate: Option<NprRate>,
    /// Why the next booking locks no rate. Absent: it locks this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub problem: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct SetNprRate {
    /// The currency of the prices, so that a rate is never stored for another one.
    pub currency: String,
    /// NPR for one unit of the currency.
    #[schema(value_type = f64)]
    pub value: Number,
}

/// The rate that a booking locks now. `None`: no source is set, or its rate is missing or outdated.
pub(crate) async fn find_current_rate(app: &App) -> StoreResult<Option<LockedRate>> {
    let found = find_newest(app).await?;
    Ok(found.filter(|rate| !rate.is_outdated(app.clock.now())))
}

async fn find_newest(app: &App) -> StoreResult<Option<LockedRate>> {
    match (app.config.rate_source, app.config.currency) {
        (None, _) | (_, Currency::NPR) => Ok(None),
        (Some(source), currency) => {
            let found = npr_rates::find(&app.db, source, currency).await?;
            Ok(found.map(|stored| stored.rate))
        }
    }
}

/// Reads a rate that staff typed.
pub fn read_typed_rate(app: &App, value: &Number) -> ApiResult<LockedRate> {
    let value = Rate::from_number(value).map_err(|error| {
        let problem = Problem::new("value", format!("Rate {error}"));
        ApiError::invalid(INVALID, vec![problem])
    })?;
    Ok(LockedRate {
        value,
        source: Source::Typed,
        at: app.clock.now(),
    })
}

/// Returns the rate to NPR that the next booking locks, or why it locks none.
#[utoipa::path(
    get, path = "/api/rates/npr", tag = "bookings", security(("session" = [])),
    responses((status = 200, body = CurrentNprRateAnswer), AdminErrors, StoreErrors),
)]
pub(crate) async fn read_npr_rate(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<CurrentNprRateAnswer>> {
    Ok(Json(current(&app).await?))
}

/// Sets the agency's own rate to NPR. Bookings that have locked a rate keep theirs.
#[utoipa::path(
    put, path = "/api/rates/npr", tag = "bookings", security(("session" = [])),
    request_body = SetNprRate,
    responses((status = 200, body = CurrentNprRateAnswer), BodyErrors, AdminErrors, Conflict, StoreErrors),
)]
pub(crate) async fn set_npr_rate(
    State(app): State<App>,
    Staff(me): Staff,
    Body(ask): Body<SetNprRate>,
) -> ApiResult<Json<CurrentNprRateAnswer>> {
    let currency = app.config.currency;
    if let Some(reason) = not_typed(&app) {
        return Err(ApiError::conflict(reason));
    }
    if ask.currency != currency.code() {
        let message = format!("Prices are in {currency}");
        let problem = Problem::new("currency", message);
        return Err(ApiError::invalid(INVALID, vec![problem]));
    }
    let rate = read_typed_rate(&app, &ask.value)?;
    app.in_transaction("set_npr_rate", async |tx| -> ApiResult<()> {
        let before = npr_rates::find(&tx, Source::Typed, currency).await?;
        let stored = StoredRate {
            rate,
            checked_at: rate.at,
        };
        npr_rates::save(&tx, currency, &stored).await?;
        let change = Change {
            field: "value".to_owned(),
            before: before.map_or(serde_json::Value::Null, |before| {
                before.rate.value.to_number().into()
            }),
            after: rate.value.to_number().into(),
        };
        let subject = ("rate to NPR", currency.code().to_owned(), currency.code());
        let line = audit::note(&app, &me, "update", subject, vec![change]);
        store::audit::add(&tx, &line).await?;
        Ok(())
    })
    .await?;
    Ok(Json(current(&app).await?))
}

/// Why staff cannot type a rate.
fn not_typed(app: &App) -> Option<String> {
    match app.config.rate_source {
        _ if app.config.currency == Currency::NPR => Some(IN_NPR.to_owned()),
        Some(Source::Typed) => None,
        Some(source) => Some(format!("The rate comes from {}.", named(source))),
        None => Some(NO_SOURCE.to_owned()),
    }
}

const IN_NPR: &str = "Prices are in NPR, so no rate is needed.";
const NO_SOURCE: &str = "No source of the rate is set (CHAUTARI_RATE_SOURCE).";

fn named(source: Source) -> &'static str {
    match source {
        Source::Nrb => "Nepal Rastra Bank",
        Source::Exchange => "the exchange rate service",
        Source::Typed => "the agency",
    }
}

async fn current(app: &App) -> ApiResult<CurrentNprRateAnswer> {
    let (source, currency) = (app.config.rate_source, app.config.currency);
    let rate = find_newest(app).await?;
    let data = CurrentNprRate {
        currency: currency.code().to_owned(),
        source: source.map(RateSource::from),
        rate: rate.map(NprRate::from),
        problem: problem(app, rate.as_ref()),
    };
    Ok(CurrentNprRateAnswer {
        status: Success::Success,
        data,
    })
}

/// Why the next booking locks no rate. `rate` is the newest of the source that is set.
fn problem(app: &App, rate: Option<&LockedRate>) -> Option<String> {
    if app.config.currency == Currency::NPR {
        return Some(IN_NPR.to_owned());
    }
    let Some(source) = app.config.rate_source else {
        return Some(NO_SOURCE.to_owned());
    };
    match rate {
        None if source == Source::Typed => Some("No rate was typed in yet.".to_owned()),
        None => Some(format!("No rate of {} was received yet.", named(source))),
        Some(rate) if rate.is_outdated(app.clock.now()) => Some(format!(
            "The rate of {} is older than {} days.",
            day(rate.at.with_timezone(&app.config.timezone).date_naive()),
            source.max_age().num_days()
        )),
        Some(_) => None,
    }
}

/// One line for `chautari check`: the rate that the next booking locks, or why it locks none. An error if a source is
/// set and has none.
pub async fn describe(app: &App) -> Result<String, String> {
    let rate = find_newest(app).await.map_err(|error| error.to_string())?;
    let problem = problem(app, rate.as_ref());
    match (rate, problem) {
        (Some(rate), None) => Ok(format!(
            "{} NPR for 1 {}, {}, {} days old",
            rate.value.to_display(),
            app.config.currency,
            rate.source.label(),
            (app.clock.now() - rate.at).num_days()
        )),
        (_, Some(problem)) if app.config.rate_source.is_none() => Ok(problem),
        (_, problem) => Err(problem.unwrap_or_default()),
    }
}
