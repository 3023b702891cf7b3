//! Subscribers of the newsletter.

use domain::account::Email;
use domain::newsletter::Subscriber;
use store::subscribers;

use crate::support::{TestDb, id, now};

fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

fn subscriber(address: &str) -> Subscriber {
    Subscriber {
        id: id(),
        email: email(address),
        created_at: now(),
    }
}

async fn add(test: &TestDb, one: &Subscriber) -> bool {
    subscribers::add(&test.db, one).await.expect("stored")
}

async fn is_subscribed(test: &TestDb, address: &str) -> bool {
    subscribers::is_subscribed(&test.db, &email(address))
        .await
        .expect("read")
}

// NEWS-01 NEWS-04: subscribing and the status.
#[tokio::test]
async fn an_email_address_is_subscribed_once_whatever_its_case() {
    let test = TestDb::start().await;
    let first = subscriber("Maya@Example.com");
    assert!(!is_subscribed(&test, "maya@example.com").await);
    assert!(add(&test, &first).await);
    let again = subscriber("maya@example.COM");
    assert!(!add(&test, &again).await);
    assert!(is_subscribed(&test, "MAYA@example.com").await);
    assert!(!is_subscribed(&test, "pemba@example.com").await);
    let found = |id| subscribers::find(&test.db, id);
    let kept = found(first.id).await.expect("read").expect("there");
    assert_eq!((kept.email.as_str(), &kept), ("Maya@Example.com", &first));
    assert_eq!(found(again.id).await.expect("read"), None);
}

#[tokio::test]
async fn a_removed_subscriber_is_removed_once_and_can_subscribe_again() {
    let test = TestDb::start().await;
    let (maya, pemba) = (
        subscriber("maya@example.com"),
        subscriber("pemba@example.com"),
    );
    add(&test, &maya).await;
    add(&test, &pemba).await;
    let remove = |address: &str| {
        let address = email(address);
        let db = &test.db;
        async move { subscribers::remove(db, &address).await.expect("removed") }
    };
    assert!(remove("MAYA@example.com").await);
    assert!(!remove("maya@example.com").await);
    assert!(!is_subscribed(&test, "maya@example.com").await);
    assert!(is_subscribed(&test, "pemba@example.com").await);
    assert_eq!(
        subscribers::find(&test.db, maya.id).await.expect("read"),
        None
    );
    assert!(add(&test, &subscriber("maya@example.com")).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_requests_one_subscribes_and_one_unsubscribes() {
    let test = TestDb::start().await;
    let mut adding = tokio::task::JoinSet::new();
    for _ in 0..12 {
        let db = test.db.clone();
        let one = subscriber("maya@example.com");
        adding.spawn(async move { subscribers::add(&db, &one).await.expect("stored") });
    }
    let added = adding.join_all().await;
    assert_eq!(added.iter().filter(|added| **added).count(), 1);

    let mut leaving = tokio::task::JoinSet::new();
    for _ in 0..12 {
        let db = test.db.clone();
        let address = email("maya@example.com");
        leaving.spawn(async move { subscribers::remove(&db, &address).await.expect("removed") });
    }
    let removed = leaving.join_all().await;
    assert_eq!(removed.iter().filter(|removed| **removed).count(), 1);
}
