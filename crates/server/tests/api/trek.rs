//! Treks: the cached list, one trek, and the map (document 1 §7, document 2 §7).

use std::time::Duration;

use axum::http::Method;
use chautari::features::trek::list::offered_treks;
use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use chautari::platform::other_servers;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::stage::{change_trek, keep, stored_trek, trek_named};
use crate::support::TestApp;

async fn list(test: &TestApp) -> Vec<Value> {
    let answer = test.get("/api/treks/getall").send().await.expect(200);
    assert_eq!(answer["status"], "success");
    answer["data"]["treks"].as_array().expect("a list").clone()
}

// API-07 DATA-02 DATA-04 DATA-05 ROLE-01: public, without hidden routes and days.
#[tokio::test]
async fn the_list_has_the_data_of_cards_and_nothing_hidden() {
    let test = TestApp::start().await;
    assert_eq!(list(&test).await, Vec::<Value>::new());
    let trek = stored_trek(&test).await;
    let mut hidden = trek_named(&test.app, "All hidden");
    hidden
        .routes
        .iter_mut()
        .for_each(|route| route.is_visible = false);
    keep(&test.app, &hidden).await;
    let [shown] = list(&test).await.try_into().expect("one trek");
    for (field, expected) in [
        ("_id", json!(trek.id)),
        ("name", json!("Namche Bazaar")),
        ("location", json!("Khumbu")),
        ("price", json!(800)),
        ("currency", json!("USD")),
        ("noOfRoutes", json!(2)),
        ("features", json!(["Guide", "Tea houses"])),
        (
            "images",
            json!({"bannerImage": "/pictures/a.svg", "secondaryImages": ["/pictures/b.svg"]}),
        ),
        ("difficulty", json!("Moderate")),
        ("bestSeasons", json!(["Oct", "Nov"])),
        ("highestPoint", json!(3440)),
        ("region", json!("Everest")),
        ("createdAt", json!("2026-11-20T03:30:00Z")),
    ] {
        assert_eq!(shown[field], expected, "{field}");
    }
    assert_eq!(shown["startingPlace"]["name"], "Lukla");
    assert_eq!(
        shown["endingPlace"]["coordinates"],
        json!({"latitude": 27.7, "longitude": 85.3})
    );
    assert_eq!(
        shown["paymentDetails"],
        json!({
            "discount": {"groupDiscountThreshold": 4, "groupDiscountPercentage": 10, "isGroupDiscountApplicable": true},
            "charges": {"gst": 13, "serviceFee": 5, "insurancePerPerson": 40, "bookingFee": 25},
        })
    );
    let names: Vec<_> = shown["routes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|route| route["name"].clone())
        .collect();
    assert_eq!(names, ["Classic", "Short"]);
    assert_eq!(shown["routes"][0].get("dailyActivities"), None);
    assert_eq!(shown["routes"][0]["walkingDistance"], 55.5);
    // 800, plus 13 % and 5 % of it, 40 of insurance and the booking fee of 25.
    assert_eq!(shown["routes"][1]["pricePerHead"], 800);
    assert_eq!(shown["routes"][1]["allInPrice"], 1009);
    let whole = test
        .get(&format!("/api/treks/{}", trek.id))
        .send()
        .await
        .expect(200)["data"]["trek"]
        .clone();
    assert_eq!(whole["routes"][1]["allInPrice"], 1009);
}

// TREK-17: the server writes the summary of each route.
#[tokio::test]
async fn a_trek_contains_a_summary_of_each_route() {
    let test = TestApp::start().await;
    let path = format!("/api/treks/{}", stored_trek(&test).await.id);
    let answer = test.get(&path).send().await.expect(200);
    let classic = &answer["data"]["trek"]["routes"][0];
    assert_eq!(
        classic["summary"],
        "3 days, highest point 3,440\u{202f}m, 56\u{202f}km on foot"
    );
    assert_eq!(
        classic["facts"],
        json!([
            {"label": "Days", "value": "3"},
            {"label": "Nights", "value": "2"},
            {"label": "Highest point", "value": "3,440\u{202f}m"},
            {"label": "On foot", "value": "56\u{202f}km"},
            {"label": "Difficulty", "value": "Moderate"},
            {"label": "Best season", "value": "Oct–Nov"},
        ])
    );
}

// MAP-05: the map of all packages has lines and summits, without hidden routes.
#[tokio::test]
async fn the_map_has_a_line_and_the_highest_point_of_each_trek() {
    let test = TestApp::start().await;
    let map = async || {
        let answer = test.get("/api/treks/map").send().await.expect(200);
        answer["data"].clone()
    };
    assert_eq!(map().await, json!({"treks": []}));
    let mut trek = trek_named(&test.app, "Namche Bazaar");
    for (route, east) in trek.routes.iter_mut().zip([80.0, 86.7, 86.7]) {
        for day in &mut route.daily_activities {
            for (waypoint, step) in day.waypoints.iter_mut().zip([0.0, 0.1]) {
                waypoint.coordinates.latitude = 27.7 + step;
                waypoint.coordinates.longitude = east + step / 2.0;
            }
        }
    }
    keep(&test.app, &trek).await;
    assert_eq!(
        map().await,
        json!({"treks": [{
            "_id": trek.id,
            "highestPoint": {
                "name": "Namche Bazaar",
                "altitude": 3440,
                "coordinates": {"latitude": 27.8, "longitude": 86.75},
            },
            "lines": [[[86.7, 27.7], [86.75, 27.8]]],
        }]})
    );
}

// API-07: the list is compressed once, and a browser that has it gets no body.
#[tokio::test]
async fn the_list_is_compressed_and_revalidated_by_its_etag() {
    let test = TestApp::start().await;
    for number in 0..12 {
        keep(&test.app, &trek_named(&test.app, &format!("Trek {number}"))).await;
    }
    let ask = |coding: &str| {
        test.get("/api/treks/getall")
            .header("accept-encoding", coding)
            .send()
    };
    let plain = ask("identity").await;
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(ask("identity;q=0").await.status, 406);
    for (asked, coding) in [
        ("gzip, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("br;Q=0, gzip", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("identity;q=0, br", "br"),
    ] {
        let packed = ask(asked).await;
        assert_eq!(packed.header("content-encoding"), Some(coding));
        assert!(packed.body.len() < plain.body.len() / 4);
        let tag = packed.header("etag").expect("a tag").to_owned();
        let again = test
            .get("/api/treks/getall")
            .header("accept-encoding", asked)
            .header("if-none-match", &format!("\"x\", W/{tag}"));
        let again = again.send().await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        assert_eq!(again.header("content-encoding"), None);
    }
}

// API-07: a save is visible at once on its server, and within about a second on others.
#[tokio::test]
async fn a_save_is_visible_at_once_on_its_server_and_soon_on_others() {
    let test = TestApp::start().await;
    let mut trek = stored_trek(&test).await;
    let admin = test.admin().await;
    let other = App::start((*test.app.config).clone(), Clock::Fixed(test.clock.clone()))
        .await
        .expect("another instance");
    let (stop, stopped) = watch::channel(false);
    let following = tokio::spawn(other_servers::follow(other.clone(), stopped));
    let name_elsewhere = async || {
        let offered = offered_treks(&other).await.expect("treks");
        offered.treks[0].name.clone()
    };
    assert_eq!(name_elsewhere().await, "Namche Bazaar");
    let path = format!("/api/treks/{}", trek.id);
    let mut document = test
        .get(&format!("{path}?edit=true"))
        .bearer(&admin.access)
        .send()
        .await
        .expect(200)["data"]["trek"]
        .clone();
    document["name"] = json!("Renamed");
    test.call(Method::PUT, &path)
        .json(&document)
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    assert_eq!(list(&test).await[0]["name"], "Renamed");
    while name_elsewhere().await != "Renamed" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    trek.version = 2;
    change_trek(&test, &mut trek, |trek| {
        trek.archived_at = Some(trek.created_at)
    })
    .await;
    assert_eq!(list(&test).await.len(), 0);
    stop.send(true).expect("it follows");
    following.await.expect("it ends");
}

// API-24 DATA-03 DATA-06 DATA-07 DATA-08 DATA-09: one trek with all days; hidden routes are omitted.
#[tokio::test]
async fn one_trek_has_every_day_of_its_visible_routes() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let answer = test
        .get(&format!("/api/treks/{}", trek.id))
        .send()
        .await
        .expect(200);
    let shown = &answer["data"]["trek"];
    assert_eq!(
        (&shown["noOfRoutes"], &shown["price"], &shown["version"]),
        (&json!(2), &json!(800), &json!(1))
    );
    let classic = &shown["routes"][0];
    assert_eq!(classic["name"], "Classic");
    assert_eq!(classic["dailyActivities"].as_array().unwrap().len(), 3);
    assert_eq!(
        classic["dailyActivities"][0],
        json!({
            "waypoints": [
                {"name": "Lukla", "coordinates": {"latitude": 27.8, "longitude": 86.7}, "isStartPoint": true, "isEndPoint": false, "altitude": 2860},
                {"name": "Namche Bazaar", "coordinates": {"latitude": 27.8, "longitude": 86.7}, "isStartPoint": false, "isEndPoint": true, "altitude": 3440},
            ],
            "connections": [{
                "fromWaypointIndex": 0, "toWaypointIndex": 1, "transportMode": "walking",
                "description": "Along the Dudh Koshi", "duration": 360, "distance": 18.5,
            }],
            "accommodation": {"title": "Tea house", "description": "Two beds and a stove", "features": ["Blankets"]},
            "foodDetails": {"breakfast": ["Porridge"], "lunch": ["Noodles"], "dinner": ["Dal bhat"]},
        })
    );
    for wrong in ["x", "00000000-0000-0000-0000-000000000000", "%00", "'--"] {
        test.get(&format!("/api/treks/{wrong}"))
            .send()
            .await
            .expect_failure(404, "Trek not found.");
    }
}

// API-25 ROLE-06: the edit view includes hidden routes and is for administrators only.
#[tokio::test]
async fn only_an_administrator_reads_a_trek_to_edit_it() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let path = format!("/api/treks/{}?edit=true", trek.id);
    let no = "You are not authorized to edit this trek.";
    test.get(&path).send().await.expect_failure(401, no);
    test.get(&path)
        .bearer(&me.access)
        .send()
        .await
        .expect_failure(401, no);
    test.get("/api/treks/x?edit=true")
        .send()
        .await
        .expect_failure(401, no);
    let shown = test
        .get(&path)
        .bearer(&admin.access)
        .send()
        .await
        .expect(200)["data"]["trek"]
        .clone();
    assert_eq!(
        (&shown["noOfRoutes"], &shown["price"]),
        (&json!(3), &json!(100))
    );
    assert_eq!(shown["routes"][0]["isVisible"], false);
}
