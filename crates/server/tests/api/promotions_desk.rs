//! Staff keep the promotion codes (operations §6).

use serde_json::{Value, json};

use crate::call::message_of;
use crate::guides::{get, patch};
use crate::promotions::{promotion, quoted, with_code};
use crate::stage::{send, stored_trek, text};
use crate::support::TestApp;

#[tokio::test]
async fn staff_change_a_code_by_its_version_and_switch_it_off() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let new = json!({"code": "AUTUMN", "percent": 12.5, "note": " For the fair "});
    let made = promotion(&test, &admin, &new).await;
    assert_eq!(
        (&made["note"], &made["version"]),
        (&json!("For the fair"), &json!(1))
    );
    let twice = test.post("/api/promotions", &json!({"code": "autumn", "percent": 5}));
    let twice = twice.bearer(&admin.access).send().await.expect(409);
    assert_eq!(
        message_of(&twice, "code"),
        Some("This promotion code exists already. Choose another one.")
    );
    let ask = with_code(&test, &trek, "autumn").await;
    send(&test, &me, &ask).await.expect(201);
    let path = format!("/api/promotions/{}", text(&made, "_id"));
    let too_few = json!({"version": 1, "maxUses": 0});
    let refused = patch(&test, &admin, &path, &too_few).await.expect(400);
    assert_eq!(
        message_of(&refused, "maxUses"),
        Some("Enter at least 1, the number of bookings that use this code")
    );
    let change = json!({"version": 1, "amount": 20, "validUntil": "2026-12-31", "maxUses": 5});
    let changed = patch(&test, &admin, &path, &change).await.expect(200);
    let changed = &changed["data"]["promotion"];
    assert_eq!(
        (
            &changed["amount"],
            changed.get("percent"),
            &changed["uses"],
            &changed["version"]
        ),
        (&json!(20), None, &json!(1), &json!(2))
    );
    let stale = patch(&test, &admin, &path, &change).await;
    let message = "Someone else changed this promotion. Reload and try again.";
    assert_eq!(stale.expect_failure(409, message)["currentVersion"], 2);
    let off = json!({"version": 2, "isActive": false, "validUntil": null});
    let off = patch(&test, &admin, &path, &off).await.expect(200);
    assert_eq!(
        (
            &off["data"]["promotion"]["state"],
            &off["data"]["promotion"]["validUntil"]
        ),
        (&json!("off"), &Value::Null)
    );
    let refused = quoted(&test, &trek, 2, "autumn").await.expect(409);
    assert_eq!(refused["data"]["reason"], "ended");
    let listed = get(&test, &admin, "/api/promotions?state=on")
        .await
        .expect(200);
    assert_eq!(listed["data"]["total"], 0);
}

#[tokio::test]
async fn a_wrong_promotion_names_every_field() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    for (new, field) in [
        (json!({"percent": 5}), "code"),
        (json!({"code": "AB", "percent": 5}), "code"),
        (json!({"code": "SO SO", "percent": 5}), "code"),
        (json!({"code": "ÉTÉ", "percent": 5}), "code"),
        (json!({"code": "FINE"}), "percent"),
        (
            json!({"code": "FINE", "percent": 5, "amount": 5}),
            "percent",
        ),
        (json!({"code": "FINE", "percent": 100.5}), "percent"),
        (json!({"code": "FINE", "amount": 0}), "amount"),
        (json!({"code": "FINE", "amount": 1.234}), "amount"),
        (json!({"code": "FINE", "amount": -1}), "amount"),
        (
            json!({"code": "FINE", "percent": 5, "maxUses": 0}),
            "maxUses",
        ),
        (
            json!({"code": "FINE", "percent": 5, "validFrom": "2026-12-02", "validUntil": "2026-12-01"}),
            "validUntil",
        ),
    ] {
        let call = test.post("/api/promotions", &new).bearer(&admin.access);
        let refused = call.send().await.expect(400);
        assert!(message_of(&refused, field).is_some(), "{new}: {refused}");
    }
}
