//! `chautari ledger check`: compares the ledger with the provider and with the bookings.

use chautari::cli::ledger_check::compare;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::money::{cancel, charge_behind_our_back, paid, patch, refund};
use crate::program::{chautari, folder, stdout_of};
use crate::stage::{booked, booking_id, stored_trek, text, verify};
use crate::stripe::with_stripe;
use crate::stripe_server::StripeServer;
use crate::support::TestApp;

// PAY-08: paid, partly refunded, cancelled, confirmed by hand and paid too late: the sums agree to the cent.
#[tokio::test]
async fn the_ledger_agrees_with_the_provider_and_the_bookings() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let kept = paid(&test, &me, &trek).await;
    let part = json!({"amount": 10.01, "reason": "A late bus"});
    refund(&test, &admin, &booking_id(&kept), &part)
        .await
        .expect(200);
    let cancelled = paid(&test, &me, &trek).await;
    cancel(&test, &me, &booking_id(&cancelled))
        .await
        .expect(200);
    let by_hand = booked(&test, &me, &trek).await;
    let ask = json!({"status": "Confirmed", "reason": "Cash"});
    patch(&test, &admin, &booking_id(&by_hand), &ask)
        .await
        .expect(200);
    let late = booked(&test, &me, &trek).await;
    cancel(&test, &me, &booking_id(&late)).await.expect(200);
    charge_behind_our_back(&test, &late).await;
    // A payment that is not recorded yet is a difference until it is recorded.
    let report = compare(&test.app).await.expect("compared");
    let [line] = report.differences.as_slice() else {
        panic!("{:?}", report.differences)
    };
    assert!(
        line.contains(text(&late, "paymentIntentId")) && line.contains("not in the ledger"),
        "{line}"
    );
    chautari::features::booking::payment::reconcile::find_late_payments(&test.app)
        .await
        .expect("looked");
    cancel(&test, &me, &booking_id(&by_hand)).await.expect(200);
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
    assert_eq!(
        report.sums,
        [
            // Paid and refunded in cash: the balance is zero.
            "USD  by hand  ledger             0.00  provider             0.00",
            "USD  capture  ledger          9168.54  provider          9168.54",
            "USD  refund   ledger          6122.37  provider          6122.37",
        ]
    );
    test.do_jobs().await;
}

// PAY-08: a wrong amount, a movement unknown to the provider, and one unknown to the booking.
#[tokio::test]
async fn every_difference_is_named() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let opened = booked(&test, &me, &trek).await;
        stripe.pay(text(&opened, "paymentIntentId"));
        verify(&test, &me, &opened).await.expect(200);
        ids.push(booking_id(&opened));
    }
    assert_eq!(
        compare(&test.app).await.expect("compared").differences,
        [""; 0]
    );
    stripe.change("pi_1", |intent| intent["amount"] = json!(1));
    stripe.change("pi_2", |intent| intent["status"] = json!("canceled"));
    stripe.refund_in_dashboard("pi_3", 500);
    let forged = "update ledger set amount = amount + 1 where reference = 'pi_3'";
    test.app
        .db
        .execute_unprepared(forged)
        .await
        .expect("forged");
    let found = compare(&test.app).await.expect("compared").differences;
    let of = |what: &str, id: &String, end: &str| format!("capture {what} of booking {id}: {end}");
    let expected = [
        of(
            "pi_1",
            &ids[0],
            "3056.18 USD in the ledger, 0.01 USD at the provider",
        ),
        of(
            "pi_2",
            &ids[1],
            "3056.18 USD in the ledger, unknown to the provider",
        ),
        of(
            "pi_3",
            &ids[2],
            "3056.19 USD in the ledger, 3056.18 USD at the provider",
        ),
        "refund re_dashboard0: 5.00 USD at the provider, not in the ledger".to_owned(),
        format!(
            "booking {}: 3056.18 USD by its own account, 3056.19 USD in the ledger",
            ids[2]
        ),
        "payments report: 9168.54 USD in all, 9168.55 USD in the ledger".to_owned(),
    ];
    assert_eq!(found, expected);
    test.do_jobs().await;
}

// The books of the demo agree; the exit status reports a difference.
#[test]
fn ledger_check_fails_when_the_books_differ() {
    let folder = folder();
    drop(crate::program::Running::start(chautari(
        &folder,
        &["serve", "--demo"],
    )));
    let run = || {
        let output = chautari(&folder, &["ledger", "check"]).output();
        let output = output.expect("it runs");
        (output.status.success(), stdout_of(&output))
    };
    let (well, said) = run();
    assert!(well, "{said}");
    assert!(
        said.contains("capture") && said.contains("refund"),
        "{said}"
    );
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let path = folder.path().join("data/chautari.db");
        let db = store::connect(&format!("sqlite://{}", path.display())).await;
        let db = db.expect("the database");
        db.execute_unprepared("delete from sandbox_refunds")
            .await
            .expect("changed");
        db.close().await.expect("closed");
    });
    let (well, said) = run();
    assert!(!well && said.contains("unknown to the provider"), "{said}");
}
