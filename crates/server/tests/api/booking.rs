//! Making a booking: the price, the route, the party, the date, repeated requests (document 2 §4, §5).

use chrono::{DateTime, TimeDelta, Utc};
use domain::money::Money;
use serde_json::{Value, json};

use crate::call::{fields_of, message_of};
use crate::stage::{
    booked, booking_id, change_trek, guest, price, read_booking, request, send, stored_bookings,
    stored_trek, with,
};
use crate::support::TestApp;

const CHANGED: &str = "The price has changed. Please check the new price and try again.";

// BOOK-15 BOOK-16 PAY-08 API-27 DATA-18 DATA-19: the booking is stored with our figures, Pending, its payment open.
#[tokio::test]
async fn a_booking_opens_a_payment_and_keeps_what_was_sold() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 5).await;
    let data = send(&test, &me, &ask).await.expect(201)["data"].clone();
    assert!(data["paymentIntentId"].as_str().unwrap().starts_with("pi_"));
    assert!(data["clientSecret"].as_str().unwrap().len() > 40);
    assert_eq!(data["paymentBreakdown"], ask["priceBreakdown"]);
    let booking = &data["booking"];
    for (field, expected) in [
        ("userId", json!(me.user_id)),
        ("status", json!("Pending")),
        ("checkIn", json!("2027-03-01")),
        ("checkOut", json!("2027-03-03")),
        ("totalGuests", json!(5)),
        ("amount", ask["priceBreakdown"]["total"].clone()),
        ("currency", json!("USD")),
        ("additionalNotes", json!("Vegetarian")),
        ("includeMeals", json!(true)),
        ("includePorter", json!(false)),
        ("refunded", json!(0)),
        (
            "customer",
            json!({"name": "Maya Gurung", "email": "maya@example.com"}),
        ),
    ] {
        assert_eq!(booking[field], expected, "{field}");
    }
    assert_eq!(booking["payment"]["status"], "Pending");
    assert_eq!(
        booking["payment"]["finalAmount"],
        ask["payment"]["finalAmount"]
    );
    assert_eq!(booking["trek"]["name"], "Namche Bazaar");
    assert_eq!(booking["routeDetails"]["routeName"], "Classic");
    assert_eq!(booking["routeDetails"]["numberOfNights"], 2);
    assert_eq!(booking["bookingDetails"]["endDate"], "2027-03-03");
    assert_eq!(
        booking["guestDetails"]["additionalGuests"][3]["name"],
        "Guest 4"
    );
    assert_eq!(booking.get("invoiceNumber"), None);
    let read = read_booking(&test, &me, &booking_id(&data))
        .await
        .expect(200);
    assert_eq!(read["data"]["booking"], *booking);
}

// PRICE-03 PRICE-04: 5 × 1250.50, 10 % off from 4 guests on, 13 % and 5 % of what is left, 40 each, 25.
#[tokio::test]
async fn the_quote_is_the_price() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let expected = json!({
        "basePrice": 6252.5, "discount": 625.25, "gst": 731.54, "serviceFee": 281.36,
        "insurance": 200, "bookingFee": 25, "total": 6865.15, "currency": "USD",
    });
    assert_eq!(price(&test, &trek, 5).await, expected);
    assert_eq!(price(&test, &trek, 3).await["discount"], 0);
    for (ask, field) in [
        (
            json!({"trekId": trek.id, "routeDetails": {}, "totalGuests": 0}),
            "routeDetails",
        ),
        (
            json!({"trekId": trek.id, "routeDetails": {"routeIndex": 0}, "totalGuests": 0}),
            "bookingDetails.totalGuests",
        ),
        (
            json!({"trekId": trek.id, "routeDetails": {"routeIndex": 0}, "totalGuests": 101}),
            "bookingDetails.totalGuests",
        ),
        (
            json!({"trekId": "x", "routeDetails": {"routeIndex": 0}, "totalGuests": 1}),
            "trekId",
        ),
        (
            json!({"trekId": trek.id, "routeDetails": {"routeIndex": 0}, "totalGuests": -1}),
            "totalGuests",
        ),
        (
            json!({"trekId": trek.id, "routeDetails": {"routeIndex": 0}}),
            "totalGuests",
        ),
        (json!({"trekId": trek.id, "totalGuests": 1}), "routeDetails"),
        (json!({"routeDetails": {}, "totalGuests": 1}), "trekId"),
    ] {
        let body = test
            .post("/api/bookings/quote", &ask)
            .send()
            .await
            .expect(400);
        assert_eq!(fields_of(&body), [field], "{ask}");
    }
}

