//! `serve --demo`: the demo data, loaded once, and databases that refuse it (decisions §1).

use chautari::features::demo;
use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use domain::money::Currency;
use serde_json::{Value, json};

use crate::stage::stored_trek;
use crate::support::{Login, TestApp};

async fn bookings_of(test: &TestApp, who: &Login) -> Vec<Value> {
    let list = test
        .get("/api/bookings/my-bookings")
        .bearer(&who.access)
        .send()
        .await
        .expect(200);
    list["data"]["bookings"].as_array().expect("a list").clone()
}

// Twelve treks with several routes, one of them hidden, and no default price of the documents.
#[tokio::test]
async fn the_demo_has_twelve_treks_to_choose_from() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let treks = store::treks::list(&test.app.db).await.unwrap();
    assert_eq!(treks.len(), 12);
    assert!(
        treks
            .iter()
            .filter(|trek| trek.visible_routes().count() >= 2)
            .count()
            >= 4
    );
    let hidden = treks
        .iter()
        .flat_map(|trek| &trek.routes)
        .filter(|route| !route.is_visible)
        .count();
    assert_eq!(hidden, 1);
    for trek in &treks {
        assert_eq!(trek.check(), [], "{}", trek.name);
        assert!(trek.payment_details.charges.insurance_per_person.minor() < 20_000);
    }
    let list = test.get("/api/treks/getall").send().await.expect(200);
    assert_eq!(list["data"]["treks"][0]["name"], "Everest Base Camp");
    let trending = test
        .get("/api/bookings/get-trending-treks")
        .send()
        .await
        .expect(200);
    assert_eq!(trending["data"]["treks"].as_array().unwrap().len(), 3);
}

// PRICE-01 PRICE-02: every visible route has a price for every selectable number of guests.
#[tokio::test]
async fn every_route_of_the_demo_has_a_price() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    for trek in store::treks::list(&test.app.db).await.unwrap() {
        for (index, route) in trek.visible_routes().enumerate() {
            for guests in [1, 3, 4, 5, 10, 100] {
                let ask = json!({"trekId": trek.id, "routeDetails": {"routeIndex": index, "routeId": route.id}, "totalGuests": guests});
                let price = test
                    .post("/api/bookings/quote", &ask)
                    .send()
                    .await
                    .expect(200)["data"]["priceBreakdown"]
                    .clone();
                let line = |name: &str| price[name].as_f64().unwrap();
                let sum = line("basePrice") - line("discount")
                    + line("gst")
                    + line("serviceFee")
                    + line("insurance")
                    + line("bookingFee");
                assert!(
                    (sum - line("total")).abs() < 0.001,
                    "{} {guests}: {price}",
                    trek.name
                );
            }
        }
    }
}

// The demo traveller has an unpaid, an upcoming and a past booking.
#[tokio::test]
async fn the_demo_logins_work_and_maya_has_bookings() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let maya = test.login("maya@chautari.example", "trail-maya-2026").await;
    let bookings = bookings_of(&test, &maya).await;
    let today = "2026-11-20";
    let with = |status: &str, payment: &str| {
        let found = bookings
            .iter()
            .find(|b| b["status"] == status && b["payment"]["status"] == payment);
        found.unwrap_or_else(|| panic!("{status} {payment}"))
    };
    let to_pay = with("Pending", "Pending");
    assert!(to_pay["checkIn"].as_str().unwrap() > today);
    assert!(with("Confirmed", "Confirmed")["checkIn"].as_str().unwrap() > today);
    let walked = with("Completed", "Confirmed");
    assert!(walked["checkOut"].as_str().unwrap() < today);
    assert!(
        walked["invoiceNumber"]
            .as_str()
            .unwrap()
            .starts_with("INV-2026-")
    );
    assert!(with("Cancelled", "Refunded")["refunded"].as_f64().unwrap() > 0.0);

    let open = format!(
        "/api/bookings/{}/payment-intent",
        to_pay["_id"].as_str().unwrap()
    );
    let opened = test
        .call(axum::http::Method::POST, &open)
        .bearer(&maya.access)
        .send()
        .await
        .expect(200)["data"]
        .clone();
    crate::stage::pay(&test, &opened, crate::stage::GOOD_CARD)
        .await
        .expect(200);
    crate::stage::verify(&test, &maya, &opened)
        .await
        .expect(200);
    test.do_jobs().await;
    let admin = test
        .login("admin@chautari.example", "mountain-admin-2026")
        .await;
    let id = walked["_id"].as_str().unwrap();
    crate::stage::read_booking(&test, &admin, id)
        .await
        .expect(200);
}

