//! Seats of group departures: two hundred buyers at once, and the journeys of the soak on departures with few seats.

use std::time::Duration;

use chautari::platform::adapters::clock::Clock;
use chrono::TimeDelta;
use fastrand::Rng;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use store::Db;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::journey::{
    GOOD_CARD, Offer, Opened, Outcome, Promise, offers, request, request_on_sale,
};
use crate::program::{Life, Site};
use crate::soak::DESK;
use crate::traveller::{Traveller, get, post, put};

const BUYERS: usize = 200;
const SEATS: usize = 10;

/// Creates a group departure on the route of an offer, and sells its trek both ways.
pub async fn departure(desk: &Traveller, offer: &Offer, start: &str, capacity: usize) -> Offer {
    let path = format!("/api/treks/{}", offer.trek_id);
    let read = desk.insist(&get(&path)).await.expect(200);
    let mut trek = read["data"]["trek"].clone();
    trek["soldAs"] = json!("both");
    desk.insist(&put(&path, &trek)).await.expect(200);
    let new = json!({
        "trekId": offer.trek_id, "routeId": offer.route_id, "startDate": start,
        "capacity": capacity, "minimum": 2,
    });
    let made = desk
        .insist(&post("/api/departures", &new))
        .await
        .expect(201);
    let id = made["data"]["departure"]["_id"].as_str().expect("an id");
    Offer {
        departure_id: Some(id.to_owned()),
        start_date: start.to_owned(),
        ..offer.clone()
    }
}

/// Servers on one database: three on PostgreSQL. SQLite belongs to one process.
struct Servers {
    lives: Vec<Life>,
    addresses: Vec<watch::Sender<Option<String>>>,
}

impl Servers {
    async fn start(site: &Site) -> Self {
        let number = if site.database() == "SQLite" { 1 } else { 3 };
        let (mut lives, mut addresses) = (Vec::new(), Vec::new());
        for index in 0..number {
            let arguments: &[&str] = if index == 0 {
                &["serve", "--demo"]
            } else {
                &["serve"]
            };
            lives.push(site.start(arguments, &[]).await);
            addresses.push(watch::Sender::new(site.address().borrow().clone()));
        }
        Self { lives, addresses }
    }

