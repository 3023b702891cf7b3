//! The settings at the desk (operations §6): an owner reads them, changes those of the agency, and sends a test email.

pub mod change;
pub mod history;
pub mod list;
pub mod test_mail;
pub mod wire;

use std::time::Duration;

use tokio::sync::watch;

use crate::platform::app::App;
use crate::platform::error_chain::error_chain;

/// The kind of the subject in the audit log.
const SUBJECT: &str = "setting";
/// A change in another server process is seen after this time at the latest.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Follows the changes of other server processes until `stop` is true.
pub async fn follow(app: App, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        if let Err(error) = app.settings.refresh(&app.db).await {
            // The store reports a database that does not respond.
            tracing::debug!(error = error_chain(&error), "failed to read the settings");
        }
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            _ = stop.changed() => {}
        }
    }
}
