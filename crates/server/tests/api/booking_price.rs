//! The price of a booking, and treks that are no longer offered (document 2 §9, decisions §5).

use domain::money::Money;
use serde_json::json;

use crate::call::fields_of;
use crate::stage::{change_trek, price, request, send, stored_bookings, stored_trek, with};
use crate::support::TestApp;

const CHANGED: &str = "The price has changed. Please check the new price and try again.";

// PRICE-03 PRICE-04: 5 × 1250.50, less 10 % from 4 guests on, plus 13 % and 5 % of the rest, 40 per guest, and 25.
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
            "totalGuests",
        ),
        (
            json!({"trekId": trek.id, "routeDetails": {"routeIndex": 0}, "totalGuests": 101}),
            "totalGuests",
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

// PRICE-01 BOOK-19: every figure of the client is compared, and the response contains the new ones.
#[tokio::test]
async fn a_wrong_price_figure_is_refused_with_the_current_price() {
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
            json!(6865.1499),
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

// BOOK-19: if the agency changes the price meanwhile, the first request returns the new price and the second books.
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

// BOOK-19: a booking of something that is no longer offered is a conflict.
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
