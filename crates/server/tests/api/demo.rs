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

#[tokio::test]
async fn the_bookings_of_the_demo_have_a_rate_to_npr() {
    let test = TestApp::start_with(&[("rate_source", "typed")]).await;
    demo::load(&test.app).await.expect("loaded");
    let admin = test.login("admin@chautari.example", "mountain-admin-2026");
    let rate = test
        .get("/api/rates/npr")
        .bearer(&admin.await.access)
        .send();
    let typed = rate.await.expect(200)["data"].clone();
    assert_eq!(
        (&typed["rate"]["value"], typed.get("problem")),
        (&json!(133.2), None)
    );
    let maya = test.login("maya@chautari.example", "trail-maya-2026").await;
    let bookings = bookings_of(&test, &maya).await;
    assert!(!bookings.is_empty() && bookings.iter().all(|it| it["rate"]["value"] == 133.2));
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

#[tokio::test]
async fn the_desk_of_the_demo_has_work_and_texts_in_every_list() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let admin = test
        .login("admin@chautari.example", "mountain-admin-2026")
        .await;
    for (path, list, least) in [
        ("/api/enquiries?state=Waiting", "enquiries", 3),
        ("/api/enquiries?state=Answered", "enquiries", 1),
        ("/api/saved-replies", "savedReplies", 3),
        ("/api/custom-treks", "customTreks", 4),
        ("/api/proposals?state=draft", "proposals", 1),
        ("/api/proposals?state=sent", "proposals", 1),
        ("/api/proposals?state=expired", "proposals", 1),
        ("/api/proposals?state=superseded", "proposals", 1),
        ("/api/promotions", "promotions", 5),
        ("/api/balances", "balances", 4),
        ("/api/balances?state=overdue", "balances", 1),
    ] {
        let answer = test.get(path).bearer(&admin.access).send().await;
        let answer = answer.expect(200);
        let length = answer["data"][list].as_array().map_or(0, Vec::len);
        assert!(length >= least, "{path}: {length} {answer}");
    }
}

async fn departures_of(test: &TestApp) -> Vec<Value> {
    let admin = test
        .login("admin@chautari.example", "mountain-admin-2026")
        .await;
    let list = test.get("/api/departures").bearer(&admin.access);
    let list = list.send().await.expect(200);
    list["data"]["departures"]
        .as_array()
        .expect("a list")
        .clone()
}

#[tokio::test]
async fn the_demo_has_departures_in_every_state_for_nine_months() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let all = departures_of(&test).await;
    let group: Vec<&Value> = all.iter().filter(|one| one["kind"] == "group").collect();
    let count =
        |is: &dyn Fn(&Value) -> bool| group.iter().filter(|departure| is(departure)).count();
    let with = |field: &'static str, value: &'static str| {
        count(&|departure: &Value| departure[field] == value)
    };
    assert!(with("status", "open") > 40);
    assert_eq!(with("status", "running"), 1);
    assert_eq!(with("status", "closed"), 1);
    assert_eq!(with("status", "cancelled"), 1);
    assert_eq!(with("availability", "SOLD_OUT"), 1);
    assert_eq!(with("availability", "LIMITED"), 2);
    assert_eq!(
        count(&|one| one["availability"] == "SOLD_OUT" && one["waiting"] == 2),
        1
    );
    let is_open = |departure: &Value| departure["status"] == "open";
    assert!(count(&|one| is_open(one) && one["isGuaranteed"] == true) >= 4);
    assert!(count(&|one| is_open(one) && one["isGuaranteed"] == false) >= 4);
    assert_eq!(count(&|one| !one["pricePerHead"].is_null()), 2);
    let last = group.iter().filter_map(|one| one["startDate"].as_str());
    assert!(last.max().expect("a date") > "2027-08-01");

    let maya = test.login("maya@chautari.example", "trail-maya-2026").await;
    let bookings = bookings_of(&test, &maya).await;
    let on = |departure: &Value| {
        bookings
            .iter()
            .any(|b| b["departureId"] == departure["_id"])
    };
    let is_sure = |one: &Value| is_open(one) && one["isGuaranteed"] == true;
    assert_eq!(count(&|one| is_sure(one) && on(one)), 1);
}

// The page of the answers is found by clicking: a cancelled departure, two answers, two travellers who have not answered.
#[tokio::test]
async fn the_cancelled_departure_of_the_demo_waits_for_two_of_its_four_travellers() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    chautari::features::departure_change::carry_on::carry_on_all(&test.app)
        .await
        .expect("nothing to do yet");
    let staff = test
        .login("staff@chautari.example", "tea-house-staff-2026")
        .await;
    let read = |path: String| test.get(&path).bearer(&staff.access).send();
    let list = read("/api/departures?status=cancelled".to_owned()).await;
    let departure = list.expect(200)["data"]["departures"][0].clone();
    let id = departure["_id"].as_str().expect("an id");
    let changes = read(format!("/api/departures/{id}/changes")).await;
    let changes = changes.expect(200)["data"]["changes"].clone();
    let choices = changes[0]["choices"].as_array().expect("choices");
    let chosen: Vec<&Value> = choices.iter().map(|one| &one["choice"]).collect();
    let none = &Value::Null;
    assert_eq!(chosen, [&json!("departure"), &json!("refund"), none, none]);
    let moved = choices[0]["bookingId"].as_str().expect("an id");
    let moved = read(format!("/api/bookings/{moved}")).await.expect(200)["data"]["booking"].clone();
    assert_eq!(moved["departureId"], choices[0]["chosenDepartureId"]);
    assert_eq!(moved["earlierDates"].as_array().map(Vec::len), Some(1));

    let maya = test.login("maya@chautari.example", "trail-maya-2026").await;
    let bookings = bookings_of(&test, &maya).await;
    let asked = bookings.iter().find(|one| one["departureId"] == id);
    let token = asked.expect("her booking")["openChoice"]["token"].clone();
    let path = format!("/api/choices/{}", token.as_str().expect("a token"));
    let question = test.get(&path).send().await.expect(200);
    assert_eq!(question["data"]["choices"]["kind"], "cancel");
    // Who stays silent is refunded.
    test.clock.advance(chrono::TimeDelta::days(15));
    chautari::features::departure_change::carry_on::carry_on_all(&test.app)
        .await
        .expect("answered");
    test.do_jobs().await;
    let ledger = chautari::cli::ledger_check::compare(&test.app)
        .await
        .expect("compared");
    assert_eq!(ledger.differences, Vec::<String>::new());
}