    /// Kills the first server in the middle of its requests and starts it again.
    async fn kill_one(&mut self, site: &Site) {
        site.kill(self.lives.remove(0)).await;
        self.addresses[0].send_replace(None);
        self.lives.insert(0, site.start(&["serve"], &[]).await);
        self.addresses[0].send_replace(site.address().borrow().clone());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_buyers_at_once_get_exactly_the_ten_seats() {
    let site = Site::new().await;
    let mut servers = Servers::start(&site).await;
    let visitors = servers.addresses.iter().map(watch::Sender::subscribe);
    let visitors: Vec<Traveller> = visitors.map(Traveller::visitor).collect();
    let desk = visitors[0].clone().log_in(DESK.0, DESK.1).await;
    let all = offers(&visitors[0]).await;
    let offer = departure(&desk, &all[0], "2028-03-04", SEATS).await;
    let mut people = Vec::new();
    for (number, visitor) in visitors.iter().enumerate() {
        people.push(visitor.clone().sign_up(number, &site.outbox()).await);
    }
    let ask = request(&people[0], &offer, 1).await;

    let mut buying = JoinSet::new();
    for number in 0..BUYERS {
        let (who, ask) = (people[number % people.len()].clone(), ask.clone());
        buying.spawn(async move {
            let key = format!("buyer-{number}");
            let answer = who
                .insist(&post("/api/bookings", &ask).with_key(&key))
                .await;
            if answer.status == 201 {
                return Some((Opened::of(&answer.body["data"]), who));
            }
            assert_eq!(answer.status, 409, "{}", answer.body);
            assert_eq!(answer.body["data"]["seatsLeft"], 0, "{}", answer.body);
            None
        });
    }
    tokio::time::sleep(Duration::from_millis(150)).await;
    servers.kill_one(&site).await;
    let bought = buying.join_all().await.into_iter().flatten();
    let bought: Vec<_> = bought.collect();
    assert_eq!(bought.len(), SEATS);
    for (opened, who) in &bought {
        assert_eq!(opened.pay(who, GOOD_CARD).await, Promise::Paid);
    }
    let path = format!("/api/treks/{}/departures?from=2028-03-04", offer.trek_id);
    let shown = visitors[0].insist(&get(&path)).await.expect(200);
    let shown = &shown["data"]["departures"][0];
    assert_eq!(
        (
            &shown["seatsLeft"],
            &shown["availability"],
            &shown["isGuaranteed"]
        ),
        (&json!(0), &json!("SOLD_OUT"), &json!(true))
    );
    for life in servers.lives {
        site.kill(life).await;
    }
    expect_seats_in_order(&site);
}

/// Runs `chautari seats check`.
pub fn expect_seats_in_order(site: &Site) {
    let (is_right, said) = site.spawn(&["seats", "check"], &[]).output();
    assert!(is_right, "{said}\n{}", site.last_words());
    println!("{}", said.trim());
}

/// Takes seats of a departure and pays, cancels or leaves. None: it was sold out or is not sold any more.
pub async fn travel_with_group(who: &Traveller, offer: &Offer, rng: &mut Rng) -> Option<Outcome> {
    let guests = rng.u32(1..=3);
    let ask = request_on_sale(who, offer, guests).await?;
    let key = format!("{:032x}", rng.u128(..));
    let answer = who
        .insist(&post("/api/bookings", &ask).with_key(&key))
        .await;
    if answer.status == 409 {
        // Without the number of seats, the departure was moved meanwhile.
        let left = answer.body["data"]["seatsLeft"].as_u64();
        assert!(
            left.is_none_or(|left| left < u64::from(guests)),
            "{}",
            answer.body
        );
        return None;
    }
    let booking = Opened::of(&answer.expect(201)["data"]);
    let promise = match rng.u8(..6) {
        0 | 1 => booking.pay_for_seats(who).await,
        2 => {
            booking.card(who, GOOD_CARD).await;
            Promise::PaidOrBack
        }
        3 => Promise::Unpaid,
        4 => {
            booking.pay_for_seats(who).await;
            booking.cancel(who).await
        }
        _ => {
            let (promise, _) = tokio::join!(booking.cancel(who), booking.card(who, GOOD_CARD));
            promise
        }
    };
    Some(Outcome {
        booking_id: booking.id,
        promise,
    })
}

impl Opened {
    /// Pays until the booking is confirmed or its hold has ended.
    async fn pay_for_seats(&self, who: &Traveller) -> Promise {
        loop {
            self.card(who, GOOD_CARD).await;
            let ask = json!({"paymentIntentId": self.intent, "id": self.id});
            let said = who
                .insist(&post("/api/bookings/verify-payment", &ask))
                .await;
            let status = match said.status {
                200 => said.body["data"]["booking"]["status"].clone(),
                _ => self.read_status(who).await,
            };
            match status.as_str() {
                Some("Confirmed") => return Promise::Paid,
                Some("Cancelled") => return Promise::PaidOrBack,
                _ => who.breathe().await,
            }
        }
    }

    async fn read_status(&self, who: &Traveller) -> Value {
        let path = format!("/api/bookings/{}", self.id);
        let read = who.insist(&get(&path)).await.expect(200);
        read["data"]["booking"]["status"].clone()
    }
}

/// Lets holds end by the clock, again and again, until it is told to stop.
pub async fn end_holds(db: Db, mut stop: watch::Receiver<bool>) {
    let backend = db.get_database_backend();
    let place = match backend {
        sea_orm::DbBackend::Postgres => "$1",
        _ => "?",
    };
    let sql = format!(
        "update seat_claims set expires_at = {place} where state = 'held' and expires_at is not null"
    );
    while !*stop.borrow_and_update() {
        let past = Clock::System.now() - TimeDelta::seconds(1);
        let statement = Statement::from_sql_and_values(backend, &sql, [past.into()]);
        // A busy database is no defect: the next round ends them.
        let _ = db.execute_raw(statement).await;
        let _ = tokio::time::timeout(Duration::from_millis(700), stop.changed()).await;
    }
}