// PRICE-01 BOOK-19: every figure that the client shows is compared, and the answer has the new ones.
#[tokio::test]
async fn a_figure_that_is_not_ours_is_refused_with_the_price() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 5).await;
    let figures = [
        "payment.finalAmount",
        "payment.baseAmount",
        "payment.charges.gst",
        "payment.charges.serviceFee",
        "payment.charges.insuranceFee",
        "payment.charges.bookingFee",
        "priceBreakdown.basePrice",
        "priceBreakdown.discount",
        "priceBreakdown.gst",
        "priceBreakdown.serviceFee",
        "priceBreakdown.insurance",
        "priceBreakdown.bookingFee",
        "priceBreakdown.total",
        "routeDetails.pricePerHead",
    ];
    for field in figures {
        for wrong in [
            json!(0),
            json!(-1),
            json!(0.001),
            json!(1e300),
            json!(6865.149_999),
        ] {
            let body = send(&test, &me, &with(&ask, field, wrong.clone()))
                .await
                .expect_failure(409, CHANGED);
            assert_eq!(
                body["data"]["priceBreakdown"], ask["priceBreakdown"],
                "{field} {wrong}"
            );
        }
    }
    let euros = with(&ask, "priceBreakdown.currency", json!("EUR"));
    send(&test, &me, &euros).await.expect_failure(409, CHANGED);
    assert_eq!(stored_bookings(&test).await, 0);
}

// BOOK-19: the agency raised a price while the traveller typed: the new price first, then the booking.
#[tokio::test]
async fn a_price_that_changed_meanwhile_is_shown_before_it_is_charged() {
    let test = TestApp::start().await;
    let (me, mut trek) = (test.traveller().await, stored_trek(&test).await);
    let mut ask = request(&test, &trek, 2).await;
    change_trek(&test, &mut trek, |trek| {
        trek.routes[1].price_per_head = Money::from_minor(130_000)
    })
    .await;
    let body = send(&test, &me, &ask).await.expect_failure(409, CHANGED);
    assert_eq!(body["data"]["priceBreakdown"], price(&test, &trek, 2).await);
    ask["priceBreakdown"] = body["data"]["priceBreakdown"].clone();
    ask["payment"] = json!({"finalAmount": body["data"]["priceBreakdown"]["total"]});
    ask["routeDetails"] = json!({"name": "Classic"});
    send(&test, &me, &ask).await.expect(201);
}

// BOOK-22 DATA-11: id, name and index name a visible route and must agree.
#[tokio::test]
async fn a_route_that_is_not_there_is_refused() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let [hidden, classic, short] = [0, 1, 2].map(|index: usize| trek.routes[index].id);
    for (route, status) in [
        (json!({"routeId": classic}), 201),
        (json!({"routeName": "Classic"}), 201),
        (json!({"routeIndex": 0}), 201),
        (
            json!({"routeId": classic, "name": "whatever it was called", "routeIndex": 0}),
            201,
        ),
        (json!({}), 400),
        (json!({"name": "Nowhere"}), 400),
        (json!({"routeIndex": 2}), 400),
        (json!({"routeIndex": 1, "name": "Classic"}), 400),
        (json!({"routeId": classic, "routeIndex": 1}), 400),
        (json!({"routeId": "none", "name": "Classic"}), 400),
        (json!({"routeId": trek.id}), 400),
        (json!({"routeId": short}), 409),
        (json!({"routeId": hidden}), 409),
        (json!({"name": "Secret"}), 409),
    ] {
        let body = send(&test, &me, &with(&ask, "routeDetails", route.clone()))
            .await
            .expect(status);
        if status == 400 {
            assert_eq!(body["message"], "Invalid route selected", "{route}");
            assert_eq!(fields_of(&body), ["routeDetails"]);
        }
    }
}

// BOOK-19: what is no longer offered is a conflict, and says so.
#[tokio::test]
async fn an_archived_trek_and_a_hidden_route_are_no_longer_offered() {
    let test = TestApp::start().await;
    let (me, mut trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let gone = "This trek or route is no longer offered.";
    change_trek(&test, &mut trek, |trek| trek.routes[1].is_visible = false).await;
    let by_name = with(&ask, "routeDetails", json!({"name": "Classic"}));
    send(&test, &me, &by_name).await.expect_failure(409, gone);
    change_trek(&test, &mut trek, |trek| {
        trek.archived_at = Some(trek.created_at)
    })
    .await;
    send(&test, &me, &ask).await.expect_failure(409, gone);
    assert_eq!(stored_bookings(&test).await, 0);
}

// BOOK-17 ROLE-03 ROLE-11 DATA-10: nobody books without a session, or for somebody else.
#[tokio::test]
async fn a_booking_is_for_the_one_who_is_signed_in() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    test.post("/api/bookings", &ask).send().await.expect(401);
    let other = with(&ask, "userId", json!(trek.id));
    send(&test, &me, &other)
        .await
        .expect_failure(403, "You can only book for yourself.");
    assert_eq!(stored_bookings(&test).await, 0);
    send(&test, &me, &with(&ask, "userId", json!(me.user_id)))
        .await
        .expect(201);
}

