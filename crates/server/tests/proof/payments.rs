//! Kills the program while staff record payments, reverse one and pay out what is owed, and while a balance is paid by
//! card.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use chautari::platform::kill_points::{BALANCE_KILL_POINTS, PAYMENT_KILL_POINTS, WAY_KILL_POINTS};
use domain::way::Way;
use serde_json::{Value, json};
use store::payments;

use crate::books::Books;
use crate::journey::{GOOD_CARD, Offer, Opened, Promise, offers, request};
use crate::outbox;
use crate::program::{Life, PATIENCE, Site};
use crate::soak::DESK;
use crate::traveller::{Traveller, get, post, put};

/// Half of the price is due with the booking.
pub async fn take_deposits(desk: &Traveller, offer: &Offer) {
    let path = format!("/api/treks/{}", offer.trek_id);
    let read = desk.insist(&get(&path)).await.expect(200);
    let mut trek = read["data"]["trek"].clone();
    trek["paymentDetails"]["terms"] =
        json!({"deposit": {"percent": 50}, "balance": {"onArrival": true}});
    desk.insist(&put(&path, &trek)).await.expect(200);
}

// A crash at any step of a payment by hand neither loses it nor records it twice.
#[tokio::test]
async fn a_payment_by_hand_is_recorded_reversed_and_paid_out_once_across_a_crash() {
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let routes = offers(&visitor).await;
    let desk = visitor.clone().log_in(DESK.0, DESK.1).await;
    let buyer = visitor.sign_up(0, &site.outbox()).await;
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    let mut booked = HashSet::new();
    for (number, point) in PAYMENT_KILL_POINTS.iter().enumerate() {
        println!("killed at {point}");
        let life = site.start(&["serve"], &[]).await;
        take_deposits(&desk, &routes[number]).await;
        let mut ask = request(&buyer, &routes[number], 2).await;
        ask["pay"] = json!("deposit");
        let opened = buyer.insist(&post("/api/bookings", &ask)).await.expect(201);
        site.kill(life).await;

        let life = start(&site, point).await;
        let (who, key) = (desk.clone(), (*point).to_owned());
        let acts = tokio::spawn(async move { act(&who, &opened["data"], &key).await });
        let life = dies_and_starts(&site, life).await;
        let id = acts.await.expect("done");
        site.kill(life).await;
        site.come_to_rest(&db).await;
        let all = payments::list_for_booking(&db, id.parse().expect("an id")).await;
        let all = all.expect("read");
        // A part of the deposit, its reversal, and the whole price.
        assert_eq!(all.len(), 3, "{point}: {all:?}");
        assert_eq!(all.iter().filter(|it| it.reverses.is_some()).count(), 1);
        booked.insert(id);
    }
    let books = Books::read(&db).await;
    for booking in books
        .bookings
        .iter()
        .filter(|it| booked.contains(&it.id.to_string()))
    {
        let lines = books
            .ledger
            .iter()
            .filter(|line| line.booking_id == booking.id);
        // Everything was paid out: 10 and its reversal, the price and its refund.
        assert_eq!(lines.map(store::ledger::Line::signed).sum::<i64>(), 0);
        assert_eq!(booking.payment.refunded, booking.quote.total);
    }
    receipts_have_no_gaps(&site, &db).await;
    let (agrees, said) = site.spawn(&["ledger", "check"], &[]).output();
    assert!(agrees, "{said}");
}

