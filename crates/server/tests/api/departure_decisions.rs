//! Guarantee or cancel: reminders of the agency, and the email to those who booked (operations §2).

use chautari::features::departure::reminders::remind;
use serde_json::{Value, json};

use crate::departures::{departure_with, listed};
use crate::money::subjects;
use crate::support::{Login, TestApp};
use crate::waitlist::{admin_again, again, join, patch, person, sold};

const DESK: &str = "desk@chautari.example";

async fn events(test: &TestApp, admin: &Login) -> Vec<Value> {
    let call = test.get("/api/agency-events").bearer(&admin.access);
    let shown = call.send().await.expect(200)["data"]["events"].clone();
    let shown = shown.as_array().expect("a list").clone();
    let is_reminder = |event: &Value| event["kind"] == "departureToDecide";
    shown.into_iter().filter(is_reminder).collect()
}

/// Runs the task at noon of a day in Kathmandu, twice.
async fn remind_on(test: &TestApp, day: &str) {
    let noon = format!("{day}T06:15:00Z");
    test.clock.set(noon.parse().expect("a moment"));
    remind(&test.app).await.expect("reminded");
    remind(&test.app).await.expect("reminded once");
    test.do_jobs().await;
}

#[tokio::test]
async fn the_agency_is_reminded_14_7_and_0_days_before_the_decision_with_the_head_count() {
    let test = TestApp::start_with(&[("agency_email", DESK)]).await;
    let (trek, made) = departure_with(&test, 3).await;
    assert_eq!(made["decideBy"], "2027-02-20");
    let maya = person(&test, "Maya").await;
    sold(&test, &maya, (&trek, &made), 1).await;
    let pemba = person(&test, "Pemba").await;
    join(&test, &pemba, &made, 3).await.expect(201);
    let reminders = || {
        let subjects = subjects(&test, DESK);
        let is_reminder = |subject: &&String| subject.starts_with("Guarantee or cancel");
        subjects.iter().filter(is_reminder).count()
    };
    for (day, sent) in [
        ("2027-02-05", 0),
        ("2027-02-06", 1),
        ("2027-02-12", 1),
        ("2027-02-13", 2),
        ("2027-02-20", 3),
        ("2027-02-21", 3),
    ] {
        remind_on(&test, day).await;
        assert_eq!(reminders(), sent, "{day}");
    }
    let mails = test.outbox();
    let mail = mails
        .iter()
        .find(|mail| mail.subject == "Guarantee or cancel: Apr 03, 2027, Namche Bazaar")
        .expect("a reminder");
    for fact in [
        "Decide by: Feb 20, 2027 (in 14 days)",
        "Sold: 1 seat",
        "Minimum: 2 seats",
        "Waitlist: 1 party",
        "Open the departure",
    ] {
        assert!(mail.text.contains(fact), "{fact}: {}", mail.text);
    }
    let shown = events(&test, &admin_again(&test).await).await;
    assert_eq!(shown.len(), 3);
    assert_eq!(shown[0]["bookingId"], Value::Null);
    assert_eq!(shown[0]["departure"]["_id"], made["_id"]);
    assert_eq!(
        (
            &shown[0]["departure"]["seatsTaken"],
            &shown[0]["departure"]["minimum"]
        ),
        (&json!(1), &json!(2))
    );
    assert_eq!(shown[0]["trek"], "Namche Bazaar");
}

#[tokio::test]
async fn a_departure_that_is_decided_or_has_another_date_is_reminded_accordingly() {
    let test = TestApp::start_with(&[
        ("agency_email", DESK),
        ("decide_days", "30"),
        ("decide_reminder_days", "3"),
    ])
    .await;
    let (_, made) = departure_with(&test, 3).await;
    assert_eq!(made["decideBy"], "2027-03-04");
    remind_on(&test, "2027-02-28").await;
    assert_eq!(subjects(&test, DESK).len(), 0);
    // A decision that is brought forward is reminded of at once, and a later one anew.
    let admin = admin_again(&test).await;
    patch(&test, &admin, &made, json!({"decideBy": "2027-03-01"}))
        .await
        .expect(200);
    remind_on(&test, "2027-02-28").await;
    assert_eq!(subjects(&test, DESK).len(), 1);
    patch(&test, &admin, &made, json!({"decideBy": "2027-03-10"}))
        .await
        .expect(200);
    remind_on(&test, "2027-03-07").await;
    assert_eq!(subjects(&test, DESK).len(), 2);
    let admin = admin_again(&test).await;
    patch(
        &test,
        &admin,
        &made,
        json!({"isGuaranteed": true, "decideBy": "2027-03-12"}),
    )
    .await
    .expect(200);
    remind_on(&test, "2027-03-12").await;
    assert_eq!(subjects(&test, DESK).len(), 2, "it is guaranteed");
}

#[tokio::test]
async fn everybody_who_booked_is_told_once_that_the_departure_is_guaranteed() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 4).await;
    let told = |name: &str| {
        let subjects = subjects(&test, &format!("{name}@example.com"));
        let is_news = |subject: &&String| subject.starts_with("Your departure is guaranteed");
        subjects.iter().filter(is_news).count()
    };
    let (maya, pemba) = (person(&test, "Maya").await, person(&test, "Pemba").await);
    sold(&test, &maya, (&trek, &made), 1).await;
    test.do_jobs().await;
    assert_eq!(told("maya"), 0);
    sold(&test, &pemba, (&trek, &made), 1).await;
    test.do_jobs().await;
    assert_eq!(listed(&test, &trek).await[0]["isGuaranteed"], true);
    assert_eq!((told("maya"), told("pemba")), (1, 0));
    let confirms = |name: &str| {
        let mails = test.outbox();
        let to = format!("{name}@example.com");
        let mut own = mails.iter().filter(|mail| mail.to == to);
        let confirmed = own.find(|mail| mail.subject.starts_with("Booking confirmed"));
        let news = "Your departure is guaranteed to run.";
        confirmed.expect("a confirmation").text.contains(news)
    };
    assert_eq!((confirms("maya"), confirms("pemba")), (false, true));
    sold(&test, &again(&test, "Maya").await, (&trek, &made), 1).await;
    let admin = admin_again(&test).await;
    patch(&test, &admin, &made, json!({"isGuaranteed": true}))
        .await
        .expect(200);
    test.do_jobs().await;
    assert_eq!((told("maya"), told("pemba")), (1, 0));
}

#[tokio::test]
async fn staff_guarantee_a_departure_by_hand_or_by_a_lower_minimum() {
    for change in [json!({"isGuaranteed": true}), json!({"minimum": 1})] {
        let test = TestApp::start().await;
        let (trek, made) = departure_with(&test, 4).await;
        let maya = person(&test, "Maya").await;
        sold(&test, &maya, (&trek, &made), 1).await;
        let admin = admin_again(&test).await;
        let changed = patch(&test, &admin, &made, change).await.expect(200);
        assert_eq!(changed["data"]["departure"]["isGuaranteed"], true);
        test.do_jobs().await;
        let news = "Your departure is guaranteed: Namche Bazaar, Apr 03, 2027";
        assert!(subjects(&test, "maya@example.com").contains(&news.to_owned()));
    }
}
