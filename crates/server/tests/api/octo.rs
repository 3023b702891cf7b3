//! OCTO: resellers read products and availability (operations §2). Their bookings: `octo_booking.rs`.

use axum::http::Method;
use domain::trek::{SoldAs, Trek};
use serde_json::{Value, json};

use crate::api_keys::create_key;
use crate::call::Answer;
use crate::stage::{change_trek, stored_trek};
use crate::support::{Login, TestApp};

/// A reseller with a departure to sell.
pub struct Market {
    pub test: TestApp,
    pub admin: Login,
    pub trek: Trek,
    pub departure: Value,
    pub key: String,
}

impl Market {
    pub async fn open(capacity: u32) -> Self {
        let test = TestApp::start().await;
        let mut trek = stored_trek(&test).await;
        change_trek(&test, &mut trek, |trek| trek.sold_as = SoldAs::Both).await;
        let admin = test.admin().await;
        let departure = departure(&test, &admin, &trek, "2027-04-03", capacity).await;
        let made = create_key(&test, &admin, "Himalaya Tours").await;
        Self {
            key: made["key"].as_str().expect("a key").to_owned(),
            test,
            admin,
            trek,
            departure,
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.test.get(path).bearer(&self.key).send().await
    }

    pub async fn send(&self, method: Method, path: &str, body: &Value) -> Answer {
        let call = self.test.call(method, path).json(body);
        call.bearer(&self.key).send().await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, body).await
    }

    pub fn option(&self) -> Value {
        json!({"productId": self.trek.id, "optionId": self.trek.routes[1].id})
    }

    /// The availability of the departure.
    pub async fn availability(&self) -> Value {
        let mut ask = self.option();
        ask["availabilityIds"] = json!([self.departure["_id"]]);
        let found = self.post("/octo/availability", &ask).await.expect(200);
        found[0].clone()
    }
}

pub async fn departure(
    test: &TestApp,
    admin: &Login,
    trek: &Trek,
    start: &str,
    capacity: u32,
) -> Value {
    let new = json!({
        "trekId": trek.id, "routeId": trek.routes[1].id, "startDate": start,
        "capacity": capacity, "minimum": 2,
    });
    let made = test.post("/api/departures", &new).bearer(&admin.access);
    made.send().await.expect(201)["data"]["departure"].clone()
}

#[tokio::test]
async fn a_reseller_reads_the_supplier_and_the_treks_that_are_sold_by_the_seat() {
    let market = Market::open(12).await;
    let supplier = market.get("/octo/supplier").await;
    assert_eq!(supplier.header("octo-capabilities"), Some(""));
    let endpoint = supplier.expect(200)["endpoint"].clone();
    assert!(endpoint.as_str().expect("a URL").ends_with("/octo"));
    let products = market.get("/octo/products").await.expect(200);
    assert_eq!(products.as_array().map(Vec::len), Some(1));
    let product = &products[0];
    assert_eq!(product["internalName"], "Namche Bazaar");
    assert_eq!(product["timeZone"], "Asia/Kathmandu");
    assert_eq!(product["options"][0]["default"], true);
    assert_eq!(product["options"][0]["units"][0]["type"], "ADULT");
    assert_eq!(product["options"][0]["cancellationCutoffAmount"], 7);
    let path = format!("/octo/products/{}", market.trek.id);
    assert_eq!(market.get(&path).await.expect(200), *product);
    for id in ["guessed", "0198f0e5-0000-7000-8000-000000000000"] {
        let wrong = market
            .get(&format!("/octo/products/{id}"))
            .await
            .expect(400);
        assert_eq!(
            (&wrong["error"], &wrong["productId"]),
            (&json!("INVALID_PRODUCT_ID"), &json!(id))
        );
    }
    let mut trek = market.trek.clone();
    change_trek(&market.test, &mut trek, |trek| {
        trek.sold_as = SoldAs::Private
    })
    .await;
    assert_eq!(market.get("/octo/products").await.expect(200), json!([]));
    let wrong = market.get(&path).await.expect(400);
    assert_eq!(wrong["error"], "INVALID_PRODUCT_ID");
}

