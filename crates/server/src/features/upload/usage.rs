//! Which pictures treks, articles and bookings show. Those that nothing has shown for a day are deleted (decisions §6).

use std::collections::HashSet;

use chrono::TimeDelta;
use domain::problem::Problem;
use domain::trek::Trek;
use store::{Connection, StoreResult, pictures};

use super::key::WIDTHS;
use super::key::{Key, path_of};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;
use crate::platform::job_runner::JobError;

const UNUSED_LIFETIME: TimeDelta = TimeDelta::days(1);
const NOT_UPLOADED: &str = "This picture is not in our storage. Please upload it again.";

/// The keys of all pictures in use.
pub(crate) async fn used(db: &impl Connection) -> StoreResult<HashSet<String>> {
    let mut used = HashSet::new();
    for text in pictures::documents_with_pictures(db).await? {
        for part in text.split("/uploads/").skip(1) {
            let end = part.find(['"', '\\', '?', '#', ' ']).unwrap_or(part.len());
            if let Some(key) = Key::parse(&part[..end]) {
                used.insert(key.text());
            }
        }
    }
    Ok(used)
}

/// The given addresses that belong to this site but to no finished picture.
pub(crate) async fn unfinished(
    app: &App,
    db: &impl Connection,
    addresses: &[(String, &str)],
) -> ApiResult<Vec<Problem>> {
    let mut problems = Vec::new();
    for (field, address) in addresses {
        let Some(path) = path_of(app, address) else {
            continue;
        };
        let state = match Key::parse(path) {
            Some(key) => pictures::find(db, &key.text()).await?,
            None => None,
        };
        if state != Some(pictures::State::Stored) {
            problems.push(Problem::new(field.as_str(), NOT_UPLOADED));
        }
    }
    Ok(problems)
}

/// Fails with 422 if a trek refers to a picture of this site that was never finished.
pub(crate) async fn check_trek(app: &App, trek: &Trek) -> ApiResult<()> {
    let mut addresses = vec![("images.bannerImage".to_owned(), &*trek.images.banner_image)];
    for (index, image) in trek.images.secondary_images.iter().enumerate() {
        addresses.push((format!("images.secondaryImages[{index}]"), image));
    }
    let problems = unfinished(app, &app.db, &addresses).await?;
    if problems.is_empty() {
        return Ok(());
    }
    let message = "Invalid trek details. Please check your input.";
    Err(ApiError::unprocessable(message, problems))
}

/// Deletes the files of a withdrawn picture, then its row. After a crash in between, the next sweep deletes the rest.
pub(crate) async fn erase(app: &App, key: &Key) -> ApiResult<()> {
    let copies = WIDTHS.map(|width| key.copy(width));
    for file in [key.text(), key.incoming()].into_iter().chain(copies) {
        let gone = app.files.delete(&file).await;
        gone.map_err(ApiError::internal)?;
    }
    Ok(pictures::remove(&app.db, &key.text()).await?)
}

/// Deletes pictures that nothing has shown for a day, and uploads that were never completed.
pub async fn sweep(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let gone = app
        .in_transaction("sweep_uploads", async |tx| -> Result<_, JobError> {
            let used: Vec<String> = used(&tx).await?.into_iter().collect();
            pictures::mark_used(&tx, &used, now).await?;
            let gone = pictures::list_unused_since(&tx, now - UNUSED_LIFETIME).await?;
            for key in &gone {
                pictures::withdraw(&tx, key).await?;
            }
            Ok(gone)
        })
        .await?;
    for key in gone.iter().filter_map(|key| Key::parse(key)) {
        let gone = erase(app, &key).await;
        gone.map_err(|error| JobError::other(error.into_cause()))?;
    }
    Ok(())
}
