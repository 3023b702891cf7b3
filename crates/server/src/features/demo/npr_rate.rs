//! The rate to NPR of the demo, as staff would type it.

use chrono::{DateTime, Utc};
use domain::money::Currency;
use domain::rate::{LockedRate, Rate, RateSource};
use store::npr_rates::{self, StoredRate};
use store::{StoreResult, Tx};

use super::Calendar;
use crate::platform::app::App;

/// Rupees for one dollar.
pub const RATE: &str = "133.2";

/// The rate at a moment, which bookings made then have locked. `None`: the rates of this server have another source.
pub fn at(app: &App, at: DateTime<Utc>) -> Option<LockedRate> {
    let is_typed = app.config.rate_source == Some(RateSource::Typed);
    Some(LockedRate {
        value: Rate::parse(RATE).ok().filter(|_| is_typed)?,
        source: RateSource::Typed,
        at,
    })
}

/// Stores the rate unless staff have typed one.
pub(crate) async fn load(app: &App, tx: &Tx, calendar: Calendar) -> StoreResult<()> {
    let Some(rate) = at(app, calendar.first_loaded_at) else {
        return Ok(());
    };
    if npr_rates::find(tx, rate.source, Currency::USD)
        .await?
        .is_some()
    {
        return Ok(());
    }
    let checked_at = rate.at;
    npr_rates::save(tx, Currency::USD, &StoredRate { rate, checked_at }).await
}