// BOOK-18 GUEST-05 DATA-13: all problems of the form in one answer, each with its field.
#[tokio::test]
async fn all_problems_of_the_form_are_named_at_once() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let mut ask = request(&test, &trek, 3).await;
    ask["guestDetails"]["primaryGuest"] =
        json!({"name": " M ", "age": 4, "gender": "None", "phoneNumber": "12345"});
    ask["guestDetails"]["additionalGuests"][0] = guest("x", 101);
    ask["guestDetails"]["additionalGuests"][1]["phoneNumber"] = json!("call me");
    ask["bookingDetails"]["totalGuests"] = json!(4);
    ask["bookingDetails"]["startDate"] = json!("2026-11-19");
    ask["additionalNotes"] = json!("x".repeat(2001));
    let body = send(&test, &me, &ask)
        .await
        .expect_failure(400, "Invalid booking data");
    for (field, message) in [
        (
            "guestDetails.primaryGuest.name",
            "Name must be at least 2 characters",
        ),
        (
            "guestDetails.primaryGuest.age",
            "Age must be between 5 and 100 years",
        ),
        (
            "guestDetails.primaryGuest.gender",
            "Gender must be Male, Female or Other",
        ),
        (
            "guestDetails.primaryGuest.phoneNumber",
            "Please enter a valid phone number",
        ),
        (
            "guestDetails.additionalGuests[0].name",
            "Name must be at least 2 characters",
        ),
        (
            "guestDetails.additionalGuests[0].age",
            "Age must be between 5 and 100 years",
        ),
        (
            "guestDetails.additionalGuests[1].phoneNumber",
            "Please enter a valid phone number",
        ),
        (
            "bookingDetails.startDate",
            "Start date must be today or later",
        ),
        (
            "bookingDetails.totalGuests",
            "Total guests must be the primary guest and the additional guests",
        ),
        (
            "additionalNotes",
            "Additional notes must be at most 2000 characters",
        ),
    ] {
        assert_eq!(message_of(&body, field), Some(message), "{body}");
    }
    assert_eq!(stored_bookings(&test).await, 0);
}

// DATA-12: today is the day in Kathmandu, and three years is as far as anybody plans.
#[tokio::test]
async fn the_start_is_today_or_later_in_kathmandu_and_within_three_years() {
    let test = TestApp::start().await;
    // Midnight in Kathmandu, while it is still the evening before in Greenwich.
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

// GUEST-02: 1 to 100 people, one of them the primary guest.
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

// DATA-12 DATA-14: end date, statuses and amounts of the client are stored nowhere.
#[tokio::test]
async fn what_the_client_says_of_dates_and_statuses_is_not_believed() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let mut ask = request(&test, &trek, 2).await;
    ask["bookingDetails"]["endDate"] = json!("2099-01-01");
    ask["bookingDetails"]["status"] = json!("Confirmed");
    ask["payment"]["status"] = json!("Confirmed");
    ask["routeDetails"]["numberOfDays"] = json!(90);
    ask["invoiceNumber"] = json!("INV-1");
    ask["status"] = json!("Completed");
    let booking = send(&test, &me, &ask).await.expect(201)["data"]["booking"].clone();
    assert_eq!(booking["checkOut"], "2027-03-03");
    assert_eq!(
        (&booking["status"], &booking["payment"]["status"]),
        (&json!("Pending"), &json!("Pending"))
    );
    assert_eq!(booking["routeDetails"]["numberOfDays"], 3);
    assert_eq!(booking.get("invoiceNumber"), None);
}

async fn send_with_key(test: &TestApp, token: &str, ask: &Value, key: &str) -> crate::call::Answer {
    test.post("/api/bookings", ask)
        .bearer(token)
        .header("idempotency-key", key)
        .send()
        .await
}

