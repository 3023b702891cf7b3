//! eSewa and Khalti chosen at the checkout (operations §3): charged in rupees at the locked rate, settled by inquiry.

use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::{expire_unpaid, reconcile};
use chautari::platform::adapters::payments::Wallet;
use chrono::TimeDelta;
use domain::money::Currency;
use domain::rate::{LockedRate, Rate, RateSource};
use domain::trek::Trek;
use serde_json::{Value, json};
use store::npr_rates::{self, StoredRate};

use crate::call::{Answer, message_of};
use crate::departures::{departure_with, seats};
use crate::money::{ledger, stored, subjects};
use crate::stage::{GOOD_CARD, booking_id, pay, read_booking, request, send, stored_trek, verify};
use crate::support::{Login, TestApp};
use crate::wallet_scene::Scene;
use crate::wallet_server::{Fault, act, page_of};

/// A site with prices in dollars, a typed rate and both wallets.
pub struct Shop {
    pub scene: Scene,
    pub me: Login,
}

impl Shop {
    pub async fn open() -> Self {
        let scene = Scene::start_with(&[("rate_source", "typed")]).await;
        let (app, me) = (&scene.test.app, scene.test.traveller().await);
        let now = app.clock.now();
        let rate = LockedRate {
            value: Rate::parse("132.95").expect("a rate"),
            source: RateSource::Typed,
            at: now,
        };
        let stored = StoredRate {
            rate,
            checked_at: now,
        };
        let saved = npr_rates::save(&app.db, Currency::USD, &stored).await;
        saved.expect("saved");
        Self { scene, me }
    }

    pub fn test(&self) -> &TestApp {
        &self.scene.test
    }

    pub async fn book(&self, trek: &Trek, way: &str) -> Value {
        let mut ask = request(self.test(), trek, 2).await;
        ask["payWith"] = json!(way);
        send(self.test(), &self.me, &ask).await.expect(201)["data"].clone()
    }

    /// Opens the payment of an unpaid booking, in another way if one is named.
    pub async fn open_payment(&self, id: &str, way: Option<&str>) -> Answer {
        let path = format!("/api/bookings/{id}/payment-intent");
        let ask = way.map_or(json!({}), |way| json!({ "payWith": way }));
        let call = self.test().post(&path, &ask).bearer(&self.me.access);
        call.send().await
    }

    pub async fn booking(&self, id: &str) -> Value {
        let read = read_booking(self.test(), &self.me, id).await;
        read.expect(200)["data"]["booking"].clone()
    }

    pub async fn payments(&self, id: &str) -> Value {
        let path = format!("/api/bookings/{id}/payments");
        let read = self.test().get(&path).bearer(&self.me.access).send().await;
        read.expect(200)["data"]["payments"].clone()
    }

    /// Ledger, bookings and wallets agree.
    pub async fn agrees(&self) {
        let report = compare(&self.test().app).await.expect("compared");
        assert!(report.differences.is_empty(), "{report:?}");
    }
}

// PAY-04 PAY-05: the rupees that the wallet took are stored with their worth; the booking is paid to the cent.
#[tokio::test]
async fn a_booking_is_paid_at_a_wallet_in_rupees_at_its_locked_rate() {
    let shop = Shop::open().await;
    let trek = stored_trek(shop.test()).await;
    for wallet in Wallet::ALL {
        let opened = shop.book(&trek, wallet.as_str()).await;
        let id = booking_id(&opened);
        assert_eq!(opened["clientSecret"], "");
        assert_eq!(opened["booking"]["payWith"], wallet.as_str());
        let before = stored(shop.test(), &id).await;
        let rupees = before
            .in_rupees(before.amount_to_confirm())
            .expect("a rate");
        let page = page_of(&opened).await;
        let back = act(&page, "pay").await;
        assert!(
            back.contains(&format!("/booking/confirmation/{id}?")),
            "{back}"
        );
        // Coming back twice, verifying and reading settle it once.
        for _ in 0..2 {
            assert_eq!(shop.booking(&id).await["status"], "Confirmed", "{wallet:?}");
            verify(shop.test(), &shop.me, &opened).await.expect(200);
        }
        let payments = shop.payments(&id).await;
        let [payment] = &payments.as_array().expect("payments")[..] else {
            panic!("one payment: {payments}");
        };
        assert_eq!(payment["method"], "other");
        let reference = format!("{} · REF{}", wallet.name(), rupees.minor());
        assert_eq!(payment["reference"], json!(reference));
        assert_eq!(
            (&payment["currency"], &payment["rate"]),
            (&json!("NPR"), &json!(132.95))
        );
        assert_eq!(
            payment["amount"].as_f64(),
            Some(rupees.minor() as f64 / 100.0)
        );
        assert_eq!(payment["amountInBookingCurrency"], opened["amountDue"]);
        assert_eq!(payment["receivedBy"], Value::Null);
        let total = before.quote.total.minor();
        assert_eq!(ledger(shop.test(), &id).await, [("capture", total)]);
    }
    shop.test().do_jobs().await;
    let confirmed = subjects(shop.test(), "maya@example.com");
    let confirmed = confirmed
        .iter()
        .filter(|it| it.starts_with("Booking confirmed"));
    assert_eq!(confirmed.count(), 2);
    shop.agrees().await;
    // The check asks each wallet: what it does not know, or did not take, is a difference.
    shop.scene.khalti.change(|payment| payment.paisa -= 100);
    shop.scene
        .esewa
        .change(|payment| payment.status = "PENDING");
    let report = compare(&shop.test().app).await.expect("compared");
    assert_eq!(report.differences.len(), 2, "{report:?}");
}

