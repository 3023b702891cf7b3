//! The balance of a confirmed booking, paid by card by its owner or by whoever has the link (operations §3).

use chautari::features::booking::payment::reconcile::{find_late_payments, reconcile};
use chautari::features::booking::payment::settle::settle;
use chautari::platform::app::App;
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::money::{cancel, charge_behind_our_back, charge_otherwise, given_back, ledger, stored};
use crate::payment::booking;
use crate::payments::{
    DEPOSIT, PRICE, booked_with_deposit, cash, minor, payments, record, reverse, trek_with_deposit,
};
use crate::stage::{BANK_CARD, DECLINED_CARD, GOOD_CARD, booked, booking_id, pay, text, verify};
use crate::support::{Login, TestApp};

const BALANCE: i64 = PRICE - DEPOSIT;

/// A booking whose deposit is paid, and what belongs to it.
struct Scene {
    test: TestApp,
    me: Login,
    admin: Login,
    opened: Value,
    id: String,
    /// The path of the calls of its link.
    path: String,
}

impl Scene {
    async fn start() -> Self {
        let test = TestApp::start().await;
        let (me, admin) = (test.traveller().await, test.admin().await);
        let trek = trek_with_deposit(&test).await;
        let opened = booked_with_deposit(&test, &me, &trek).await;
        pay(&test, &opened, GOOD_CARD).await.expect(200);
        verify(&test, &me, &opened).await.expect(200);
        test.do_jobs().await;
        let id = booking_id(&opened);
        let link = format!("/api/bookings/{id}/balance-link");
        let link = test.post(&link, &json!({})).bearer(&admin.access).send();
        let url = text(&link.await.expect(200)["data"], "url").to_owned();
        let (site, token) = url.split_once("/balance/").expect("a link");
        assert_eq!(site, test.app.config.public_url);
        let path = format!("/api/balance/{token}");
        Self {
            test,
            me,
            admin,
            opened,
            id,
            path,
        }
    }

    async fn read(&self) -> Answer {
        self.test.get(&self.path).send().await
    }

    /// Opens the payment by the link, without a session.
    async fn open(&self) -> Answer {
        let path = format!("{}/payment-intent", self.path);
        self.test.post(&path, &json!({})).send().await
    }

    async fn verify(&self, opened: &Value) -> Answer {
        let ask = json!({"paymentIntentId": opened["paymentIntentId"]});
        let path = format!("{}/verify", self.path);
        self.test.post(&path, &ask).send().await
    }

    async fn booking(&self) -> Value {
        booking(&self.test, &self.me, &self.opened).await
    }

    async fn lines(&self) -> Vec<(&'static str, i64)> {
        ledger(&self.test, &self.id).await
    }

    /// Everything is recorded, and the books agree with the provider.
    async fn finish(self) {
        self.test.do_jobs().await;
        let report = chautari::cli::ledger_check::compare(&self.test.app).await;
        let differences = report.expect("compared").differences;
        assert!(differences.is_empty(), "{differences:?}");
    }
}

async fn settled(app: &App, id: &str) {
    let booking = store::bookings::find(&app.db, id.parse().expect("an id")).await;
    let booking = booking.expect("read").expect("a booking");
    settle(app, booking).await.expect("settled");
}

