//! The rate to NPR: its sources, its lock with a booking, and payments and payouts in rupees (operations §3).

use chautari::cli::ledger_check::compare;
use chautari::features::npr_rate::{describe, refresh::refresh};
use chrono::TimeDelta;
use serde_json::{Value, json};
use wiremock::matchers::{method, query_param};
use wiremock::{Mock, MockGuard, MockServer, ResponseTemplate};

use crate::call::{Answer, fields_of};
use crate::money::{cancel, states, stored};
use crate::payment::booking;
use crate::stage::{booked, booking_id, read_booking, stored_trek, text};
use crate::support::{Login, TestApp};

/// The price of a booking for two guests, 3 056.18 dollars, at 133.20.
const PRICE_IN_RUPEES: i64 = 407_084;

async fn typed() -> (TestApp, Login, Login) {
    let test = TestApp::start_with(&[("rate_source", "typed")]).await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    (test, me, admin)
}

async fn put(test: &TestApp, who: &Login, path: &str, ask: &Value) -> Answer {
    let call = test.call(axum::http::Method::PUT, path).json(ask);
    call.bearer(&who.access).send().await
}

async fn set_rate(test: &TestApp, who: &Login, value: Value) -> Answer {
    let ask = json!({"currency": "USD", "value": value});
    put(test, who, "/api/rates/npr", &ask).await
}

async fn current(test: &TestApp, who: &Login) -> Value {
    let answer = test.get("/api/rates/npr").bearer(&who.access).send().await;
    answer.expect(200)["data"].clone()
}

async fn post(test: &TestApp, who: &Login, path: &str, ask: &Value) -> Answer {
    test.post(path, ask).bearer(&who.access).send().await
}

async fn record(test: &TestApp, who: &Login, id: &str, (amount, code): (f64, &str)) -> Answer {
    let ask = json!({"method": "cash", "amount": amount, "currency": code});
    post(test, who, &format!("/api/bookings/{id}/payments"), &ask).await
}

async fn pay_out(test: &TestApp, who: &Login, id: &str, (amount, code): (f64, &str)) -> Answer {
    let ask = json!({"method": "cash", "amount": amount, "currency": code});
    post(test, who, &format!("/api/bookings/{id}/payouts"), &ask).await
}

/// The clock was moved beyond the end of the sessions.
async fn log_in_again(test: &TestApp) -> (Login, Login) {
    let me = test.login("maya@example.com", "trail of many stones").await;
    let admin = test.login("admin@example.com", "mountain of many roads");
    (me, admin.await)
}

async fn assert_books_balance(test: &TestApp) {
    let report = compare(&test.app).await.expect("compared");
    assert!(report.differences.is_empty(), "{:?}", report.differences);
}

