//! The history of a booking, its resent emails, and the audit log of its changes.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::blog_write::audit;
use crate::booking_desk::read;
use crate::money::paid_id;
use crate::stage::{booked, booking_id, stored_trek};
use crate::support::{Login, TestApp};

// The history of a booking: state changes, payments and emails.
#[tokio::test]
async fn the_history_lists_changes_payments_and_emails() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let id = paid_id(&app, &maya, &trek).await;
    let path = format!("/api/bookings/{id}/history");
    let data = read(&app, &admin, &path).await;
    assert_eq!(data["mails"][0]["state"], "waiting");
    app.do_jobs().await;
    app.clock.advance(TimeDelta::minutes(1));
    let cancel = app.call(Method::POST, &format!("/api/bookings/{id}/cancel"));
    cancel.bearer(&maya.access).send().await.expect(200);
    app.do_jobs().await;
    let data = read(&app, &admin, &path).await;
    let texts = |list: &str, field: &str| -> Vec<Value> {
        let items = data[list].as_array().expect("a list");
        items.iter().map(|item| item[field].clone()).collect()
    };
    assert_eq!(texts("payments", "kind"), ["capture", "refund"]);
    assert_eq!(texts("mails", "state"), ["sent", "sent"]);
    let kinds = ["mailBookingConfirmed", "mailBookingCancelled"];
    assert_eq!(texts("mails", "kind"), kinds);
    assert_eq!(texts("mails", "to"), ["maya@example.com"; 2]);
    assert_eq!(data["refunds"][0]["made"], true);
    let first = &data["history"][0];
    assert_eq!(
        (&first["action"], &first["who"]["name"]),
        (&json!("create"), &json!("Maya Gurung"))
    );
    let confirmed = json!([
        {"field": "status", "before": "Pending", "after": "Confirmed"},
        {"field": "payment.status", "before": "Pending", "after": "Confirmed"},
    ]);
    assert_eq!(data["history"][1]["changes"], confirmed);
    let cancelled = &data["history"][2]["changes"][0];
    assert_eq!(cancelled["after"], "Cancelled");
}

// The resent email is in the audit log and in the booking's history.
#[tokio::test]
async fn the_email_of_a_booking_can_be_sent_again() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let resend = |id: &str| {
        let path = format!("/api/bookings/{id}/resend-mail");
        app.call(Method::POST, &path).bearer(&admin.access).send()
    };
    let unpaid = booking_id(&booked(&app, &maya, &trek).await);
    let none = "No email is sent for a booking in this status.";
    resend(&unpaid).await.expect_failure(409, none);
    let id = paid_id(&app, &maya, &trek).await;
    app.do_jobs().await;
    let count = || app.outbox().len();
    let before = count();
    resend(&id).await.expect(202);
    app.do_jobs().await;
    assert_eq!(count(), before + 1);
    let data = read(&app, &admin, &format!("/api/bookings/{id}/history")).await;
    let steps = data["history"].as_array().expect("a list");
    let last = steps.last().expect("a step");
    assert_eq!(
        (&last["action"], &last["who"]["name"]),
        (&json!("resend-mail"), &json!("Ang Rita"))
    );
    let nobody = app.app.clock.new_id().to_string();
    resend(&nobody)
        .await
        .expect_failure(404, "Booking not found.");
}

// The audit log records changes of a booking by administrators, not by travellers.
#[tokio::test]
async fn changes_of_a_booking_by_an_administrator_are_in_the_audit_log() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let act = |method: Method, path: String, body: Value, who: &Login| {
        app.call(method, &path)
            .json(&body)
            .bearer(&who.access)
            .send()
    };
    let by_hand = booking_id(&booked(&app, &maya, &trek).await);
    let path = format!("/api/bookings/{by_hand}");
    let ask = json!({"status": "Confirmed", "reason": "Paid in cash"});
    act(Method::PATCH, path.clone(), ask, &admin)
        .await
        .expect(200);
    let ask = json!({"amount": 10, "reason": "Snow"});
    act(Method::POST, format!("{path}/refund"), ask, &admin)
        .await
        .expect(200);
    act(Method::POST, format!("{path}/cancel"), json!({}), &admin)
        .await
        .expect(200);
    let own = paid_id(&app, &maya, &trek).await;
    let cancel = format!("/api/bookings/{own}/cancel");
    act(Method::POST, cancel, json!({}), &maya)
        .await
        .expect(200);
    app.do_jobs().await;
    let done =
        ["cancel", "refund", "confirm"].map(|action| format!("{action} booking Namche Bazaar"));
    assert_eq!(audit(&app, &admin).await, done);
}