#[tokio::test]
async fn whoever_has_the_link_pays_the_balance_and_the_receipt_is_mailed() {
    let scene = Scene::start().await;
    let page = scene.read().await.expect(200)["data"].clone();
    assert_eq!(page["waysToPay"], json!(["card"]));
    assert_eq!(page.get("bankDetails"), None);
    let shown = page["booking"].clone();
    assert_eq!(minor(&shown["balance"]), BALANCE);
    assert_eq!(minor(&shown["paid"]), DEPOSIT);
    assert_eq!(minor(&shown["priceBreakdown"]["total"]), PRICE);
    assert_eq!(
        (&shown["firstName"], &shown["trekName"], &shown["dueAt"]),
        (
            &json!("Maya"),
            &json!("Namche Bazaar"),
            &json!("2027-03-01")
        )
    );
    assert_eq!(shown["schedule"][1]["onArrival"], true);
    // Nothing personal but the first name.
    let said = shown.to_string();
    for secret in ["Gurung", "maya@", "980-1234567", "Guest 1", "Vegetarian"] {
        assert!(!said.contains(secret), "{secret} in {said}");
    }

    let opened = scene.open().await.expect(200)["data"].clone();
    assert_eq!(minor(&opened["amountDue"]), BALANCE);
    // A second click, and the owner in another tab, get the same payment.
    let again = scene.open().await.expect(200)["data"].clone();
    let own = format!("/api/bookings/{}/payment-intent", scene.id);
    let own = scene.test.post(&own, &json!({})).bearer(&scene.me.access);
    let own = own.send().await.expect(200)["data"].clone();
    for other in [&again, &own] {
        assert_eq!(other["paymentIntentId"], opened["paymentIntentId"]);
        assert_eq!(other["clientSecret"], opened["clientSecret"]);
        assert_eq!(minor(&other["amountDue"]), BALANCE);
    }
    assert_ne!(opened["paymentIntentId"], scene.opened["paymentIntentId"]);
    scene.verify(&opened).await.expect(402);
    pay(&scene.test, &opened, DECLINED_CARD).await.expect(402);
    scene.verify(&opened).await.expect(402);
    pay(&scene.test, &opened, GOOD_CARD).await.expect(200);
    let paid = scene.verify(&opened).await.expect(200)["data"].clone();
    assert_eq!(paid["receiptNumber"], "R-2026-00002");
    assert_eq!(minor(&paid["amount"]), BALANCE);
    assert_eq!(minor(&paid["booking"]["balance"]), 0);
    // Once more: nothing changes.
    let again = scene.verify(&opened).await.expect(200)["data"].clone();
    assert_eq!(again, paid);
    assert_eq!(minor(&scene.booking().await["balance"]), 0);
    assert_eq!(
        scene.lines().await,
        [("capture", DEPOSIT), ("capture", BALANCE)]
    );
    let all = payments(&scene.test, &scene.me, &scene.id).await;
    assert_eq!(all[1]["method"], "card");
    assert_eq!(all[1]["receiptNumber"], "R-2026-00002");
    scene.open().await.expect(409);
    scene.test.do_jobs().await;
    let mail = scene.test.outbox().pop().expect("a receipt");
    assert!(mail.subject.starts_with("Receipt R-2026-00002"));
    assert!(mail.text.contains("paid in full"), "{}", mail.text);
    scene.finish().await;
}

#[tokio::test]
async fn the_owner_pays_the_balance_like_the_first_payment() {
    let scene = Scene::start().await;
    let (test, path) = (
        &scene.test,
        format!("/api/bookings/{}/payment-intent", scene.id),
    );
    let opened = test.post(&path, &json!({})).bearer(&scene.me.access);
    let opened = opened.send().await.expect(200)["data"].clone();
    assert!(
        opened["booking"]["allowedActions"]
            .as_array()
            .is_some_and(|all| all.contains(&json!("payBalance"))),
        "{opened}"
    );
    verify(test, &scene.me, &opened).await.expect(402);
    // The card's bank asks first.
    pay(test, &opened, BANK_CARD).await.expect(200);
    verify(test, &scene.me, &opened).await.expect(402);
    pay(test, &opened, GOOD_CARD).await.expect(200);
    let read = verify(test, &scene.me, &opened).await.expect(200);
    let read = &read["data"]["booking"];
    assert_eq!(minor(&read["balance"]), 0);
    assert_eq!(read["status"], "Confirmed");
    let again = test.post(&path, &json!({})).bearer(&scene.me.access);
    again.send().await.expect(409);
    scene.finish().await;
}

#[tokio::test]
async fn two_that_settle_at_once_record_the_payment_once() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    pay(&scene.test, &opened, GOOD_CARD).await.expect(200);
    let app = &scene.test.app;
    let (reconciled, verified, (), read) = tokio::join!(
        reconcile(app),
        scene.verify(&opened),
        settled(app, &scene.id),
        scene.booking(),
    );
    reconciled.expect("reconciled");
    verified.expect(200);
    assert_eq!(minor(&read["balance"]), 0);
    assert_eq!(
        scene.lines().await,
        [("capture", DEPOSIT), ("capture", BALANCE)]
    );
    scene.finish().await;
}

#[tokio::test]
async fn two_that_open_at_once_get_the_same_payment() {
    let scene = Scene::start().await;
    let (a, b) = tokio::join!(scene.open(), scene.open());
    let (a, b) = (a.expect(200), b.expect(200));
    assert_eq!(a["data"]["clientSecret"], b["data"]["clientSecret"]);
    scene.finish().await;
}

// Without a page that reports it, the reconciler finds the payment.
#[tokio::test]
async fn the_reconciler_records_a_payment_that_nobody_reports() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    pay(&scene.test, &opened, GOOD_CARD).await.expect(200);
    reconcile(&scene.test.app).await.expect("reconciled");
    assert_eq!(
        scene.lines().await,
        [("capture", DEPOSIT), ("capture", BALANCE)]
    );
    scene.finish().await;
}

