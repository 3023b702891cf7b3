//! Last rendered public pages. They are served while the database does not respond, so that visitors do not get an
//! error.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::time::timeout;

use super::Address;
use super::content::{self, Content};
use crate::http::error::ApiResult;
use crate::platform::app::{App, AppState};

/// How long a request waits for the database before it gets the cached page.
const STALE_TIMEOUT: Duration = Duration::from_secs(4);
/// A page with all its data takes about 200 kB.
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
            // Removes treks and articles, which are many, and keeps home and the lists.
            pages.retain(|address, _| !matches!(address, Address::Trek(_) | Address::Blog(_)));
        }
        pages.insert(address, content.clone());
    }

    fn forget(&self, address: Address) {
        let mut pages = self.0.write().unwrap_or_else(PoisonError::into_inner);
        pages.remove(&address);
    }
}

/// Returns the current content of a page, or its last content if the database does not respond.
pub async fn content(app: &App, address: Address) -> ApiResult<Arc<Content>> {
    let kept = KeptPages::of(app).find(address);
    if let Some(kept) = kept.as_ref().filter(|_| app.db.is_away()) {
        return Ok(kept.clone());
    }
    let written = content::of(app, address);
    let written = match &kept {
        None => written.await,
        Some(kept) => match timeout(STALE_TIMEOUT, written).await {
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
