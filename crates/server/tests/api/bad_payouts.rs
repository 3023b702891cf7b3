//! Invalid and repeated payouts, reversals and amounts in rupees (operations §3).

use chautari::cli::ledger_check::compare;
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of};
use crate::money::{cancel, ledger};
use crate::payments::{
    PRICE, booked_with_deposit, cash, minor, payments, record, reverse, trek_with_deposit,
};
use crate::stage::{booking_id, read_booking, text, with};
use crate::support::{Login, TestApp};

/// A cancelled booking of which 700 dollars are owed by hand, at a rate of 133.20.
struct Scene {
    test: TestApp,
    me: Login,
    admin: Login,
    trek: Trek,
    id: String,
}

impl Scene {
    async fn start() -> Self {
        let test = TestApp::start_with(&[("rate_source", "typed")]).await;
        let (me, admin) = (test.traveller().await, test.admin().await);
        let rate = json!({"currency": "USD", "value": 133.2});
        let call = test.call(axum::http::Method::PUT, "/api/rates/npr");
        let set = call.json(&rate).bearer(&admin.access).send().await;
        set.expect(200);
        let trek = trek_with_deposit(&test).await;
        let id = booking_id(&booked_with_deposit(&test, &me, &trek).await);
        record(&test, &admin, &id, &cash(700.0)).await.expect(201);
        cancel(&test, &me, &id).await.expect(200);
        test.do_jobs().await;
        Self {
            test,
            me,
            admin,
            trek,
            id,
        }
    }

    async fn pay_out(&self, ask: &Value, key: Option<&str>) -> Answer {
        let path = format!("/api/bookings/{}/payouts", self.id);
        let call = self.test.post(&path, ask).bearer(&self.admin.access);
        match key {
            Some(key) => call.header("Idempotency-Key", key).send().await,
            None => call.send().await,
        }
    }

    async fn owed(&self) -> i64 {
        let read = read_booking(&self.test, &self.me, &self.id)
            .await
            .expect(200);
        minor(&read["data"]["booking"]["owedByHand"])
    }
}

#[tokio::test]
async fn a_payout_needs_a_method_a_currency_and_an_amount_that_exist() {
    let scene = Scene::start().await;
    let rupees = with(&cash(5.0), "currency", json!("NPR"));
    for (ask, field, wrong) in [
        (&cash(5.0), "method", json!("card")),
        (&cash(5.0), "method", json!("gold")),
        (&cash(5.0), "amount", json!(0)),
        (&cash(5.0), "amount", json!(-5)),
        (&cash(5.0), "amount", json!(1.234)),
        (&cash(5.0), "amount", json!(1e18)),
        (&cash(5.0), "currency", json!("EUR")),
        (&cash(5.0), "currency", json!("")),
        (&cash(5.0), "reference", json!("x".repeat(201))),
        (&rupees, "amount", json!(-5)),
        (&rupees, "amount", json!(10.005)),
        // Worth less than a cent.
        (&rupees, "amount", json!(0.5)),
    ] {
        let ask = with(ask, field, wrong);
        let body = scene.pay_out(&ask, None).await.expect(400);
        assert_eq!(fields_of(&body), [field], "{ask}");
    }
    let path = format!("/api/bookings/{}/payouts", scene.id);
    let call = scene.test.post(&path, &cash(5.0)).bearer(&scene.me.access);
    call.send().await.expect(403);
    scene.pay_out(&cash(700.01), None).await.expect(409);
    assert_eq!(scene.owed().await, 70_000);
    assert_eq!(ledger(&scene.test, &scene.id).await, [("manual", 70_000)]);
}

#[tokio::test]
async fn a_payout_is_noted_once_however_often_it_is_sent() {
    let scene = Scene::start().await;
    let ask = cash(500.0);
    let send = || scene.pay_out(&ask, Some("counter-1"));
    let (one, two) = tokio::join!(send(), send());
    for answer in [one, two, send().await] {
        let body = answer.expect(201);
        assert_eq!(minor(&body["data"]["booking"]["owedByHand"]), 20_000);
    }
    // The key belongs to that request. Without one, a second click is a second payout, which is more than is owed.
    let other = scene.pay_out(&cash(100.0), Some("counter-1")).await;
    other.expect_failure(409, "This Idempotency-Key was used for another request.");
    let rest = cash(200.0);
    let (one, two) = tokio::join!(scene.pay_out(&rest, None), scene.pay_out(&rest, None));
    let mut answers = [one.status.as_u16(), two.status.as_u16()];
    answers.sort_unstable();
    assert_eq!(answers, [201, 409]);
    assert_eq!(scene.owed().await, 0);
    let lines = [("manual", 70_000), ("refund", 50_000), ("refund", 20_000)];
    assert_eq!(ledger(&scene.test, &scene.id).await, lines);
    scene.test.do_jobs().await;
    let report = compare(&scene.test.app).await.expect("compared");
    assert!(report.differences.is_empty(), "{:?}", report.differences);
}

#[tokio::test]
async fn a_reversal_needs_a_reason_and_a_payment_of_its_booking() {
    let scene = Scene::start().await;
    let (test, admin) = (&scene.test, &scene.admin);
    let id = booking_id(&booked_with_deposit(test, &scene.me, &scene.trek).await);
    let taken = record(test, admin, &id, &cash(10.0)).await.expect(201);
    let payment = text(&taken["data"]["payment"], "_id").to_owned();
    let path = format!("/api/bookings/{id}/payments/{payment}/reverse");
    for reason in [
        json!(""),
        json!("  "),
        json!("x".repeat(501)),
        json!("\u{7}"),
    ] {
        let ask = json!({ "reason": reason });
        let call = test.post(&path, &ask).bearer(&admin.access);
        let body = call.send().await.expect(400);
        assert_eq!(fields_of(&body), ["reason"]);
    }
    reverse(test, admin, &scene.id, &payment).await.expect(404);
    reverse(test, admin, "nonsense", &payment).await.expect(404);
    reverse(test, admin, &id, "nonsense").await.expect(404);
    // What was refunded cannot be reversed any more.
    let refunded = payments(test, admin, &scene.id).await;
    let refunded = text(&refunded[0], "_id").to_owned();
    reverse(test, admin, &scene.id, &refunded).await.expect(409);
    assert_eq!(ledger(test, &id).await, [("manual", 1_000)]);
    test.do_jobs().await;
}

#[tokio::test]
async fn rupees_are_taken_to_the_paisa_and_not_beyond() {
    let scene = Scene::start().await;
    let (test, admin) = (&scene.test, &scene.admin);
    let id = booking_id(&booked_with_deposit(test, &scene.me, &scene.trek).await);
    let rupees = |amount: Value| json!({"method": "cash", "amount": amount, "currency": "NPR"});
    for wrong in [
        json!(0),
        json!(-133.2),
        json!(10.005),
        json!(0.5),
        json!(1e18),
    ] {
        let body = record(test, admin, &id, &rupees(wrong)).await.expect(400);
        assert_eq!(fields_of(&body), ["amount"]);
    }
    let made = record(test, admin, &id, &rupees(json!(1_332.05))).await;
    let made = made.expect(201);
    assert_eq!(minor(&made["data"]["payment"]["amount"]), 133_205);
    assert_eq!(minor(&made["data"]["booking"]["balance"]), PRICE - 1_000);
    test.do_jobs().await;
}
