//! Two transactions in conflict: the one that the database rolled back is run again, at most ten times, and counted.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sea_orm::ConnectionTrait;
use store::{Conflicts, Db, StoreError, StoreResult, metadata};
use tokio::sync::Barrier;

use crate::support::TestDb;

const NAME: &str = "conflict_of_test";

/// The value of a row as a number, which is the basis of what is written.
async fn read(db: &impl store::Connection, name: &str) -> StoreResult<u32> {
    let value = metadata::find(db, name).await?;
    Ok(value.map_or(0, |value| value.parse().expect("a number")))
}

fn counted(db: &Db) -> Conflicts {
    let counts = db.conflicts();
    let found = counts.into_iter().find(|(name, _)| *name == NAME);
    found.map_or_else(Conflicts::default, |(_, count)| count)
}

fn is_postgres(db: &Db) -> bool {
    db.get_database_backend() == sea_orm::DbBackend::Postgres
}

async fn serializable(tx: &store::Tx) -> StoreResult<()> {
    tx.execute_unprepared("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        .await?;
    Ok(())
}

// Each reads the row that the other one writes, so that no order of the two explains both reads.
#[tokio::test]
async fn of_two_transactions_that_cannot_be_ordered_one_is_run_again() {
    let test = TestDb::start().await;
    if !is_postgres(&test.db) {
        // SQLite runs writers one after the other.
        return;
    }
    let (both_have_read, attempts) = (Barrier::new(2), AtomicU32::new(0));
    let write_sum = async |reads: &str, writes: &str| {
        let is_first = AtomicU32::new(0);
        test.db
            .in_transaction(NAME, async |tx| -> StoreResult<()> {
                serializable(&tx).await?;
                let sum = read(&tx, reads).await? + 1;
                attempts.fetch_add(1, Ordering::Relaxed);
                if is_first.fetch_add(1, Ordering::Relaxed) == 0 {
                    both_have_read.wait().await;
                }
                metadata::set(&tx, writes, &sum.to_string()).await
            })
            .await
    };
    let (one, other) = tokio::join!(write_sum("a", "b"), write_sum("b", "a"));
    one.expect("committed");
    other.expect("committed");
    let values = (
        read(&test.db, "a").await.expect("read"),
        read(&test.db, "b").await.expect("read"),
    );
    assert!(matches!(values, (1, 2) | (2, 1)), "{values:?}");
    assert_eq!(attempts.load(Ordering::Relaxed), 3);
    assert_eq!(
        counted(&test.db),
        Conflicts {
            retries: 1,
            failures: 0
        }
    );
}

#[tokio::test]
async fn a_deadlock_is_resolved_by_running_one_transaction_again() {
    let test = TestDb::start().await;
    if !is_postgres(&test.db) {
        return;
    }
    for name in ["a", "b"] {
        metadata::set(&test.db, name, "0").await.expect("written");
    }
    let both_hold_a_lock = Barrier::new(2);
    let write_both = async |first: &str, second: &str| {
        let is_first = AtomicU32::new(0);
        test.db
            .in_transaction(NAME, async |tx| -> StoreResult<()> {
                metadata::set(&tx, first, "1").await?;
                if is_first.fetch_add(1, Ordering::Relaxed) == 0 {
                    both_hold_a_lock.wait().await;
                }
                metadata::set(&tx, second, "1").await
            })
            .await
    };
    let (one, other) = tokio::join!(write_both("a", "b"), write_both("b", "a"));
    one.expect("committed");
    other.expect("committed");
    assert_eq!(
        counted(&test.db),
        Conflicts {
            retries: 1,
            failures: 0
        }
    );
}

/// Holds the lock of all writers as another process does. The connection that writes does not wait for it by itself.
async fn lock_sqlite(test: &TestDb) -> store::Tx {
    let other = test.connect_again().await;
    let impatient = test.db.begin().await.expect("begun");
    let set = impatient.execute_unprepared("PRAGMA busy_timeout = 0");
    set.await.expect("set");
    impatient.commit().await.expect("committed");
    other.begin().await.expect("begun")
}

#[tokio::test]
async fn a_transaction_that_finds_sqlite_locked_is_run_again_until_the_lock_is_free() {
    let test = TestDb::start().await;
    if is_postgres(&test.db) {
        return;
    }
    let other = lock_sqlite(&test).await;
    let release = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        metadata::set(&other, "first", "x").await.expect("written");
        other.commit().await.expect("committed");
    };
    let waiting = test.db.in_transaction(NAME, async |tx| {
        let first = metadata::find(&tx, "first").await?;
        metadata::set(&tx, "second", first.as_deref().unwrap_or("nothing")).await
    });
    let (waited, ()) = tokio::join!(waiting, release);
    waited.expect("committed");
    let second = metadata::find(&test.db, "second").await.expect("read");
    assert_eq!(second.as_deref(), Some("x"));
    let counted = counted(&test.db);
    assert!(counted.retries >= 1 && counted.failures == 0, "{counted:?}");
}

