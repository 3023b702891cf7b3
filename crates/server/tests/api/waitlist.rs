//! Waitlists of departures: who waits, and in which order (operations §2).

use axum::http::Method;
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of};
use crate::departures::{book, departure_with, seats};
use crate::stage::{GOOD_CARD, booking_id, pay, text, verify};
use crate::support::{Login, TestApp};

pub const PASSWORD: &str = "trail of many stones";

/// Signs up a traveller who may wait.
pub async fn person(test: &TestApp, name: &str) -> Login {
    test.sign_up(name, &address(name), PASSWORD).await
}

fn address(name: &str) -> String {
    format!("{}@example.com", name.to_lowercase())
}

/// Sessions end while a test moves the clock.
pub async fn again(test: &TestApp, name: &str) -> Login {
    test.login(&address(name), PASSWORD).await
}

pub async fn admin_again(test: &TestApp) -> Login {
    test.login("admin@example.com", "mountain of many roads")
        .await
}

fn path(departure: &Value) -> String {
    format!("/api/departures/{}/waitlist", text(departure, "_id"))
}

pub async fn join(test: &TestApp, who: &Login, departure: &Value, guests: u32) -> Answer {
    let call = test.post(&path(departure), &json!({ "guests": guests }));
    call.bearer(&who.access).send().await
}

pub async fn leave(test: &TestApp, who: &Login, departure: &Value) -> Answer {
    let call = test.call(Method::DELETE, &path(departure));
    call.bearer(&who.access).send().await
}

/// The waitlist as staff see it: name, state and position.
pub async fn queue(test: &TestApp, admin: &Login, departure: &Value) -> Vec<Value> {
    let call = test.get(&path(departure)).bearer(&admin.access);
    let answer = call.send().await.expect(200);
    let entries = answer["data"]["waitlistEntries"]
        .as_array()
        .expect("a list");
    entries
        .iter()
        .map(|entry| json!([entry["name"], entry["state"], entry["position"]]))
        .collect()
}

/// The departure as staff see it.
pub async fn counted(test: &TestApp, admin: &Login, departure: &Value) -> Value {
    let path = format!("/api/departures/{}", text(departure, "_id"));
    let answer = test.get(&path).bearer(&admin.access).send().await;
    let shown = answer.expect(200)["data"]["departure"].clone();
    json!([
        shown["seatsHeld"],
        shown["seatsTaken"],
        shown["seatsLeft"],
        shown["waiting"]
    ])
}

pub async fn patch(test: &TestApp, admin: &Login, departure: &Value, change: Value) -> Answer {
    let path = format!("/api/departures/{}", text(departure, "_id"));
    let stored = test.get(&path).bearer(&admin.access).send().await;
    let mut change = change;
    change["version"] = stored.expect(200)["data"]["departure"]["version"].clone();
    let call = test.call(Method::PATCH, &path).json(&change);
    call.bearer(&admin.access).send().await
}

/// Books seats and pays for them.
pub async fn sold(
    test: &TestApp,
    who: &Login,
    (trek, departure): (&Trek, &Value),
    guests: usize,
) -> String {
    let opened = book(test, who, &seats(test, trek, departure, guests).await).await;
    pay(test, &opened, GOOD_CARD).await.expect(200);
    verify(test, who, &opened).await.expect(200);
    booking_id(&opened)
}

/// The token of the newest offer that was mailed to a traveller.
pub async fn mailed_offer(test: &TestApp, name: &str) -> String {
    test.do_jobs().await;
    let mails = test.outbox();
    let mut offers = mails
        .iter()
        .filter(|mail| mail.to == address(name) && mail.subject.starts_with("Seats are held"));
    let mail = offers.next_back().expect("an offer");
    let link = mail.text.split("&offer=").nth(1).expect("a link");
    link.split_whitespace().next().expect("a token").to_owned()
}

pub async fn offer(test: &TestApp, token: &str) -> Answer {
    test.get(&format!("/api/offers/{token}")).send().await
}

