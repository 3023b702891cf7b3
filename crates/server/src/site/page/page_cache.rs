//! The public pages that were written last, for as long as the database does not answer: a visitor who browses sees
//! the site as it was a moment ago, not an error.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::time::timeout;

use super::Address;
use super::content::{self, Content};
use crate::http::error::ApiResult;
use crate::platform::app::{App, AppState};

/// How long a page waits for the database before the kept one is sent.
const KEPT_INSTEAD_AFTER: Duration = Duration::from_secs(4);
/// Of a page with all its data that is some 200 kB each.
const MAX_PAGES: usize = 100;

/// Part of [`App`].
#[derive(Default)]
pub struct KeptPages(RwLock<HashMap<Address, Arc<Content>>>);

impl AppState for KeptPages {
    fn new(_: &App) -> Self {
        Self::default()
    }
}

impl KeptPages {
    fn find(&self, address: Address) -> Option<Arc<Content>> {
        let pages = self.0.read().unwrap_or_else(PoisonError::into_inner);
        pages.get(&address).cloned()
    }

    fn keep(&self, address: Address, content: &Arc<Content>) {
        let mut pages = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if pages.len() >= MAX_PAGES && !pages.contains_key(&address) {
            // Home and the lists stay: many treks and articles were read one after the other.
            pages.retain(|address, _| !matches!(address, Address::Trek(_) | Address::Blog(_)));
        }
        pages.insert(address, content.clone());
    }

    fn forget(&self, address: Address) {
        let mut pages = self.0.write().unwrap_or_else(PoisonError::into_inner);
        pages.remove(&address);
    }
}

/// What stands in a page now, or stood in it when the database last answered.
pub async fn content(app: &App, address: Address) -> ApiResult<Arc<Content>> {
    let kept = KeptPages::of(app).find(address);
    if let Some(kept) = kept.as_ref().filter(|_| app.db.is_away()) {
        return Ok(kept.clone());
    }
    let written = content::of(app, address);
    let written = match &kept {
        None => written.await,
        Some(kept) => match timeout(KEPT_INSTEAD_AFTER, written).await {
            Ok(written) => written,
            Err(_) => return Ok(kept.clone()),
        },
    };
    match (written, kept) {
        (Ok(content), _) => {
            let content = Arc::new(content);
            KeptPages::of(app).keep(address, &content);
            Ok(content)
        }
        (Err(error), Some(kept)) if error.status.is_server_error() => Ok(kept),
        (Err(error), _) => {
            KeptPages::of(app).forget(address);
            Err(error)
        }
    }
}
