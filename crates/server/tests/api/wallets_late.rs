//! Money at a wallet that the booking does not wait for, and refunds: a wallet closes and refunds no payment, so that
//! staff owe it by hand (operations §3).

use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::find_late_payments;
use serde_json::{Value, json};
use store::agency_events::{self, Kind};

use crate::money::{cancel, ledger, stored};
use crate::stage::{booking_id, stored_trek};
use crate::support::{Login, TestApp};
use crate::wallet_server::{act, page_of};
use crate::wallets_checkout::Shop;

async fn events(test: &TestApp, kind: Kind) -> usize {
    let newest = agency_events::newest(&test.app.db, 20).await;
    let newest = newest.expect("read");
    newest.iter().filter(|event| event.kind == kind).count()
}

async fn pay_out(shop: &Shop, admin: &Login, id: &str, amount: &Value) {
    let payout =
        json!({"method": "other", "amount": amount, "currency": "USD", "reference": "eSewa"});
    let path = format!("/api/bookings/{id}/payouts");
    let call = shop.test().post(&path, &payout).bearer(&admin.access);
    call.send().await.expect(201);
}

// PAY-08: a payer pays after the booking was cancelled: recorded once, owed by hand, and the agency is told.
#[tokio::test]
async fn money_that_comes_after_a_cancellation_is_owed_by_hand() {
    let shop = Shop::open().await;
    let admin = shop.test().admin().await;
    let trek = stored_trek(shop.test()).await;
    let opened = shop.book(&trek, "esewa").await;
    let id = booking_id(&opened);
    let page = page_of(&opened).await;
    let cancelled = cancel(shop.test(), &shop.me, &id).await.expect(200);
    assert_eq!(cancelled["data"]["booking"]["status"], "Cancelled");
    act(&page, "pay").await;
    for _ in 0..2 {
        find_late_payments(&shop.test().app).await.expect("found");
    }
    let shown = shop.booking(&id).await;
    assert_eq!(
        (&shown["owedByHand"], &shown["refunded"]),
        (&opened["amountDue"], &json!(0))
    );
    assert_eq!(events(shop.test(), Kind::RefundOwed).await, 1);
    assert_eq!(events(shop.test(), Kind::RefundFailed).await, 0);
    pay_out(&shop, &admin, &id, &opened["amountDue"]).await;
    let shown = shop.booking(&id).await;
    assert_eq!(
        (&shown["owedByHand"], &shown["refunded"]),
        (&json!(0), &opened["amountDue"])
    );
    shop.scene
        .esewa
        .change(|payment| payment.status = "FULL_REFUND");
    shop.test().do_jobs().await;
    shop.agrees().await;
}

// PAY-08: the wallet's page stays open after the traveller chose another way and cancelled: its money is found.
#[tokio::test]
async fn money_at_a_wallet_that_was_given_up_before_the_cancellation_is_owed_by_hand() {
    let shop = Shop::open().await;
    let admin = shop.test().admin().await;
    let trek = stored_trek(shop.test()).await;
    let first = shop.book(&trek, "esewa").await;
    let id = booking_id(&first);
    let esewa = page_of(&first).await;
    let second = shop.open_payment(&id, Some("khalti")).await.expect(200)["data"].clone();
    act(&page_of(&second).await, "cancel").await;
    shop.booking(&id).await;
    cancel(shop.test(), &shop.me, &id).await.expect(200);
    act(&esewa, "pay").await;
    for _ in 0..2 {
        find_late_payments(&shop.test().app).await.expect("found");
    }
    let shown = shop.booking(&id).await;
    assert_eq!(
        (&shown["status"], &shown["owedByHand"]),
        (&json!("Cancelled"), &first["amountDue"])
    );
    assert_eq!(events(shop.test(), Kind::RefundOwed).await, 1);
    pay_out(&shop, &admin, &id, &first["amountDue"]).await;
    shop.test().do_jobs().await;
}

