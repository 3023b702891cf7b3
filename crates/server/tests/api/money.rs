//! Fixtures of payments and refunds: paid bookings, calls of administrators, the ledger, late payments.

use axum::http::Method;
use domain::booking::Booking;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::stage::{GOOD_CARD, booked, booking_id, pay, text, verify};
use crate::support::{Login, TestApp};

/// Creates a paid and confirmed booking and returns the `data` of its first response.
pub async fn paid(test: &TestApp, who: &Login, trek: &domain::trek::Trek) -> Value {
    let opened = booked(test, who, trek).await;
    pay(test, &opened, GOOD_CARD).await.expect(200);
    verify(test, who, &opened).await.expect(200);
    opened
}

/// As [`paid`], and returns the id of the booking.
pub async fn paid_id(test: &TestApp, who: &Login, trek: &domain::trek::Trek) -> String {
    booking_id(&paid(test, who, trek).await)
}

pub async fn cancel(test: &TestApp, who: &Login, id: &str) -> Answer {
    test.call(Method::POST, &format!("/api/bookings/{id}/cancel"))
        .bearer(&who.access)
        .send()
        .await
}

pub async fn cancel_with(test: &TestApp, who: &Login, id: &str, ask: &Value) -> Answer {
    test.post(&format!("/api/bookings/{id}/cancel"), ask)
        .bearer(&who.access)
        .send()
        .await
}

pub async fn preview(test: &TestApp, who: &Login, id: &str) -> Answer {
    test.get(&format!("/api/bookings/{id}/cancellation"))
        .bearer(&who.access)
        .send()
        .await
}

pub async fn refund(test: &TestApp, who: &Login, id: &str, ask: &Value) -> Answer {
    test.post(&format!("/api/bookings/{id}/refund"), ask)
        .bearer(&who.access)
        .send()
        .await
}

pub async fn patch(test: &TestApp, who: &Login, id: &str, ask: &Value) -> Answer {
    test.call(Method::PATCH, &format!("/api/bookings/{id}"))
        .json(ask)
        .bearer(&who.access)
        .send()
        .await
}

pub async fn stored(test: &TestApp, id: &str) -> Booking {
    let id = id.parse().expect("an id");
    let found = store::bookings::find(&test.app.db, id).await;
    found.expect("read").expect("a booking")
}

/// Kind and minor units of each line of a booking.
pub async fn ledger(test: &TestApp, id: &str) -> Vec<(&'static str, i64)> {
    let id = id.parse().expect("an id");
    let lines = store::ledger::list_for_booking(&test.app.db, id).await;
    let lines = lines.expect("read");
    lines
        .iter()
        .map(|line| (line.kind.as_str(), line.amount.minor()))
        .collect()
}

/// Charges a payment at the sandbox whatever its state, as a provider does whose response was lost.
pub async fn charge_behind_our_back(test: &TestApp, opened: &Value) {
    let change = format!(
        "update sandbox_intents set status = 'succeeded' where id = '{}'",
        text(opened, "paymentIntentId")
    );
    test.app
        .db
        .execute_unprepared(&change)
        .await
        .expect("charged");
}

/// Charges another amount than requested at the sandbox, in minor units.
pub async fn charge_otherwise(test: &TestApp, opened: &Value, amount: i64) {
    let change = format!(
        "update sandbox_intents set status = 'succeeded', amount = {amount} where id = '{}'",
        text(opened, "paymentIntentId")
    );
    let changed = test.app.db.execute_unprepared(&change).await;
    changed.expect("charged");
}

/// The amount that the sandbox refunded for a booking, in minor units.
pub async fn given_back(test: &TestApp, opened: &Value) -> i64 {
    let all = store::sandbox_refunds::list_all(&test.app.db).await;
    let intent_id = text(opened, "paymentIntentId");
    let of_it = |refund: &&store::sandbox_refunds::SandboxRefund| refund.intent_id == intent_id;
    all.expect("read")
        .iter()
        .filter(of_it)
        .map(|refund| refund.amount)
        .sum()
}

/// The subjects of the emails to an address, oldest first.
pub fn subjects(test: &TestApp, to: &str) -> Vec<String> {
    let mails = test.outbox().into_iter().filter(|mail| mail.to == to);
    mails.map(|mail| mail.subject).collect()
}

/// The status, payment status and refunded amount of a booking.
pub fn states(booking: &Value) -> Value {
    json!([
        booking["status"],
        booking["payment"]["status"],
        booking["refunded"]
    ])
}
