//! A payment that is settled, opened or cancelled while staff record or reverse another one: each step counts what is stored
//! when it is made, not what was read before (operations §3).

use axum::response::IntoResponse;
use chautari::features::booking::cancel::{self, CancelRequest};
use chautari::features::booking::payment::open::open_payment;
use chautari::features::booking::payment::settle::settle;
use chautari::http::auth::SignedIn;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::money::{charge_behind_our_back, given_back, ledger, states, stored};
use crate::payment::booking;
use crate::payments::{
    DEPOSIT, PRICE, booked_with_deposit, cash, minor, record, reverse, trek_with_deposit,
};
use crate::stage::{GOOD_CARD, booking_id, pay, verify};
use crate::support::{Login, TestApp};

/// A part of the deposit, in minor units.
const PART: i64 = 60_000;

/// An unpaid booking with a deposit, and what belongs to it.
struct Scene {
    test: TestApp,
    me: Login,
    admin: Login,
    opened: Value,
    id: String,
}

impl Scene {
    async fn start() -> Self {
        let test = TestApp::start().await;
        let (me, admin) = (test.traveller().await, test.admin().await);
        let trek = trek_with_deposit(&test).await;
        let opened = booked_with_deposit(&test, &me, &trek).await;
        let id = booking_id(&opened);
        Self {
            test,
            me,
            admin,
            opened,
            id,
        }
    }

    /// Staff record a part of the deposit. Returns the id of the payment.
    async fn record_part(&self) -> String {
        let answer = record(&self.test, &self.admin, &self.id, &cash(600.0)).await;
        let payment = answer.expect(201)["data"]["payment"]["_id"].clone();
        payment.as_str().expect("an id").to_owned()
    }

    /// The payment that is open for the rest of the deposit.
    async fn open(&self) -> Value {
        let path = format!("/api/bookings/{}/payment-intent", self.id);
        let call = self.test.post(&path, &json!({})).bearer(&self.me.access);
        call.send().await.expect(200)["data"].clone()
    }

    async fn read(&self) -> Value {
        booking(&self.test, &self.me, &self.opened).await
    }

    async fn person(&self, login: &Login) -> SignedIn {
        let id = login.user_id.parse().expect("an id");
        let account = store::accounts::find(&self.test.app.db, id).await;
        SignedIn {
            id,
            session_id: Uuid::nil(),
            account: account.expect("read").expect("an account"),
            lacks_second_step: false,
        }
    }

    async fn finish(self) {
        self.test.do_jobs().await;
        let report = chautari::cli::ledger_check::compare(&self.test.app).await;
        let differences = report.expect("compared").differences;
        assert!(differences.is_empty(), "{differences:?}");
    }
}

// PAY-08
#[tokio::test]
async fn a_card_that_is_charged_while_staff_record_a_part_is_refunded_in_full() {
    let scene = Scene::start().await;
    // As the reconciler reads it before staff record the part.
    let before = stored(&scene.test, &scene.id).await;
    scene.record_part().await;
    charge_behind_our_back(&scene.test, &scene.opened).await;
    settle(&scene.test.app, before).await.expect("settled");
    let lines = [("manual", PART), ("capture", DEPOSIT), ("refund", DEPOSIT)];
    assert_eq!(ledger(&scene.test, &scene.id).await, lines);
    assert_eq!(given_back(&scene.test, &scene.opened).await, DEPOSIT);
    let read = scene.read().await;
    assert_eq!(states(&read), json!(["Pending", "Pending", 0]));
    assert_eq!(minor(&read["balance"]), PRICE - PART);
    scene.finish().await;
}

// PAY-08
#[tokio::test]
async fn a_card_that_is_charged_with_the_rest_while_a_part_is_reversed_does_not_confirm_the_booking()
 {
    let scene = Scene::start().await;
    let part = scene.record_part().await;
    let rest = scene.open().await;
    assert_eq!(minor(&rest["amountDue"]), DEPOSIT - PART);
    let before = stored(&scene.test, &scene.id).await;
    reverse(&scene.test, &scene.admin, &scene.id, &part)
        .await
        .expect(200);
    charge_behind_our_back(&scene.test, &rest).await;
    settle(&scene.test.app, before).await.expect("settled");
    assert_eq!(given_back(&scene.test, &rest).await, DEPOSIT - PART);
    let read = scene.read().await;
    assert_eq!(states(&read), json!(["Pending", "Pending", 0]));
    assert_eq!(minor(&read["balance"]), PRICE);
    scene.finish().await;
}

#[tokio::test]
async fn a_payment_that_is_opened_while_staff_record_a_part_is_not_of_the_amount_before() {
    let scene = Scene::start().await;
    let before = stored(&scene.test, &scene.id).await;
    scene.record_part().await;
    let me = scene.person(&scene.me).await;
    let refused = open_payment(&scene.test.app, &me, before).await;
    let refused = refused.expect_err("another amount is due").into_response();
    assert_eq!(refused.status(), 409);
    pay(&scene.test, &scene.opened, GOOD_CARD).await.expect(409);
    let rest = scene.open().await;
    assert_eq!(minor(&rest["amountDue"]), DEPOSIT - PART);
    pay(&scene.test, &rest, GOOD_CARD).await.expect(200);
    verify(&scene.test, &scene.me, &rest).await.expect(200);
    let read = scene.read().await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(minor(&read["balance"]), PRICE - DEPOSIT);
    scene.finish().await;
}

#[tokio::test]
async fn a_cancellation_refunds_what_staff_recorded_a_moment_before() {
    let scene = Scene::start().await;
    pay(&scene.test, &scene.opened, GOOD_CARD).await.expect(200);
    verify(&scene.test, &scene.me, &scene.opened)
        .await
        .expect(200);
    let before = stored(&scene.test, &scene.id).await;
    scene.record_part().await;
    let admin = scene.person(&scene.admin).await;
    let ask = CancelRequest::default();
    let (cancelled, back) = cancel::cancel(&scene.test.app, &admin, before, &ask)
        .await
        .expect("cancelled");
    assert_eq!(minor(&json!(back.amount)), DEPOSIT + PART);
    assert_eq!(cancelled.refundable().minor(), 0);
    assert_eq!(given_back(&scene.test, &scene.opened).await, DEPOSIT);
    assert_eq!(minor(&scene.read().await["owedByHand"]), PART);
    scene.finish().await;
}
