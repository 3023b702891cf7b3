//! `GET /api/audit`: changes by administrators, before and after.

use serde_json::{Value, json};

use crate::stage::with;
use crate::support::Login;
use crate::trek_save::{Desk, desk};

pub async fn entries(desk: &Desk, admin: &Login, search: &str) -> Vec<Value> {
    let path = format!("/api/audit?search={search}");
    let body = desk.test.get(&path).bearer(&admin.access).send().await;
    let body = body.expect(200);
    body["data"]["entries"].as_array().expect("a list").clone()
}

// ROLE-08 API-26: a save is recorded once; its retry and a refused save are not recorded.
#[tokio::test]
async fn a_save_of_a_trek_is_recorded_with_its_changes() {
    let desk = desk().await;
    let changed = with(&desk.document, "location", json!("Solukhumbu"));
    desk.put(&changed).await.expect(200);
    desk.put(&changed).await.expect(200);
    desk.put(&with(&desk.document, "location", json!("Elsewhere")))
        .await
        .expect(409);
    let found = entries(&desk, &desk.admin, "").await;
    assert_eq!(found.len(), 1, "{found:?}");
    let entry = &found[0];
    assert_eq!(entry["action"], "update");
    assert_eq!(
        entry["who"],
        json!({"id": desk.admin.user_id, "name": "Ang Rita"})
    );
    assert_eq!(
        entry["subject"],
        json!({"kind": "trek", "id": desk.document["_id"], "name": desk.document["name"]})
    );
    assert_eq!(
        entry["changes"],
        json!([{"field": "location", "before": desk.document["location"], "after": "Solukhumbu"}])
    );
    assert!(entries(&desk, &desk.admin, "nobody").await.is_empty());
}

// ROLE-08: uploads must not hide other entries; pages without them are full.
#[tokio::test]
async fn uploads_can_be_excluded_and_the_total_counts_the_rest() {
    let desk = desk().await;
    let app = &desk.test.app;
    let admin = &desk.admin;
    desk.put(&with(&desk.document, "location", json!("Solukhumbu")))
        .await
        .expect(200);
    let tx = app.db.begin().await.expect("a transaction");
    for name in ["/uploads/a.jpg", "/uploads/b.jpg"] {
        desk.test.clock.advance(chrono::TimeDelta::seconds(1));
        let entry = store::audit::Entry {
            id: app.clock.new_id(),
            at: app.clock.now(),
            who_id: app.clock.new_id(),
            who_name: "Ang Rita".to_owned(),
            action: "create".to_owned(),
            subject: store::audit::Subject {
                kind: "picture".to_owned(),
                id: name.to_owned(),
                name: name.to_owned(),
            },
            changes: Vec::new(),
        };
        store::audit::add(&tx, &entry).await.expect("stored");
    }
    tx.commit().await.expect("stored");
    let list = async |query: &str| {
        let call = desk.test.get(&format!("/api/audit?limit=1{query}"));
        let body = call.bearer(&admin.access).send().await.expect(200);
        let kind = body["data"]["entries"][0]["subject"]["kind"].clone();
        (kind, body["data"]["total"].clone())
    };
    assert_eq!(list("").await, (json!("picture"), json!(3)));
    let without = list("&excludeKind=picture").await;
    assert_eq!(without, (json!("trek"), json!(1)));
}

#[tokio::test]
async fn a_page_that_is_not_a_number_is_refused() {
    let desk = desk().await;
    for query in ["page=0", "page=x", "limit=101", "limit=-1"] {
        let call = desk.test.get(&format!("/api/audit?{query}"));
        call.bearer(&desk.admin.access).send().await.expect(400);
    }
}
