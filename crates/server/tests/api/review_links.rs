//! The link with which a review is written: only for a trip that was booked and has ended (operations §6).

use chautari::features::review::link::review_url;
use chautari::platform::signed_id;
use serde_json::json;
use uuid::Uuid;

use crate::call::message_of;
use crate::money::{cancel, paid_id, stored};
use crate::reminders::set_day;
use crate::reviews::{read, walked, write, written};
use crate::stage::{booked, booking_id, stored_trek, with};
use crate::support::TestApp;

#[tokio::test]
async fn only_the_customer_of_a_trip_that_has_ended_can_write() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let unpaid = booking_id(&booked(&test, &me, &trek).await);
    let cancelled = paid_id(&test, &me, &trek).await;
    cancel(&test, &me, &cancelled).await.expect(200);
    let walking = paid_id(&test, &me, &trek).await;
    let token = |id: &str| {
        let url = review_url(&test.app, id.parse().expect("an id"));
        url.rsplit('/').next().expect("a token").to_owned()
    };
    let booking = stored(&test, &walking).await;
    let end = booking.end_date;
    let not_walked = "Only trips that were booked and have ended can be reviewed.";
    set_day(&test, &end.to_string());
    write(&test, &token(&walking), &written())
        .await
        .expect_failure(410, not_walked);
    set_day(&test, &(end + chrono::Days::new(1)).to_string());
    write(&test, &token(&walking), &written()).await.expect(200);
    for id in [&unpaid, &cancelled] {
        write(&test, &token(id), &written())
            .await
            .expect_failure(410, not_walked);
        read(&test, &token(id))
            .await
            .expect_failure(410, not_walked);
    }
    let mut forged = token(&walking);
    forged.replace_range(0..1, if forged.starts_with('B') { "C" } else { "B" });
    let of_balance = signed_id::sign(&test.app.secrets.balance_link_key(), booking.id);
    let nothing = token(&Uuid::nil().to_string());
    for token in [forged, of_balance, nothing, "x".to_owned()] {
        let refused = write(&test, &token, &written()).await;
        refused.expect_failure(404, "This link is not valid.");
    }
    test.do_jobs().await;
}

#[tokio::test]
async fn of_32_reviews_of_a_booking_at_once_one_is_stored() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (id, token) = walked(&test, &me, &trek).await;
    let review = written();
    let windows = (0..32).map(|_| write(&test, &token, &review));
    let answers = futures_util::future::join_all(windows).await;
    let statuses: Vec<u16> = answers.iter().map(|it| it.status.as_u16()).collect();
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(
        statuses.iter().all(|it| matches!(it, 200 | 409)),
        "{statuses:?}"
    );
    let booking = [id.parse().expect("an id")];
    let found = store::reviews::list_for_bookings(&test.app.db, &booking).await;
    assert_eq!(found.expect("read").len(), 1);
}

#[tokio::test]
async fn a_wrong_review_names_every_field() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (_, token) = walked(&test, &me, &trek).await;
    for (field, value) in [
        ("rating", json!(0)),
        ("rating", json!(6)),
        ("title", json!("  ")),
        ("title", json!("x".repeat(121))),
        ("title", json!("a\u{0}b")),
        ("text", json!("Too short.")),
        ("text", json!("x".repeat(5001))),
        ("text", json!(format!("{}\u{7}", "x".repeat(30)))),
        ("name", json!("")),
        ("name", json!("x".repeat(61))),
        ("name", json!("Maya\nGurung")),
    ] {
        let refused = write(&test, &token, &with(&written(), field, value)).await;
        let refused = refused.expect(400);
        assert!(message_of(&refused, field).is_some(), "{field}: {refused}");
    }
    write(&test, &token, &json!({"rating": "five"}))
        .await
        .expect(400);
}