// PAY-07: what the return address says confirms nothing; a pending payment is asked about until it is made.
#[tokio::test]
async fn a_return_that_says_paid_confirms_nothing_until_the_wallet_says_so() {
    let shop = Shop::open().await;
    let trek = stored_trek(shop.test()).await;
    for wallet in Wallet::ALL {
        let opened = shop.book(&trek, wallet.as_str()).await;
        let other = shop.book(&trek, wallet.as_str()).await;
        let (id, other_id) = (booking_id(&opened), booking_id(&other));
        let page = page_of(&opened).await;
        let back = act(&page, "lie").await;
        assert!(back.contains(&id), "{back}");
        assert_eq!(shop.booking(&id).await["status"], "Pending");
        verify(shop.test(), &shop.me, &opened).await.expect(402);
        // The wallet works on it, then says that it is paid. Nobody came back: the reconciler finds it.
        let (pending, _) = statuses(wallet);
        shop.scene
            .server(wallet)
            .change(|payment| payment.status = pending);
        reconcile(&shop.test().app).await.expect("reconciled");
        assert_eq!(stored(shop.test(), &id).await.status.as_str(), "Pending");
        act(&page, "pay").await;
        // The payment of one booking confirms no other one.
        let forged = json!({"paymentIntentId": opened["paymentIntentId"], "id": other_id});
        let call = shop.test().post("/api/bookings/verify-payment", &forged);
        call.bearer(&shop.me.access).send().await.expect(404);
        assert_eq!(shop.booking(&other_id).await["status"], "Pending");
        reconcile(&shop.test().app).await.expect("reconciled");
        assert_eq!(stored(shop.test(), &id).await.status.as_str(), "Confirmed");
    }
    shop.test().do_jobs().await;
    shop.agrees().await;
}

/// What a wallet says about a payment that it works on, and about one that was paid.
fn statuses(wallet: Wallet) -> (&'static str, &'static str) {
    match wallet {
        Wallet::Esewa => ("AMBIGUOUS", "COMPLETE"),
        Wallet::Khalti => ("Pending", "Completed"),
    }
}

// The payer leaves the wallet's page without paying: the booking can be paid again, also another way, and is paid once.
#[tokio::test]
async fn a_payment_cancelled_at_the_wallet_can_be_made_again_or_another_way() {
    let shop = Shop::open().await;
    let trek = stored_trek(shop.test()).await;
    for wallet in Wallet::ALL {
        let opened = shop.book(&trek, wallet.as_str()).await;
        let id = booking_id(&opened);
        // The same page, also after a reload: the wallet is asked for one payment.
        let again = shop.open_payment(&id, None).await.expect(200);
        assert_eq!(again["data"]["redirect"], opened["redirect"]);
        act(&page_of(&opened).await, "cancel").await;
        let shown = shop.booking(&id).await;
        assert_eq!(shown["status"], "Pending");
        let said = format!(
            "The payment at {} was not completed. Nothing was charged.",
            wallet.name()
        );
        assert_eq!(shown["payment"]["lastError"], said);
        assert_eq!(shown["payment"].get("paymentIntentId"), None);
        let again = shop.open_payment(&id, None).await.expect(200)["data"].clone();
        assert_ne!(again["paymentIntentId"], opened["paymentIntentId"]);
        assert_eq!(again["booking"]["payment"].get("lastError"), None);
        // By card after all.
        let by_card = shop.open_payment(&id, Some("card")).await.expect(200)["data"].clone();
        assert_eq!(by_card.get("redirect"), None);
        shop.test().do_jobs().await;
        pay(shop.test(), &by_card, GOOD_CARD).await.expect(200);
        assert_eq!(shop.booking(&id).await["status"], "Confirmed", "{wallet:?}");
        assert_eq!(ledger(shop.test(), &id).await.len(), 1);
    }
    shop.test().do_jobs().await;
    shop.agrees().await;
}

