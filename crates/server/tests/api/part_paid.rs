//! Bookings that are cancelled after staff took a part of their deposit, and money that comes for the rest of it.

use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::find_late_payments;
use serde_json::{Value, json};

use crate::money::{cancel, charge_behind_our_back, charge_otherwise, given_back, ledger, states};
use crate::payments::{DEPOSIT, booked_with_deposit, cash, minor, record, trek_with_deposit};
use crate::stage::{booking_id, verify};
use crate::support::{Login, TestApp};
use crate::wallet_server::{act, page_of};
use crate::wallets_checkout::Shop;

const PART: i64 = 10_000;

/// Books with a deposit of which staff take a part, and opens the payment of the rest.
async fn open_rest(test: &TestApp, me: &Login, admin: &Login, way: &str) -> Value {
    let trek = trek_with_deposit(test).await;
    let id = booking_id(&booked_with_deposit(test, me, &trek).await);
    record(test, admin, &id, &cash(100.0)).await.expect(201);
    let path = format!("/api/bookings/{id}/payment-intent");
    let ask = json!({ "payWith": way });
    let opened = test.post(&path, &ask).bearer(&me.access).send().await;
    let opened = opened.expect(200)["data"].clone();
    assert_eq!(minor(&opened["amountDue"]), DEPOSIT - PART);
    opened
}

async fn expect_books_to_agree(test: &TestApp) {
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
}

// PAY-08: the provider captures a payment that was cancelled with its booking: it goes back.
#[tokio::test]
async fn a_card_that_is_charged_after_a_part_paid_booking_was_cancelled_is_refunded() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let opened = open_rest(&test, &me, &admin, "card").await;
    let id = booking_id(&opened);
    let cancelled = cancel(&test, &me, &id).await.expect(200);
    let booking = &cancelled["data"]["booking"];
    assert_eq!(states(booking), json!(["Cancelled", "Confirmed", 0]));
    assert_eq!(minor(&booking["owedByHand"]), PART);
    charge_behind_our_back(&test, &opened).await;
    test.do_jobs().await;
    let rest = DEPOSIT - PART;
    assert_eq!(given_back(&test, &opened).await, rest);
    let lines = [("manual", PART), ("capture", rest), ("refund", rest)];
    assert_eq!(ledger(&test, &id).await, lines);
    expect_books_to_agree(&test).await;
}

// PAY-08: no wallet closes a payment: its payer makes it after the booking was cancelled, and it is owed.
#[tokio::test]
async fn a_wallet_payment_after_a_part_paid_booking_was_cancelled_is_owed() {
    let shop = Shop::open().await;
    let (test, admin) = (shop.test(), shop.test().admin().await);
    let opened = open_rest(test, &shop.me, &admin, "esewa").await;
    let (id, page) = (booking_id(&opened), page_of(&opened).await);
    cancel(test, &shop.me, &id).await.expect(200);
    act(&page, "pay").await;
    for _ in 0..2 {
        find_late_payments(&test.app).await.expect("found");
    }
    let booking = shop.booking(&id).await;
    assert_eq!(minor(&booking["owedByHand"]), DEPOSIT);
    let lines = [("manual", PART), ("capture", DEPOSIT - PART)];
    assert_eq!(ledger(test, &id).await, lines);
    test.do_jobs().await;
    shop.agrees().await;
}

// PAY-05: a wrong amount for the rest of a deposit does not keep the agency from cancelling: all of it goes back.
#[tokio::test]
async fn a_part_paid_booking_whose_card_payment_does_not_match_can_be_cancelled() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let opened = open_rest(&test, &me, &admin, "card").await;
    let id = booking_id(&opened);
    charge_otherwise(&test, &opened, 1_234).await;
    verify(&test, &me, &opened).await.expect(409);
    let cancelled = cancel(&test, &admin, &id).await.expect(200);
    let booking = &cancelled["data"]["booking"];
    assert_eq!(booking["status"], "Cancelled");
    assert_eq!(minor(&booking["owedByHand"]), PART);
    test.do_jobs().await;
    assert_eq!(given_back(&test, &opened).await, 1_234);
    let lines = [("manual", PART), ("capture", 1_234), ("refund", 1_234)];
    assert_eq!(ledger(&test, &id).await, lines);
    expect_books_to_agree(&test).await;
}
