//! Kills the program while a booking is paid with a travel credit.

use chautari::platform::adapters::clock::Clock;
use chautari::platform::kill_points::CREDIT_KILL_POINTS;
use chrono::Days;
use domain::booking::BookingStatus;
use domain::money::{Currency, Money};
use serde_json::json;
use store::payments::{self, Method};
use store::travel_credits::{self, TravelCredit};
use uuid::Uuid;

use crate::journey::{Opened, offers, request};
use crate::program::Site;
use crate::traveller::{Traveller, post};

/// More than any price of the demo, in minor units.
const AMOUNT: i64 = 100_000_000;

// A crash at any step neither loses a travel credit nor uses it twice, and confirms the booking that it pays.
#[tokio::test]
async fn a_travel_credit_is_used_once_across_a_crash() {
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let routes = offers(&visitor).await;
    let buyer = visitor.sign_up(0, &site.outbox()).await;
    let ask = request(&buyer, &routes[0], 1).await;
    let opened = buyer.insist(&post("/api/bookings", &ask)).await.expect(201);
    let user_id = opened["data"]["booking"]["userId"].clone();
    let user_id: Uuid = serde_json::from_value(user_id).expect("an id");
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    for (number, point) in CREDIT_KILL_POINTS
        .iter()
        .chain(&["booking-stored"])
        .enumerate()
    {
        println!("killed at {point}");
        let (clock, now) = (Clock::System, Clock::System.now());
        let credit = TravelCredit {
            id: clock.new_id(),
            number: format!("TC-TEST-{number}"),
            booking_id: clock.new_id(),
            user_id,
            amount: Money::from_minor(AMOUNT),
            currency: Currency::USD,
            expires_on: now.date_naive() + Days::new(30),
            created_at: now,
            used_by_booking: None,
            used_at: None,
        };
        let tx = db.begin().await.expect("a transaction");
        travel_credits::insert(&tx, &credit).await.expect("stored");
        tx.commit().await.expect("kept");
        let life = site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await;
        let mut ask = request(&buyer, &routes[number], 2).await;
        ask["travelCredit"] = json!(credit.number);
        let (who, key) = (buyer.clone(), (*point).to_owned());
        let acts = tokio::spawn(async move {
            let call = post("/api/bookings", &ask).with_key(&key);
            let opened = who.insist(&call).await.expect(201);
            Opened::of(&opened["data"]).id
        });
        let status = site.end_of(life).await.expect("it dies");
        assert!(!status.success(), "{status}");
        let life = site.start(&["serve"], &[]).await;
        let id: Uuid = acts.await.expect("done").parse().expect("an id");
        site.kill(life).await;
        let booking = store::bookings::find(&db, id).await;
        let booking = booking.expect("read").expect("stored");
        assert_eq!(booking.status, BookingStatus::Confirmed, "{point}");
        assert_eq!(booking.paid(), booking.quote.total, "{point}");
        let paid = payments::list_for_booking(&db, id).await.expect("read");
        let paid: Vec<_> = paid.iter().map(|it| (it.method, it.amount)).collect();
        assert_eq!(paid, [(Method::Credit, booking.quote.total)], "{point}");
        let given = travel_credits::list_for_bookings(&db, &[credit.booking_id]).await;
        let given = given.expect("read");
        let amounts: Vec<i64> = given.iter().map(|it| it.amount.minor()).collect();
        let price = booking.quote.total.minor();
        assert_eq!(amounts, [price, AMOUNT - price], "{point}");
        let users: Vec<_> = given.iter().map(|it| it.used_by_booking).collect();
        assert_eq!(users, [Some(id), None], "{point}");
    }
}
