//! Time of last use of each session. Requests record it in memory; a periodic task writes it to the database, at most
//! once a minute per session.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use store::StoreResult;
use store::sessions::{self, LiveSession};
use uuid::Uuid;

use crate::platform::app::{App, AppState};

const AT_MOST_EVERY: TimeDelta = TimeDelta::minutes(1);

/// Uses that are not written yet. A crash loses up to a minute of them, which is harmless.
#[derive(Default)]
pub struct LastUses(Mutex<HashMap<Uuid, DateTime<Utc>>>);

impl AppState for LastUses {
    fn new(_: &App) -> Self {
        Self::default()
    }
}

impl LastUses {
    pub fn note(&self, session: &LiveSession, now: DateTime<Utc>) {
        if now - session.last_used_at >= AT_MOST_EVERY {
            let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            uses.insert(session.id, now);
        }
    }

    fn take(&self) -> HashMap<Uuid, DateTime<Utc>> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Writes the recorded uses to the database.
pub async fn write_down(app: &App) -> StoreResult<()> {
    let uses = LastUses::of(app).take();
    if uses.is_empty() {
        return Ok(());
    }
    // A fixed order prevents deadlocks between two servers that write the same sessions.
    let mut uses: Vec<_> = uses.into_iter().collect();
    uses.sort_unstable();
    app.in_transaction("record_session_use", async |tx| -> StoreResult<()> {
        for (id, at) in &uses {
            sessions::record_use(&tx, *id, *at).await?;
        }
        Ok(())
    })
    .await
}
