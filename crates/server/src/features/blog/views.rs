//! Views of articles. They are counted in memory, and a periodic task stores the counts, so that reading an article from
//! the cache writes nothing. After a crash the views of the last seconds are missing.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use store::{StoreResult, blogs};
use uuid::Uuid;

use crate::platform::app::{App, AppState};

/// Views that are not stored yet, by article: a fixed order prevents deadlocks between two servers.
#[derive(Default)]
pub struct Views(Mutex<BTreeMap<Uuid, i64>>);

impl AppState for Views {
    fn new(_: &App) -> Self {
        Self::default()
    }
}

impl Views {
    pub fn add(&self, article: Uuid, views: i64) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(article).or_default() += views;
    }

    fn take(&self) -> BTreeMap<Uuid, i64> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Stores the counts. After an error they are stored later.
pub async fn save(app: &App) -> StoreResult<()> {
    let counts = Views::of(app).take();
    if counts.is_empty() {
        return Ok(());
    }
    let saved = app.in_transaction("save_article_views", async |tx| -> StoreResult<()> {
        for (article, views) in &counts {
            blogs::add_views(&tx, *article, *views).await?;
        }
        Ok(())
    });
    let saved = saved.await;
    if saved.is_err() {
        for (article, views) in counts {
            Views::of(app).add(article, views);
        }
    }
    saved
}