#[tokio::test]
async fn availability_has_the_seats_and_the_cutoff_of_departures() {
    let market = Market::open(4).await;
    let mut ask = market.option();
    ask["localDateStart"] = json!("2027-04-01");
    ask["localDateEnd"] = json!("2027-04-30");
    let found = market.post("/octo/availability", &ask).await.expect(200);
    let expected = json!([{
        "id": market.departure["_id"], "localDateTimeStart": "2027-04-03T00:00:00+05:45",
        "localDateTimeEnd": "2027-04-05T23:59:00+05:45", "utcCutoffAt": "2027-03-27T18:15:00Z",
        "allDay": false, "available": true, "status": "LIMITED", "vacancies": 4, "capacity": 4,
        "maxUnits": 4, "openingHours": [],
    }]);
    assert_eq!(found, expected);
    ask["units"] = json!([{"id": "adult", "quantity": 5}]);
    let found = market.post("/octo/availability", &ask).await.expect(200);
    assert_eq!(
        (&found[0]["status"], &found[0]["available"]),
        (&json!("SOLD_OUT"), &json!(false))
    );
    ask["units"] = Value::Null;
    ask["localDateEnd"] = json!("2027-04-04");
    let calendar = market
        .post("/octo/availability/calendar", &ask)
        .await
        .expect(200);
    let days: Vec<(&str, &str)> = calendar
        .as_array()
        .expect("days")
        .iter()
        .map(|day| {
            (
                day["localDate"].as_str().expect("a day"),
                day["status"].as_str().expect("a status"),
            )
        })
        .collect();
    let expected = [
        ("2027-04-01", "CLOSED"),
        ("2027-04-02", "CLOSED"),
        ("2027-04-03", "LIMITED"),
        ("2027-04-04", "CLOSED"),
    ];
    assert_eq!(days, expected);
    let path = format!(
        "/api/departures/{}",
        market.departure["_id"].as_str().expect("an id")
    );
    let closed = json!({"version": 1, "status": "closed"});
    let call = market.test.call(Method::PATCH, &path).json(&closed);
    call.bearer(&market.admin.access).send().await.expect(200);
    let found = market.availability().await;
    assert_eq!(
        (&found["status"], &found["available"]),
        (&json!("CLOSED"), &json!(false))
    );
}

#[tokio::test]
async fn a_wrong_question_gets_the_error_of_the_standard() {
    let market = Market::open(4).await;
    let (day, later) = (json!("2027-04-01"), json!("2028-04-01"));
    let id = &market.departure["_id"];
    let cases = [
        (json!({"localDateStart": day}), "BAD_REQUEST"),
        (json!({}), "BAD_REQUEST"),
        (
            json!({"localDateStart": day, "localDateEnd": day, "availabilityIds": [id]}),
            "BAD_REQUEST",
        ),
        (
            json!({"localDateStart": later, "localDateEnd": day}),
            "BAD_REQUEST",
        ),
        (
            json!({"localDateStart": day, "localDateEnd": later}),
            "BAD_REQUEST",
        ),
        (
            json!({"localDateStart": "soon", "localDateEnd": day}),
            "BAD_REQUEST",
        ),
        (json!({"localDate": 7}), "BAD_REQUEST"),
        (
            json!({"optionId": "guessed", "localDate": day}),
            "INVALID_OPTION_ID",
        ),
        (
            json!({"productId": "guessed", "localDate": day}),
            "INVALID_PRODUCT_ID",
        ),
        (
            json!({"localDate": day, "units": [{"id": "child", "quantity": 1}]}),
            "INVALID_UNIT_ID",
        ),
    ];
    for (more, error) in cases {
        let mut ask = market.option();
        for (field, value) in more.as_object().expect("fields") {
            ask[field] = value.clone();
        }
        let wrong = market.post("/octo/availability", &ask).await.expect(400);
        assert_eq!(wrong["error"], error, "{ask}: {wrong}");
        assert!(wrong["errorMessage"].is_string());
    }
    for (answer, status) in [
        (market.get("/octo/nothing").await, 404),
        (market.get("/octo/availability").await, 405),
        (
            market
                .test
                .post("/octo/availability", &json!([]))
                .bearer(&market.key)
                .send()
                .await,
            400,
        ),
    ] {
        assert_eq!(answer.expect(status)["error"], "BAD_REQUEST");
    }
}
