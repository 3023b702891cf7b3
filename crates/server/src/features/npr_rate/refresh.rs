//! Fetches the rate to Nepalese rupees from the source that is set. No request waits for it.

use chrono::{DateTime, NaiveTime, TimeDelta, TimeZone as _, Utc};
use domain::money::Currency;
use domain::rate::{LockedRate, Rate, RateError, RateSource as Source};
use store::npr_rates::{self, StoredRate};
use store::rates;

use crate::features::exchange_rate;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;

/// Time after which a source is asked again.
const CHECK_INTERVAL: TimeDelta = TimeDelta::hours(1);

#[derive(Debug, thiserror::Error)]
pub enum RefusedRate {
    #[error("the rate of {0} {1}")]
    Invalid(Currency, RateError),
    #[error("the rate of {0} jumped from {1} to {2}")]
    Jump(Currency, Rate, Rate),
    #[error("the source lists no rate of {0}")]
    NotListed(Currency),
}

/// Asks the source for its newest rate, once an hour. Refuses a rate that is not valid, and one that differs from the
/// stored rate by more than a fifth while bookings can still lock that.
pub async fn refresh(app: &App) -> Result<(), JobError> {
    let (now, currency) = (app.clock.now(), app.config.currency);
    let source = match app.config.rate_source {
        Some(source @ (Source::Nrb | Source::Exchange)) if currency != Currency::NPR => source,
        _ => return Ok(()),
    };
    let stored = npr_rates::find(&app.db, source, currency).await?;
    // A server whose clock was ahead may have checked in the future.
    let is_fresh = |at| (at..at + CHECK_INTERVAL).contains(&now);
    if stored.is_some_and(|stored| is_fresh(stored.checked_at)) {
        return Ok(());
    }
    let found = match source {
        Source::Nrb => fetch_from_nrb(app, currency).await?,
        _ => cross_exchange_rates(app, currency).await?,
    };
    let (value, at) = found.ok_or_else(|| JobError::other(RefusedRate::NotListed(currency)))?;
    let value = value.map_err(|error| JobError::other(RefusedRate::Invalid(currency, error)))?;
    let mut rate = LockedRate { value, source, at };
    if let Some(known) = stored.map(|stored| stored.rate) {
        if rate.at < known.at && known.at <= now {
            rate = known;
        }
        if rate.value.is_far_from(known.value) && !known.is_outdated(now) {
            let refused = RefusedRate::Jump(currency, known.value, rate.value);
            return Err(JobError::other(refused));
        }
    }
    let checked = StoredRate {
        rate,
        checked_at: now,
    };
    Ok(npr_rates::save(&app.db, currency, &checked).await?)
}

type Found = Option<(Result<Rate, RateError>, DateTime<Utc>)>;

async fn fetch_from_nrb(app: &App, currency: Currency) -> Result<Found, JobError> {
    let zone = chrono_tz::Asia::Kathmandu;
    let today = app.clock.today(zone);
    let found = app.nrb.fetch(currency, today).await;
    let Some(listed) = found.map_err(JobError::other)? else {
        return Ok(None);
    };
    let midnight = zone.from_local_datetime(&listed.on.and_time(NaiveTime::MIN));
    let at = midnight.earliest().map(|at| at.with_timezone(&Utc));
    let rate = Rate::of_units(&listed.buy, listed.unit);
    Ok(at.map(|at| (rate, at)))
}

/// The service has rates of the US dollar only; others cross over it.
async fn cross_exchange_rates(app: &App, currency: Currency) -> Result<Found, JobError> {
    exchange_rate::refresh(app).await?;
    let Some(known) = rates::find(&app.db, exchange_rate::BASE).await? else {
        return Ok(None);
    };
    let listed = |code: &str| match known.rates.get(code) {
        None if code == exchange_rate::BASE => Some("1".to_owned()),
        rate => rate.map(f64::to_string),
    };
    let pair = listed(Currency::NPR.code()).zip(listed(currency.code()));
    Ok(pair.map(|(rupees, other)| (Rate::cross(&rupees, &other), known.as_of)))
}
