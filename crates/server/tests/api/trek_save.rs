//! `PUT /api/treks/{id}`: versions, retries, and every kind of refusal (decisions §10 "Trek PUT").

use axum::http::Method;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::stage::{keep, stored_trek, trek_named, with, without};
use crate::support::{Login, TestApp};

pub struct Desk {
    pub test: TestApp,
    pub admin: Login,
    pub path: String,
    /// As the edit form reads it.
    pub document: Value,
}

pub async fn desk() -> Desk {
    let test = TestApp::start().await;
    let (admin, trek) = (test.admin().await, stored_trek(&test).await);
    let path = format!("/api/treks/{}", trek.id);
    let mut desk = Desk {
        test,
        admin,
        path,
        document: Value::Null,
    };
    desk.document = desk.stored().await;
    desk
}

impl Desk {
    pub async fn stored(&self) -> Value {
        let call = self.test.get(&format!("{}?edit=true", self.path));
        call.bearer(&self.admin.access).send().await.expect(200)["data"]["trek"].clone()
    }

    pub async fn put(&self, document: &Value) -> Answer {
        let call = self.test.call(Method::PUT, &self.path).json(document);
        call.bearer(&self.admin.access).send().await
    }
}

// ROLE-06 TREKADM-85 TREKADM-86: access, and unknown treks.
#[tokio::test]
async fn only_an_administrator_saves_an_existing_trek() {
    let desk = desk().await;
    let me = desk.test.traveller().await;
    let no = "You are not authorized to edit this trek.";
    desk.test
        .call(Method::PUT, &desk.path)
        .json(&desk.document)
        .send()
        .await
        .expect_failure(401, no);
    let call = desk.test.call(Method::PUT, &desk.path).json(&desk.document);
    call.bearer(&me.access).send().await.expect_failure(401, no);
    for wrong in ["x", "00000000-0000-0000-0000-000000000000"] {
        let call = desk
            .test
            .call(Method::PUT, &format!("/api/treks/{wrong}"))
            .json(&desk.document);
        call.bearer(&desk.admin.access)
            .send()
            .await
            .expect_failure(404, "Trek not found.");
    }
}

// TREKADM-81: names are compared without case and blanks.
#[tokio::test]
async fn the_name_of_another_trek_is_refused() {
    let desk = desk().await;
    keep(
        &desk.test.app,
        &trek_named(&desk.test.app, "Everest Base Camp"),
    )
    .await;
    let body = desk
        .put(&with(&desk.document, "name", json!("everest  base CAMP")))
        .await;
    let body = body.expect_failure(409, "A trek with this name already exists");
    assert_eq!(body["existingValue"], "everest  base CAMP");
    assert_eq!(desk.stored().await, desk.document);
}

// ITIN-07 DATA-09: unknown transport modes become walking; a day of the older shape becomes two waypoints and a
// connection.
#[tokio::test]
async fn older_shapes_are_accepted_and_converted() {
    let desk = desk().await;
    let mode = "routes[1].dailyActivities[0].connections[0].transportMode";
    let saved = desk
        .put(&with(
            &without(&desk.document, "version"),
            mode,
            json!("yak"),
        ))
        .await
        .expect(200);
    assert_eq!(
        saved["data"]["trek"]["version"], 1,
        "walking is what it was"
    );

    let before = &desk.document["routes"][1]["dailyActivities"][0];
    let legacy = json!({
        "startPlace": {"name": "Lukla", "coordinates": {"latitude": 27.8, "longitude": 86.7}},
        "endPlace": "Phakding", "travelling": "Along the river",
        "accommodation": before["accommodation"], "foodDetails": with(&before["foodDetails"], "_id", json!("x")),
    });
    let saved = desk
        .put(&with(
            &desk.document,
            "routes[1].dailyActivities[0]",
            legacy,
        ))
        .await
        .expect(200);
    let day = &saved["data"]["trek"]["routes"][1]["dailyActivities"][0];
    assert_eq!(day["waypoints"][1]["name"], "Phakding");
    assert_eq!(day["waypoints"][1]["isEndPoint"], true);
    assert_eq!(day["connections"][0]["description"], "Along the river");
    assert_eq!(day["foodDetails"], before["foodDetails"]);
}

// API-26: the client of the documents does not have all our fields; omitted ones keep their values.
#[tokio::test]
async fn an_optional_field_that_is_missing_keeps_its_value() {
    let desk = desk().await;
    let mut document = desk.document.clone();
    for field in [
        "version",
        "location",
        "difficulty",
        "bestSeasons",
        "region",
        "included",
        "notIncluded",
        "noOfRoutes",
        "price",
        "currency",
        "createdAt",
        "updatedAt",
        "paymentDetails",
        "routes.0._id",
        "routes.0.isVisible",
        "routes.0.numberOfNights",
        "routes.1.dailyActivities.0.waypoints.0.altitude",
        "startingPlace.coordinates",
    ] {
        document = without(&document, field);
    }
    let saved = desk.put(&document).await.expect(200)["data"]["trek"].clone();
    assert_eq!(
        saved, desk.document,
        "nothing was changed, so nothing was saved"
    );

    let emptied = with(
        &with(&desk.document, "difficulty", json!("")),
        "bestSeasons",
        json!([]),
    );
    let saved = desk.put(&emptied).await.expect(200)["data"]["trek"].clone();
    assert_eq!(
        (saved.get("difficulty"), &saved["bestSeasons"]),
        (None, &json!([]))
    );
}

// API-26: the items that the price covers and excludes are two lists, saved without blanks and duplicates.
#[tokio::test]
async fn included_and_not_included_items_are_saved_as_lists() {
    let desk = desk().await;
    let mut document = desk.document.clone();
    document["included"] = json!([" Guide ", "", "Permits", "Guide"]);
    document["notIncluded"] = json!([]);
    document["region"] = json!(" Langtang ");
    let saved = desk.put(&document).await.expect(200)["data"]["trek"].clone();
    assert_eq!(saved["included"], json!(["Guide", "Permits"]));
    assert_eq!(saved["notIncluded"], json!([]));
    assert_eq!(saved["region"], "Langtang");
    let public = desk.test.get(&desk.path).send().await.expect(200)["data"]["trek"].clone();
    assert_eq!(public["included"], json!(["Guide", "Permits"]));

    document = saved;
    document["region"] = json!("");
    let saved = desk.put(&document).await.expect(200)["data"]["trek"].clone();
    assert_eq!(saved.get("region"), None);
}

// API-26: new routes get an id, existing ones keep theirs.
#[tokio::test]
async fn a_new_route_gets_an_id_and_the_others_keep_theirs() {
    let desk = desk().await;
    let mut document = desk.document.clone();
    let mut extra = without(&document["routes"][1], "_id");
    extra["name"] = json!("Long way round");
    document["routes"].as_array_mut().unwrap().insert(1, extra);
    document["routes"][3]["_id"] = json!("made-up");
    document["routes"].as_array_mut().unwrap().remove(0);
    let saved = desk.put(&document).await.expect(200)["data"]["trek"].clone();
    let id = |trek: &Value, index: usize| trek["routes"][index]["_id"].clone();
    assert_eq!(
        id(&saved, 1),
        id(&desk.document, 1),
        "Classic is still Classic"
    );
    let known: Vec<Value> = (0..3).map(|index| id(&desk.document, index)).collect();
    assert!(!known.contains(&id(&saved, 0)) && !known.contains(&id(&saved, 2)));
    assert_eq!(saved["noOfRoutes"], 3);
}
