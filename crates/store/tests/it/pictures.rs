//! Pictures: completed once, and found by the documents that show them.

use chrono::TimeDelta;
use store::pictures::{self, State};
use store::treks;

use crate::support::{TestDb, now, trek};

// UPLOAD-10: of two requests that complete the same upload one succeeds.
#[tokio::test]
async fn a_picture_is_completed_once_and_can_be_withdrawn() {
    let test = TestDb::start().await;
    let key = "images/banner/a.jpg";
    pictures::insert(&test.db, key, State::Requested, now())
        .await
        .unwrap();
    assert!(pictures::mark_stored(&test.db, key, "").await.unwrap());
    assert!(!pictures::mark_stored(&test.db, key, "").await.unwrap());
    assert_eq!(
        pictures::find(&test.db, key).await.unwrap(),
        Some(State::Stored)
    );
    let tx = test.db.begin().await.unwrap();
    assert!(pictures::withdraw(&tx, key).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(
        pictures::find(&test.db, key).await.unwrap(),
        Some(State::Requested)
    );
    pictures::remove(&test.db, key).await.unwrap();
    assert_eq!(pictures::find(&test.db, key).await.unwrap(), None);
}

#[tokio::test]
async fn pictures_in_use_are_marked_and_unused_ones_age() {
    let test = TestDb::start().await;
    for key in ["a", "b"] {
        pictures::insert(&test.db, key, State::Stored, now())
            .await
            .unwrap();
    }
    let mut shown = trek("Langtang");
    shown.images.banner_image = "/uploads/images/banner/a.jpg".to_owned();
    let tx = test.db.begin().await.unwrap();
    treks::insert(&tx, &shown).await.unwrap();
    treks::insert(&tx, &trek("Manaslu")).await.unwrap();
    let later = now() + TimeDelta::hours(2);
    pictures::mark_used(&tx, &["a".to_owned()], later)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let found = pictures::documents_with_pictures(&test.db).await.unwrap();
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("/uploads/images/banner/a.jpg"));
    let old = pictures::list_unused_since(&test.db, now() + TimeDelta::hours(1))
        .await
        .unwrap();
    assert_eq!(old, ["b"]);
}

// One query reads the placeholders of a page.
#[tokio::test]
async fn a_placeholder_is_stored_with_its_picture_and_made_once_for_older_pictures() {
    let test = TestDb::start().await;
    for key in ["new", "drawing", "old", "asked"] {
        pictures::insert(&test.db, key, State::Requested, now())
            .await
            .unwrap();
    }
    pictures::insert(&test.db, "older", State::Stored, now())
        .await
        .unwrap();
    for (key, placeholder) in [("new", "data:a"), ("drawing", "")] {
        let moved = pictures::mark_stored(&test.db, key, placeholder).await;
        assert!(moved.unwrap());
    }
    let without = pictures::list_without_placeholder(&test.db, 10)
        .await
        .unwrap();
    assert_eq!(without, ["older"]);
    let tx = test.db.begin().await.unwrap();
    pictures::set_placeholder(&tx, "older", "data:b")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let without = pictures::list_without_placeholder(&test.db, 10)
        .await
        .unwrap();
    assert_eq!(without, Vec::<String>::new());
    let keys = ["new", "drawing", "older", "asked", "nothing"].map(str::to_owned);
    let found = pictures::placeholders(&test.db, &keys).await.unwrap();
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort();
    let expected = [("new", "data:a"), ("older", "data:b")];
    assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}
