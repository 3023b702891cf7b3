//! Creates the placeholders of pictures that were uploaded before placeholders existed.

use bytes::Bytes;
use store::pictures;

use super::key::{Key, WIDTHS};
use super::{convert, placeholder};
use crate::platform::app::App;
use crate::platform::job_runner::JobError;

/// Number of pictures per query.
const MAX_PER_ROUND: u64 = 100;

/// Creates all missing placeholders.
pub async fn make_missing(app: &App) -> Result<(), JobError> {
    loop {
        let keys = pictures::list_without_placeholder(&app.db, MAX_PER_ROUND).await?;
        if keys.is_empty() {
            return Ok(());
        }
        for key in keys {
            let placeholder = match Key::parse(&key) {
                Some(key) => of_stored(app, &key).await?,
                None => placeholder::NONE.to_owned(),
            };
            app.in_transaction("set_placeholder", async |tx| -> Result<(), JobError> {
                pictures::set_placeholder(&tx, &key, &placeholder).await?;
                Ok(())
            })
            .await?;
        }
    }
}

async fn of_stored(app: &App, key: &Key) -> Result<String, JobError> {
    let names = WIDTHS.map(|width| key.copy(width));
    for name in names.into_iter().chain([key.text()]) {
        let read = app.files.get(&name).await;
        if let Some(bytes) = read.map_err(JobError::other)? {
            return of_bytes(bytes).await;
        }
    }
    Ok(placeholder::NONE.to_owned())
}

async fn of_bytes(bytes: Bytes) -> Result<String, JobError> {
    let made = convert::one_at_a_time(move || {
        Ok(convert::read(&bytes)
            .ok()
            .map(|image| placeholder::of(&image)))
    });
    let made = made.await;
    let made = made.map_err(|error| JobError::other(error.into_cause()))?;
    Ok(made.unwrap_or_default())
}
