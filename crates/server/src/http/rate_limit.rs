//! How often what may be done: guesses at passwords and codes, and mails to an address. Counted by
//! what was typed, whether it is known or not, across all instances (decisions §4 and §10, Limits).

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use store::{StoreResult, Tx};

use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

pub use crate::platform::rate_limits::{Limit, Limits, typed_email};

pub const TOO_MANY: &str = "Too many attempts.";

/// Something that is about to be counted, of whom.
pub type Counted<'a> = (Limit, &'a str);

/// Counts, or answers 429 where one of the limits is reached. What is counted before it is known to be
/// wrong is given back with [`take_back`] when it was right: guesses at once cannot slip through.
pub async fn count(app: &App, counted: &[Counted<'_>]) -> ApiResult<()> {
    let tx = app.db.begin().await?;
    for (limit, whom) in counted {
        if let Some(ends_at) = count_in(app, &tx, (*limit, whom)).await? {
            let left = (ends_at - app.clock.now()).num_milliseconds();
            let seconds = u64::try_from(left).unwrap_or_default().div_ceil(1000);
            return Err(ApiError::too_many(TOO_MANY, seconds));
        }
    }
    Ok(tx.commit().await?)
}

/// Counts in the caller's transaction; where the limit is reached nothing is counted, and the moment
/// when its window ends is returned. For a story that goes on without what is limited.
pub async fn count_in(
    app: &App,
    tx: &Tx,
    (limit, whom): Counted<'_>,
) -> StoreResult<Option<DateTime<Utc>>> {
    let Some(rule) = app.config.limits.of(limit) else {
        return Ok(None);
    };
    let now = app.clock.now();
    let ends_at = now + rule.window;
    let reached = store::limits::count(tx, &key(limit, whom), rule.most, now, ends_at).await?;
    if reached.is_some() {
        app.metrics.limit_refusal(limit);
        let subject = Subject::of_counted(whom);
        security_log::record(app, Event::RateLimited, subject, limit.name());
    }
    Ok(reached)
}

pub async fn take_back(app: &App, counted: &[Counted<'_>]) -> ApiResult<()> {
    let tx = app.db.begin().await?;
    for (limit, whom) in counted {
        store::limits::take_back(&tx, &key(*limit, whom)).await?;
    }
    Ok(tx.commit().await?)
}

/// Of one length, whatever was typed; and nobody who was refused stands in the table.
fn key(limit: Limit, whom: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(limit.setting());
    hash.update([0]);
    hash.update(whom);
    hex::encode(hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_for_one_limit_is_not_counted_for_another() {
        assert_ne!(key(Limit::CodesADay, "a"), key(Limit::CodesAnHour, "a"));
        assert_ne!(key(Limit::CodesADay, "a"), key(Limit::CodesADay, "b"));
    }
}
