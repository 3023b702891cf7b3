//! A full disk and a vanished server in the middle of a transaction: no partial changes are stored, and other
//! connections keep working.

use std::time::{Duration, Instant};

use domain::money::Money;
use sea_orm::{ConnectionTrait, Statement};
use store::bookings::{self, CapturedPayment, Confirmation};
use store::{Db, StoreError, StoreResult, metadata};
use uuid::Uuid;

use crate::support::{TestDb, empty_database, now, stored_booking};

// SQLite then ends the transaction itself. A later statement would run outside of it and be committed.
#[tokio::test]
async fn a_full_disk_rolls_back_the_transaction_and_closes_its_connection() {
    let test = TestDb::start().await;
    if test.db.get_database_backend() != sea_orm::DbBackend::Sqlite {
        return;
    }
    for round in 0..20 {
        let tx = test.db.begin().await.expect("begun");
        metadata::set(&tx, "before", "x")
            .await
            .expect("there is room");
        // Lowered to the current size of the file.
        let full = "PRAGMA max_page_count = 1";
        tx.execute_unprepared(full).await.expect("set");
        let large = metadata::set(&tx, "large", &"x".repeat(1_000_000)).await;
        assert!(
            matches!(large, Err(StoreError::Unavailable(_))),
            "{large:?}"
        );
        let after = metadata::set(&tx, "after", "x").await;
        assert!(
            matches!(after, Err(StoreError::Unavailable(_))),
            "{after:?}"
        );
        assert!(tx.commit().await.is_err());

        // Enough concurrent writes to use every connection of the pool.
        let writes = (0..16).map(|number| write(test.db.clone(), format!("{round}-{number}")));
        let mut written = tokio::task::JoinSet::new();
        writes.for_each(|write| {
            written.spawn(write);
        });
        for name in written.join_all().await {
            let elsewhere = metadata::find(&test.db, &name).await.expect("read");
            assert_eq!(elsewhere.as_deref(), Some("x"), "{name}");
        }
    }
    for name in ["before", "large", "after"] {
        assert_eq!(
            metadata::find(&test.db, name).await.expect("read"),
            None,
            "{name}"
        );
    }
}

async fn write(db: Db, name: String) -> String {
    let tx = db.begin().await.expect("begun");
    metadata::set(&tx, &name, "x").await.expect("written");
    tx.commit().await.expect("stored");
    name
}

// PAY-08: such a server once locked the counter of invoice numbers for two hours, and no booking was confirmed.
#[tokio::test]
async fn a_server_that_vanishes_during_a_confirmation_blocks_others_for_seconds_only() {
    let (url, _folder) = empty_database().await;
    if url.starts_with("sqlite") {
        // On SQLite the lock ends with the process.
        return;
    }
    let vanished = store::connect(&url).await.expect("connected");
    vanished.migrate().await.expect("migrated");
    let here = store::connect(&url).await.expect("connected");
    let (first, second) = (
        stored_booking(&here).await.id,
        stored_booking(&here).await.id,
    );

    // From here on the vanished server sends nothing, and its connection stays open.
    let tx = vanished.begin().await.expect("begun");
    let confirmation = bookings::confirm(&tx, first, &paid(), now()).await;
    assert_eq!(confirmation.expect("confirmed"), Confirmation::Confirmed);
    bookings::assign_invoice_number(&tx, first, "2026", now())
        .await
        .expect("numbered");

    let (since, mut refused) = (Instant::now(), 0);
    while let Err(error) = confirm(&here, second).await {
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
        refused += 1;
        assert!(since.elapsed() < Duration::from_secs(60), "still locked");
    }
    assert!(refused > 0, "nobody waited for the counter");
    assert!(tx.commit().await.is_err(), "it lost its transaction");
    confirm(&here, first).await.expect("confirmed later");
    for (id, number) in [(second, "INV-2026-00001"), (first, "INV-2026-00002")] {
        let booking = bookings::find(&here, id)
            .await
            .expect("read")
            .expect("there");
        assert_eq!(booking.invoice_number.as_deref(), Some(number));
    }
}

fn paid() -> CapturedPayment {
    CapturedPayment {
        amount: Money::from_minor(123_456),
        at: now(),
        card_brand: None,
        card_last4: None,
    }
}

// Without the limits, a statement or a forgotten transaction holds its locks for hours.
#[tokio::test]
async fn every_connection_to_postgres_has_the_settings_of_its_session() {
    let test = TestDb::start().await;
    if test.db.get_database_backend() != sea_orm::DbBackend::Postgres {
        return;
    }
    for (name, value) in [
        ("statement_timeout", "10s"),
        ("lock_timeout", "5s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("jit", "off"),
    ] {
        let sql = format!("select current_setting('{name}') as value");
        let statement = Statement::from_string(test.db.get_database_backend(), sql);
        let row = test.db.query_one_raw(statement).await.expect("read");
        let found = row.and_then(|row| row.try_get::<String>("", "value").ok());
        assert_eq!(found.as_deref(), Some(value), "{name}");
    }
}

async fn confirm(db: &Db, id: Uuid) -> StoreResult<()> {
    let tx = db.begin().await?;
    bookings::confirm(&tx, id, &paid(), now()).await?;
    bookings::assign_invoice_number(&tx, id, "2026", now()).await?;
    tx.commit().await
}

// An invalid statement is a bug of ours; a lock held by another connection is not.
#[tokio::test]
async fn an_error_keeps_its_cause() {
    let test = TestDb::start().await;
    let error = test.db.execute_unprepared("select nonsense").await;
    let error = StoreError::from(error.expect_err("no such column"));
    assert!(matches!(error, StoreError::Database(_)), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    test.db.clone().close().await.expect("closed");
    let error = test.db.ping().await.expect_err("closed");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
}
