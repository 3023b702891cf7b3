//! A temporarily full disk: every change that was confirmed is stored, during the failure and afterwards.
//!
//! A limit of the file size replaces the full disk. The system then refuses each write of the process like a full disk
//! or an exhausted quota, without the need for a separate disk or the right to mount one.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::json;
use tokio::task::JoinSet;

use crate::books::rows;
use crate::program::Site;
use crate::traveller::{Traveller, get, post};

// Before the fix, none of 32 subscriptions that were confirmed after six seconds of a full disk was stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_confirmed_during_and_after_a_full_disk_are_stored() {
    let mut site = Site::new().await;
    if site.database() != "SQLite" {
        // The test cannot limit the disk of PostgreSQL.
        return;
    }
    site.always(&[("CHAUTARI_LIMIT_SUBSCRIPTIONS_OF_CLIENT", "off")]);
    site.survive_file_size_limit();
    let life = site.start(&["serve"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    assert_eq!(subscribe(&visitor, 0..16).await.len(), 16);
    while readiness(&visitor).await != 200 {
        visitor.breathe().await;
    }

    life.limit_file_size(Some(0));
    let mut answered = subscribe(&visitor, 16..48).await;
    assert_eq!(answered, HashSet::new(), "stored on a full disk");
    // The server keeps its last answer for a moment.
    while readiness(&visitor).await != 503 {
        visitor.breathe().await;
    }
    let list = visitor.once(&get("/api/treks/getall")).await;
    assert_eq!(list.map(|answer| answer.status), Some(200), "reads go on");

    life.limit_file_size(None);
    while readiness(&visitor).await != 200 {
        visitor.breathe().await;
    }
    answered.extend(subscribe(&visitor, 48..80).await);
    assert_eq!(answered.len(), 32, "{}", site.last_words());
    site.kill(life).await;

    let db = store::connect(&site.database_url)
        .await
        .expect("the database");
    let stored: HashSet<String> = rows(&db, "select email from subscribers")
        .await
        .iter()
        .map(|row| row.try_get("", "email").expect("an address"))
        .collect();
    let lost: Vec<_> = answered.difference(&stored).collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    db.close().await.expect("closed");
}

/// Sends concurrent subscriptions and returns the addresses that were confirmed.
async fn subscribe(visitor: &Traveller, numbers: Range<u32>) -> HashSet<String> {
    let mut asked = JoinSet::new();
    for number in numbers {
        let visitor = visitor.clone();
        asked.spawn(async move {
            let email = format!("subscriber-{number}@example.com");
            let body = json!({"email": email});
            let answer = visitor
                .once(&post("/api/newsletter/subscribe", &body))
                .await;
            let status = answer.expect("an answer").status;
            assert!(matches!(status, 200 | 503), "{status}");
            (status == 200).then_some(email)
        });
    }
    asked.join_all().await.into_iter().flatten().collect()
}

async fn readiness(visitor: &Traveller) -> u16 {
    let answer = visitor.once(&get("/readyz")).await;
    answer.expect("an answer").status
}
