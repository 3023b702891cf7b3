//! Treks are stored whole, saved once per version, and unique by name unless archived.

use store::{StoreError, treks};

use crate::support::{TestDb, now, stored_trek, trek};

// DATA-03 DATA-06 DATA-07: the whole document reads back unchanged.
#[tokio::test]
async fn a_trek_reads_back_as_it_was_written() {
    let test = TestDb::start().await;
    let written = stored_trek(&test.db, "Everest Base Camp").await;
    let read = treks::find(&test.db, written.id).await.unwrap().unwrap();
    assert_eq!(read, written);
}

#[tokio::test]
async fn a_save_from_a_stale_version_changes_nothing() {
    let test = TestDb::start().await;
    let mut trek = stored_trek(&test.db, "Langtang").await;
    for (replaces, expected) in [(1, true), (1, false), (2, true)] {
        trek.version = replaces + 1;
        trek.description = format!("Saved over version {replaces}");
        let tx = test.db.begin().await.unwrap();
        assert_eq!(treks::update(&tx, &trek, replaces).await.unwrap(), expected);
        tx.commit().await.unwrap();
    }
    let read = treks::find(&test.db, trek.id).await.unwrap().unwrap();
    assert_eq!(
        (read.version, read.description),
        (3, "Saved over version 2".to_owned())
    );
}

// TREKADM-81: two names are the same if they differ in case and blanks only.
#[tokio::test]
async fn a_name_is_taken_until_its_trek_is_archived() {
    let test = TestDb::start().await;
    let mut first = stored_trek(&test.db, "Poon  Hill").await;
    let tx = test.db.begin().await.unwrap();
    let error = treks::insert(&tx, &trek("poon hill ")).await.unwrap_err();
    assert!(matches!(error, StoreError::Taken(_)), "{error}");
    drop(tx);

    first.archived_at = Some(now());
    first.version = 2;
    let tx = test.db.begin().await.unwrap();
    assert!(treks::update(&tx, &first, 1).await.unwrap());
    treks::insert(&tx, &trek("Poon Hill")).await.unwrap();
    tx.commit().await.unwrap();

    let offered: Vec<_> = treks::list(&test.db)
        .await
        .unwrap()
        .into_iter()
        .map(|t| t.name)
        .collect();
    assert_eq!(offered, ["Poon Hill"]);
}

#[tokio::test]
async fn the_list_is_newest_first_and_includes_its_currencies() {
    let test = TestDb::start().await;
    for (name, age) in [("Older", 5), ("Newest", 0), ("Oldest", 9)] {
        let mut trek = trek(name);
        trek.created_at = now() - chrono::TimeDelta::days(age);
        let tx = test.db.begin().await.unwrap();
        treks::insert(&tx, &trek).await.unwrap();
        tx.commit().await.unwrap();
    }
    let names: Vec<_> = treks::list(&test.db)
        .await
        .unwrap()
        .into_iter()
        .map(|t| t.name)
        .collect();
    assert_eq!(names, ["Newest", "Older", "Oldest"]);
    assert_eq!(treks::currencies(&test.db).await.unwrap(), ["USD"]);
}