#[tokio::test]
async fn a_card_page_that_is_open_while_staff_take_cash_can_no_longer_pay() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    let taken = record(&scene.test, &scene.admin, &scene.id, &cash(1_000.0)).await;
    let left = minor(&taken.expect(201)["data"]["booking"]["balance"]);
    assert_eq!(left, BALANCE - 100_000);
    pay(&scene.test, &opened, GOOD_CARD).await.expect(409);
    // What is left is opened anew.
    let new = scene.open().await.expect(200)["data"].clone();
    assert_eq!(minor(&new["amountDue"]), left);
    assert_ne!(new["paymentIntentId"], opened["paymentIntentId"]);
    // The provider captured the old payment all the same: it is more than is left, so it goes back in full.
    charge_behind_our_back(&scene.test, &opened).await;
    let look = || find_late_payments(&scene.test.app);
    let (a, b) = tokio::join!(look(), look());
    a.and(b).expect("looked");
    assert_eq!(given_back(&scene.test, &opened).await, BALANCE);
    scene.verify(&opened).await.expect(409);
    let lines = [
        ("capture", DEPOSIT),
        ("manual", 100_000),
        ("capture", BALANCE),
        ("refund", BALANCE),
    ];
    assert_eq!(scene.lines().await, lines);
    pay(&scene.test, &new, GOOD_CARD).await.expect(200);
    let paid = scene.verify(&new).await.expect(200);
    assert_eq!(minor(&paid["data"]["booking"]["balance"]), 0);
    scene.finish().await;
}

#[tokio::test]
async fn cash_is_refused_if_the_card_paid_the_balance_a_moment_ago() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    pay(&scene.test, &opened, GOOD_CARD).await.expect(200);
    let refused = record(&scene.test, &scene.admin, &scene.id, &cash(10.0)).await;
    assert_eq!(minor(&refused.expect(409)["data"]["balance"]), 0);
    assert_eq!(
        scene.lines().await,
        [("capture", DEPOSIT), ("capture", BALANCE)]
    );
    scene.finish().await;
}

// The provider does not know the open payment any more, for example because its keys were replaced.
#[tokio::test]
async fn cash_is_recorded_although_the_provider_does_not_close_the_open_payment() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    let forget = format!(
        "delete from sandbox_intents where id = '{}'",
        text(&opened, "paymentIntentId")
    );
    let forgotten = scene.test.app.db.execute_unprepared(&forget).await;
    forgotten.expect("forgotten");
    let taken = record(&scene.test, &scene.admin, &scene.id, &cash(10.0)).await;
    assert_eq!(
        minor(&taken.expect(201)["data"]["booking"]["balance"]),
        BALANCE - 1_000
    );
    scene.finish().await;
}

#[tokio::test]
async fn a_payment_for_a_cancelled_booking_goes_back() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    let answer = cancel(&scene.test, &scene.me, &scene.id).await.expect(200);
    assert_eq!(minor(&answer["data"]["refund"]["amount"]), DEPOSIT);
    pay(&scene.test, &opened, GOOD_CARD).await.expect(409);
    charge_behind_our_back(&scene.test, &opened).await;
    // The page reports it, although its booking has ended.
    scene.verify(&opened).await.expect(409);
    assert_eq!(given_back(&scene.test, &opened).await, BALANCE);
    let lines = [
        ("capture", DEPOSIT),
        ("refund", DEPOSIT),
        ("capture", BALANCE),
        ("refund", BALANCE),
    ];
    assert_eq!(scene.lines().await, lines);
    let read = scene.booking().await;
    assert_eq!(minor(&read["refunded"]), DEPOSIT);
    scene.finish().await;
}

// The refund of a cancellation includes a balance that was paid a moment before.
#[tokio::test]
async fn cancelling_records_a_balance_that_was_just_paid_and_refunds_both_cards() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    pay(&scene.test, &opened, GOOD_CARD).await.expect(200);
    let answer = cancel(&scene.test, &scene.me, &scene.id).await.expect(200);
    assert_eq!(minor(&answer["data"]["refund"]["amount"]), PRICE);
    assert_eq!(given_back(&scene.test, &opened).await, BALANCE);
    assert_eq!(given_back(&scene.test, &scene.opened).await, DEPOSIT);
    scene.finish().await;
}