// PAY-08: the payer pays in both windows: the first payment confirms the booking, the other one is owed.
#[tokio::test]
async fn a_booking_paid_at_two_wallets_is_confirmed_once_and_the_second_payment_is_owed() {
    let shop = Shop::open().await;
    let admin = shop.test().admin().await;
    let trek = stored_trek(shop.test()).await;
    let first = shop.book(&trek, "esewa").await;
    let id = booking_id(&first);
    let esewa = page_of(&first).await;
    let second = shop.open_payment(&id, Some("khalti")).await.expect(200)["data"].clone();
    let khalti = page_of(&second).await;
    shop.test().do_jobs().await;
    // The one that was replaced is paid first: it is as good as the other.
    act(&esewa, "pay").await;
    let shown = shop.booking(&id).await;
    assert_eq!(
        (&shown["status"], &shown["owedByHand"]),
        (&json!("Confirmed"), &json!(0))
    );
    act(&khalti, "pay").await;
    for _ in 0..2 {
        find_late_payments(&shop.test().app).await.expect("found");
    }
    let shown = shop.booking(&id).await;
    assert_eq!(
        (&shown["status"], &shown["owedByHand"]),
        (&json!("Confirmed"), &first["amountDue"])
    );
    let total = stored(shop.test(), &id).await.quote.total.minor();
    assert_eq!(
        ledger(shop.test(), &id).await,
        [("capture", total), ("capture", total)]
    );
    assert_eq!(events(shop.test(), Kind::RefundOwed).await, 1);
    // What is owed is in the books before it is paid out, and afterwards.
    shop.agrees().await;
    pay_out(&shop, &admin, &id, &first["amountDue"]).await;
    shop.test().do_jobs().await;
    shop.agrees().await;
}

// PAY-05: a wallet that took another amount confirms nothing; the agency decides, and all of it is owed.
#[tokio::test]
async fn a_lower_amount_at_the_wallet_confirms_nothing() {
    let shop = Shop::open().await;
    let admin = shop.test().admin().await;
    let trek = stored_trek(shop.test()).await;
    let opened = shop.book(&trek, "khalti").await;
    let id = booking_id(&opened);
    let page = page_of(&opened).await;
    shop.scene.khalti.change(|payment| payment.paisa -= 1);
    act(&page, "pay").await;
    let shown = shop.booking(&id).await;
    assert_eq!(
        (&shown["status"], &shown["payment"]["received"]),
        (&json!("Pending"), &json!(true))
    );
    assert_eq!(events(shop.test(), Kind::PaymentMismatch).await, 1);
    let report = compare(&shop.test().app).await.expect("compared");
    assert!(!report.differences.is_empty());
    cancel(shop.test(), &admin, &id).await.expect(200);
    let shown = shop.booking(&id).await;
    assert_eq!(shown["status"], "Cancelled");
    let (owed, due) = (shown["owedByHand"].as_f64(), opened["amountDue"].as_f64());
    assert_eq!(
        owed.map(|owed| (owed * 100.0).round()),
        due.map(|due| (due * 100.0).round() - 1.0)
    );
    shop.test().do_jobs().await;
}

// A cancelled booking that was paid at a wallet: what the policy refunds is owed, and no call is made.
#[tokio::test]
async fn the_refund_of_a_payment_at_a_wallet_is_owed_by_hand() {
    let shop = Shop::open().await;
    let admin = shop.test().admin().await;
    let trek = stored_trek(shop.test()).await;
    let opened = shop.book(&trek, "esewa").await;
    let id = booking_id(&opened);
    act(&page_of(&opened).await, "pay").await;
    assert_eq!(shop.booking(&id).await["status"], "Confirmed");
    let payment = shop.payments(&id).await[0]["_id"].clone();
    let reverse = format!(
        "/api/bookings/{id}/payments/{}/reverse",
        payment.as_str().expect("an id")
    );
    let call = shop.test().post(&reverse, &json!({"reason": "A mistake"}));
    call.bearer(&admin.access).send().await.expect(409);
    let cancelled = cancel(shop.test(), &shop.me, &id).await.expect(200);
    assert_eq!(
        cancelled["data"]["booking"]["owedByHand"],
        opened["amountDue"]
    );
    pay_out(&shop, &admin, &id, &opened["amountDue"]).await;
    shop.test().do_jobs().await;
    shop.agrees().await;
}
