//! A database for each test, and its fixtures.

use std::panic::Location;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::booking::{Booking, Customer, NewBooking};
use domain::guest::{Gender, Guest, Party};
use domain::itinerary::{Day, Route};
use domain::money::{Currency, Money};
use domain::pricing;
use domain::trek::Trek;
use store::Db;
use uuid::Uuid;

use crate::test_database::{create_empty_database, create_migrated_database};
use crate::time_limit::TimeLimit;

/// A migrated database that is deleted with the test.
pub struct TestDb {
    pub db: Db,
    url: String,
    _folder: tempfile::TempDir,
    _limit: TimeLimit,
}

impl TestDb {
    pub async fn start() -> Self {
        let limit = TimeLimit::of_test();
        let _step = TimeLimit::of_step("a migrated database", Location::caller());
        let folder = tempfile::tempdir().expect("a folder for the database");
        let url = create_migrated_database(folder.path()).await;
        let db = store::connect(&url).await.expect("the database opens");
        Self {
            db,
            url,
            _folder: folder,
            _limit: limit,
        }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// As another server on the same database.
    pub async fn connect_again(&self) -> Db {
        let connected = store::connect(&self.url).await;
        connected.expect("the database opens again")
    }
}

/// The URL of a database without tables, and the folder of its SQLite file.
pub async fn empty_database() -> (String, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder for the database");
    (create_empty_database(folder.path()).await, folder)
}

#[allow(
    clippy::disallowed_methods,
    reason = "a test needs ids and has no port to ask"
)]
pub fn id() -> Uuid {
    Uuid::now_v7()
}

/// A fixed time, in microseconds, which both databases store.
pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 123_456_000).expect("a moment")
}

pub fn hours_ago(hours: i64) -> DateTime<Utc> {
    now() - TimeDelta::hours(hours)
}

pub fn trek(name: &str) -> Trek {
    let route = Route {
        id: id(),
        name: "Classic".to_owned(),
        description: "Up and down again".to_owned(),
        price_per_head: Money::from_minor(123_456),
        number_of_days: 1,
        number_of_nights: 0,
        is_visible: true,
        daily_activities: vec![Day::default()],
    };
    Trek {
        name: name.to_owned(),
        description: "A walk".to_owned(),
        location: "Khumbu".to_owned(),
        features: vec!["Tea houses".to_owned()],
        routes: vec![route],
        best_seasons: vec!["Oct".to_owned()],
        ..Trek::blank(id(), Currency::USD, now())
    }
}

/// Stores a trek.
pub async fn stored_trek(db: &Db, name: &str) -> Trek {
    let trek = trek(name);
    let tx = db.begin().await.expect("a transaction");
    store::treks::insert(&tx, &trek).await.expect("stored");
    tx.commit().await.expect("kept");
    trek
}

pub fn booking_of(trek: &Trek, user_id: Uuid, made: DateTime<Utc>) -> Booking {
    let route = &trek.routes[0];
    let quote = pricing::quote(
        route.price_per_head,
        1,
        &trek.payment_details,
        trek.currency,
        None,
    )
    .expect("a price");
    let order = NewBooking {
        id: id(),
        user_id,
        customer: Customer {
            name: "Maya".to_owned(),
            email: "maya@example.com".to_owned(),
        },
        trek,
        route,
        departure: None,
        start_date: NaiveDate::from_ymd_opt(2027, 3, 1).expect("a day"),
        party: Party {
            primary: Guest {
                name: "Maya".to_owned(),
                age: 30,
                gender: Gender::Female,
                phone_number: None,
            },
            additional: vec![],
        },
        quote,
        schedule: Vec::new(),
        notes: Some("मसला चिया, please".to_owned()),
        include_meals: true,
        include_porter: false,
    };
    Booking::pending(order, made)
}

/// Stores a booking of a new trek.
pub async fn stored_booking(db: &Db) -> Booking {
    let trek = stored_trek(db, &format!("Trek {}", id())).await;
    let booking = booking_of(&trek, id(), now());
    store::bookings::insert(db, &booking).await.expect("stored");
    booking
}
