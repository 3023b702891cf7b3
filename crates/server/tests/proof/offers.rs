//! Kills the program while seats are offered to a party that waits, while it books them, and while its offer ends.

use chautari::platform::adapters::clock::Clock;
use chautari::platform::kill_points::OFFER_KILL_POINTS;
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::json;
use store::Db;

use crate::departures::{departure, expect_seats_in_order};
use crate::journey::{GOOD_CARD, Offer, Opened, Promise, offers, request};
use crate::outbox;
use crate::program::{Life, Site};
use crate::soak::DESK;
use crate::traveller::{Traveller, get, post};

/// A departure with two seats, both sold, and a party of two that waits for them.
struct Queue {
    group: Offer,
    sold: Opened,
}

// A crash at any step of an offer neither loses a seat nor offers or sells it twice.
#[tokio::test]
async fn an_offer_of_seats_is_made_booked_and_ended_once_across_a_crash() {
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let routes = offers(&visitor).await;
    let desk = visitor.clone().log_in(DESK.0, DESK.1).await;
    let buyer = visitor.clone().sign_up(0, &site.outbox()).await;
    let waiting = visitor.sign_up(1, &site.outbox()).await;
    let mut queues = Vec::new();
    for (number, point) in OFFER_KILL_POINTS.iter().enumerate() {
        let start = format!("2028-04-{:02}", number + 4);
        let group = departure(&desk, &routes[number], &start, 2).await;
        let ask = request(&buyer, &group, 2).await;
        let opened = buyer.insist(&post("/api/bookings", &ask)).await.expect(201);
        let sold = Opened::of(&opened["data"]);
        assert_eq!(sold.pay(&buyer, GOOD_CARD).await, Promise::Paid);
        let path = format!("/api/departures/{}/waitlist", group.id());
        let party = json!({"guests": 2});
        waiting.insist(&post(&path, &party)).await.expect(201);
        queues.push((*point, Queue { group, sold }));
    }
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    for (point, Queue { group, sold }) in queues {
        println!("killed at {point}");
        let dies_at = |step: &str| if step == point { point } else { "" };
        let life = start(&site, dies_at("offer-made")).await;
        let who = buyer.clone();
        let cancelling = tokio::spawn(async move { sold.cancel(&who).await });
        let life = dies_and_starts(&site, life, point == "offer-made").await;
        assert_eq!(cancelling.await.expect("an answer"), Promise::Cancelled);
        assert_eq!(state(&desk, &group).await, "offered", "{point}");
        site.kill(life).await;
        site.come_to_rest(&db).await;

        if point == "offer-lapsed" {
            a_day_passes(&db).await;
            let life = start(&site, point).await;
            let life = dies_and_starts(&site, life, true).await;
            while state(&desk, &group).await != "lapsed" {
                desk.breathe().await;
            }
            assert_eq!(seats_left(&desk, &group).await, 2, "{point}");
            site.kill(life).await;
            continue;
        }
        let life = start(&site, dies_at("offer-booked")).await;
        let ask = request(&waiting, &group, 2).await;
        let who = waiting.clone();
        let booking = tokio::spawn(async move {
            let question = post("/api/bookings", &ask);
            who.insist(&question.with_key(point)).await.expect(201)
        });
        let life = dies_and_starts(&site, life, point == "offer-booked").await;
        let opened = Opened::of(&booking.await.expect("an answer")["data"]);
        assert_eq!(opened.pay(&waiting, GOOD_CARD).await, Promise::Paid);
        assert_eq!(state(&desk, &group).await, "booked", "{point}");
        assert_eq!(seats_left(&desk, &group).await, 0, "{point}");
        site.kill(life).await;
    }
    site.come_to_rest(&db).await;
    expect_seats_in_order(&site);
    let mails = outbox::read(&site.outbox());
    let offered = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Seats are held for you"));
    assert_eq!(offered.count(), OFFER_KILL_POINTS.len());
}

async fn start(site: &Site, point: &str) -> Life {
    site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await
}

/// Waits until the process dies at its kill point, if it has one, and starts the next.
async fn dies_and_starts(site: &Site, life: Life, dies: bool) -> Life {
    if !dies {
        return life;
    }
    let status = site.end_of(life).await.expect("it dies");
    assert!(!status.success(), "{status}");
    start(site, "").await
}

async fn state(desk: &Traveller, group: &Offer) -> String {
    let path = format!("/api/departures/{}/waitlist", group.id());
    let read = desk.insist(&get(&path)).await.expect(200);
    let state = read["data"]["waitlistEntries"][0]["state"].as_str();
    state.expect("a state").to_owned()
}

async fn seats_left(desk: &Traveller, group: &Offer) -> u64 {
    let path = format!("/api/departures/{}", group.id());
    let read = desk.insist(&get(&path)).await.expect(200);
    let left = read["data"]["departure"]["seatsLeft"].as_u64();
    left.expect("a number")
}

/// The offers that are open end by the clock.
async fn a_day_passes(db: &Db) {
    let backend = db.get_database_backend();
    let place = match backend {
        DbBackend::Postgres => "$1",
        _ => "?",
    };
    let past = Clock::System.now() - TimeDelta::seconds(1);
    for sql in [
        format!("update waitlist_entries set offer_expires_at = {place} where state = 'offered'"),
        format!(
            "update seat_claims set expires_at = {place} where state = 'held' and owner_id in \
             (select id from waitlist_entries where state = 'offered')"
        ),
    ] {
        let statement = Statement::from_sql_and_values(backend, sql, [past.into()]);
        db.execute_raw(statement).await.expect("changed");
    }
}
