//! Kill points with a provider that stores its own state: Stripe, replaced by a server that injects faults.

use std::os::unix::process::ExitStatusExt;

use chautari::platform::adapters::clock::Clock;
use chautari::platform::adapters::stripe_signature::sign;
use fastrand::Rng;
use serde_json::json;

use crate::journey::{Opened, offers, request};
use crate::outbox;
use crate::program::{Life, Site};
use crate::stripe_server::{SECRET_KEY, StripeServer, WEBHOOK_SECRET};
use crate::traveller::{Traveller, post};

async fn dies(site: &Site, life: Life, point: &str) {
    let status = site.end_of(life).await;
    assert_eq!(
        status.and_then(|status| status.signal()),
        Some(6),
        "{point} was not reached"
    );
}

async fn start_to_die(site: &Site, point: &str) -> Life {
    println!("killed at {point}, with Stripe");
    site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await
}

/// Sends a webhook as Stripe does, without a login. None if the program dies while handling it.
async fn tell(site: &Site, body: &str) -> Option<u16> {
    let address = site.address().borrow().clone().expect("it is up");
    let client = reqwest::Client::builder().build().expect("a client");
    let told = client
        .post(format!("{address}/api/payments/stripe/webhook"))
        .header(
            "stripe-signature",
            sign(body.as_bytes(), WEBHOOK_SECRET, Clock::System.now()),
        )
        .header("content-type", "application/json")
        .body(body.to_owned());
    told.send()
        .await
        .ok()
        .map(|answer| answer.status().as_u16())
}

// PAY-08: after a kill at any call to Stripe there is one payment, one confirmation and one refund.
#[tokio::test]
async fn a_stripe_call_before_a_crash_is_not_repeated_after_it() {
    let stripe = StripeServer::start().await;
    let mut site = Site::new().await;
    site.always(&[
        ("CHAUTARI_STRIPE_SECRET_KEY", SECRET_KEY),
        (
            "CHAUTARI_STRIPE_PUBLISHABLE_KEY",
            "pk_test_of_the_fault_server",
        ),
        ("CHAUTARI_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET),
        ("CHAUTARI_STRIPE_API_URL", &stripe.url),
    ]);
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let offers = offers(&visitor).await;
    let who = visitor.sign_up(0, &site.outbox()).await;
    let ask = request(&who, &offers[Rng::new().usize(..offers.len())], 2).await;
    site.kill(life).await;

    let life = start_to_die(&site, "payment-opened").await;
    let booking = {
        let who = who.clone();
        tokio::spawn(async move {
            let opened = who
                .insist(&post("/api/bookings", &ask).with_key("once"))
                .await;
            opened.expect(201)["data"].clone()
        })
    };
    dies(&site, life, "payment-opened").await;
    let life = start_to_die(&site, "event-worked-off").await;
    let booking = booking.await.expect("booked");
    let intents = stripe.intents();
    assert_eq!(intents.len(), 1, "{intents:?}");

    let intent_id = booking["paymentIntentId"].as_str().expect("an id");
    stripe.pay(intent_id);
    let object = json!({"id": intent_id, "object": "payment_intent"});
    let event =
        json!({"id": "evt_1", "type": "payment_intent.succeeded", "data": {"object": object}})
            .to_string();
    assert_eq!(tell(&site, &event).await, None);
    dies(&site, life, "event-worked-off").await;

    let life = start_to_die(&site, "refund-made").await;
    assert_eq!(tell(&site, &event).await, Some(200), "Stripe tells again");
    let opened = Opened::of(&booking);
    let cancelling = {
        let who = who.clone();
        tokio::spawn(async move { opened.cancel(&who).await })
    };
    dies(&site, life, "refund-made").await;
    let life = site.start(&["serve"], &[]).await;
    cancelling.await.expect("cancelled");
    site.kill(life).await;

    let db = store::connect(&site.database_url)
        .await
        .expect("the database");
    site.come_to_rest(&db).await;
    assert_eq!(stripe.refunds().len(), 1);
    let id = booking["booking"]["_id"].as_str().expect("an id");
    let lines = store::ledger::list_for_booking(&db, id.parse().expect("an id"))
        .await
        .expect("read");
    let kinds: Vec<&str> = lines.iter().map(|line| line.kind.as_str()).collect();
    assert_eq!(kinds, ["capture", "refund"]);
    let mails = outbox::read(&site.outbox());
    let confirmations = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Booking confirmed"));
    assert_eq!(confirmations.count(), 1);
    db.close().await.expect("closed");
}