// A crash at any step of the payment of a balance neither loses it nor records it twice.
#[tokio::test]
async fn a_balance_is_paid_by_card_once_across_a_crash() {
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let routes = offers(&visitor).await;
    let desk = visitor.clone().log_in(DESK.0, DESK.1).await;
    let buyer = visitor.sign_up(0, &site.outbox()).await;
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    for (number, point) in BALANCE_KILL_POINTS.iter().enumerate() {
        println!("killed at {point}");
        let life = site.start(&["serve"], &[]).await;
        take_deposits(&desk, &routes[number]).await;
        let mut ask = request(&buyer, &routes[number], 2).await;
        ask["pay"] = json!("deposit");
        let opened = buyer.insist(&post("/api/bookings", &ask)).await.expect(201);
        let first = Opened::of(&opened["data"]);
        assert_eq!(first.pay(&buyer, GOOD_CARD).await, Promise::Paid);
        site.kill(life).await;

        let life = start(&site, point).await;
        let (who, staff, key, id) = (
            buyer.clone(),
            desk.clone(),
            (*point).to_owned(),
            first.id.clone(),
        );
        let acts = tokio::spawn(async move { pay_balance(&who, &staff, &id, &key).await });
        let life = dies_and_starts(&site, life).await;
        acts.await.expect("done");
        site.kill(life).await;
        site.come_to_rest(&db).await;
        let id = first.id.parse().expect("an id");
        let booking = store::bookings::find(&db, id).await.expect("read");
        let booking = booking.expect("a booking");
        assert!(booking.balance().is_zero(), "{point}");
        let all = payments::list_for_booking(&db, id).await.expect("read");
        // The deposit, what staff took, and the rest by card.
        assert_eq!(all.len(), 3, "{point}: {all:?}");
        assert!(all.iter().all(|payment| payment.receipt_number.is_some()));
        let open = store::payment_requests::find_open(&db, id).await;
        assert_eq!(open.expect("read"), None, "{point}");
    }
    let mails = outbox::read(&site.outbox());
    let is_receipt = |mail: &&outbox::MailFile| mail.subject.starts_with("Receipt");
    let receipts = mails.iter().filter(is_receipt).count();
    assert_eq!(receipts, 2 * BALANCE_KILL_POINTS.len());
    let (agrees, said) = site.spawn(&["ledger", "check"], &[]).output();
    assert!(agrees, "{said}");
}

/// Opens the payment of the balance, has staff take a part of it, and pays the rest by card.
async fn pay_balance(buyer: &Traveller, desk: &Traveller, id: &str, key: &str) {
    let open = format!("/api/bookings/{id}/payment-intent");
    let none = json!({});
    buyer.insist(&post(&open, &none)).await.expect(200);
    let path = format!("/api/bookings/{id}/payments");
    let part = json!({"method": "cash", "amount": 10, "currency": "USD"});
    desk.insist(&post(&path, &part).with_key(key))
        .await
        .expect(201);
    let opened = buyer.insist(&post(&open, &none)).await.expect(200);
    let rest = Opened::of(&opened["data"]);
    assert_eq!(rest.pay(buyer, GOOD_CARD).await, Promise::Paid);
}

/// Every number was given once, and every payment by hand was mailed once.
async fn receipts_have_no_gaps(site: &Site, db: &store::Db) {
    let books = Books::read(db).await;
    let ids: Vec<_> = books.bookings.iter().map(|booking| booking.id).collect();
    let all = payments::list_for_bookings(db, &ids).await.expect("read");
    let mut numbers: Vec<_> = all.into_iter().filter_map(|it| it.receipt_number).collect();
    numbers.sort_unstable();
    let year = numbers[0][2..6].to_owned();
    let expected = (1..=numbers.len()).map(|number| format!("R-{year}-{number:05}"));
    assert_eq!(numbers, expected.collect::<Vec<_>>());
    let mails = outbox::read(&site.outbox());
    let receipts = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Receipt"));
    assert_eq!(receipts.count(), PAYMENT_KILL_POINTS.len());
}

