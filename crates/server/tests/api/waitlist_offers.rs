//! Whom freed seats are offered to, and when offers end (operations §2).

use chautari::features::waitlist::offers::sweep;
use chrono::TimeDelta;
use serde_json::json;

use crate::departures::{book, departure_with, seats};
use crate::money::{cancel, subjects};
use crate::stage::{send, text};
use crate::support::TestApp;
use crate::waitlist::{
    admin_again, again, counted, join, leave, mailed_offer, offer, patch, person, queue, sold,
};

#[tokio::test]
async fn freed_seats_go_to_the_first_party_that_fits_and_then_to_the_next() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 4).await;
    let maya = person(&test, "Maya").await;
    let first = sold(&test, &maya, (&trek, &made), 2).await;
    sold(&test, &maya, (&trek, &made), 2).await;
    for (name, guests) in [("Four", 4), ("Two", 2), ("One", 1)] {
        let who = person(&test, name).await;
        join(&test, &who, &made, guests).await.expect(201);
    }
    cancel(&test, &maya, &first).await.expect(200);
    let admin = admin_again(&test).await;
    // In the transaction that freed the seats: no job has run yet.
    assert_eq!(
        queue(&test, &admin, &made).await,
        [
            json!(["Four", "waiting", 1]),
            json!(["Two", "offered", null]),
            json!(["One", "waiting", 2])
        ]
    );
    assert_eq!(counted(&test, &admin, &made).await, json!([2, 2, 0, 2]));
    let ask = seats(&test, &trek, &made, 1).await;
    send(&test, &maya, &ask)
        .await
        .expect_failure(409, "This departure is sold out.");

    let token = mailed_offer(&test, "Two").await;
    let shown = offer(&test, &token).await.expect(200)["data"]["offer"].clone();
    assert_eq!(
        (&shown["departureId"], &shown["guests"], &shown["state"]),
        (&made["_id"], &json!(2), &json!("offered"))
    );
    assert_eq!(shown["expiresAt"], "2026-11-21T03:30:00Z");
    let mails = test.outbox();
    let mail = mails.iter().find(|mail| mail.to == "two@example.com");
    let link = format!(
        "/package/{}?departure={}&guests=2&offer={token}",
        trek.id,
        text(&made, "_id")
    );
    let is_offer = |mail: &&crate::outbox::MailFile| mail.text.contains(&link);
    assert!(
        mails.iter().any(|mail| is_offer(&mail)),
        "{:?}",
        mail.map(|mail| &mail.text)
    );

    test.clock.advance(TimeDelta::hours(24));
    let gone = "This offer has expired. The seats have gone to the next party.";
    offer(&test, &token).await.expect_failure(410, gone);
    sweep(&test.app).await.expect("swept");
    sweep(&test.app).await.expect("swept again");
    let admin = admin_again(&test).await;
    assert_eq!(
        queue(&test, &admin, &made).await,
        [
            json!(["Four", "waiting", 1]),
            json!(["Two", "lapsed", null]),
            json!(["One", "offered", null])
        ]
    );
    assert_eq!(counted(&test, &admin, &made).await, json!([1, 2, 1, 1]));
    mailed_offer(&test, "One").await;
    assert_eq!(
        subjects(&test, "two@example.com").len(),
        3,
        "the code, one offer, and its end"
    );
    offer(&test, "guessed")
        .await
        .expect_failure(404, "This offer does not exist.");
}

// Without a job, strangers must not come before those who wait.
#[tokio::test]
async fn seats_of_a_hold_that_ended_go_to_those_who_wait_before_strangers() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 2).await;
    let maya = person(&test, "Maya").await;
    book(&test, &maya, &seats(&test, &trek, &made, 2).await).await;
    let pemba = person(&test, "Pemba").await;
    join(&test, &pemba, &made, 1).await.expect(201);
    let ask = seats(&test, &trek, &made, 2).await;
    test.clock.advance(TimeDelta::minutes(21));
    let maya = again(&test, "Maya").await;
    let refused = send(&test, &maya, &ask)
        .await
        .expect_failure(409, "Only 1 seat is left on this departure.");
    assert_eq!(refused["data"]["seatsLeft"], 1);
    let admin = admin_again(&test).await;
    assert_eq!(
        queue(&test, &admin, &made).await,
        [json!(["Pemba", "offered", null])]
    );
    let one = seats(&test, &trek, &made, 1).await;
    book(&test, &maya, &one).await;
    assert_eq!(counted(&test, &admin, &made).await, json!([2, 0, 0, 0]));
    test.do_jobs().await;
}