#[tokio::test]
async fn the_rate_that_staff_type_is_locked_with_the_next_booking() {
    let (test, me, admin) = typed().await;
    let trek = stored_trek(&test).await;
    assert_eq!(
        current(&test, &admin).await["problem"],
        "No rate was typed in yet."
    );
    describe(&test.app).await.unwrap_err();
    let before = booking_id(&booked(&test, &me, &trek).await);
    let set = set_rate(&test, &admin, json!(133.2)).await.expect(200);
    let checked = describe(&test.app).await;
    let line = "133.20 NPR for 1 USD, the agency's rate, 0 days old";
    assert_eq!(checked.as_deref(), Ok(line));
    let rate = json!({"value": 133.2, "source": "typed", "at": "2026-11-20T03:30:00Z"});
    assert_eq!(set["data"]["rate"], rate);
    assert_eq!(set["data"].get("problem"), None);
    let opened = booked(&test, &me, &trek).await;
    assert_eq!(opened["booking"]["rate"], rate);
    assert_eq!(opened["booking"]["balanceInRupees"], PRICE_IN_RUPEES);
    // Later rates change no booking, and neither does the first one change those before it.
    set_rate(&test, &admin, json!(140)).await.expect(200);
    let later = booking(&test, &me, &opened).await;
    assert_eq!(later["rate"], rate);
    let before = read_booking(&test, &me, &before).await.expect(200);
    assert_eq!(before["data"]["booking"].get("rate"), None);
    assert_eq!(before["data"]["booking"].get("balanceInRupees"), None);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_typed_rate_must_be_a_rate_of_the_currency_of_the_prices() {
    let (test, me, admin) = typed().await;
    for wrong in [json!(0), json!(-133.2), json!(1e7), json!(1e-9)] {
        let body = set_rate(&test, &admin, wrong).await.expect(400);
        assert_eq!(fields_of(&body), ["value"]);
    }
    set_rate(&test, &admin, json!("NaN")).await.expect(400);
    let euros = json!({"currency": "EUR", "value": 150});
    let body = put(&test, &admin, "/api/rates/npr", &euros).await;
    assert_eq!(fields_of(&body.expect(400)), ["currency"]);
    set_rate(&test, &me, json!(133.2)).await.expect(403);
    assert_eq!(current(&test, &admin).await.get("rate"), None);
}

#[tokio::test]
async fn an_outdated_rate_is_not_locked() {
    let (test, _, admin) = typed().await;
    let trek = stored_trek(&test).await;
    set_rate(&test, &admin, json!(133.2)).await.expect(200);
    test.clock.advance(TimeDelta::days(31));
    let (me, admin) = log_in_again(&test).await;
    let shown = current(&test, &admin).await;
    assert_eq!(
        shown["problem"],
        "The rate of Nov 20, 2026 is older than 30 days."
    );
    let opened = booked(&test, &me, &trek).await;
    assert_eq!(opened["booking"].get("rate"), None);
    test.do_jobs().await;
}

#[tokio::test]
async fn all_rupees_of_the_balance_settle_it_and_more_are_refused() {
    let (test, me, admin) = typed().await;
    set_rate(&test, &admin, json!(133.2)).await.expect(200);
    let opened = booked(&test, &me, &stored_trek(&test).await).await;
    let id = booking_id(&opened);
    let refused = record(&test, &admin, &id, (407_085.0, "NPR")).await;
    let refused = refused.expect_failure(409, "This is more than is left to pay.");
    let left = json!({"balance": 3056.18, "balanceInRupees": PRICE_IN_RUPEES});
    assert_eq!(refused["data"], left);
    let made = record(&test, &admin, &id, (10_000.0, "NPR"))
        .await
        .expect(201);
    let payment = &made["data"]["payment"];
    let expected = json!([10_000, "NPR", 133.2, 75.08]);
    let found = json!([
        payment["amount"],
        payment["currency"],
        payment["rate"],
        payment["amountInBookingCurrency"]
    ]);
    assert_eq!(found, expected);
    let after = &made["data"]["booking"];
    assert_eq!(after["balanceInRupees"], 397_083);
    let made = record(&test, &admin, &id, (397_083.0, "NPR"))
        .await
        .expect(201);
    let after = &made["data"]["booking"];
    assert_eq!(states(after), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(
        json!([after["balance"], after["balanceInRupees"]]),
        json!([0, 0])
    );
    record(&test, &admin, &id, (1.0, "NPR")).await.expect(409);
    assert_books_balance(&test).await;
    test.do_jobs().await;
    let texts: Vec<String> = test.outbox().into_iter().map(|mail| mail.text).collect();
    let receipt = "We received your payment of NPR\u{a0}10,000 at 133.20 ($75.08)";
    assert!(texts.iter().any(|text| text.contains(receipt)), "{texts:?}");
    let rest = "The balance of $2,981.10 is NPR\u{a0}397,083 at the rate of Nov 20, 2026 (the agency's rate).";
    let flat = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let rest = rest.replace('\u{a0}', " ");
    assert!(
        texts.iter().any(|text| flat(text).contains(&rest)),
        "{texts:?}"
    );
}

#[tokio::test]
async fn of_two_payments_in_rupees_at_once_that_exceed_the_balance_one_is_refused() {
    let (test, me, admin) = typed().await;
    set_rate(&test, &admin, json!(133.2)).await.expect(200);
    let id = booking_id(&booked(&test, &me, &stored_trek(&test).await).await);
    let much = (300_000.0, "NPR");
    let (a, b) = tokio::join!(
        record(&test, &admin, &id, much),
        record(&test, &admin, &id, much)
    );
    let mut answers = [a.status.as_u16(), b.status.as_u16()];
    answers.sort_unstable();
    assert_eq!(answers, [201, 409]);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_payment_in_rupees_is_reversed_in_both_currencies() {
    let (test, me, admin) = typed().await;
    set_rate(&test, &admin, json!(133.2)).await.expect(200);
    let id = booking_id(&booked(&test, &me, &stored_trek(&test).await).await);
    let made = record(&test, &admin, &id, (13_320.0, "NPR"))
        .await
        .expect(201);
    let payment = text(&made["data"]["payment"], "_id").to_owned();
    let path = format!("/api/bookings/{id}/payments/{payment}/reverse");
    let reason = json!({"reason": "Counted twice"});
    let answer = post(&test, &admin, &path, &reason).await.expect(200);
    let reversal = &answer["data"]["payment"];
    let found = json!([
        reversal["amount"],
        reversal["currency"],
        reversal["rate"],
        reversal["amountInBookingCurrency"]
    ]);
    assert_eq!(found, json!([-13_320, "NPR", 133.2, -100]));
    assert_eq!(
        answer["data"]["booking"]["balanceInRupees"],
        PRICE_IN_RUPEES
    );
    assert_books_balance(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn without_a_rate_rupees_are_refused_until_staff_lock_one() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let opened = booked(&test, &me, &stored_trek(&test).await).await;
    let id = booking_id(&opened);
    let shown = current(&test, &admin).await;
    assert_eq!(
        shown["problem"],
        "No source of the rate is set (CHAUTARI_RATE_SOURCE)."
    );
    set_rate(&test, &admin, json!(133.2)).await.expect(409);
    let refused = record(&test, &admin, &id, (1_000.0, "NPR"))
        .await
        .expect(409);
    assert!(
        text(&refused, "message").starts_with("No rate is locked for this booking"),
        "{refused}"
    );
    let path = format!("/api/bookings/{id}/rate");
    put(&test, &me, &path, &json!({"value": 133.2}))
        .await
        .expect(403);
    for wrong in [json!(0), json!(-1), json!(2e6)] {
        let body = put(&test, &admin, &path, &json!({"value": wrong})).await;
        assert_eq!(fields_of(&body.expect(400)), ["value"]);
    }
    let (first, second) = (json!({"value": 133.2}), json!({"value": 1.332}));
    let (one, two) = tokio::join!(
        put(&test, &admin, &path, &first),
        put(&test, &admin, &path, &second)
    );
    let mut answers = [one.status.as_u16(), two.status.as_u16()];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
    let locked = stored(&test, &id).await.rate.expect("a rate");
    assert_eq!(locked.source, domain::rate::RateSource::Typed);
    // Worth less than a cent.
    if locked.value.to_string() == "133.2" {
        let refused = record(&test, &admin, &id, (0.5, "NPR")).await.expect(400);
        assert_eq!(fields_of(&refused), ["amount"]);
    }
    record(&test, &admin, &id, (1_000.0, "NPR"))
        .await
        .expect(201);
    let other = record(&test, &admin, &id, (10.0, "EUR")).await.expect(400);
    assert_eq!(fields_of(&other), ["currency"]);
    test.do_jobs().await;
}

#[tokio::test]
async fn what_is_owed_by_hand_is_paid_out_in_rupees_at_the_same_rate() {
    let (test, me, admin) = typed().await;
    set_rate(&test, &admin, json!(133.2)).await.expect(200);
    let id = booking_id(&booked(&test, &me, &stored_trek(&test).await).await);
    let all = PRICE_IN_RUPEES as f64;
    record(&test, &admin, &id, (all, "NPR")).await.expect(201);
    let answer = cancel(&test, &me, &id).await.expect(200);
    let after = &answer["data"]["booking"];
    assert_eq!(
        json!([after["owedByHand"], after["owedByHandInRupees"]]),
        json!([3056.18, PRICE_IN_RUPEES])
    );
    record(&test, &admin, &id, (1.0, "NPR"))
        .await
        .expect_failure(409, "This booking takes no payments any more.");
    let refused = pay_out(&test, &admin, &id, (all + 1.0, "NPR"))
        .await
        .expect(409);
    let left = json!({"left": 3056.18, "leftInRupees": PRICE_IN_RUPEES});
    assert_eq!(refused["data"], left);
    let part = pay_out(&test, &admin, &id, (133_200.0, "NPR"))
        .await
        .expect(201);
    assert_eq!(part["data"]["booking"]["owedByHand"], 2056.18);
    let rest = (all - 133_200.0, "NPR");
    let done = pay_out(&test, &admin, &id, rest).await.expect(201);
    let after = &done["data"]["booking"];
    assert_eq!(
        json!([after["owedByHand"], after["refunded"]]),
        json!([0, 3056.18])
    );
    assert_books_balance(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn a_booking_in_rupees_has_no_rate_and_is_paid_as_it_is() {
    let settings = [("rate_source", "typed"), ("currency", "NPR")];
    let test = TestApp::start_with(&settings).await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let mut trek = stored_trek(&test).await;
    crate::stage::change_trek(&test, &mut trek, |trek| {
        trek.currency = domain::money::Currency::NPR;
    })
    .await;
    let opened = booked(&test, &me, &trek).await;
    assert_eq!(opened["booking"].get("rate"), None);
    let id = booking_id(&opened);
    let ask = json!({"value": 133.2});
    let path = format!("/api/bookings/{id}/rate");
    put(&test, &admin, &path, &ask).await.expect(409);
    let made = record(&test, &admin, &id, (100.0, "NPR")).await.expect(201);
    assert_eq!(made["data"]["payment"]["rate"], Value::Null);
    let other = record(&test, &admin, &id, (10.0, "USD")).await.expect(400);
    assert_eq!(fields_of(&other), ["currency"]);
    test.do_jobs().await;
}

/// Nepal Rastra Bank: answers only requests that have all four parameters.
async fn listed(bank: &MockServer, days: &Value) -> MockGuard {
    let answer = json!({
        "status": {"code": 200},
        "data": {"payload": days},
        "pagination": {"page": 1, "pages": 1, "per_page": "100"},
    });
    Mock::given(method("GET"))
        .and(query_param("from", "2026-11-06"))
        .and(query_param("to", "2026-11-20"))
        .and(query_param("page", "1"))
        .and(query_param("per_page", "100"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .mount_as_scoped(bank)
        .await
}

fn bank_day(date: &str, code: &str, unit: u32, buy: Value) -> Value {
    let currency = json!({"iso3": code, "name": code, "unit": unit});
    let rates = [json!({"currency": currency, "buy": buy, "sell": "999.00"})];
    json!({"date": date, "published_on": format!("{date} 00:00:15"), "rates": rates})
}

async fn with_bank(currency: &str) -> (MockServer, TestApp) {
    let bank = MockServer::start().await;
    let url = bank.uri();
    let settings = [
        ("rate_source", "nrb"),
        ("nrb_url", url.as_str()),
        ("currency", currency),
    ];
    let test = TestApp::start_with(&settings).await;
    (bank, test)
}

#[tokio::test]
async fn the_rate_of_the_central_bank_is_its_newest_for_one_unit() {
    let (bank, test) = with_bank("INR").await;
    let admin = test.admin().await;
    let days = json!([
        bank_day("2026-11-18", "INR", 100, json!("160.00")),
        // A holiday lists nothing, or not this currency.
        {"date": "2026-11-19", "rates": []},
        bank_day("2026-11-17", "INR", 100, json!("159.00")),
        bank_day("2026-11-20", "USD", 1, json!("133.20")),
    ]);
    let _listed = listed(&bank, &days).await;
    refresh(&test.app).await.unwrap();
    // Asked once an hour.
    refresh(&test.app).await.unwrap();
    assert_eq!(bank.received_requests().await.map(|all| all.len()), Some(1));
    let rate = json!({"value": 1.6, "source": "nrb", "at": "2026-11-17T18:15:00Z"});
    assert_eq!(current(&test, &admin).await["rate"], rate);
}

#[tokio::test]
async fn a_central_bank_that_fails_or_lists_nonsense_changes_no_rate() {
    let (bank, test) = with_bank("USD").await;
    test.traveller().await;
    let admin = test.admin().await;
    refresh(&test.app).await.unwrap_err();
    for day in [
        json!({"date": "2026-11-20", "rates": null}),
        bank_day("2026-11-20", "USD", 1, json!("0.00")),
        bank_day("2026-11-20", "USD", 1, json!("-133.2")),
        bank_day("2026-11-20", "USD", 0, json!("133.2")),
        bank_day("2026-11-20", "USD", 1, json!("12000000")),
        bank_day("2026-11-20", "USD", 1, json!("many")),
        bank_day("2026-11-20", "USD", 1, Value::Null),
        // Not yet valid.
        bank_day("2026-11-21", "USD", 1, json!("133.20")),
    ] {
        let _listed = listed(&bank, &json!([day])).await;
        refresh(&test.app).await.unwrap_err();
    }
    assert_eq!(
        current(&test, &admin).await["problem"],
        "No rate of Nepal Rastra Bank was received yet."
    );
    {
        let day = bank_day("2026-11-19", "USD", 1, json!(133.2));
        let _listed = listed(&bank, &json!([day])).await;
        refresh(&test.app).await.unwrap();
    }
    test.clock.advance(TimeDelta::hours(2));
    {
        let day = bank_day("2026-11-20", "USD", 1, json!("13.32"));
        let _listed = listed(&bank, &json!([day])).await;
        let error = refresh(&test.app).await.unwrap_err().to_string();
        assert_eq!(error, "the rate of USD jumped from 133.2 to 13.32");
    }
    let _broken = Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(500))
        .mount_as_scoped(&bank)
        .await;
    refresh(&test.app).await.unwrap_err();
    let (me, admin) = log_in_again(&test).await;
    let rate = json!({"value": 133.2, "source": "nrb", "at": "2026-11-18T18:15:00Z"});
    assert_eq!(current(&test, &admin).await["rate"], rate);
    let opened = booked(&test, &me, &stored_trek(&test).await).await;
    assert_eq!(opened["booking"]["rate"], rate);
    set_rate(&test, &admin, json!(140)).await.expect(409);
    test.do_jobs().await;
}

#[tokio::test]
async fn the_exchange_service_is_crossed_over_the_dollar() {
    let service = MockServer::start().await;
    let url = service.uri();
    let settings = [
        ("rate_source", "exchange"),
        ("exchange_rate_url", url.as_str()),
        ("currency", "EUR"),
    ];
    let test = TestApp::start_with(&settings).await;
    let admin = test.admin().await;
    let rates = json!({"rates": {"NPR": 133.2, "EUR": 0.9, "USD": 1}});
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(200).set_body_json(rates))
        .mount(&service)
        .await;
    refresh(&test.app).await.unwrap();
    let rate = json!({"value": 148, "source": "exchange", "at": "2026-11-20T03:30:00Z"});
    assert_eq!(current(&test, &admin).await["rate"], rate);
}
