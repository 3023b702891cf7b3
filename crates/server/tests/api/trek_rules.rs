//! Validation of a saved trek: every refusal with its field (document 2 §5, §8).

use axum::http::Method;
use serde_json::{Value, json};

use crate::call::{fields_of, message_of};
use crate::stage::{with, without};
use crate::trek_save::desk;

// TREKADM-82 TREKADM-93 TREKADM-94 TREKADM-95 TREKADM-96: required fields that are missing or blank.
#[tokio::test]
async fn required_fields_that_are_missing_or_blank_are_named() {
    let desk = desk().await;
    let day = "routes[0].dailyActivities[0]";
    let texts = [
        "name".to_owned(),
        "description".to_owned(),
        "images.bannerImage".to_owned(),
        "startingPlace.name".to_owned(),
        "endingPlace.name".to_owned(),
        "routes[1].name".to_owned(),
        "routes[1].description".to_owned(),
        format!("{day}.accommodation.title"),
        format!("{day}.accommodation.description"),
        format!("{day}.waypoints[0].name"),
        format!("{day}.connections[0].description"),
    ];
    for field in &texts {
        for blank in [json!(""), json!("  ")] {
            let body = desk.put(&with(&desk.document, field, blank)).await;
            let body = body.expect_failure(400, &format!("Missing required fields: {field}"));
            assert_eq!(body["missingFields"], json!([field]));
        }
    }
    for field in [
        "name",
        "description",
        "features",
        "images.secondaryImages",
        "routes",
        "startingPlace",
        "endingPlace",
    ] {
        let body = desk.put(&without(&desk.document, field)).await.expect(400);
        let missing = body["missingFields"][0].as_str().unwrap();
        assert!(missing.starts_with(field), "{field}: {body}");
    }
    for field in [
        "pricePerHead",
        "numberOfDays",
        "dailyActivities",
        "name",
        "description",
    ] {
        let path = format!("routes[2].{field}");
        let body = desk
            .put(&with(&desk.document, &path, Value::Null))
            .await
            .expect(400);
        assert_eq!(body["missingFields"], json!([path]));
    }
    let body = desk.put(&json!({})).await.expect(400);
    assert_eq!(body["missingFields"].as_array().unwrap().len(), 8, "{body}");
    assert_eq!(desk.stored().await, desk.document);
}

// TREKADM-83: counts, start and end marks, and indexes of waypoints and connections.
#[tokio::test]
async fn an_inconsistent_day_is_an_invalid_route_structure() {
    let desk = desk().await;
    let day = "routes[1].dailyActivities[1]";
    let waypoints = desk.document["routes"][1]["dailyActivities"][1]["waypoints"].clone();
    for (field, value) in [
        ("waypoints", json!([])),
        ("waypoints", json!([waypoints[0]])),
        ("waypoints", json!([waypoints[0], waypoints[0]])),
        ("waypoints", json!([waypoints[1], waypoints[1]])),
        ("waypoints[0].isStartPoint", json!(false)),
        ("waypoints[1].isStartPoint", json!(true)),
        ("connections", json!([])),
        ("connections[0].fromWaypointIndex", json!(2)),
        ("connections[0].fromWaypointIndex", json!(-1)),
        ("connections[0].toWaypointIndex", json!(i64::MIN)),
        ("connections[0].toWaypointIndex", json!(9_999_999)),
        ("connections[0].toWaypointIndex", json!(0)),
    ] {
        let field = format!("{day}.{field}");
        let body = desk.put(&with(&desk.document, &field, value)).await;
        let body = body.expect_failure(400, "Invalid route structure");
        assert!(
            fields_of(&body).iter().all(|named| named.starts_with(day)),
            "{field}: {body}"
        );
    }
    assert_eq!(desk.stored().await, desk.document);
}

