//! How travellers find departures: the filters of the trek list, the trek page of the server, and its offers
//! (operations §2).

use axum::http::Method;
use chrono::TimeDelta;
use domain::trek::{SoldAs, Trek};
use serde_json::{Value, json};

use crate::page::{data, page, put_on_sale, text, thing};
use crate::stage::{change_trek, request, send, stored_trek};
use crate::support::{Login, TestApp};

async fn depart((test, admin): (&TestApp, &Login), trek: &Trek, start: &str, more: Value) -> Value {
    let mut new = json!({
        "trekId": trek.id, "routeId": trek.routes[1].id, "startDate": start, "capacity": 8, "minimum": 2,
    });
    for (field, value) in more.as_object().expect("an object") {
        new[field] = value.clone();
    }
    let made = test.post("/api/departures", &new).bearer(&admin.access);
    made.send().await.expect(201)["data"]["departure"].clone()
}

async fn change((test, admin): (&TestApp, &Login), departure: &Value, part: Value) {
    let path = format!(
        "/api/departures/{}",
        departure["_id"].as_str().expect("an id")
    );
    let mut part = part;
    part["version"] = departure["version"].clone();
    let call = test.call(Method::PATCH, &path).bearer(&admin.access);
    call.json(&part).send().await.expect(200);
}

async fn names(test: &TestApp, query: &str) -> Vec<String> {
    let answer = test.get(&format!("/api/treks/getall{query}")).send().await;
    let treks = answer.expect(200)["data"]["treks"].clone();
    let treks = treks.as_array().expect("a list");
    let mut names: Vec<String> = treks
        .iter()
        .map(|trek| trek["name"].as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    names
}

async fn sold_as(test: &TestApp, name: &str, sold_as: SoldAs) -> Trek {
    let mut trek = put_on_sale(test, name).await;
    change_trek(test, &mut trek, |trek| trek.sold_as = sold_as).await;
    trek
}

#[tokio::test]
async fn the_trek_list_is_filtered_by_the_month_and_the_guarantee_of_one_departure() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let desk = (&test, &admin);
    let (april, both) = (
        sold_as(&test, "April", SoldAs::Both).await,
        sold_as(&test, "Both", SoldAs::Departures).await,
    );
    let private = sold_as(&test, "Private", SoldAs::Both).await;
    // April starts in April and is guaranteed in May, so it has no guaranteed departure in April.
    depart(desk, &april, "2027-04-30", json!({})).await;
    let may = depart(desk, &april, "2027-05-01", json!({})).await;
    change(desk, &may, json!({"isGuaranteed": true})).await;
    let first = depart(desk, &both, "2027-04-01", json!({})).await;
    change(desk, &first, json!({"isGuaranteed": true})).await;
    depart(desk, &private, "2027-04-10", json!({})).await;
    let mut private = private;
    change_trek(&test, &mut private, |trek| trek.sold_as = SoldAs::Private).await;

    assert_eq!(names(&test, "").await, ["April", "Both", "Private"]);
    assert_eq!(names(&test, "?month=&guaranteed=").await.len(), 3);
    assert_eq!(names(&test, "?guaranteed=false").await.len(), 3);
    assert_eq!(names(&test, "?month=2027-04").await, ["April", "Both"]);
    assert_eq!(names(&test, "?month=2027-05").await, ["April"]);
    assert_eq!(names(&test, "?guaranteed=true").await, ["April", "Both"]);
    assert_eq!(
        names(&test, "?month=2027-04&guaranteed=true").await,
        ["Both"]
    );
    assert!(names(&test, "?month=2027-06").await.is_empty());
    for bad in [
        "2027-13",
        "2027-4",
        "April",
        "2027-04-01",
        "20270-1",
        "+027-04",
    ] {
        let query = format!("/api/treks/getall?month={bad}");
        let refused = test.get(&query).send().await;
        let refused = refused.expect_failure(400, "The query is not valid");
        assert_eq!(refused["errors"][0]["field"], "month", "{bad}");
    }
    let refused = test.get("/api/treks/getall?guaranteed=maybe").send().await;
    refused.expect_failure(400, "The query is not valid");
}

