//! Guides and the departures that they lead (operations §1, §2).

use axum::http::Method;
use domain::trek::{SoldAs, Trek};
use serde_json::{Value, json};

use crate::call::Answer;
use crate::stage::{booking_id, change_trek, request, send, stored_trek, text, with, without};
use crate::support::{Login, TestApp};

pub async fn patch(test: &TestApp, who: &Login, path: &str, body: &Value) -> Answer {
    let call = test.call(Method::PATCH, path).bearer(&who.access);
    call.json(body).send().await
}

pub async fn get(test: &TestApp, who: &Login, path: &str) -> Answer {
    test.get(path).bearer(&who.access).send().await
}

pub async fn guide_named(test: &TestApp, who: &Login, name: &str, more: &Value) -> Value {
    let mut new = more.clone();
    new["name"] = json!(name);
    let made = test.post("/api/guides", &new).bearer(&who.access).send();
    made.await.expect(201)["data"]["guide"].clone()
}

/// A departure of the classic route, which takes three days.
pub async fn departure_on(test: &TestApp, who: &Login, trek: &Trek, start: &str) -> Value {
    let new = json!({
        "trekId": trek.id, "routeId": trek.routes[1].id, "startDate": start, "capacity": 12,
    });
    let made = test.post("/api/departures", &new).bearer(&who.access);
    made.send().await.expect(201)["data"]["departure"].clone()
}

pub async fn trek_with_departures(test: &TestApp) -> Trek {
    let mut trek = stored_trek(test).await;
    change_trek(test, &mut trek, |trek| trek.sold_as = SoldAs::Both).await;
    trek
}

/// Assigns the guides by the version that is stored.
pub async fn assign(test: &TestApp, who: &Login, departure: &str, guides: &[&Value]) -> Answer {
    let path = format!("/api/departures/{departure}");
    let stored = get(test, who, &path).await.expect(200);
    let ids: Vec<&Value> = guides.iter().map(|guide| &guide["_id"]).collect();
    let version = &stored["data"]["departure"]["version"];
    patch(
        test,
        who,
        &path,
        &json!({"version": version, "guideIds": ids}),
    )
    .await
}

pub fn messages(answer: &Value) -> Vec<&str> {
    let warnings = answer["data"]["warnings"].as_array().expect("warnings");
    warnings.iter().map(|one| text(one, "message")).collect()
}

#[tokio::test]
async fn a_guide_is_added_changed_and_taken_out_of_service() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let full = json!({
        "phone": " +977 984-1234567 ", "email": "Pemba@example.com", "licence": "NTB 1234",
        "licenceUntil": "2028-03-31",
    });
    let made = guide_named(&test, &admin, "  Pemba Sherpa ", &full).await;
    assert_eq!(
        without(&made, "_id"),
        json!({
            "name": "Pemba Sherpa", "phone": "+977 984-1234567", "email": "Pemba@example.com",
            "licence": "NTB 1234", "licenceUntil": "2028-03-31", "isActive": true, "version": 1,
        })
    );
    guide_named(&test, &admin, "Ang Dorje", &json!({})).await;
    let path = format!("/api/guides/{}", text(&made, "_id"));
    let change = json!({"version": 1, "email": null, "licence": "", "isActive": false});
    let changed = patch(&test, &admin, &path, &change).await.expect(200);
    let changed = &changed["data"]["guide"];
    assert_eq!(
        (&changed["email"], &changed["licence"], &changed["version"]),
        (&Value::Null, &Value::Null, &json!(2))
    );
    assert_eq!(changed["phone"], "+977 984-1234567", "absent fields stay");
    let stale = patch(&test, &admin, &path, &change).await;
    let message = "Somebody else changed this guide. Reload and try again.";
    assert_eq!(stale.expect_failure(409, message)["currentVersion"], 2);
    let listed = get(&test, &admin, "/api/guides").await.expect(200);
    let names = listed["data"]["guides"].as_array().expect("a list").iter();
    let names: Vec<&str> = names.map(|guide| text(guide, "name")).collect();
    assert_eq!(names, ["Ang Dorje", "Pemba Sherpa"], "out of service last");
}

#[tokio::test]
async fn a_guide_with_wrong_fields_is_refused_with_all_of_them() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let wrong = json!({
        "name": "Pemba\nSherpa", "phone": "none", "email": "pemba", "licence": "x".repeat(101),
    });
    let call = test.post("/api/guides", &wrong).bearer(&admin.access);
    let message = "Invalid guide. Please check your input.";
    let refused = call.send().await.expect_failure(400, message);
    let fields = refused["errors"].as_array().expect("a list").iter();
    let mut fields: Vec<&str> = fields.map(|problem| text(problem, "field")).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["email", "licence", "name", "phone"]);
    for name in ["", "  ", &"x".repeat(101)] {
        let call = test.post("/api/guides", &json!({"name": name}));
        call.bearer(&admin.access).send().await.expect(400);
    }
    let change = json!({"version": 1, "name": "x"});
    let unknown = patch(&test, &admin, "/api/guides/none", &change);
    unknown.await.expect_failure(404, "Guide not found.");
}

