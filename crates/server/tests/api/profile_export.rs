//! The export of all data of a user as a file.

use serde_json::json;

use crate::money::paid_id;
use crate::stage;
use crate::support::TestApp;

const PASSWORD: &str = "trail of many stones";

// ACCT-05: all own data, no data of others, and no secrets.
#[tokio::test]
async fn an_export_contains_all_data_of_its_user() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    let confirmed = paid_id(&app, &maya, &trek).await;
    let subscribe = json!({"email": "maya@example.com"});
    app.post("/api/newsletter/subscribe", &subscribe)
        .send()
        .await
        .expect(200);
    let change = json!({"newEmail": "new@example.com", "password": PASSWORD});
    app.post("/api/users/me/email", &change)
        .bearer(&maya.access)
        .send()
        .await
        .expect(200);
    let pemba = app.sign_up("Pemba", "pemba@example.com", PASSWORD).await;
    stage::booked(&app, &pemba, &trek).await;
    app.do_jobs().await;

    let answer = app
        .get("/api/users/me/export")
        .bearer(&maya.access)
        .send()
        .await;
    assert_eq!(
        answer.header("content-disposition"),
        Some("attachment; filename=\"account-2026-11-20.json\"")
    );
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    for secret in ["argon2", "Hash", "pemba", &maya.refresh, &maya.access] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let export = answer.expect(200);
    assert_eq!(export["user"]["email"], "maya@example.com");
    assert_eq!(export["signedUpAt"], "2026-11-20T03:30:00Z");
    assert_eq!(export["newsletterSince"], "2026-11-20T03:30:00Z");
    assert_eq!(export["newEmail"], "new@example.com");
    assert_eq!(export["signIns"], json!([]));
    assert_eq!(export["sessions"].as_array().expect("a list").len(), 1);
    let [booking] = export["bookings"].as_array().expect("a list").as_slice() else {
        panic!("{export}")
    };
    assert_eq!(booking["_id"], confirmed.as_str());
    assert_eq!(
        booking["guestDetails"]["primaryGuest"]["name"],
        "Maya Gurung"
    );
    assert_eq!(export["payments"][0]["last4"], "4242");
    let visitor = app.get("/api/users/me/export").send().await;
    visitor.expect_failure(401, "Please log in to continue.");
}
