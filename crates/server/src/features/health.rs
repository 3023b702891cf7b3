//! Liveness and readiness checks (decisions §3).

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::http::error::{ApiError, ApiResult, RETRY_AFTER_SECONDS};
use crate::http::error_responses::ServiceUnavailable;
use crate::http::response::Success;
use crate::platform::app::{App, AppState};
use crate::platform::error_chain::error_chain;

/// All checks run concurrently, and the response must arrive within a second.
const CHECK_TIMEOUT: Duration = Duration::from_millis(800);
/// How long the result of one database check is reused for other probes.
const RESULT_LIFETIME: Duration = Duration::from_millis(250);

#[derive(Serialize, ToSchema)]
pub struct HealthAnswer {
    pub status: Success,
}

/// Responds while the process is running.
#[utoipa::path(get, path = "/healthz", tag = "operator", responses((status = 200, body = HealthAnswer)))]
pub(crate) async fn healthz() -> Json<HealthAnswer> {
    Json(HealthAnswer {
        status: Success::Success,
    })
}

/// Result of the last readiness check of the database; part of [`App`].
#[derive(Default)]
pub struct Readiness(Mutex<Option<(Instant, bool)>>);

impl AppState for Readiness {
    fn new(_: &App) -> Self {
        Self::default()
    }
}

impl Readiness {
    /// Checks that the database can be written, since a read-only database is not ready. Concurrent probes share one
    /// check.
    async fn check_database(&self, app: &App) -> bool {
        let mut last = self.0.lock().await;
        if let Some((checked, is_ready)) = *last
            && checked.elapsed() < RESULT_LIFETIME
        {
            return is_ready;
        }
        let is_ready = match store::metadata::test_write(&app.db).await {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(error = error_chain(&error), "the database is not writable");
                false
            }
        };
        *last = Some((Instant::now(), is_ready));
        is_ready
    }
}

/// Checks that database and file store can be written. Responds within a second.
#[utoipa::path(
    get, path = "/readyz", tag = "operator",
    responses((status = 200, body = HealthAnswer), ServiceUnavailable),
)]
pub(crate) async fn readyz(State(app): State<App>) -> ApiResult<Json<HealthAnswer>> {
    let readiness = Readiness::of(&app);
    let (database, folder, files) = tokio::join!(
        timeout(CHECK_TIMEOUT, readiness.check_database(&app)),
        timeout(CHECK_TIMEOUT, check_outbox(&app)),
        timeout(CHECK_TIMEOUT, app.files.check()),
    );
    if !matches!(database, Ok(true)) {
        return Err(not_ready("The database does not answer"));
    }
    if !matches!(folder, Ok(Ok(_))) {
        tracing::error!(?folder, "the data folder is not writable");
        return Err(not_ready("The data folder cannot be written"));
    }
    if !matches!(files, Ok(Ok(_))) {
        tracing::error!(?files, "the file store does not answer");
        return Err(not_ready("The file store does not answer"));
    }
    Ok(Json(HealthAnswer {
        status: Success::Success,
    }))
}

/// A mail server is not checked, because bookings must work while it is down.
async fn check_outbox(app: &App) -> std::io::Result<()> {
    match app.mailer.outbox() {
        Some(outbox) => outbox.check_folder().await,
        None => Ok(()),
    }
}

fn not_ready(message: &str) -> ApiError {
    ApiError::retry_later(message, RETRY_AFTER_SECONDS)
}
