//! What travellers who wait are told when their offer lapses, or their departure is cancelled or moved (operations §2).

use axum::http::Method;
use chautari::cli::seats_check;
use chautari::features::waitlist::offers::sweep;
use chrono::TimeDelta;
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::departures::departure_with;
use crate::outbox::MailFile;
use crate::stage::text;
use crate::support::{Login, TestApp};
use crate::waitlist::{
    admin_again, counted, join, leave, mailed_offer, patch, person, queue, sold,
};

/// What was mailed to a traveller since the sign-up, without emails about bookings.
async fn notices(test: &TestApp, name: &str) -> Vec<MailFile> {
    test.do_jobs().await;
    let address = format!("{}@example.com", name.to_lowercase());
    let mails = test.outbox().into_iter();
    mails
        .filter(|mail| mail.to == address && mail.subject.contains("Namche Bazaar, "))
        .collect()
}

async fn subjects(test: &TestApp, name: &str) -> Vec<String> {
    let mails = notices(test, name).await;
    mails.into_iter().map(|mail| mail.subject).collect()
}

async fn change(test: &TestApp, admin: &Login, departure: &Value, how: &str, ask: Value) -> Value {
    let path = format!("/api/departures/{}/{how}", text(departure, "_id"));
    let call = test.post(&path, &ask).bearer(&admin.access);
    call.send().await.expect(200)["data"]["change"].clone()
}

async fn another_departure(test: &TestApp, admin: &Login, trek: &Trek, start: &str) -> Value {
    let new = json!({
        "trekId": trek.id, "routeId": trek.routes[1].id, "startDate": start, "capacity": 2, "minimum": 1,
    });
    let call = test.post("/api/departures", &new).bearer(&admin.access);
    call.send().await.expect(201)["data"]["departure"].clone()
}

async fn check_seats(test: &TestApp) {
    let report = seats_check::compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
}

#[tokio::test]
async fn a_traveller_whose_offer_lapsed_is_told_once_with_a_link_to_join_again() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 1).await;
    let (maya, pemba) = (person(&test, "Maya").await, person(&test, "Pemba").await);
    sold(&test, &maya, (&trek, &made), 1).await;
    join(&test, &pemba, &made, 1).await.expect(201);
    let admin = admin_again(&test).await;
    patch(&test, &admin, &made, json!({"capacity": 2}))
        .await
        .expect(200);
    mailed_offer(&test, "Pemba").await;
    test.clock.advance(TimeDelta::hours(24));
    for _ in 0..2 {
        sweep(&test.app).await.expect("swept");
        test.do_jobs().await;
    }
    let told = notices(&test, "Pemba").await;
    assert_eq!(told.len(), 2, "the offer, and its end");
    let told = &told[1];
    assert_eq!(
        told.subject,
        "Your offer of seats has ended: Namche Bazaar, Apr 03, 2027"
    );
    let held = "We held seats for you until Nov 21, 2026 at 09:15 (UTC+05:45).";
    assert!(told.text.contains(held), "{}", told.text);
    let link = format!("/package/{}?departure={}", trek.id, text(&made, "_id"));
    let is_link = |line: &str| line.ends_with(&link);
    assert!(told.text.lines().any(is_link), "{}", told.text);
    check_seats(&test).await;
}

#[tokio::test]
async fn those_who_wait_for_a_cancelled_departure_are_told_once_with_other_dates() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 1).await;
    let (maya, pemba, dawa) = (
        person(&test, "Maya").await,
        person(&test, "Pemba").await,
        person(&test, "Dawa").await,
    );
    sold(&test, &maya, (&trek, &made), 1).await;
    join(&test, &pemba, &made, 1).await.expect(201);
    join(&test, &dawa, &made, 1).await.expect(201);
    let admin = admin_again(&test).await;
    patch(&test, &admin, &made, json!({"capacity": 2}))
        .await
        .expect(200);
    another_departure(&test, &admin, &trek, "2027-04-10").await;
    let ask = json!({"reason": "The trail is closed", "answerBy": "2027-03-20"});
    change(&test, &admin, &made, "cancel", ask).await;
    // In the transaction of the cancellation: no job has run yet.
    assert_eq!(
        queue(&test, &admin, &made).await,
        [
            json!(["Pemba", "lapsed", null]),
            json!(["Dawa", "lapsed", null])
        ]
    );
    assert_eq!(counted(&test, &admin, &made).await[0], 0, "held");
    sweep(&test.app).await.expect("swept");
    let subject = "The departure you were waiting for is cancelled: Namche Bazaar, Apr 03, 2027";
    for name in ["Pemba", "Dawa"] {
        let told = notices(&test, name).await;
        assert_eq!(told.len(), 1, "{name}: nobody is offered what is cancelled");
        assert_eq!(told[0].subject, subject);
        for part in [
            "Reason: The trail is closed",
            "- Apr 10, 2027 to Apr 12, 2027",
        ] {
            assert!(told[0].text.contains(part), "{}", told[0].text);
        }
    }
    check_seats(&test).await;
}