#[tokio::test]
async fn after_ten_attempts_the_caller_gets_the_conflict_and_nothing_is_stored() {
    let test = TestDb::start().await;
    let lock = match is_postgres(&test.db) {
        true => None,
        false => Some(lock_sqlite(&test).await),
    };
    let began = Instant::now();
    let failed = test.db.in_transaction(NAME, async |tx| -> StoreResult<()> {
        metadata::set(&tx, "attempt", "x").await?;
        raise_conflict(&tx).await
    });
    let error = failed.await.expect_err("ten conflicts");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    assert!(began.elapsed() < Duration::from_secs(6));
    assert_eq!(
        counted(&test.db),
        Conflicts {
            retries: 9,
            failures: 1
        }
    );
    drop(lock);
    let stored = metadata::find(&test.db, "attempt").await.expect("read");
    assert_eq!(stored, None);
}

async fn raise_conflict(tx: &store::Tx) -> StoreResult<()> {
    let sql = "DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$";
    tx.execute_unprepared(sql).await?;
    Ok(())
}

// A closure may turn the error of a statement into an answer of its own.
#[tokio::test]
async fn a_conflict_that_the_closure_hides_is_still_repeated() {
    let test = TestDb::start().await;
    if !is_postgres(&test.db) {
        // SQLite has one writer, so that nothing is in conflict once the transaction has begun.
        return;
    }
    let attempts = AtomicU32::new(0);
    let done = test.db.in_transaction(NAME, async |tx| -> StoreResult<_> {
        let is_first = attempts.fetch_add(1, Ordering::Relaxed) == 0;
        if is_first && raise_conflict(&tx).await.is_err() {
            return Ok("hidden");
        }
        metadata::set(&tx, "kept", "x").await?;
        Ok("stored")
    });
    assert_eq!(done.await.expect("committed"), "stored");
    let kept = metadata::find(&test.db, "kept").await.expect("read");
    assert_eq!(kept.as_deref(), Some("x"));
}

#[tokio::test]
async fn a_closure_that_rolls_back_stores_nothing_and_returns_its_value() {
    let test = TestDb::start().await;
    let done = test.db.in_transaction(NAME, async |tx| -> StoreResult<_> {
        metadata::set(&tx, "undone", "x").await?;
        tx.roll_back();
        Ok(7)
    });
    assert_eq!(done.await.expect("answered"), 7);
    let stored = metadata::find(&test.db, "undone").await.expect("read");
    assert_eq!(stored, None);
}

#[tokio::test]
async fn an_error_of_the_closure_rolls_back_and_is_not_repeated() {
    let test = TestDb::start().await;
    let attempts = AtomicU32::new(0);
    let failed = test.db.in_transaction(NAME, async |tx| -> StoreResult<()> {
        attempts.fetch_add(1, Ordering::Relaxed);
        metadata::set(&tx, "undone", "x").await?;
        Err(StoreError::Missing)
    });
    assert!(matches!(failed.await, Err(StoreError::Missing)));
    assert_eq!(attempts.load(Ordering::Relaxed), 1);
    let stored = metadata::find(&test.db, "undone").await.expect("read");
    assert_eq!(stored, None);
}

#[tokio::test]
async fn writers_that_wait_for_another_one_leave_readers_their_connections() {
    let test = TestDb::start().await;
    let first = test.db.begin().await.expect("begun");
    metadata::set(&first, "a", "1").await.expect("written");
    let writers = (0..20).map(|_| {
        let db = test.db.clone();
        tokio::spawn(async move {
            let write = async |tx: store::Tx| -> StoreResult<()> {
                let sum = read(&tx, "b").await? + 1;
                metadata::set(&tx, "b", &sum.to_string()).await
            };
            db.in_transaction(NAME, write).await
        })
    });
    let statements = (0..20).map(|number| {
        let db = test.db.clone();
        tokio::spawn(async move { metadata::set(&db, &format!("c{number}"), "1").await })
    });
    let writers: Vec<_> = writers.chain(statements).collect();
    // All of them wait by then, or have a connection each on PostgreSQL.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    read(&test.db, "a").await.expect("read");
    assert!(began.elapsed() < Duration::from_secs(3));
    first.commit().await.expect("committed");
    for writer in writers {
        writer.await.expect("ended").expect("written");
    }
}
