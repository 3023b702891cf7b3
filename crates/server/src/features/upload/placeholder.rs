//! A few pixels of each picture, which stand blurred in its frame until it has loaded.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use image::DynamicImage;
use store::pictures;

use super::convert::{self, WIDTHS};
use super::key::Key;
use crate::features::trek::list::OfferedTreks;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::job_runner::JobError;

/// Pixels of the longer side: some 150 letters in an answer.
const SIDE: u32 = 16;
const QUALITY: f32 = 30.0;
/// Of what is never made: drawings, AVIF, pictures whose files are lost, and those that one sees through, which would
/// stand on their own blur.
const NONE: &str = "";
/// As many are looked for at once.
const MOST_AT_ONCE: u64 = 100;

/// As a data address; blank where it cannot be made.
pub fn of(image: &DynamicImage) -> String {
    let small = image.thumbnail(SIDE, SIDE);
    let seen_through = |small: &DynamicImage| small.to_rgba8().pixels().any(|pixel| pixel[3] < 255);
    if small.color().has_alpha() && seen_through(&small) {
        return NONE.to_owned();
    }
    match convert::webp(&small, QUALITY) {
        Ok(bytes) => format!("data:image/webp;base64,{}", STANDARD.encode(bytes)),
        Err(_) => NONE.to_owned(),
    }
}

/// Makes those of pictures that were uploaded before there were any.
pub async fn make_missing(app: &App) -> Result<(), JobError> {
    loop {
        let keys = pictures::without_placeholder(&app.db, MOST_AT_ONCE).await?;
        if keys.is_empty() {
            return Ok(());
        }
        for key in keys {
            let placeholder = match Key::parse(&key) {
                Some(key) => of_stored(app, &key).await?,
                None => NONE.to_owned(),
            };
            let tx = app.db.begin().await?;
            pictures::set_placeholder(&tx, &key, &placeholder).await?;
            tx.commit().await?;
        }
        OfferedTreks::of(app).forget();
    }
}

async fn of_stored(app: &App, key: &Key) -> Result<String, JobError> {
    let names = WIDTHS.map(|width| key.copy(width));
    for name in names.into_iter().chain([key.text()]) {
        let read = app.files.get(&name).await;
        if let Some(bytes) = read.map_err(|error| JobError::Other(error.to_string()))? {
            return of_bytes(bytes).await;
        }
    }
    Ok(NONE.to_owned())
}

async fn of_bytes(bytes: Bytes) -> Result<String, JobError> {
    let made =
        convert::one_at_a_time(move || Ok(convert::read(&bytes).ok().map(|image| of(&image))));
    let made = made.await;
    let made = made.map_err(|error| JobError::Other(error.cause_text().to_owned()))?;
    Ok(made.unwrap_or_default())
}