#[tokio::test]
async fn a_guide_who_is_needed_twice_is_assigned_with_a_warning() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let trek = trek_with_departures(&test).await;
    let pemba = guide_named(&test, &admin, "Pemba Sherpa", &json!({})).await;
    let until = json!({"licenceUntil": "2027-04-06"});
    let ang = guide_named(&test, &admin, "Ang Dorje", &until).await;
    // 3 to 5 April, 5 to 7 April, 8 to 10 April.
    let mut ids = Vec::new();
    for start in ["2027-04-03", "2027-04-05", "2027-04-08"] {
        let made = departure_on(&test, &admin, &trek, start).await;
        ids.push(text(&made, "_id").to_owned());
    }
    let first = assign(&test, &admin, &ids[0], &[&pemba, &ang]).await;
    let first = first.expect(200);
    assert_eq!(messages(&first), [""; 0]);
    let shown = &first["data"]["departure"]["guides"];
    assert_eq!(
        *shown,
        json!([
            {"_id": ang["_id"], "name": "Ang Dorje"},
            {"_id": pemba["_id"], "name": "Pemba Sherpa"},
        ])
    );
    let second = assign(&test, &admin, &ids[1], &[&pemba, &ang]).await;
    assert_eq!(
        messages(&second.expect(200)),
        [
            "Ang Dorje also leads Namche Bazaar from 2027-04-03 to 2027-04-05",
            "The licence of Ang Dorje ends on 2027-04-06, before the last day of this departure",
            "Pemba Sherpa also leads Namche Bazaar from 2027-04-03 to 2027-04-05",
        ]
    );
    let third = assign(&test, &admin, &ids[2], &[&pemba]).await;
    assert_eq!(messages(&third.expect(200)), [""; 0], "no day in common");

    // A private party counts until its booking is cancelled.
    let ask = request(&test, &trek, 1).await;
    let ask = with(&ask, "bookingDetails.startDate", json!("2027-04-10"));
    let opened = send(&test, &maya, &ask).await.expect(201)["data"].clone();
    let private = booking_id(&opened);
    let fourth = assign(&test, &admin, &private, &[&pemba]).await;
    assert_eq!(messages(&fourth.expect(200)).len(), 1);
    let path = format!("/api/bookings/{private}/cancel");
    let cancel = test.call(Method::POST, &path).bearer(&maya.access);
    cancel.send().await.expect(200);
    let again = assign(&test, &admin, &ids[2], &[&pemba]).await;
    assert_eq!(messages(&again.expect(200)), [""; 0]);

    let path = format!("/api/departures?guide={}", text(&ang, "_id"));
    let led = get(&test, &admin, &path).await.expect(200);
    let led = led["data"]["departures"].as_array().expect("a list");
    let led: Vec<&str> = led.iter().map(|one| text(one, "startDate")).collect();
    assert_eq!(led, ["2027-04-03", "2027-04-05"]);
    let none = assign(&test, &admin, &ids[0], &[]).await.expect(200);
    assert_eq!(none["data"]["departure"]["guides"], json!([]));
    let public = format!("/api/treks/{}/departures", trek.id);
    let public = test.get(&public).send().await.expect(200);
    let second = &public["data"]["departures"][1];
    assert_eq!(second["guides"][0]["name"], "Ang Dorje");
    test.do_jobs().await;
}

#[tokio::test]
async fn an_unknown_guide_or_one_out_of_service_cannot_be_assigned() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let trek = trek_with_departures(&test).await;
    let made = departure_on(&test, &admin, &trek, "2027-04-03").await;
    let id = text(&made, "_id");
    let pemba = guide_named(&test, &admin, "Pemba Sherpa", &json!({})).await;
    assign(&test, &admin, id, &[&pemba]).await.expect(200);
    let path = format!("/api/guides/{}", text(&pemba, "_id"));
    let out = json!({"version": 1, "isActive": false});
    patch(&test, &admin, &path, &out).await.expect(200);
    // Who is assigned already can stay.
    assign(&test, &admin, id, &[&pemba]).await.expect(200);
    let other = departure_on(&test, &admin, &trek, "2027-05-03").await;
    for (guide, message) in [
        (&pemba, "Pemba Sherpa is out of service"),
        (&made, "Guide not found."),
        (&json!({"_id": "nobody"}), "Guide not found."),
    ] {
        let refused = assign(&test, &admin, text(&other, "_id"), &[guide]).await;
        let said = refused.expect(400);
        assert_eq!(
            said["errors"],
            json!([{"field": "guideIds", "message": message}])
        );
    }
    let path = format!("/api/departures/{}", text(&other, "_id"));
    let stored = get(&test, &admin, &path).await.expect(200);
    let stored = &stored["data"]["departure"];
    assert_eq!(
        (&stored["version"], &stored["guides"]),
        (&json!(1), &json!([]))
    );
    let stale = json!({"version": 7, "guideIds": []});
    patch(&test, &admin, &path, &stale).await.expect(409);
}
