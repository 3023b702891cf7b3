//! Kills the program at each step of a payment at a wallet. Khalti is the hard case: each call opens another payment.

use chautari::platform::kill_points::WALLET_KILL_POINTS;
use serde_json::{Value, json};
use store::ledger::Kind;

use crate::journey::{offers, request};
use crate::outbox;
use crate::program::{Life, Site};
use crate::soak::DESK;
use crate::traveller::{Traveller, get, post, put};
use crate::wallet_server::{KHALTI_SECRET, Kind as Wallet, WalletServer, act, page_of};

/// The steps that a payment at a wallet shares with a payment by card.
const SHARED: [&str; 3] = ["payment-asked", "confirmation-written", "booking-confirmed"];

// PAY-08: after a kill at any step one payment was shown to the payer, made, recorded and confirmed.
#[tokio::test]
async fn a_payment_at_a_wallet_is_made_and_recorded_once_across_a_crash() {
    let khalti = WalletServer::start(Wallet::Khalti).await;
    let mut site = Site::new().await;
    site.always(&[
        ("CHAUTARI_RATE_SOURCE", "typed"),
        ("CHAUTARI_KHALTI_SECRET_KEY", KHALTI_SECRET),
        ("CHAUTARI_KHALTI_URL", &format!("{}/api/v2", khalti.url)),
    ]);
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let desk = visitor.clone().log_in(DESK.0, DESK.1).await;
    let rate = json!({"currency": "USD", "value": 132.95});
    desk.insist(&put("/api/rates/npr", &rate)).await.expect(200);
    let offers = offers(&visitor).await;
    let who = visitor.sign_up(0, &site.outbox()).await;
    let mut asks = Vec::new();
    for (offer, point) in offers.iter().zip(WALLET_KILL_POINTS.iter().chain(&SHARED)) {
        let mut ask = request(&who, offer, 2).await;
        ask["payWith"] = json!("khalti");
        asks.push((ask, *point));
    }
    assert_eq!(asks.len(), WALLET_KILL_POINTS.len() + SHARED.len());
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    let mut booked = Vec::new();
    for (ask, point) in asks {
        println!("killed at {point}, at a wallet");
        let life = start(&site, point).await;
        let who = who.clone();
        let travels = tokio::spawn(async move { travel(&who, &ask, point).await });
        let life = dies_and_starts(&site, life, point).await;
        booked.push(travels.await.expect("paid"));
        site.kill(life).await;
        site.come_to_rest(&db).await;
    }
    let paid = khalti.payments();
    let paid = paid.iter().filter(|payment| payment.status == "Completed");
    assert_eq!(paid.count(), booked.len());
    for id in &booked {
        let id = id.parse().expect("an id");
        let lines = store::ledger::list_for_booking(&db, id)
            .await
            .expect("read");
        let kinds: Vec<Kind> = lines.iter().map(|line| line.kind).collect();
        assert_eq!(kinds, [Kind::Capture]);
        let payments = store::payments::list_for_booking(&db, id)
            .await
            .expect("read");
        assert!(
            payments[0].reference.starts_with("Khalti · "),
            "{payments:?}"
        );
    }
    let mails = outbox::read(&site.outbox());
    let confirmed = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Booking confirmed"));
    assert_eq!(confirmed.count(), booked.len());
    // On another thread, because the check asks the wallet, which runs on this one.
    let check = site.spawn(&["ledger", "check"], &[]);
    let checked = tokio::task::spawn_blocking(move || check.output()).await;
    let (agrees, said) = checked.expect("checked");
    assert!(agrees, "{said}{}", site.last_words());
    db.close().await.expect("closed");
}

/// Books and pays at the wallet. At the point after a payment has ended, the payer leaves the first one.
async fn travel(who: &Traveller, ask: &Value, point: &str) -> String {
    let opened = who
        .insist(&post("/api/bookings", ask).with_key(point))
        .await;
    let mut opened = opened.expect(201)["data"].clone();
    let id = opened["booking"]["_id"].as_str().expect("an id").to_owned();
    let booking = format!("/api/bookings/{id}");
    if point == "wallet-payment-ended" {
        act(&page_of(&opened).await, "cancel").await;
        who.insist(&get(&booking)).await.expect(200);
        let path = format!("{booking}/payment-intent");
        let again = who.insist(&post(&path, &json!({}))).await;
        opened = again.expect(200)["data"].clone();
    }
    act(&page_of(&opened).await, "pay").await;
    loop {
        let read = who.insist(&get(&booking)).await.expect(200);
        if read["data"]["booking"]["status"] == "Confirmed" {
            return id;
        }
        who.breathe().await;
    }
}

async fn start(site: &Site, point: &str) -> Life {
    site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await
}

async fn dies_and_starts(site: &Site, life: Life, point: &str) -> Life {
    let status = site.end_of(life).await.expect("it dies");
    assert!(!status.success(), "{point}: {status}");
    start(site, "").await
}
