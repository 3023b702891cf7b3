//! OCTO: a reseller changes its own bookings, sees none of others, and gets the errors of the standard (operations §2).

use axum::http::Method;
use serde_json::{Value, json};

use crate::api_keys::create_key;
use crate::octo::{Market, departure};
use crate::octo_booking::uuid;
use crate::stage::stored_bookings;

#[tokio::test]
async fn a_reservation_can_move_to_another_departure_with_other_guests() {
    let market = Market::open(2).await;
    let other = departure(&market.test, &market.admin, &market.trek, "2027-05-01", 3).await;
    market.reserve(uuid(1), 2).await.expect(200);
    let path = format!("/octo/bookings/{}", uuid(1));
    let ask = json!({"availabilityId": other["_id"], "unitItems": vec![json!({"unitId": "adult"}); 3],
        "notes": "Vegetarian", "contact": {"fullName": "Pemba Sherpa", "locales": ["en"]}});
    let moved = market.send(Method::PATCH, &path, &ask).await.expect(200);
    assert_eq!(moved["availabilityId"], other["_id"]);
    assert_eq!(
        (&moved["notes"], &moved["contact"]["locales"]),
        (&json!("Vegetarian"), &json!(["en"]))
    );
    assert_eq!(
        market.vacancies().await,
        2,
        "the first departure has its seats back"
    );
    let back = json!({"availabilityId": market.departure["_id"]});
    let refused = market.send(Method::PATCH, &path, &back).await.expect(400);
    assert_eq!(
        refused["errorMessage"],
        "Only 2 seats are left on this departure."
    );
    assert_eq!(market.read(uuid(1)).await["availabilityId"], other["_id"]);
    market.act(uuid(1), "confirm", &json!({})).await.expect(200);
    let refused = market
        .send(
            Method::PATCH,
            &path,
            &json!({"unitItems": [{"unitId": "adult"}]}),
        )
        .await;
    assert_eq!(refused.expect(400)["error"], "UNPROCESSABLE_ENTITY");
    let named = json!({"contact": {"fullName": "Dawa Sherpa"}, "resellerReference": "HT-8"});
    let named = market.send(Method::PATCH, &path, &named).await.expect(200);
    assert_eq!(
        (&named["contact"]["fullName"], &named["status"]),
        (&json!("Dawa Sherpa"), &json!("CONFIRMED"))
    );
    let total = market
        .test
        .get("/api/bookings")
        .bearer(&market.admin.access)
        .send()
        .await
        .expect(200);
    assert_eq!(total["data"]["bookings"][0]["totalGuests"], 3);
    market.close().await;
}

#[tokio::test]
async fn a_reseller_sees_nothing_of_the_bookings_of_another() {
    let mut market = Market::open(4).await;
    let mine = market.reserve(uuid(1), 1).await.expect(200);
    market.confirm(uuid(1)).await.expect(200);
    let reference = mine["supplierReference"]
        .as_str()
        .expect("a reference")
        .to_owned();
    let searches = [
        "resellerReference=HT-7".to_owned(),
        format!("supplierReference={reference}"),
        "localDateStart=2027-04-01&localDateEnd=2027-04-30".to_owned(),
        format!("localDate=2027-04-03&productId={}", market.trek.id),
    ];
    for search in &searches {
        let found = market
            .get(&format!("/octo/bookings?{search}"))
            .await
            .expect(200);
        assert_eq!(found[0]["uuid"], json!(uuid(1)), "{search}");
    }
    let none = market.get("/octo/bookings").await.expect(400);
    assert_eq!(none["error"], "BAD_REQUEST");
    let made = create_key(&market.test, &market.admin, "Other Tours").await;
    market.key = made["key"].as_str().expect("a key").to_owned();
    for search in &searches {
        let found = market
            .get(&format!("/octo/bookings?{search}"))
            .await
            .expect(200);
        assert_eq!(found, json!([]), "{search}");
    }
    for action in ["", "/confirm", "/extend", "/cancel"] {
        let method = if action.is_empty() {
            Method::PATCH
        } else {
            Method::POST
        };
        let path = format!("/octo/bookings/{}{action}", uuid(1));
        let unknown = market
            .send(method, &path, &json!({"contact": {"fullName": "Eve"}}))
            .await;
        assert_eq!(
            unknown.expect(400)["error"],
            "INVALID_BOOKING_UUID",
            "{action}"
        );
    }
    // The same UUID is another booking, and a new key of the same name sees the first one.
    let theirs = market.reserve(uuid(1), 1).await.expect(200);
    assert_ne!(theirs["id"], mine["id"]);
    let made = create_key(&market.test, &market.admin, "himalaya tours").await;
    market.key = made["key"].as_str().expect("a key").to_owned();
    assert_eq!(market.read(uuid(1)).await["id"], mine["id"]);
    market.close().await;
}

#[tokio::test]
async fn a_wrong_order_gets_the_error_of_the_standard_and_books_nothing() {
    let market = Market::open(4).await;
    let cases = [
        ("productId", json!("guessed"), "INVALID_PRODUCT_ID"),
        ("productId", Value::Null, "BAD_REQUEST"),
        ("optionId", json!(market.trek.id), "INVALID_OPTION_ID"),
        (
            "availabilityId",
            json!("guessed"),
            "INVALID_AVAILABILITY_ID",
        ),
        ("availabilityId", Value::Null, "INVALID_AVAILABILITY_ID"),
        ("unitItems", json!([]), "UNPROCESSABLE_ENTITY"),
        ("unitItems", Value::Null, "UNPROCESSABLE_ENTITY"),
        ("unitItems", json!([{"unitId": "child"}]), "INVALID_UNIT_ID"),
        (
            "unitItems",
            json!(vec![json!({"unitId": "adult"}); 101]),
            "UNPROCESSABLE_ENTITY",
        ),
        (
            "unitItems",
            json!(vec![json!({"unitId": "adult"}); 5]),
            "UNPROCESSABLE_ENTITY",
        ),
        ("uuid", json!("guessed"), "INVALID_BOOKING_UUID"),
        ("expirationMinutes", json!(-1), "BAD_REQUEST"),
        ("notes", json!("a".repeat(2001)), "BAD_REQUEST"),
        ("contact", json!({"emailAddress": "nobody"}), "BAD_REQUEST"),
        (
            "contact",
            json!({"fullName": "a".repeat(201)}),
            "BAD_REQUEST",
        ),
        ("resellerReference", json!("a\u{7}"), "BAD_REQUEST"),
    ];
    for (field, value, error) in cases {
        let mut ask = market.order(uuid(1), 1);
        ask[field] = value;
        let wrong = market.post("/octo/bookings", &ask).await.expect(400);
        assert_eq!(wrong["error"], error, "{ask}");
    }
    assert_eq!(
        (
            stored_bookings(&market.test).await,
            market.vacancies().await
        ),
        (0, json!(4))
    );
    for path in [
        "/octo/bookings/guessed",
        "/octo/bookings/0198f0e5-0000-7000-8000-000000000009",
    ] {
        assert_eq!(
            market.get(path).await.expect(400)["error"],
            "INVALID_BOOKING_UUID"
        );
    }
}
