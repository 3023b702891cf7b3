//! What tells a server that the public content has changed: its own saves at once, those of other servers by a counter.

use store::public_content::{Generation, count_saves};
use store::seats::{self, Usage};
use store::{Db, StoreResult, blogs, metadata, treks};

use crate::content::blog;
use crate::support::{TestDb, id, now, stored_trek, trek};

/// By how much the generation was raised since, and the counter of saves.
async fn raised_since(db: &Db, before: Generation) -> (u64, u64, i64) {
    let after = db.generation();
    (
        after.content - before.content,
        after.departures - before.departures,
        count_saves(db).await.expect("a counter"),
    )
}

#[tokio::test]
async fn a_save_raises_the_generation_of_what_it_changes_once_and_a_rollback_raises_nothing() {
    let test = TestDb::start().await;
    let db = &test.db;
    let mut kept = stored_trek(db, "Mardi Himal").await;
    let before = db.generation();
    let saved = count_saves(db).await.unwrap();
    assert_eq!(saved, 1);

    kept.version = 2;
    let tx = db.begin().await.unwrap();
    assert!(treks::update(&tx, &kept, 1).await.unwrap());
    drop(tx);
    let rolled_back = db
        .in_transaction("roll_back", async |tx| -> StoreResult<()> {
            treks::insert(&tx, &trek("Annapurna")).await?;
            tx.roll_back();
            Ok(())
        })
        .await;
    rolled_back.unwrap();
    metadata::set(db, "no content", "x").await.unwrap();
    assert_eq!(raised_since(db, before).await, (0, 0, 1));

    let tx = db.begin().await.unwrap();
    assert!(treks::update(&tx, &kept, 1).await.unwrap());
    treks::insert(&tx, &trek("Annapurna")).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(raised_since(db, before).await, (1, 0, 2));

    // A single statement counts as a save as well.
    blogs::insert(db, &blog("Tea", 1, true)).await.unwrap();
    assert_eq!(raised_since(db, before).await, (2, 0, 3));
    assert!(blogs::insert(db, &blog("Tea", 1, true)).await.is_err());
    assert_eq!(count_saves(db).await.unwrap(), 3);

    // Seats change too often for one row that all bookings lock.
    let seats = Usage {
        capacity: 10,
        ..Usage::default()
    };
    let before = db.generation();
    seats::insert_pool(db, id(), seats, now()).await.unwrap();
    let tx = db.begin().await.unwrap();
    seats::insert_pool(&tx, id(), seats, now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(raised_since(db, before).await, (0, 2, 3));
}

// A dropped request ends the wait for a commit that the database may still complete.
#[tokio::test]
async fn a_commit_whose_caller_is_gone_raises_the_generation() {
    let test = TestDb::start().await;
    let before = test.db.generation();
    let tx = test.db.begin().await.unwrap();
    let pool = seats::insert_pool(&tx, id(), Usage::default(), now());
    pool.await.unwrap();
    // Begins the commit, and does not wait for its end.
    tokio::select! {
        biased;
        _ = tx.commit() => {}
        () = std::future::ready(()) => {}
    }
    assert_eq!(test.db.generation().departures, before.departures + 1);
}

#[tokio::test]
async fn another_server_learns_of_a_save_and_the_own_one_is_not_announced_twice() {
    let test = TestDb::start().await;
    let (db, other) = (&test.db, test.connect_again().await);
    other.follow_content().await.unwrap();
    let (own, theirs) = (db.generation(), other.generation());
    stored_trek(db, "Mardi Himal").await;
    for _ in 0..2 {
        db.follow_content().await.unwrap();
        other.follow_content().await.unwrap();
    }
    assert_eq!(db.generation().content, own.content + 1);
    assert_eq!(other.generation().content, theirs.content + 1);

    // Both save before either looks.
    stored_trek(&other, "Annapurna").await;
    stored_trek(db, "Manaslu").await;
    other.follow_content().await.unwrap();
    assert_eq!(other.generation().content, theirs.content + 3);
}

#[tokio::test]
async fn views_of_articles_are_no_save() {
    let test = TestDb::start().await;
    let written = blog("Read me", 1, true);
    blogs::insert(&test.db, &written).await.unwrap();
    let before = test.db.generation();
    let tx = test.db.begin().await.unwrap();
    blogs::add_views(&tx, written.id, 1).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(raised_since(&test.db, before).await, (0, 0, 1));
    let tx = test.db.begin().await.unwrap();
    blogs::update(&tx, &written).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(raised_since(&test.db, before).await, (1, 0, 2));
}
