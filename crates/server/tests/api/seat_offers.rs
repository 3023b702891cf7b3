//! Bookings from an offer to a waiting party (operations §2).

use chautari::cli::seats_check;
use chautari::features::waitlist::offers::sweep;
use chrono::{DateTime, TimeDelta, Utc};
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::fields_of;
use crate::departures::{book, departure_with, seats};
use crate::money::cancel;
use crate::stage::{booking_id, send};
use crate::support::{Login, TestApp};
use crate::waitlist::{
    admin_again, again, counted, join, leave, mailed_offer, offer, patch, person, queue, sold,
};

/// A departure of three seats, sold to Maya. Pemba has an offer for two of them, and Dawa waits for one.
struct Scene {
    test: TestApp,
    trek: Trek,
    departure: Value,
    admin: Login,
    maya: Login,
    pemba: Login,
    dawa: Login,
    token: String,
}

async fn offered() -> Scene {
    let test = TestApp::start().await;
    let (trek, departure) = departure_with(&test, 3).await;
    let (maya, pemba, dawa) = (
        person(&test, "Maya").await,
        person(&test, "Pemba").await,
        person(&test, "Dawa").await,
    );
    sold(&test, &maya, (&trek, &departure), 1).await;
    let freed = sold(&test, &maya, (&trek, &departure), 2).await;
    join(&test, &pemba, &departure, 2).await.expect(201);
    join(&test, &dawa, &departure, 1).await.expect(201);
    cancel(&test, &maya, &freed).await.expect(200);
    let token = mailed_offer(&test, "Pemba").await;
    let admin = admin_again(&test).await;
    Scene {
        test,
        trek,
        departure,
        admin,
        maya,
        pemba,
        dawa,
        token,
    }
}

impl Scene {
    async fn ask(&self, guests: usize) -> Value {
        let mut ask = seats(&self.test, &self.trek, &self.departure, guests).await;
        ask["offer"] = json!(self.token);
        ask
    }
}

const USED: &str = "This offer has been booked already.";
const UNKNOWN: &str = "This offer does not exist.";

#[tokio::test]
async fn a_booking_takes_over_the_seats_of_its_offer_and_passes_on_what_it_leaves() {
    let scene = offered().await;
    let Scene {
        test,
        departure,
        admin,
        pemba,
        dawa,
        ..
    } = &scene;
    assert_eq!(counted(test, admin, departure).await, json!([2, 1, 0, 1]));
    let report = seats_check::compare(&test.app).await.expect("compared");
    assert!(report.differences.is_empty(), "{:?}", report.differences);
    let ask = scene.ask(2).await;
    send(test, &scene.maya, &ask)
        .await
        .expect_failure(404, UNKNOWN);
    let mut foreign = ask.clone();
    foreign["offer"] = json!("guessed");
    send(test, pemba, &foreign)
        .await
        .expect_failure(404, UNKNOWN);
    let mut elsewhere = ask.clone();
    elsewhere["departureId"] = Value::Null;
    let refused = send(test, pemba, &elsewhere).await.expect(400);
    assert_eq!(fields_of(&refused), ["offer"]);
    // A larger party needs free seats; nothing is lost by asking.
    let refused = send(test, pemba, &scene.ask(3).await)
        .await
        .expect_failure(409, "Only 2 seats are left on this departure.");
    assert_eq!(refused["data"]["seatsLeft"], 2);
    assert_eq!(counted(test, admin, departure).await, json!([2, 1, 0, 1]));

    let opened = book(test, pemba, &scene.ask(1).await).await;
    assert_eq!(
        queue(test, admin, departure).await,
        [
            json!(["Pemba", "booked", null]),
            json!(["Dawa", "offered", null])
        ]
    );
    assert_eq!(counted(test, admin, departure).await, json!([2, 1, 0, 0]));
    offer(test, &scene.token).await.expect_failure(410, USED);
    send(test, pemba, &ask).await.expect_failure(410, USED);
    // The traveller goes back and changes the guests: the new booking replaces the first and keeps the offer.
    leave(test, dawa, departure).await.expect(200);
    let mut changed = scene.ask(2).await;
    changed["replaces"] = opened["booking"]["_id"].clone();
    let replaced = book(test, pemba, &changed).await;
    assert_ne!(booking_id(&replaced), booking_id(&opened));
    assert_eq!(counted(test, admin, departure).await, json!([2, 1, 0, 0]));
    test.do_jobs().await;
}

#[tokio::test]
async fn an_own_offer_is_taken_over_without_its_link_and_an_unpaid_booking_uses_it_up() {
    let scene = offered().await;
    let Scene {
        test,
        departure,
        pemba,
        ..
    } = &scene;
    let ask = seats(test, &scene.trek, departure, 2).await;
    book(test, pemba, &ask).await;
    assert_eq!(
        queue(test, &scene.admin, departure).await[0],
        json!(["Pemba", "booked", null])
    );
    test.clock.advance(TimeDelta::minutes(21));
    sweep(&test.app).await.expect("swept");
    let admin = admin_again(test).await;
    assert_eq!(
        queue(test, &admin, departure).await,
        [
            json!(["Pemba", "booked", null]),
            json!(["Dawa", "offered", null])
        ]
    );
    let pemba = again(test, "Pemba").await;
    send(test, &pemba, &scene.ask(2).await)
        .await
        .expect_failure(410, USED);
    test.do_jobs().await;
}