#[tokio::test]
async fn only_departures_that_can_be_booked_make_a_trek_match() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let desk = (&test, &admin);
    let trek = sold_as(&test, "Group", SoldAs::Both).await;
    let closed = depart(desk, &trek, "2027-04-03", json!({})).await;
    assert_eq!(names(&test, "?month=2027-04").await, ["Group"]);
    change(desk, &closed, json!({"status": "closed"})).await;
    assert!(names(&test, "?month=2027-04").await.is_empty());

    // The last day of sales has passed.
    depart(desk, &trek, "2027-06-03", json!({"cutoffDays": 365})).await;
    assert!(names(&test, "?month=2027-06").await.is_empty());

    // Sold out until the hold of its only seat ends.
    let full = depart(
        desk,
        &trek,
        "2027-05-03",
        json!({"capacity": 1, "minimum": 1}),
    )
    .await;
    let me = test.traveller().await;
    let mut ask = request(&test, &trek, 1).await;
    ask["departureId"] = full["_id"].clone();
    ask["bookingDetails"]["startDate"] = full["startDate"].clone();
    send(&test, &me, &ask).await.expect(201);
    assert!(names(&test, "?month=2027-05").await.is_empty());
    test.clock.advance(TimeDelta::minutes(21));
    assert_eq!(names(&test, "?month=2027-05").await, ["Group"]);

    // A departure of a hidden route is not shown.
    let mut trek = trek;
    change_trek(&test, &mut trek, |trek| trek.routes[1].is_visible = false).await;
    assert!(names(&test, "?month=2027-05").await.is_empty());
    test.do_jobs().await;
}

#[tokio::test]
async fn the_trek_page_of_the_server_shows_dates_and_prices_and_offers_them() {
    let test = crate::page::start().await;
    let admin = test.admin().await;
    let desk = (&test, &admin);
    let mut trek = stored_trek(&test).await;
    let path = format!("/package/{}", trek.id);
    assert!(!text(&page(&test, &path).await).contains("Dates and prices"));
    change_trek(&test, &mut trek, |trek| trek.sold_as = SoldAs::Both).await;
    assert!(
        text(&page(&test, &path).await).contains("There are no group departures at the moment.")
    );

    let few = depart(
        desk,
        &trek,
        "2027-04-03",
        json!({"capacity": 3, "pricePerHead": 777}),
    )
    .await;
    depart(desk, &trek, "2027-05-01", json!({})).await;
    change(desk, &few, json!({"isGuaranteed": true})).await;
    let shown = page(&test, &path).await;
    let html = text(&shown);
    let id = few["_id"].as_str().expect("an id");
    for part in [
        "Dates and prices",
        "April 2027",
        "May 2027",
        "Sat, Apr 03 – Mon, Apr 05, 2027",
        "3 places left",
        "Places available",
        "Guaranteed",
        "Choose your own date",
        &format!("href=\"?departure={id}#dates\""),
    ] {
        assert!(html.contains(part), "{part}");
    }
    let trip = thing(&shown, "TouristTrip");
    let offers = trip["offers"].as_array().expect("offers");
    let offer = offers
        .iter()
        .find(|offer| offer["url"].as_str().is_some_and(|url| url.ends_with(id)))
        .expect("the offer of the departure");
    assert_eq!(offer["price"], 777);
    assert_eq!(
        offer["availability"],
        "https://schema.org/LimitedAvailability"
    );
    let embedded = data(&shown);
    let listed = &embedded[&format!("/api/treks/{}/departures", trek.id)]["data"]["departures"];
    assert_eq!(listed[0]["_id"], few["_id"]);
    assert_eq!(listed.as_array().map(Vec::len), Some(2));
    assert!(listed[0]["allInPrice"].as_f64() > Some(777.0), "{listed}");
    let closures = &embedded[&format!("/api/treks/{}/closures", trek.id)]["data"]["closures"];
    assert_eq!(closures, &json!([]));
}