#[tokio::test]
async fn more_capacity_and_a_party_that_leaves_free_seats_for_others_of_the_same_pool() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 1).await;
    let admin = admin_again(&test).await;
    let shared = json!({
        "trekId": trek.id, "routeId": trek.routes[2].id, "startDate": "2027-04-04",
        "sharesSeatsWith": made["_id"],
    });
    let shared = test.post("/api/departures", &shared).bearer(&admin.access);
    let shared = shared.send().await.expect(201)["data"]["departure"].clone();
    let (maya, pemba, dawa) = (
        person(&test, "Maya").await,
        person(&test, "Pemba").await,
        person(&test, "Dawa").await,
    );
    sold(&test, &maya, (&trek, &made), 1).await;
    join(&test, &pemba, &shared, 1).await.expect(201);
    let last = join(&test, &dawa, &made, 1).await.expect(201);
    assert_eq!(
        last["data"]["waitlistEntry"]["position"], 2,
        "one queue for one pool"
    );
    patch(&test, &admin, &made, json!({"capacity": 2}))
        .await
        .expect(200);
    assert_eq!(
        queue(&test, &admin, &shared).await,
        [json!(["Pemba", "offered", null])]
    );
    // An offer keeps its seats when the party asks again, and passes them on when it leaves.
    let asked = join(&test, &pemba, &shared, 1).await.expect(201);
    assert_eq!(asked["data"]["waitlistEntry"]["state"], "offered");
    join(&test, &pemba, &shared, 2)
        .await
        .expect_failure(409, "Only 1 seat is left on this departure.");
    leave(&test, &pemba, &shared).await.expect(200);
    assert_eq!(
        queue(&test, &admin, &made).await,
        [json!(["Dawa", "offered", null])]
    );
    // A closed departure offers nothing, and its open offers end.
    patch(&test, &admin, &made, json!({"status": "closed"}))
        .await
        .expect(200);
    assert_eq!(
        queue(&test, &admin, &made).await,
        [json!(["Dawa", "lapsed", null])]
    );
    assert_eq!(counted(&test, &admin, &made).await, json!([0, 1, 1, 0]));
    test.do_jobs().await;
    let offered = "Seats are held for you: Namche Bazaar, Apr 04, 2027";
    assert!(
        !subjects(&test, "pemba@example.com").contains(&offered.to_owned()),
        "it had left"
    );
}

#[tokio::test]
async fn offers_end_with_the_sale_and_the_waitlist_with_the_start() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 1).await;
    let (maya, pemba) = (person(&test, "Maya").await, person(&test, "Pemba").await);
    sold(&test, &maya, (&trek, &made), 1).await;
    join(&test, &pemba, &made, 1).await.expect(201);
    let admin = admin_again(&test).await;
    patch(
        &test,
        &admin,
        &made,
        json!({"capacity": 2, "cutoffDays": 134}),
    )
    .await
    .expect(200);
    test.do_jobs().await;
    assert_eq!(
        queue(&test, &admin, &made).await,
        [json!(["Pemba", "offered", null])]
    );
    let token = mailed_offer(&test, "Pemba").await;
    // Sales end at midnight, before the offer expires.
    test.clock
        .set("2026-11-20T18:15:00Z".parse().expect("a moment"));
    offer(&test, &token).await.expect(410);
    sweep(&test.app).await.expect("swept");
    let admin = admin_again(&test).await;
    assert_eq!(
        queue(&test, &admin, &made).await,
        [json!(["Pemba", "lapsed", null])]
    );
    assert_eq!(counted(&test, &admin, &made).await, json!([0, 1, 1, 0]));
    test.do_jobs().await;
    let ended = "Your offer of seats has ended: Namche Bazaar, Apr 03, 2027";
    assert!(subjects(&test, "pemba@example.com").contains(&ended.to_owned()));
}
