//! `serve --demo`: fills an empty database from the embedded `demo/` folder (decisions §1).
//!
//! Ids are derived from keys, and times count back from the first load, which is stored in the metadata of the
//! database. A later start therefore finds existing rows and adds only new ones.

mod booking_books;
mod booking_orders;
mod booking_table;
mod bookings;
mod cancelled;
mod closures;
mod content;
mod departure_plan;
mod departure_table;
mod departures;
mod desk_table;
mod enquiries;
mod guides;
mod npr_rate;
mod people;
pub mod pictures;
mod promotions;
mod requests;
mod review_table;
mod reviews;
mod treks;
mod waitlist;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::money::Currency;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{StoreError, Tx, metadata};
use uuid::{Builder, Uuid};

use crate::platform::app::{App, StartError};
use crate::platform::settings::BadSetting;

pub use people::{Login, logins};

const MARK: &str = "demo";

/// Content of the metadata entry.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mark {
    first_loaded_at: DateTime<Utc>,
    /// Digest of everything that was loaded last.
    digest: String,
}

/// The time of the first load, and ids derived from times and keys.
#[derive(Clone, Copy)]
struct Calendar {
    first_loaded_at: DateTime<Utc>,
}

impl Calendar {
    fn before(self, ago: TimeDelta) -> DateTime<Utc> {
        self.first_loaded_at - ago
    }

    /// The day of the first load in the agency's time zone.
    fn today(self, app: &App) -> NaiveDate {
        let first_loaded_at = self.first_loaded_at.with_timezone(&app.config.timezone);
        first_loaded_at.date_naive()
    }

    /// A UUIDv7 of a time, with its random bits derived from a key: the same at every start.
    fn id(self, made: DateTime<Utc>, key: &str) -> Uuid {
        let millis = u64::try_from(made.timestamp_millis()).unwrap_or_default();
        let digest = Sha256::digest(key.as_bytes());
        let mut random = [0; 10];
        random.copy_from_slice(&digest[..10]);
        Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }
}

/// Loads what is missing, in one transaction.
pub async fn load(app: &App) -> Result<(), StartError> {
    match load_once(app).await {
        // Another server that started at the same time was first: its metadata entry exists now.
        Err(StartError::Database(StoreError::Taken(_))) => load_once(app).await,
        done => done,
    }
}

async fn load_once(app: &App) -> Result<(), StartError> {
    if app.config.currency != Currency::USD {
        let problem = "must be USD with --demo: the demo is priced in dollars";
        return Err(BadSetting::new("CHAUTARI_CURRENCY", problem).into());
    }
    let digest = digest();
    let mark = metadata::find(&app.db, MARK).await?;
    let mark: Option<Mark> = mark
        .map(|text| serde_json::from_str(&text))
        .transpose()
        .map_err(broken)?;
    let calendar = match mark {
        Some(mark) if mark.digest == digest => return Ok(()),
        Some(mark) => Calendar {
            first_loaded_at: mark.first_loaded_at,
        },
        None if is_empty(app).await? => Calendar {
            first_loaded_at: app.clock.now(),
        },
        None => {
            let problem = "the database has data of its own; --demo needs an empty one, \
                           which another CHAUTARI_DATA_DIR or CHAUTARI_DATABASE_URL gives";
            return Err(StartError::Demo(problem.to_owned()));
        }
    };
    let hashes = people::hash_passwords(app).await?;
    app.in_transaction("load_demo", async |tx| -> Result<(), StartError> {
        fill(app, &tx, calendar, &hashes).await?;
        let mark = Mark {
            first_loaded_at: calendar.first_loaded_at,
            digest: digest.clone(),
        };
        metadata::set(&tx, MARK, &serde_json::to_string(&mark).map_err(broken)?).await?;
        Ok(())
    })
    .await?;
    Ok(())
}

async fn fill(app: &App, tx: &Tx, calendar: Calendar, hashes: &[String]) -> Result<(), StartError> {
    let people = people::load(tx, calendar, hashes).await?;
    let today = calendar.today(app);
    let treks = treks::load(tx, calendar, today).await?;
    let departures = departures::load(tx, calendar, today, &treks).await?;
    bookings::load(app, tx, calendar, &people, &treks, &departures).await?;
    guides::load(tx, (calendar, today), &departures).await?;
    cancelled::load(tx, (calendar, today), &people, &treks, &departures).await?;
    waitlist::load(tx, calendar, &people, &departures).await?;
    reviews::load(tx, calendar).await?;
    enquiries::load(tx, calendar, &treks).await?;
    requests::load(app, tx, calendar, &treks).await?;
    promotions::load(tx, (calendar, today), &treks).await?;
    npr_rate::load(app, tx, calendar).await?;
    content::load(tx, calendar).await
}

async fn is_empty(app: &App) -> Result<bool, StoreError> {
    Ok(store::accounts::is_empty(&app.db).await?
        && store::treks::list(&app.db).await?.is_empty()
        && store::bookings::count(&app.db).await? == 0)
}

/// Digest of the embedded files and the tables. It changes when demo data is added.
fn digest() -> String {
    let mut digest = Sha256::new();
    for (_, text) in treks::files() {
        digest.update(text);
    }
    for text in people::FILES.into_iter().chain(content::FILES) {
        digest.update(text);
    }
    digest.update(booking_table::summary().as_bytes());
    digest.update(departure_table::summary().as_bytes());
    digest.update(review_table::summary().as_bytes());
    digest.update(desk_table::summary().as_bytes());
    digest.update(npr_rate::RATE);
    hex::encode(digest.finalize())
}

fn broken(error: serde_json::Error) -> StartError {
    StartError::Demo(error.to_string())
}