#[tokio::test]
async fn a_party_waits_in_order_of_arrival_and_keeps_its_place_when_its_size_changes() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 2).await;
    let admin = admin_again(&test).await;
    let (maya, pemba, dawa) = (
        person(&test, "Maya").await,
        person(&test, "Pemba").await,
        person(&test, "Dawa").await,
    );
    sold(&test, &maya, (&trek, &made), 2).await;
    let first = join(&test, &pemba, &made, 2).await.expect(201)["data"]["waitlistEntry"].clone();
    assert_eq!(
        (&first["state"], &first["position"], &first["guests"]),
        (&json!("waiting"), &json!(1), &json!(2))
    );
    assert_eq!(first["departureId"], made["_id"]);
    let second = join(&test, &dawa, &made, 1).await.expect(201);
    assert_eq!(second["data"]["waitlistEntry"]["position"], 2);
    let changed = join(&test, &pemba, &made, 1).await.expect(201);
    let changed = &changed["data"]["waitlistEntry"];
    assert_eq!(
        (&changed["_id"], &changed["position"], &changed["guests"]),
        (&first["_id"], &json!(1), &json!(1))
    );
    assert_eq!(counted(&test, &admin, &made).await, json!([0, 2, 0, 2]));
    assert_eq!(
        queue(&test, &admin, &made).await,
        [
            json!(["Pemba", "waiting", 1]),
            json!(["Dawa", "waiting", 2])
        ]
    );
    let own = test.get("/api/users/me/waitlist").bearer(&dawa.access);
    let own = own.send().await.expect(200)["data"]["waitlistEntries"].clone();
    assert_eq!(own[0]["trekName"], "Namche Bazaar");
    assert_eq!(own[0]["departure"]["_id"], made["_id"]);
    assert_eq!(
        own[0]["departure"].get("waiting"),
        None,
        "not for travellers"
    );
    assert_eq!(own[0]["position"], 2);

    let left = leave(&test, &pemba, &made).await.expect(200);
    assert_eq!(left["data"]["waitlistEntry"]["state"], "left");
    leave(&test, &pemba, &made)
        .await
        .expect_failure(404, "You are not on the waitlist of this departure.");
    assert_eq!(
        queue(&test, &admin, &made).await,
        [
            json!(["Pemba", "left", null]),
            json!(["Dawa", "waiting", 1])
        ]
    );
    let refused = test.get(&path(&made)).bearer(&dawa.access).send().await;
    assert_eq!(refused.status, 403);
    test.do_jobs().await;
}

#[tokio::test]
async fn nobody_waits_while_there_are_enough_seats_or_none_can_come() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 3).await;
    let admin = admin_again(&test).await;
    let (maya, pemba) = (person(&test, "Maya").await, person(&test, "Pemba").await);
    let book_now = "3 seats are free on this departure. Book them now.";
    let refused = join(&test, &pemba, &made, 3)
        .await
        .expect_failure(409, book_now);
    assert_eq!(refused["data"]["seatsLeft"], 3);
    sold(&test, &maya, (&trek, &made), 2).await;
    let book_now = "1 seat is free on this departure. Book it now.";
    join(&test, &pemba, &made, 1)
        .await
        .expect_failure(409, book_now);
    for guests in [0, 4] {
        let refused = join(&test, &pemba, &made, guests).await.expect(400);
        assert_eq!(fields_of(&refused), ["guests"]);
    }
    let unknown = json!({"_id": trek.id});
    join(&test, &pemba, &unknown, 1)
        .await
        .expect_failure(404, "Departure not found.");
    let private = book(&test, &maya, &crate::stage::request(&test, &trek, 1).await).await;
    let private = json!({"_id": private["booking"]["_id"]});
    join(&test, &pemba, &private, 1)
        .await
        .expect_failure(404, "Departure not found.");
    patch(&test, &admin, &made, json!({"status": "closed"}))
        .await
        .expect(200);
    join(&test, &pemba, &made, 2)
        .await
        .expect_failure(409, "This departure is no longer on sale.");
    let signed_out = test.post(&path(&made), &json!({"guests": 1})).send().await;
    assert_eq!(signed_out.status, 401);
    test.do_jobs().await;
}