#[tokio::test]
async fn an_offer_that_expired_or_whose_party_left_cannot_be_booked() {
    let scene = offered().await;
    let Scene {
        test, departure, ..
    } = &scene;
    let ask = scene.ask(2).await;
    test.clock.advance(TimeDelta::hours(24));
    let pemba = again(test, "Pemba").await;
    let expired = "This offer has expired. The seats have gone to the next party.";
    send(test, &pemba, &ask).await.expect_failure(410, expired);
    // Dawa was next, although no task has run.
    let admin = admin_again(test).await;
    assert_eq!(
        queue(test, &admin, departure).await,
        [
            json!(["Pemba", "lapsed", null]),
            json!(["Dawa", "offered", null])
        ]
    );
    let dawa = again(test, "Dawa").await;
    let token = mailed_offer(test, "Dawa").await;
    leave(test, &dawa, departure).await.expect(200);
    let mut ask = seats(test, &scene.trek, departure, 1).await;
    ask["offer"] = json!(token);
    let left = "You have left the waitlist, so this offer has ended.";
    send(test, &dawa, &ask).await.expect_failure(410, left);
    // Pemba can join anew, at the end.
    patch(
        test,
        &admin,
        departure,
        json!({"capacity": 1, "minimum": 1}),
    )
    .await
    .expect(200);
    join(test, &pemba, departure, 1).await.expect(201);
    test.do_jobs().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_parties_and_one_place_that_is_freed_by_many_at_once_get_one_offer() {
    let test = TestApp::start().await;
    let (trek, departure) = departure_with(&test, 1).await;
    let (maya, pemba, dawa) = (
        person(&test, "Maya").await,
        person(&test, "Pemba").await,
        person(&test, "Dawa").await,
    );
    let freed = sold(&test, &maya, (&trek, &departure), 1).await;
    let (one, two) = tokio::join!(
        join(&test, &pemba, &departure, 1),
        join(&test, &dawa, &departure, 1)
    );
    one.expect(201);
    two.expect(201);
    let ask = seats(&test, &trek, &departure, 1).await;
    let (cancelled, first, second, stranger) = tokio::join!(
        cancel(&test, &maya, &freed),
        sweep(&test.app),
        sweep(&test.app),
        send(&test, &maya, &ask),
    );
    cancelled.expect(200);
    first.expect("swept");
    second.expect("swept");
    stranger.expect_failure(409, "This departure is sold out.");
    let admin = admin_again(&test).await;
    let states = queue(&test, &admin, &departure).await;
    let offered = states.iter().filter(|entry| entry[1] == "offered").count();
    assert_eq!(offered, 1, "{states:?}");
    assert_eq!(states[0][1], "offered", "first come: {states:?}");
    assert_eq!(
        counted(&test, &admin, &departure).await,
        json!([1, 0, 0, 1])
    );
    test.do_jobs().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_offer_that_lapses_while_it_is_booked_is_one_or_the_other() {
    let scene = offered().await;
    let Scene {
        test, departure, ..
    } = &scene;
    let ask = scene.ask(2).await;
    let end: DateTime<Utc> = "2026-11-21T03:30:00Z".parse().expect("a moment");
    test.clock.set(end - TimeDelta::milliseconds(1));
    let (pemba, admin) = (again(test, "Pemba").await, admin_again(test).await);
    let lapse = async {
        tokio::task::yield_now().await;
        test.clock.set(end);
        sweep(&test.app).await
    };
    let (booked, swept) = tokio::join!(send(test, &pemba, &ask), lapse);
    swept.expect("swept");
    let states = queue(test, &admin, departure).await;
    let seats = counted(test, &admin, departure).await;
    match booked.status.as_u16() {
        201 => {
            assert_eq!(states[0][1], "booked", "{states:?}");
            assert_eq!(seats, json!([2, 1, 0, 1]));
        }
        410 => {
            assert_eq!(states[0][1], "lapsed", "{states:?}");
            assert_eq!(seats, json!([1, 1, 1, 0]));
        }
        other => panic!("{other}: {states:?}"),
    }
    test.do_jobs().await;
}

#[tokio::test]
async fn the_waitlist_is_in_the_export_of_an_account_and_vanishes_with_it() {
    let scene = offered().await;
    let Scene {
        test,
        departure,
        admin,
        pemba,
        ..
    } = &scene;
    let export = test.get("/api/users/me/export").bearer(&pemba.access);
    let export = export.send().await.expect(200);
    assert_eq!(export["waitlistEntries"][0]["state"], "offered");
    assert_eq!(
        export["waitlistEntries"][0]["departureId"],
        departure["_id"]
    );
    let delete = test.call(axum::http::Method::DELETE, "/api/users/me");
    let delete = delete.json(&json!({"password": crate::waitlist::PASSWORD}));
    assert_eq!(delete.bearer(&pemba.access).send().await.status, 204);
    assert_eq!(
        queue(test, admin, departure).await,
        [json!(["Dawa", "offered", null])]
    );
    assert_eq!(counted(test, admin, departure).await, json!([1, 1, 1, 0]));
    offer(test, &scene.token).await.expect_failure(404, UNKNOWN);
    test.clock.advance(TimeDelta::minutes(2));
    test.do_jobs().await;
}