#[tokio::test]
async fn the_guide_of_the_demo_reads_the_manifest_of_the_departure_that_is_under_way() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let guide = test
        .login("guide@chautari.example", "high-pass-guide-2026")
        .await;
    let read = |path: String| test.get(&path).bearer(&guide.access).send();
    let own = read("/api/users/me/departures".to_owned())
        .await
        .expect(200);
    let own = own["data"]["departures"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(own.len(), 2);
    let path = format!(
        "/api/departures/{}/manifest",
        own[0]["_id"].as_str().expect("an id")
    );
    let manifest = read(path).await.expect(200);
    assert_eq!(manifest["data"]["manifest"]["totalGuests"], 5);
    // Nobody leads two departures at the same time.
    let all = departures_of(&test).await;
    let led = all.iter().filter(|one| one["guides"] != json!([]));
    assert_eq!(led.count(), 4);
}

// Every trek says how it is sold; what is sold by the seat has dates to choose from.
#[tokio::test]
async fn travellers_find_departures_of_every_demo_trek_that_has_them() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    for trek in store::treks::list(&test.app.db).await.unwrap() {
        assert_eq!(trek.minimum_notice_days, 3, "{}", trek.name);
        let path = format!("/api/treks/{}/departures", trek.id);
        let list = test.get(&path).send().await.expect(200);
        let shown = list["data"]["departures"].as_array().expect("a list").len();
        assert_eq!(shown > 0, trek.sold_as.has_departures(), "{}", trek.name);
        assert!(trek.sold_as.has_private_dates(), "{}", trek.name);
    }
}

// The seats agree with the bookings, and the ledger with the provider.
#[tokio::test]
async fn the_seats_and_the_ledger_of_the_demo_agree_with_its_bookings() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let seats = chautari::cli::seats_check::compare(&test.app)
        .await
        .expect("compared");
    assert_eq!(seats.differences, Vec::<String>::new());
    let ledger = chautari::cli::ledger_check::compare(&test.app)
        .await
        .expect("compared");
    assert_eq!(ledger.differences, Vec::<String>::new());

    // Base Camp on foot and by helicopter: two routes, one day, the same five seats of twelve.
    let all = departures_of(&test).await;
    let shared: Vec<&Value> = all
        .iter()
        .filter(|one| one["kind"] == "group" && one["seatsTaken"] == 5 && one["capacity"] == 12)
        .collect();
    assert_eq!(shared.len(), 2);
    assert_eq!(shared[0]["startDate"], shared[1]["startDate"]);
    assert_ne!(shared[0]["routeId"], shared[1]["routeId"]);
}

#[tokio::test]
async fn two_demos_of_the_same_day_have_the_same_departures() {
    let mut seen = Vec::new();
    for hours in [0, 3] {
        let test = TestApp::start().await;
        test.clock.advance(chrono::TimeDelta::hours(hours));
        demo::load(&test.app).await.expect("loaded");
        let shown = departures_of(&test).await;
        let group = shown.iter().filter(|one| one["kind"] == "group");
        let ids = group.map(|one| json!([one["_id"], one["startDate"], one["seatsTaken"]]));
        seen.push(ids.collect::<Vec<Value>>());
    }
    assert_eq!(seen[0], seen[1]);
}

// A second start adds nothing, even after changes; the periodic tasks do not change paid bookings.
#[tokio::test]
async fn a_second_start_adds_nothing() {
    let test = TestApp::start().await;
    demo::load(&test.app).await.expect("loaded");
    let count = async || {
        let treks = store::treks::list(&test.app.db).await.unwrap().len();
        let bookings = store::bookings::count(&test.app.db).await.unwrap();
        (treks, bookings, departures_of(&test).await)
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
    chautari::features::booking::payment::reconcile::reconcile(&test.app)
        .await
        .unwrap();
    chautari::features::booking::payment::reconcile::expire_unpaid(&test.app)
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
    let mut config = (*test.app.config).clone();
    config.currency = Currency::NPR;
    let Err(refused) = App::start(config, Clock::Fixed(test.clock.clone())).await else {
        panic!("started")
    };
    assert_eq!(
        refused.to_string(),
        "CHAUTARI_CURRENCY: is NPR, but the stored treks are priced in USD; it must be USD"
    );
}
