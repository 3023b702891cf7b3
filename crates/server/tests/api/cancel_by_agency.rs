//! Cancellations by an administrator: with a full or partial refund, at any time.

use serde_json::json;

use crate::call::fields_of;
use crate::money::{cancel, cancel_with, given_back, paid, patch, preview, states, stored};
use crate::stage::{booking_id, stored_trek};
use crate::support::TestApp;

// ROLE-01: other travellers do not learn whether a booking exists.
#[tokio::test]
async fn cancelling_the_booking_of_another_traveller_is_not_found() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    cancel(&test, &other, &id)
        .await
        .expect_failure(404, "Booking not found.");
    preview(&test, &other, &id).await.expect(404);
    test.call(
        axum::http::Method::POST,
        &format!("/api/bookings/{id}/cancel"),
    )
    .send()
    .await
    .expect(401);
    test.do_jobs().await;
}

#[tokio::test]
async fn an_administrators_cancellation_with_a_wrong_amount_or_reason_is_refused() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    cancel(&test, &admin, "00000000-0000-0000-0000-000000000000")
        .await
        .expect(404);
    for (ask, status, field) in [
        (json!({"amount": 10}), 400, "reason"),
        (json!({"amount": 10, "reason": " "}), 400, "reason"),
        (json!({"amount": -1, "reason": "x"}), 400, "amount"),
        (json!({"amount": 0.001, "reason": "x"}), 400, "amount"),
        (json!({"amount": "10", "reason": "x"}), 400, "amount"),
        (json!({"amount": 1e300, "reason": "x"}), 400, "amount"),
        (
            json!({"amount": 10, "reason": "x".repeat(501)}),
            400,
            "reason",
        ),
        (json!({"amount": 10, "reason": 5}), 400, "reason"),
        (json!({"amount": 10, "reason": "a\u{7}b"}), 400, "reason"),
    ] {
        let body = cancel_with(&test, &admin, &id, &ask).await.expect(status);
        assert_eq!(fields_of(&body), [field], "{ask}");
    }
    let body = cancel_with(
        &test,
        &admin,
        &id,
        &json!({"amount": 3056.19, "reason": "x"}),
    )
    .await
    .expect_failure(409, "This is more than is left to refund.");
    assert_eq!(body["data"]["left"], 3056.18);
    assert_eq!(stored(&test, &id).await.status.as_str(), "Confirmed");
    assert_eq!(given_back(&test, &opened).await, 0);
    test.do_jobs().await;
}

// ROLE-01
#[tokio::test]
async fn an_administrator_cancels_with_a_refund_of_any_amount_up_to_the_price() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let ask = json!({"amount": 1000.5, "reason": "Storm damage"});
    let answer = cancel_with(&test, &admin, &id, &ask).await.expect(200);
    assert_eq!(
        states(&answer["data"]["booking"]),
        json!(["Cancelled", "Refunded", 1000.5])
    );
    assert_eq!(
        answer["data"]["booking"]["refunds"][0]["reason"],
        "Storm damage"
    );
    test.do_jobs().await;
}

// ROLE-01: the deadlines of travellers do not apply, neither to the cancel call nor to PATCH.
#[tokio::test]
async fn an_administrator_cancels_with_a_full_refund_however_late() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    test.traveller().await;
    test.admin().await;
    test.clock
        .set("2027-02-27T06:00:00Z".parse().expect("a moment"));
    let me = test.login("maya@example.com", "trail of many stones").await;
    let admin = test
        .login("admin@example.com", "mountain of many roads")
        .await;
    let late = paid(&test, &me, &trek).await;
    let answer = cancel(&test, &admin, &booking_id(&late)).await.expect(200);
    assert_eq!(answer["data"]["refund"]["amount"], 3056.18);
    let late = paid(&test, &me, &trek).await;
    let ask = json!({"status": "Cancelled", "reason": "The bridge is gone"});
    let body = patch(&test, &admin, &booking_id(&late), &ask)
        .await
        .expect(200);
    assert_eq!(
        body["data"]["booking"]["refunds"][0]["reason"],
        "The bridge is gone"
    );
    test.do_jobs().await;
}
