//! Treks of the demo, validated by the same rules as a save.

use std::cell::RefCell;
use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::departure::SoldAs;
use domain::money::Currency;
use domain::trek::Trek;
use flate2::read::GzDecoder;
use serde::Deserialize;
use store::Tx;
use uuid::Uuid;

use super::closures::closures;
use super::{Calendar, pictures};
use crate::features::trek::document::TrekDocument;
use crate::features::trek::save::checked;
use crate::platform::app::StartError;

/// Files in the JSON format of the API, with a `key` for each route: the name and the text of each, sorted by name, and
/// a zero byte after both (`build.rs`).
static FILES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/treks.gz"));

/// A demo trek, and the ids of its routes by key.
pub struct Stored {
    pub trek: Trek,
    pub routes: HashMap<String, Uuid>,
}

#[derive(Deserialize)]
struct Keys {
    routes: Vec<Key>,
}

#[derive(Deserialize)]
struct Key {
    key: String,
}

/// Key and content, in the order of the files.
pub fn files() -> Vec<(String, String)> {
    let text = std::io::read_to_string(GzDecoder::new(FILES)).expect("build.rs packed texts");
    let parts = text.split_terminator('\0').collect::<Vec<_>>();
    let files = parts.chunks_exact(2).map(|file| {
        // The leading number only orders the files.
        let key = file[0].trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        (key.to_owned(), file[1].to_owned())
    });
    files.collect()
}

/// The treks of the files by key, for example `everest-base-camp`, in the order of the files.
pub fn read_all(calendar: Calendar) -> Result<Vec<(String, Stored)>, StartError> {
    let mut treks = Vec::new();
    for (index, (key, text)) in files().into_iter().enumerate() {
        // The first file is the newest trek, because lists show the newest first.
        let made = calendar.before(TimeDelta::days(
            120 + 14 * i64::try_from(index).unwrap_or_default(),
        ));
        let stored = read(calendar, &key, &text, made)?;
        treks.push((key, stored));
    }
    Ok(treks)
}

/// Stores the treks and returns them by key.
pub(crate) async fn load(
    tx: &Tx,
    calendar: Calendar,
    today: NaiveDate,
) -> Result<HashMap<String, Stored>, StartError> {
    let treks = read_all(calendar)?;
    for (key, Stored { trek, .. }) in &treks {
        match store::treks::find(tx, trek.id).await? {
            None => {
                store::treks::insert(tx, trek).await?;
                close_dates(tx, key, trek.id, today).await?;
            }
            Some(stored) => {
                if is_sold_as_before(&stored) {
                    close_dates(tx, key, trek.id, today).await?;
                }
                bring_up_to_date(tx, stored, trek).await?;
            }
        }
    }
    Ok(treks.into_iter().collect())
}

async fn close_dates(tx: &Tx, key: &str, id: Uuid, today: NaiveDate) -> Result<(), StartError> {
    Ok(store::closures::replace(tx, id, &closures(key, today)).await?)
}

/// Whether a trek was stored by a version without departures.
fn is_sold_as_before(trek: &Trek) -> bool {
    trek.sold_as == SoldAs::default() && trek.minimum_notice_days == 0
}

/// Updates a trek that an older version of the demo stored: its pictures were drawings, it had no region and no lists
/// of inclusions, and it was sold to private parties only.
async fn bring_up_to_date(tx: &Tx, mut trek: Trek, demo: &Trek) -> Result<(), StartError> {
    let before = trek.clone();
    let images = &mut trek.images;
    for image in std::iter::once(&mut images.banner_image).chain(&mut images.secondary_images) {
        pictures::rename(image);
    }
    if trek.region.is_none() && trek.included.is_empty() && trek.not_included.is_empty() {
        trek.region.clone_from(&demo.region);
        trek.included.clone_from(&demo.included);
        trek.not_included.clone_from(&demo.not_included);
    }
    if is_sold_as_before(&trek) {
        trek.sold_as = demo.sold_as;
        trek.minimum_notice_days = demo.minimum_notice_days;
    }
    if trek != before {
        trek.version += 1;
        store::treks::update(tx, &trek, before.version).await?;
    }
    Ok(())
}

fn read(
    calendar: Calendar,
    key: &str,
    text: &str,
    made: DateTime<Utc>,
) -> Result<Stored, StartError> {
    let wrong = |problem: String| StartError::Demo(format!("trek {key}: {problem}"));
    let document: TrekDocument =
        serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let keys: Keys = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let route_id = |route: &Key| calendar.id(made, &format!("route/{key}/{}", route.key));
    let ids = RefCell::new(keys.routes.iter().map(route_id));
    let id = calendar.id(made, &format!("trek/{key}"));
    let blank = Trek::blank(id, Currency::USD, made);
    let applied = document.apply(&blank, || ids.borrow_mut().next().unwrap_or_default());
    let trek = checked(applied).map_err(|error| {
        wrong(format!(
            "{} {:?}",
            error.failure.message, error.failure.errors
        ))
    })?;
    let routes = keys
        .routes
        .iter()
        .map(|route| (route.key.clone(), route_id(route)))
        .collect();
    Ok(Stored { trek, routes })
}
