//! The audit log: atomic with the change it describes, newest first, searched literally.

use chrono::TimeDelta;
use serde_json::json;
use store::audit::{self, Change, Entry, Subject};

use crate::support::{TestDb, id, now};

fn entry(minute: i64, name: &str) -> Entry {
    Entry {
        id: id(),
        at: now() + TimeDelta::minutes(minute),
        who_id: id(),
        who_name: "Ang Rita".to_owned(),
        action: "update".to_owned(),
        subject: Subject {
            kind: "trek".to_owned(),
            id: id().to_string(),
            name: name.to_owned(),
        },
        changes: vec![Change {
            field: "description".to_owned(),
            before: json!("Old"),
            after: json!(null),
        }],
    }
}

// ROLE-08: an entry is stored in the transaction of its change.
#[tokio::test]
async fn an_audit_entry_is_committed_with_its_transaction() {
    let test = TestDb::start().await;
    let kept = entry(0, "Langtang");
    let tx = test.db.begin().await.unwrap();
    audit::add(&tx, &kept).await.unwrap();
    tx.commit().await.unwrap();
    let tx = test.db.begin().await.unwrap();
    audit::add(&tx, &entry(1, "Manaslu")).await.unwrap();
    drop(tx);
    let (entries, total) = audit::list(&test.db, "", None, 0, 10).await.unwrap();
    assert_eq!((entries, total), (vec![kept], 1));
}

#[tokio::test]
async fn entries_are_newest_first_and_searched_literally() {
    let test = TestDb::start().await;
    let tx = test.db.begin().await.unwrap();
    for (minute, name) in [(0, "50% off_season"), (1, "लाङटाङ"), (2, "Everest")] {
        audit::add(&tx, &entry(minute, name)).await.unwrap();
    }
    tx.commit().await.unwrap();
    for (search, expected) in [
        ("", vec!["Everest", "लाङटाङ", "50% off_season"]),
        (" EVEREST ", vec!["Everest"]),
        ("लाङ", vec!["लाङटाङ"]),
        ("%", vec!["50% off_season"]),
        ("f_s", vec!["50% off_season"]),
        ("ang rita", vec!["Everest", "लाङटाङ", "50% off_season"]),
        ("\\", vec![]),
    ] {
        let (entries, total) = audit::list(&test.db, search, None, 0, 10).await.unwrap();
        let names: Vec<_> = entries.iter().map(|e| e.subject.name.as_str()).collect();
        assert_eq!(names, expected, "{search}");
        assert_eq!(total, expected.len() as u64, "{search}");
    }
    let (entries, total) = audit::list(&test.db, "", None, 1, 1).await.unwrap();
    assert_eq!((entries[0].subject.name.as_str(), total), ("लाङटाङ", 3));
    let (entries, total) = audit::list(&test.db, "ang rita", None, 1, 1).await.unwrap();
    assert_eq!((entries[0].subject.name.as_str(), total), ("लाङटाङ", 3));
    let (entries, total) = audit::list(&test.db, "ang rita", None, 3, 1).await.unwrap();
    assert_eq!((entries.len(), total), (0, 3));
}

// ROLE-08: a page is full even if entries of a kind are excluded.
#[tokio::test]
async fn entries_of_a_kind_are_excluded_before_paging() {
    let test = TestDb::start().await;
    let tx = test.db.begin().await.unwrap();
    for minute in 0..6 {
        let mut one = entry(minute, &format!("{minute}"));
        if minute % 2 == 1 {
            one.subject.kind = "picture".to_owned();
        }
        audit::add(&tx, &one).await.unwrap();
    }
    tx.commit().await.unwrap();
    let page = audit::list(&test.db, "", Some("picture"), 0, 2).await;
    let (entries, total) = page.unwrap();
    let names: Vec<_> = entries.iter().map(|e| e.subject.name.as_str()).collect();
    assert_eq!((names, total), (vec!["4", "2"], 3));
    let page = audit::list(&test.db, "rita", Some("picture"), 2, 2).await;
    let (entries, total) = page.unwrap();
    assert_eq!((entries[0].subject.name.as_str(), total), ("0", 3));
}

#[tokio::test]
async fn an_action_on_a_subject_is_found_by_action_and_subject() {
    let test = TestDb::start().await;
    let kept = entry(0, "Langtang");
    let tx = test.db.begin().await.unwrap();
    assert!(!audit::has(&tx, "update", &kept.subject).await.unwrap());
    audit::add(&tx, &kept).await.unwrap();
    assert!(audit::has(&tx, "update", &kept.subject).await.unwrap());
    assert!(!audit::has(&tx, "delete", &kept.subject).await.unwrap());
    let other = entry(1, "Langtang").subject;
    assert!(!audit::has(&tx, "update", &other).await.unwrap());
}
