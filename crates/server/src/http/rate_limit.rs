//! Rate limits: attempts at passwords and codes, and emails to an address. The key is the submitted value, whether it
//! exists or not; the counts are shared by all instances (decisions §4 and §10, Limits).

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use store::{StoreResult, Tx};

use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

pub use crate::platform::rate_limits::{Limit, Limits, typed_email};

pub const TOO_MANY: &str = "Too many attempts.";

/// A limit and the key to count.
pub type Counted<'a> = (Limit, &'a str);

/// Counts the attempts, or responds with 429 if a limit is reached. Callers count before they verify a value and call
/// [`take_back`] when it was correct, so that concurrent attempts cannot exceed the limit.
pub(crate) async fn count(app: &App, counted: &[Counted<'_>]) -> ApiResult<()> {
    app.in_transaction("count_attempts", async |tx| -> ApiResult<()> {
        for (limit, whom) in counted {
            if let Some(ends_at) = count_in(app, &tx, (*limit, whom)).await? {
                let left = (ends_at - app.clock.now()).num_milliseconds();
                let seconds = u64::try_from(left).unwrap_or_default().div_ceil(1000);
                return Err(ApiError::too_many(TOO_MANY, seconds));
            }
        }
        Ok(())
    })
    .await
}

/// Counts in the caller's transaction. If the limit is reached, it counts nothing and returns the end of the window.
/// For handlers that continue without the limited action.
pub(crate) async fn count_in(
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

pub(crate) async fn take_back(app: &App, counted: &[Counted<'_>]) -> ApiResult<()> {
    app.in_transaction("take_back_attempts", async |tx| -> ApiResult<()> {
        for (limit, whom) in counted {
            store::limits::take_back(&tx, &key(*limit, whom)).await?;
        }
        Ok(())
    })
    .await
}

/// Hashed, so that keys have one length and the table does not contain the address of a rejected request.
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