// Two windows, an unreachable wallet and a lost response: one payment is shown, and the booking stays payable.
#[tokio::test]
async fn opening_a_payment_at_a_wallet_twice_or_in_vain_loses_nothing() {
    let shop = Shop::open().await;
    let trek = stored_trek(shop.test()).await;
    let mut ask = request(shop.test(), &trek, 2).await;
    ask["payWith"] = json!("khalti");
    shop.scene.khalti.fail_next(&[Fault::Status(503)]);
    let call = shop
        .test()
        .post("/api/bookings", &ask)
        .bearer(&shop.me.access);
    let failed = call.header("idempotency-key", "once").send().await;
    failed.expect(503);
    let call = shop
        .test()
        .post("/api/bookings", &ask)
        .bearer(&shop.me.access);
    let opened = call
        .header("idempotency-key", "once")
        .send()
        .await
        .expect(201)["data"]
        .clone();
    let id = booking_id(&opened);
    act(&page_of(&opened).await, "cancel").await;
    shop.booking(&id).await;
    let (one, two) = tokio::join!(shop.open_payment(&id, None), shop.open_payment(&id, None));
    let (one, two) = (one.expect(200), two.expect(200));
    assert_eq!(
        one["data"]["paymentIntentId"],
        two["data"]["paymentIntentId"]
    );
    assert_eq!(one["data"]["redirect"], two["data"]["redirect"]);
    act(&page_of(&two["data"]).await, "pay").await;
    assert_eq!(shop.booking(&id).await["status"], "Confirmed");
    shop.test().do_jobs().await;
    shop.agrees().await;
}

// Seats are kept while the wallet works on the payment, and freed once it has ended unpaid.
#[tokio::test]
async fn seats_are_kept_while_a_wallet_works_on_the_payment() {
    let shop = Shop::open().await;
    let test = shop.test();
    let (trek, departure) = departure_with(test, 4).await;
    let mut pages = Vec::new();
    for _ in 0..2 {
        let mut ask = seats(test, &trek, &departure, 2).await;
        ask["payWith"] = json!("khalti");
        let opened = send(test, &shop.me, &ask).await.expect(201)["data"].clone();
        let id = booking_id(&opened);
        pages.push((id.clone(), page_of(&opened).await));
        shop.scene
            .khalti
            .change(|payment| payment.status = "Pending");
        shop.booking(&id).await;
    }
    let sweep = async || {
        test.clock.advance(TimeDelta::hours(3));
        reconcile(&test.app).await.expect("reconciled");
        expire_unpaid(&test.app).await.expect("swept");
        let mut found = Vec::new();
        for (id, _) in &pages {
            found.push(stored(test, id).await.status.as_str());
        }
        found
    };
    assert_eq!(sweep().await, ["Pending", "Pending"]);
    act(&pages[0].1, "pay").await;
    shop.scene
        .khalti
        .change(|payment| payment.status = "Expired");
    // The second one may be paid again for as long as a hold lasts.
    assert_eq!(sweep().await, ["Confirmed", "Pending"]);
    assert_eq!(sweep().await, ["Confirmed", "Cancelled"]);
    test.do_jobs().await;
}

// Without a rate, below the wallet's minimum, or while it is off, a wallet is neither offered nor accepted.
#[tokio::test]
async fn a_wallet_is_offered_only_where_it_can_be_paid_with() {
    let shop = Shop::open().await;
    let ways = ways(shop.test()).await;
    assert_eq!(
        ways[1..3],
        [
            json!({"way": "esewa", "currency": "NPR"}),
            json!({"way": "khalti", "currency": "NPR", "min": 10}),
        ]
    );
    let without_rate = Scene::start_with(&[("rate_source", "typed")]).await;
    assert_eq!(
        self::ways(&without_rate.test).await,
        [json!({"way": "card"})]
    );
    let off = TestApp::start_with(&[("currency", "NPR")]).await;
    for test in [&without_rate.test, &off] {
        let me = test.traveller().await;
        let mut trek = crate::stage::trek_named(&test.app, "Namche Bazaar");
        trek.currency = test.app.config.currency;
        crate::stage::keep(&test.app, &trek).await;
        let mut ask = request(test, &trek, 1).await;
        ask["payWith"] = json!("khalti");
        let refused = send(test, &me, &ask).await.expect(400);
        assert!(message_of(&refused, "payWith").is_some(), "{refused}");
    }
    assert_eq!(without_rate.khalti.calls(), 0);
}

async fn ways(test: &TestApp) -> Vec<Value> {
    let config = test.get("/api/config").send().await.expect(200);
    config["data"]["waysToPay"]
        .as_array()
        .expect("ways")
        .clone()
}
