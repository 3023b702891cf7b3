//! Follows what the other servers on the database save: the settings, and the content of the public cache.

use std::time::Duration;

use tokio::sync::watch;

use crate::platform::app::App;
use crate::platform::error_chain::error_chain;

/// A save at another server is seen after this time at the latest.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Reads what has changed until `stop` is true: two rows by their primary key each time.
pub async fn follow(app: App, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let (settings, content) =
            tokio::join!(app.settings.refresh(&app.db), app.db.follow_content());
        if let Err(error) = settings.and(content) {
            // The store reports a database that does not respond.
            tracing::debug!(
                error = error_chain(&error),
                "failed to read what other servers saved"
            );
        }
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            _ = stop.changed() => {}
        }
    }
}