/// Records a part of the deposit, reverses it, records the price, cancels and pays out everything.
async fn act(desk: &Traveller, opened: &Value, key: &str) -> String {
    let opened_booking = Opened::of(opened);
    let id = opened_booking.id;
    let booking = format!("/api/bookings/{id}");
    let path = format!("{booking}/payments");
    let first = format!("{key}-1");
    let part = json!({"method": "bank", "amount": 10, "currency": "USD", "reference": "FT 1"});
    let made = desk
        .insist(&post(&path, &part).with_key(&first))
        .await
        .expect(201);
    let payment = made["data"]["payment"]["_id"].as_str().expect("an id");
    let reverse = format!("{path}/{payment}/reverse");
    let reason = json!({"reason": "Another booking"});
    let answer = desk.insist(&post(&reverse, &reason)).await;
    // 409: reversed by a call whose response was lost.
    assert!([200, 409].contains(&answer.status), "{}", answer.body);
    let read = desk.insist(&get(&booking)).await.expect(200);
    let balance = read["data"]["booking"]["balance"].clone();
    let whole = json!({"method": "cash", "amount": balance, "currency": "USD"});
    let second = format!("{key}-2");
    desk.insist(&post(&path, &whole).with_key(&second))
        .await
        .expect(201);
    let cancel = format!("{booking}/cancel");
    let answer = desk.insist(&post(&cancel, &json!({}))).await;
    assert!([200, 409].contains(&answer.status), "{}", answer.body);
    let payout = format!("{booking}/payouts");
    let third = format!("{key}-3");
    desk.insist(&post(&payout, &whole).with_key(&third))
        .await
        .expect(201);
    id
}

async fn start(site: &Site, point: &str) -> Life {
    site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await
}

async fn dies_and_starts(site: &Site, life: Life) -> Life {
    let status = site.end_of(life).await.expect("it dies");
    assert!(!status.success(), "{status}");
    start(site, "").await
}

// A crash at any step of booking by bank transfer loses neither the booking, nor its choice, nor the email about it.
#[tokio::test]
async fn a_booking_by_bank_transfer_and_its_email_survive_a_crash() {
    let bank = [
        ("CHAUTARI_PAY_BY_BANK", "1"),
        ("CHAUTARI_BANK_ACCOUNT_NAME", "Chautari Treks"),
        ("CHAUTARI_BANK_ACCOUNT_NUMBER", "0123456789"),
        ("CHAUTARI_BANK_NAME", "Himalayan Bank"),
    ];
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &bank).await;
    let visitor = Traveller::visitor(site.address());
    let routes = offers(&visitor).await;
    let buyer = visitor.sign_up(0, &site.outbox()).await;
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    for (number, point) in ["seats-held", "booking-stored"]
        .iter()
        .chain(WAY_KILL_POINTS)
        .enumerate()
    {
        println!("killed at {point}");
        let mut settings = bank.to_vec();
        settings.push(("CHAUTARI_KILL_AT", *point));
        let life = site.start(&["serve"], &settings).await;
        let mut ask = request(&buyer, &routes[number], 2).await;
        let is_later = WAY_KILL_POINTS.contains(point);
        if !is_later {
            ask["payWith"] = json!("bank");
        }
        let (who, key) = (buyer.clone(), (*point).to_owned());
        let acts = tokio::spawn(async move {
            let call = post("/api/bookings", &ask).with_key(&key);
            let opened = who.insist(&call).await.expect(201)["data"].clone();
            let id = Opened::of(&opened).id;
            if is_later {
                let path = format!("/api/bookings/{id}/payment-intent");
                let ask = json!({"payWith": "bank"});
                who.insist(&post(&path, &ask)).await.expect(200);
            }
            id
        });
        let status = site.end_of(life).await.expect("it dies");
        assert!(!status.success(), "{status}");
        let life = site.start(&["serve"], &bank).await;
        let id = acts.await.expect("done");
        let booking = store::bookings::find(&db, id.parse().expect("an id")).await;
        let booking = booking.expect("read").expect("stored");
        assert_eq!(booking.payment.way, Way::Bank, "{point}");
        assert!(booking.payment.pay_by.is_some(), "{point}");
        let since = Instant::now();
        let told = || {
            let mails = outbox::read(&site.outbox()).into_iter();
            let told = mails.filter(|mail| {
                mail.subject.starts_with("Transfer") && mail.subject.contains(&booking.reference)
            });
            told.count()
        };
        while told() == 0 && since.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(told(), 1, "{point}");
        site.kill(life).await;
    }
}
