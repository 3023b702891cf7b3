//! The start date of a booking and the number of its guests.

use chrono::{DateTime, Utc};
use serde_json::json;

use crate::call::{fields_of, message_of};
use crate::stage::{guest, request, send, stored_trek, with};
use crate::support::TestApp;

// DATA-12: today is the date in Kathmandu.
#[tokio::test]
async fn the_start_is_today_or_later_in_kathmandu_and_within_three_years() {
    let test = TestApp::start().await;
    // Midnight in Kathmandu is the evening before in UTC.
    let midnight = "2026-11-20T18:15:00Z".parse::<DateTime<Utc>>();
    test.clock.set(midnight.expect("a moment"));
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    for (start, status) in [
        ("2026-11-20", 400),
        ("2026-11-21", 201),
        ("2026-11-20T18:14:59Z", 400),
        ("2026-11-20T18:15:00Z", 201),
        ("2029-11-21", 201),
        ("2029-11-22", 400),
        ("2027-02-29", 400),
        ("0000-00-00", 400),
        ("+12027-01-01T00:00:00Z", 400),
        ("", 400),
    ] {
        let body = send(
            &test,
            &me,
            &with(&ask, "bookingDetails.startDate", json!(start)),
        )
        .await
        .expect(status);
        if status == 400 {
            assert_eq!(fields_of(&body), ["bookingDetails.startDate"], "{start}");
        }
    }
}

// GUEST-03: 1 to 100 people, one of them the primary guest.
#[tokio::test]
async fn a_hundred_people_can_book_and_a_hundred_and_one_cannot() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    send(&test, &me, &request(&test, &trek, 1).await)
        .await
        .expect(201);
    let mut ask = request(&test, &trek, 100).await;
    send(&test, &me, &ask).await.expect(201);
    ask["guestDetails"]["additionalGuests"]
        .as_array_mut()
        .unwrap()
        .push(guest("One more", 30));
    ask["bookingDetails"]["totalGuests"] = json!(101);
    let body = send(&test, &me, &ask).await.expect(400);
    assert_eq!(
        message_of(&body, "bookingDetails.totalGuests"),
        Some("Guests must be between 1 and 100")
    );
}