// BOOK-15: a second click, a retry, a lost answer: one booking and one payment.
#[tokio::test]
async fn the_same_key_gives_the_same_booking_for_a_day() {
    let test = TestApp::start().await;
    let (me, mut trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let first = send_with_key(&test, &me.access, &ask, "k-1")
        .await
        .expect(201);
    // A price that changed since makes no other booking of it.
    change_trek(&test, &mut trek, |trek| {
        trek.routes[1].price_per_head = Money::from_minor(1)
    })
    .await;
    let again = send_with_key(&test, &me.access, &ask, "k-1")
        .await
        .expect(201);
    assert_eq!(first, again);
    let other_body = with(&ask, "additionalNotes", json!("Other"));
    send_with_key(&test, &me.access, &other_body, "k-1")
        .await
        .expect_failure(409, "This Idempotency-Key was used for another booking.");
    assert_eq!(stored_bookings(&test).await, 1);

    let fresh = request(&test, &trek, 2).await;
    let fresh = with(&fresh, "routeDetails.pricePerHead", json!(0.01));
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    send_with_key(&test, &other.access, &fresh, "k-1")
        .await
        .expect(201);
    test.clock.advance(TimeDelta::hours(25));
    let me = test.login("maya@example.com", "trail of many stones").await;
    let later = send_with_key(&test, &me.access, &fresh, "k-1")
        .await
        .expect(201);
    assert_ne!(
        later["data"]["booking"]["_id"],
        first["data"]["booking"]["_id"]
    );
    assert_eq!(stored_bookings(&test).await, 3);
    for wrong in ["", " ", &"x".repeat(256)] {
        send_with_key(&test, &me.access, &fresh, wrong)
            .await
            .expect(400);
    }
}

// BOOK-15: both clicks of a double click get the one booking.
#[tokio::test]
async fn two_requests_with_one_key_at_once_make_one_booking() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let tries = (0..6).map(|_| {
        let call = test
            .post("/api/bookings", &ask)
            .bearer(&me.access)
            .header("idempotency-key", "once");
        tokio::spawn(call.send())
    });
    let mut answers = Vec::new();
    for one in tries.collect::<Vec<_>>() {
        answers.push(one.await.unwrap().expect(201)["data"].clone());
    }
    for answer in &answers {
        assert_eq!(answer["booking"]["_id"], answers[0]["booking"]["_id"]);
        assert_eq!(answer["paymentIntentId"], answers[0]["paymentIntentId"]);
    }
    assert_eq!(stored_bookings(&test).await, 1);
}

// API-30 ROLE-02: a booking is there for its owner and for administrators, and for nobody else.
#[tokio::test]
async fn a_booking_of_somebody_else_is_not_found() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    let id = booking_id(&booked(&test, &me, &trek).await);
    read_booking(&test, &me, &id).await.expect(200);
    read_booking(&test, &admin, &id).await.expect(200);
    read_booking(&test, &other, &id)
        .await
        .expect_failure(404, "Booking not found.");
    test.get(&format!("/api/bookings/{id}"))
        .send()
        .await
        .expect(401);
    for wrong in [
        "1",
        "undefined",
        "00000000-0000-0000-0000-000000000000",
        "%27%20or%201=1",
        "..%2f",
    ] {
        read_booking(&test, &me, wrong)
            .await
            .expect_failure(404, "Booking not found.");
    }
}

// ACCT-02: My Bookings are mine, the newest first.
#[tokio::test]
async fn my_bookings_are_mine_and_the_newest_first() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    let first = booking_id(&booked(&test, &me, &trek).await);
    test.clock.advance(TimeDelta::minutes(1));
    let second = booking_id(&booked(&test, &me, &trek).await);
    booked(&test, &other, &trek).await;
    let list = test
        .get("/api/bookings/my-bookings")
        .bearer(&me.access)
        .send()
        .await
        .expect(200);
    let ids: Vec<_> = list["data"]["bookings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["_id"].clone())
        .collect();
    assert_eq!(ids, [json!(second), json!(first)]);
    test.get("/api/bookings/my-bookings")
        .send()
        .await
        .expect(401);
}

// DATA-18: what was sold stays as it was sold.
#[tokio::test]
async fn later_edits_of_the_trek_change_no_booking() {
    let test = TestApp::start().await;
    let (me, mut trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    change_trek(&test, &mut trek, |trek| {
        trek.name = "Renamed".to_owned();
        trek.images.banner_image = "/pictures/other.svg".to_owned();
        trek.routes[1].name = "Renamed too".to_owned();
        trek.routes[1].price_per_head = Money::from_minor(1);
        trek.routes[1].number_of_days = 9;
        trek.archived_at = Some(trek.created_at);
    })
    .await;
    let read = read_booking(&test, &me, &booking_id(&opened))
        .await
        .expect(200);
    assert_eq!(read["data"]["booking"], opened["booking"]);
}