#[tokio::test]
async fn demo_bookings_of_the_past_are_completed_and_paid_ones_have_a_payment() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let today = test.app.clock.today(test.app.config.timezone);
    let mut numbers = Vec::new();
    for account in [
        "maya@chautari.example",
        "lukasz.wisniewski@example.com",
        "grace.mbeki@example.com",
    ] {
        let email = domain::account::Email::parse(account).unwrap();
        let owner = store::accounts::find_by_email(&test.app.db, &email)
            .await
            .unwrap()
            .expect("an account");
        for booking in store::bookings::list_for_user(&test.app.db, owner.id)
            .await
            .unwrap()
        {
            if booking.status == domain::booking::BookingStatus::Completed {
                assert!(booking.end_date < today, "{}", booking.trek.name);
            }
            let intent = test
                .app
                .payments
                .retrieve(booking.payment.intent_id.as_deref().unwrap())
                .await
                .unwrap();
            assert_eq!(
                (intent.amount, intent.booking_id),
                (booking.quote.total, booking.id)
            );
            let is_paid = intent.status == store::sandbox_intents::IntentStatus::Succeeded;
            assert_eq!(is_paid, booking.invoice_number.is_some());
            numbers.extend(booking.invoice_number);
        }
    }
    let all = numbers.len();
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), all);
}

// A second start adds nothing, even after changes; the periodic tasks do not change paid bookings.
#[tokio::test]
async fn a_second_start_adds_nothing() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let count = async || {
        let treks = store::treks::list(&test.app.db).await.unwrap().len();
        (treks, store::bookings::count(&test.app.db).await.unwrap())
    };
    let before = count().await;
    assert!(before.1 >= 30);
    test.clock.advance(chrono::TimeDelta::hours(2));
    demo::load(&test.app).await.expect("served again");
    // As after an update with more demo data: everything is checked, and nothing is added twice.
    store::metadata::set(
        &test.app.db,
        "demo",
        &json!({"firstLoadedAt": "2026-11-20T03:30:00Z", "digest": "older"}).to_string(),
    )
    .await
    .unwrap();
    demo::load(&test.app).await.expect("brought up to date");
    chautari::features::booking::reconcile::reconcile(&test.app)
        .await
        .unwrap();
    chautari::features::booking::reconcile::expire_unpaid(&test.app)
        .await
        .unwrap();
    assert_eq!(count().await, before);
}

#[tokio::test]
async fn a_database_with_data_of_its_own_is_refused() {
    let test = TestApp::start().await;
    stored_trek(&test).await;
    let refused = demo::load(&test.app).await.unwrap_err().to_string();
    assert!(
        refused.contains("the database has data of its own"),
        "{refused}"
    );
    assert_eq!(store::treks::list(&test.app.db).await.unwrap().len(), 1);
    let other = TestApp::start_with(&[("currency", "INR")]).await;
    let refused = demo::load(&other.app).await.unwrap_err().to_string();
    assert!(refused.starts_with("CHAUTARI_CURRENCY"), "{refused}");
}

#[tokio::test]
async fn a_currency_that_differs_from_the_stored_treks_stops_the_start() {
    let test = TestApp::start().await;
    stored_trek(&test).await;
    let mut config = test.app.config.clone();
    config.currency = Currency::NPR;
    let Err(refused) = App::start(config, Clock::Fixed(test.clock.clone())).await else {
        panic!("started")
    };
    assert_eq!(
        refused.to_string(),
        "CHAUTARI_CURRENCY: is NPR, but the stored treks are priced in USD; it must be USD"
    );
}
