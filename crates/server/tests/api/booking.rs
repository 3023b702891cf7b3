//! Creating a booking: price, route, party, dates and validation (document 2 §4, §5).

use serde_json::{Value, json};

use crate::call::{fields_of, message_of};
use crate::stage::{
    booking_id, guest, read_booking, request, send, stored_bookings, stored_trek, text, with,
};
use crate::support::TestApp;

// BOOK-15 BOOK-16 PAY-08 API-27 DATA-18 DATA-19: the booking is stored as Pending with the price of the server, and its
// payment is open.
#[tokio::test]
async fn a_booking_opens_a_payment_and_stores_what_was_sold() {
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

// BOOK-22 DATA-11: id, name and index must name the same visible route.
#[tokio::test]
async fn an_unknown_route_is_refused() {
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

// ROLE-03 ROLE-11 DATA-10: a booking needs a session, and belongs to its account.
#[tokio::test]
async fn booking_requires_a_login() {
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

// BOOK-18 GUEST-06 GUEST-07 GUEST-08 DATA-13: one response lists all problems with their fields.
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

// DATA-12 DATA-14: end date, statuses and amounts from the client are not stored.
#[tokio::test]
async fn dates_and_statuses_of_the_client_are_ignored() {
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

// decisions §11: each booking has a unique reference, even if many are made concurrently. The search, the table and the
// emails contain it, and a new prefix does not change existing references.
#[tokio::test]
async fn every_booking_has_its_own_reference_and_is_found_by_it() {
    let test = TestApp::start_with(&[("reference_prefix", "HIM"), ("unpaid_hours", "6")]).await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let ask = request(&test, &trek, 2).await;
    let made = futures_util::future::join_all((0..8).map(|_| send(&test, &me, &ask))).await;
    let made: Vec<Value> = made
        .into_iter()
        .map(|answer| answer.expect(201)["data"]["booking"].clone())
        .collect();
    let mut references: Vec<&str> = made.iter().map(|one| text(one, "reference")).collect();
    references.sort_unstable();
    let expected: Vec<String> = (1..=8)
        .map(|number| format!("HIM-{}", 1000 + number))
        .collect();
    assert_eq!(references, expected);
    // CHAUTARI_UNPAID_HOURS: the response contains the payment deadline.
    assert_eq!(made[0]["payBy"], "2026-11-20T09:30:00Z");
    assert_eq!(made[0]["freeCancellationUntil"], "2027-01-30");
    let deadlines = json!([
        {"until": "2027-01-30", "days": 30, "percent": 100},
        {"until": "2027-02-22", "days": 7, "percent": 50},
    ]);
    assert_eq!(made[0]["cancellationDeadlines"], deadlines);
    let one = &made[3];
    let search = format!(
        "/api/bookings?search={}",
        text(one, "reference").to_lowercase()
    );
    let found = test.get(&search).bearer(&admin.access).send().await;
    let found = found.expect(200)["data"]["bookings"].clone();
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    assert_eq!(found[0]["_id"], one["_id"]);
    let table = test.get("/api/bookings/export").bearer(&admin.access);
    let table = String::from_utf8(table.send().await.body.to_vec()).expect("UTF-8");
    let line = table.lines().find(|line| line.contains(text(one, "_id")));
    let end = format!(
        "\"Vegetarian\",\"{}\",\"yes\",\"no\"",
        text(one, "reference")
    );
    assert!(line.expect("a line").ends_with(&end), "{table}");
    test.clock.advance(chrono::TimeDelta::hours(7));
    chautari::features::booking::payment::reconcile::expire_unpaid(&test.app)
        .await
        .expect("swept");
    let ended = crate::money::stored(&test, text(one, "_id")).await;
    assert_eq!(ended.status.as_str(), "Cancelled");
}