#[tokio::test]
async fn those_who_wait_for_a_moved_departure_keep_their_place_and_get_its_free_seats() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 2).await;
    let (maya, pemba, dawa, karma) = (
        person(&test, "Maya").await,
        person(&test, "Pemba").await,
        person(&test, "Dawa").await,
        person(&test, "Karma").await,
    );
    sold(&test, &maya, (&trek, &made), 2).await;
    join(&test, &pemba, &made, 1).await.expect(201);
    join(&test, &dawa, &made, 1).await.expect(201);
    join(&test, &karma, &made, 1).await.expect(201);
    leave(&test, &karma, &made).await.expect(200);
    let admin = admin_again(&test).await;
    let ask = json!({"startDate": "2027-04-05", "answerBy": "2027-03-20", "whenSilent": "accept"});
    let moved = change(&test, &admin, &made, "move", ask).await;
    let target = json!({"_id": moved["toDepartureId"]});
    assert_eq!(
        queue(&test, &admin, &made).await,
        [json!(["Karma", "left", null])]
    );
    assert_eq!(
        queue(&test, &admin, &target).await,
        [
            json!(["Pemba", "waiting", 1]),
            json!(["Dawa", "waiting", 2])
        ]
    );
    let told = notices(&test, "Dawa").await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        told[0].subject,
        "New dates for the departure you are waiting for: Namche Bazaar, Apr 05, 2027"
    );
    let opening = "We had to move the departure of Apr 03, 2027 to other dates.";
    assert!(told[0].text.contains(opening), "{}", told[0].text);
    assert_eq!(subjects(&test, "Karma").await, [""; 0]);

    // The seats that the moved booking gives up go to those who came along.
    let mails = test.outbox();
    let mail = mails.iter().rfind(|mail| mail.text.contains("/choices/"));
    let (_, rest) = mail
        .expect("a mail")
        .text
        .split_once("/choices/")
        .expect("a link");
    let link = format!(
        "/api/choices/{}",
        rest.split_whitespace().next().expect("a token")
    );
    let refund = test
        .call(Method::POST, &link)
        .json(&json!({"choice": "refund"}));
    refund.send().await.expect(200);
    assert_eq!(
        queue(&test, &admin, &target).await,
        [
            json!(["Pemba", "offered", null]),
            json!(["Dawa", "offered", null])
        ]
    );
    mailed_offer(&test, "Pemba").await;
    assert_eq!(counted(&test, &admin, &target).await, json!([2, 0, 0, 0]));
    check_seats(&test).await;
}

#[tokio::test]
async fn a_party_with_an_offer_waits_again_where_its_departure_moves_to() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 1).await;
    let (maya, pemba) = (person(&test, "Maya").await, person(&test, "Pemba").await);
    sold(&test, &maya, (&trek, &made), 1).await;
    join(&test, &pemba, &made, 1).await.expect(201);
    let admin = admin_again(&test).await;
    patch(&test, &admin, &made, json!({"capacity": 2}))
        .await
        .expect(200);
    let token = mailed_offer(&test, "Pemba").await;
    let full = another_departure(&test, &admin, &trek, "2027-04-10").await;
    sold(&test, &maya, (&trek, &full), 1).await;
    let ask = json!({"departureId": full["_id"], "answerBy": "2027-03-20", "whenSilent": "accept"});
    change(&test, &admin, &made, "move", ask).await;
    // One seat was free there, and the moved booking needs it.
    assert_eq!(
        queue(&test, &admin, &full).await,
        [json!(["Pemba", "waiting", 1])]
    );
    assert_eq!(counted(&test, &admin, &full).await, json!([1, 1, 0, 1]));
    let offer = test.get(&format!("/api/offers/{token}")).send().await;
    assert_eq!(offer.status, 410);
    test.do_jobs().await;
    check_seats(&test).await;
}