// A change of the price by other hands, for example a move, is not announced to the payment.
#[tokio::test]
async fn the_reconciler_ends_a_payment_of_more_than_is_left() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    let booked = stored(&scene.test, &scene.id).await;
    let tx = scene.test.app.db.begin().await.expect("begun");
    let now = scene.test.app.clock.now();
    assert!(
        store::bookings::complete(&tx, booked.id, now)
            .await
            .expect("completed")
    );
    tx.commit().await.expect("kept");
    reconcile(&scene.test.app).await.expect("reconciled");
    pay(&scene.test, &opened, GOOD_CARD).await.expect(409);
    let open = store::payment_requests::find_open(&scene.test.app.db, booked.id).await;
    assert_eq!(open.expect("read"), None);
    scene.read().await.expect(410);
    scene.open().await.expect(410);
    scene.finish().await;
}

#[tokio::test]
async fn another_amount_than_the_balance_goes_back_if_it_is_more_and_counts_if_it_is_less() {
    let scene = Scene::start().await;
    let opened = scene.open().await.expect(200)["data"].clone();
    charge_otherwise(&scene.test, &opened, 10_000).await;
    let paid = scene.verify(&opened).await.expect(200);
    assert_eq!(minor(&paid["data"]["booking"]["balance"]), BALANCE - 10_000);
    let opened = scene.open().await.expect(200)["data"].clone();
    assert_eq!(minor(&opened["amountDue"]), BALANCE - 10_000);
    charge_otherwise(&scene.test, &opened, BALANCE).await;
    scene.verify(&opened).await.expect(409);
    assert_eq!(given_back(&scene.test, &opened).await, BALANCE);
    assert_eq!(minor(&scene.booking().await["balance"]), BALANCE - 10_000);
    scene.finish().await;
}

// A reversal raises the balance: the open payment is of less than is left, and is replaced.
#[tokio::test]
async fn a_payment_is_opened_anew_when_the_balance_has_changed() {
    let scene = Scene::start().await;
    let taken = record(&scene.test, &scene.admin, &scene.id, &cash(100.0)).await;
    let payment = text(&taken.expect(201)["data"]["payment"], "_id").to_owned();
    let opened = scene.open().await.expect(200)["data"].clone();
    assert_eq!(minor(&opened["amountDue"]), BALANCE - 10_000);
    let done = reverse(&scene.test, &scene.admin, &scene.id, &payment).await;
    done.expect(200);
    let new = scene.open().await.expect(200)["data"].clone();
    assert_eq!(minor(&new["amountDue"]), BALANCE);
    pay(&scene.test, &opened, GOOD_CARD).await.expect(409);
    pay(&scene.test, &new, GOOD_CARD).await.expect(200);
    scene.verify(&new).await.expect(200);
    scene.finish().await;
}

#[tokio::test]
async fn a_forged_foreign_or_ended_link_opens_nothing() {
    let scene = Scene::start().await;
    let (test, path) = (&scene.test, &scene.path);
    let forged = format!("{}A", &path[..path.len() - 1]);
    let forged = if &forged == path {
        format!("{}B", &path[..path.len() - 1])
    } else {
        forged
    };
    let cut = &path[..path.len() - 4];
    for wrong in [
        forged.as_str(),
        cut,
        "/api/balance/%00",
        "/api/balance/..%2f",
        &format!("/api/balance/{}", scene.id),
    ] {
        test.get(wrong).send().await.expect(404);
        let open = format!("{wrong}/payment-intent");
        test.post(&open, &json!({})).send().await.expect(404);
    }
    // The payment of another booking is not verified by this link.
    let other = Value::from(text(&scene.opened, "paymentIntentId"));
    scene
        .verify(&json!({"paymentIntentId": other}))
        .await
        .expect(404);
    let stranger = test
        .sign_up("Pemba", "pemba@example.com", "correct horse battery staple")
        .await;
    let link = format!("/api/bookings/{}/balance-link", scene.id);
    let call = |who: &Login| test.post(&link, &json!({})).bearer(&who.access).send();
    call(&stranger).await.expect(403);
    call(&scene.me).await.expect(403);
    let own = format!("/api/bookings/{}/payment-intent", scene.id);
    let opened = test.post(&own, &json!({})).bearer(&stranger.access);
    opened.send().await.expect(404);
    // The last day of the trip is 3 March; the day after, the link has ended.
    test.clock.advance(TimeDelta::days(103));
    scene.read().await.expect(200);
    test.clock.advance(TimeDelta::days(1));
    scene.read().await.expect(410);
    scene.open().await.expect(410);
    scene.finish().await;
}

#[tokio::test]
async fn a_booking_without_a_balance_has_no_link() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let opened = booked(&test, &me, &trek).await;
    let link = format!("/api/bookings/{}/balance-link", booking_id(&opened));
    let call = || test.post(&link, &json!({})).bearer(&admin.access).send();
    // Not confirmed yet.
    call().await.expect(409);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    call()
        .await
        .expect_failure(409, "This booking is paid in full.");
    test.do_jobs().await;
}