// TREKADM-88: every other invalid field is 422 and named.
#[tokio::test]
async fn every_other_invalid_field_is_named() {
    let desk = desk().await;
    let many = |count: usize| {
        json!(
            (0..count)
                .map(|number| format!("Item {number}"))
                .collect::<Vec<_>>()
        )
    };
    let day = "routes[1].dailyActivities[0]";
    for (field, value, named) in [
        ("name", json!("x".repeat(201)), ""),
        ("description", json!("x".repeat(20_001)), ""),
        ("location", json!("a\u{7f}b"), ""),
        ("features", json!([]), ""),
        ("features", many(11), ""),
        ("included", many(31), ""),
        ("notIncluded", many(31), ""),
        ("included", json!(["x".repeat(201)]), "included[0]"),
        ("region", json!("a\u{7f}b"), ""),
        ("images.secondaryImages", json!([]), ""),
        ("images.secondaryImages", many(21), ""),
        ("routes", json!([]), ""),
        ("routes[1].pricePerHead", json!(0), ""),
        ("routes[1].pricePerHead", json!(-5), ""),
        ("routes[1].pricePerHead", json!(10.001), ""),
        ("routes[1].pricePerHead", json!(1e300), ""),
        (
            "routes[1].numberOfDays",
            json!(4),
            "routes[1].dailyActivities",
        ),
        ("routes[1].numberOfNights", json!(4), ""),
        // Decisions §11: a negative count, threshold or price.
        ("routes[1].numberOfDays", json!(-1), ""),
        ("routes[1].numberOfDays", json!(5_000_000_000_i64), ""),
        ("routes[1].numberOfNights", json!(-1), ""),
        (
            "paymentDetails.discount.groupDiscountThreshold",
            json!(-1),
            "",
        ),
        ("paymentDetails.charges.bookingFee", json!(-5), ""),
        (
            "routes[1].dailyActivities[0].connections[0].duration",
            json!(-1),
            "",
        ),
        ("images.bannerImage", json!("javascript:alert(1)"), ""),
        ("images.bannerImage", json!("data:image/png;base64,AA"), ""),
        ("images.bannerImage", json!("file:///etc/passwd"), ""),
        ("images.bannerImage", json!("nonsense"), ""),
        ("images.bannerImage", json!("//evil.example/a.png"), ""),
        (
            "images.secondaryImages[0]",
            json!("JAVASCRIPT:alert(1)"),
            "",
        ),
        ("startingPlace.coordinates.latitude", json!(90.1), ""),
        ("endingPlace.coordinates.longitude", json!(-180.1), ""),
        (
            "paymentDetails.discount.groupDiscountThreshold",
            json!(0),
            "",
        ),
        (
            "paymentDetails.discount.groupDiscountPercentage",
            json!(100.1),
            "",
        ),
        ("paymentDetails.charges.gst", json!(-1), ""),
        ("paymentDetails.charges.serviceFee", json!(1.23456), ""),
        ("paymentDetails.charges.insurancePerPerson", json!(-1), ""),
        ("paymentDetails.charges.bookingFee", json!(0.001), ""),
        (
            "routes[1].dailyActivities[0].foodDetails.breakfast",
            json!([]),
            "",
        ),
        (
            "routes[1].dailyActivities[0].foodDetails.lunch",
            json!([" "]),
            "",
        ),
        (
            "routes[1].dailyActivities[0].foodDetails.dinner",
            many(11),
            "",
        ),
        (
            "routes[1].dailyActivities[0].accommodation.features",
            many(11),
            "",
        ),
        (
            "routes[1].dailyActivities[0].waypoints[0].altitude",
            json!(9001),
            "",
        ),
        (
            "routes[1].dailyActivities[0].connections[0].distance",
            json!(-1),
            "",
        ),
    ] {
        let named = if named.is_empty() { field } else { named };
        let body = desk
            .put(&with(&desk.document, field, value))
            .await
            .expect(422);
        assert!(message_of(&body, named).is_some(), "{field}: {body}");
    }
    let custom = with(
        &desk.document,
        &format!("{day}.connections[0].transportMode"),
        json!("custom"),
    );
    let body = desk.put(&custom).await.expect(400);
    assert_eq!(
        body["missingFields"],
        json!([format!("{day}.connections[0].customTransportType")])
    );
    assert_eq!(desk.stored().await, desk.document);
}

// Decisions §11: duplicates are dropped, the first one is kept.
#[tokio::test]
async fn a_duplicate_feature_is_stored_once() {
    let desk = desk().await;
    let lodging = "routes[1].dailyActivities[0].accommodation.features";
    let twice = json!(["Guide", "Wifi", " Guide", "Porter", "Wifi"]);
    let document = with(&desk.document, "features", twice.clone());
    let document = with(&document, lodging, twice);
    let saved = desk.put(&document).await.expect(200)["data"]["trek"].clone();
    let once = json!(["Guide", "Wifi", "Porter"]);
    assert_eq!(saved["features"], once);
    let day = &saved["routes"][1]["dailyActivities"][0];
    assert_eq!(day["accommodation"]["features"], once);
    // Blank features are reported, not dropped like duplicates.
    let blank = with(&desk.document, "features", json!(["Guide", " ", ""]));
    desk.put(&blank).await.expect(422);
}

// API-38 TREKADM-84: a value of another type is 400 with its field.
#[tokio::test]
async fn a_field_of_the_wrong_type_is_named() {
    let desk = desk().await;
    for (field, value) in [
        ("name", json!(5)),
        ("features", json!("Guide")),
        ("features[0]", json!(1)),
        ("images", json!([])),
        ("routes", json!({})),
        ("routes[0]", json!("x")),
        ("routes[0].pricePerHead", json!("1000")),
        ("routes[0].numberOfDays", json!(1.5)),
        ("routes[0].isVisible", json!("yes")),
        ("routes[0].dailyActivities", json!(3)),
        ("startingPlace.coordinates.latitude", json!("27")),
        ("version", json!("1")),
        ("bestSeasons", json!("Oct")),
        ("included", json!("Guide")),
        ("paymentDetails.charges.gst", json!("18")),
    ] {
        let body = desk
            .put(&with(&desk.document, field, value.clone()))
            .await
            .expect(400);
        assert!(
            fields_of(&body)[0].starts_with(field.trim_end_matches("[0]")),
            "{field} = {value}: {body}"
        );
    }
    for body in ["", "[]", "{", "5"] {
        let call = desk
            .test
            .call(Method::PUT, &desk.path)
            .body("application/json", body);
        call.bearer(&desk.admin.access).send().await.expect(400);
    }
    let large = with(&desk.document, "description", json!("x".repeat(2_100_000)));
    desk.put(&large).await.expect(413);
    let long = with(&desk.document, "description", json!("x".repeat(1_500_000)));
    desk.put(&long).await.expect(422);
    assert_eq!(desk.stored().await, desk.document);
}
