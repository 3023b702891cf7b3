//! Concurrent saves of one trek: the version decides.

use axum::http::Method;
use serde_json::json;

use crate::stage::{with, without};
use crate::trek_save::desk;

// API-26: a save increments the version, and its retry does not.
#[tokio::test]
async fn a_save_increments_the_version_and_its_retry_does_not() {
    let desk = desk().await;
    // The client of the documents omits these two.
    let changed = without(
        &with(&desk.document, "name", json!("  Namche by foot ")),
        "_id",
    );
    let saved = desk.put(&changed).await.expect(200)["data"]["trek"].clone();
    assert_eq!(
        (&saved["name"], &saved["version"]),
        (&json!("Namche by foot"), &json!(2))
    );
    let again = desk.put(&changed).await.expect(200)["data"]["trek"].clone();
    assert_eq!(again, saved, "the retry of a save whose answer was lost");
    assert_eq!(desk.stored().await, saved);
}

// TREKADM-81: another administrator has saved meanwhile.
#[tokio::test]
async fn a_save_over_a_newer_version_is_refused_with_that_version() {
    let desk = desk().await;
    desk.put(&with(&desk.document, "location", json!("Solukhumbu")))
        .await
        .expect(200);
    let stale = with(&desk.document, "location", json!("Elsewhere"));
    let body = desk.put(&stale).await.expect(409);
    assert_eq!(body["currentVersion"], 2);
    assert_eq!(desk.stored().await["location"], "Solukhumbu");
    desk.put(&without(&stale, "version")).await.expect(200);
    assert_eq!(desk.stored().await["location"], "Elsewhere");
    desk.put(&with(&stale, "version", json!(99)))
        .await
        .expect(200);
    assert_eq!(desk.stored().await["version"], 3);
}

// TREKADM-81: of concurrent saves of one version one succeeds, and the others get a conflict.
#[tokio::test]
async fn of_concurrent_saves_of_one_version_one_succeeds() {
    let desk = desk().await;
    let running: Vec<_> = (0..5)
        .map(|number| {
            let document = with(&desk.document, "location", json!(format!("Place {number}")));
            let call = desk.test.call(Method::PUT, &desk.path).json(&document);
            tokio::spawn(call.bearer(&desk.admin.access).send())
        })
        .collect();
    let mut kept = Vec::new();
    for one in running {
        let answer = one.await.unwrap();
        if answer.status == 200 {
            kept.push(answer.json()["data"]["trek"]["location"].clone());
        } else {
            let said = "This trek was changed by somebody else meanwhile.";
            let body = answer.expect_failure(409, said);
            assert_eq!(body["currentVersion"], 2);
        }
    }
    let stored = desk.stored().await;
    assert_eq!(
        (kept, &stored["version"]),
        (vec![stored["location"].clone()], &json!(2))
    );
}

// API-26: concurrent saves without a version are all applied, one after the other.
#[tokio::test]
async fn concurrent_saves_without_a_version_are_all_applied() {
    let desk = desk().await;
    let running: Vec<_> = (0..5)
        .map(|number| {
            let document = with(
                &without(&desk.document, "version"),
                "location",
                json!(format!("Place {number}")),
            );
            let call = desk
                .test
                .call(Method::PUT, &desk.path)
                .json(&document)
                .bearer(&desk.admin.access);
            tokio::spawn(call.send())
        })
        .collect();
    for one in running {
        one.await.unwrap().expect(200);
    }
    assert_eq!(desk.stored().await["version"], 6);
}
