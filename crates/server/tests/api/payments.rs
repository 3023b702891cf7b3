//! Deposits, and payments that staff take by hand (operations §3).

use domain::money::{Money, Percent};
use domain::schedule::{BalanceDue, Deposit, PaymentTerms};
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of};
use crate::money::{cancel, charge_behind_our_back, given_back, ledger, states, subjects};
use crate::payment::booking;
use crate::stage::{
    GOOD_CARD, booked, booking_id, change_trek, pay, request, send, stored_trek, with,
};
use crate::support::{Login, TestApp};

pub const PRICE: i64 = 305_618;
/// 20 % of it.
pub const DEPOSIT: i64 = 61_124;

/// A trek with a deposit of 20 %, and the rest on arrival.
pub async fn trek_with_deposit(test: &TestApp) -> Trek {
    let mut trek = stored_trek(test).await;
    change_trek(test, &mut trek, |trek| {
        trek.payment_details.terms = Some(PaymentTerms {
            deposit: Deposit::Percent(Percent::whole(20)),
            balance: BalanceDue::OnArrival,
        });
    })
    .await;
    trek
}

pub async fn booked_with_deposit(test: &TestApp, who: &Login, trek: &Trek) -> Value {
    let ask = with(&request(test, trek, 2).await, "pay", json!("deposit"));
    send(test, who, &ask).await.expect(201)["data"].clone()
}

/// A traveller, an administrator, and a booking whose deposit was paid by card.
async fn with_paid_deposit(test: &TestApp) -> (Login, Login, Value) {
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(test).await;
    let opened = booked_with_deposit(test, &me, &trek).await;
    pay(test, &opened, GOOD_CARD).await.expect(200);
    (me, admin, opened)
}

pub async fn record(test: &TestApp, who: &Login, id: &str, ask: &Value) -> Answer {
    let path = format!("/api/bookings/{id}/payments");
    test.post(&path, ask).bearer(&who.access).send().await
}

pub async fn payments(test: &TestApp, who: &Login, id: &str) -> Value {
    let path = format!("/api/bookings/{id}/payments");
    let answer = test.get(&path).bearer(&who.access).send().await;
    answer.expect(200)["data"]["payments"].clone()
}

pub fn cash(amount: f64) -> Value {
    json!({"method": "cash", "amount": amount, "currency": "USD"})
}

pub async fn reverse(test: &TestApp, who: &Login, id: &str, payment: &str) -> Answer {
    let path = format!("/api/bookings/{id}/payments/{payment}/reverse");
    let ask = json!({"reason": "Counted twice"});
    test.post(&path, &ask).bearer(&who.access).send().await
}

pub fn minor(money: &Value) -> i64 {
    (money.as_f64().expect("an amount") * 100.0).round() as i64
}

#[tokio::test]
async fn a_deposit_confirms_the_booking_and_the_rest_is_its_balance() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, trek_with_deposit(&test).await);
    let opened = booked_with_deposit(&test, &me, &trek).await;
    assert_eq!(minor(&opened["amountDue"]), DEPOSIT);
    assert_eq!(minor(&opened["booking"]["balance"]), PRICE);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(minor(&read["amount"]), PRICE);
    assert_eq!(minor(&read["balance"]), PRICE - DEPOSIT);
    assert_eq!(read["dueAt"], read["checkIn"]);
    let schedule = read["schedule"].as_array().expect("parts");
    let parts: Vec<_> = schedule
        .iter()
        .map(|part| {
            (
                minor(&part["amount"]),
                part["paid"] == true,
                part["onArrival"] == true,
            )
        })
        .collect();
    assert_eq!(
        parts,
        [(DEPOSIT, true, false), (PRICE - DEPOSIT, false, true)]
    );
    assert_eq!(
        ledger(&test, &booking_id(&opened)).await,
        [("capture", DEPOSIT)]
    );
    let paid = payments(&test, &me, &booking_id(&opened)).await;
    assert_eq!(paid.as_array().map(Vec::len), Some(1));
    assert_eq!(paid[0]["method"], "card");
    assert_eq!(paid[0]["receiptNumber"], "R-2026-00001");
    assert_eq!(paid[0]["receivedBy"], Value::Null);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_booking_that_is_paid_at_once_has_no_balance() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, trek_with_deposit(&test).await);
    let opened = booked(&test, &me, &trek).await;
    assert_eq!(minor(&opened["amountDue"]), PRICE);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let read = booking(&test, &me, &opened).await;
    assert_eq!((minor(&read["balance"]), &read["dueAt"]), (0, &Value::Null));
    assert_eq!(read["schedule"].as_array().map(Vec::len), Some(1));
    assert_eq!(read["schedule"][0]["paid"], true);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_quote_with_a_start_date_says_what_is_due_when() {
    let test = TestApp::start().await;
    let trek = trek_with_deposit(&test).await;
    let route = json!({"routeId": trek.routes[1].id});
    let ask = json!({"trekId": trek.id, "routeDetails": route, "totalGuests": 2, "startDate": "2027-03-01"});
    let quote = async |ask: &Value, status| {
        test.post("/api/bookings/quote", ask)
            .send()
            .await
            .expect(status)
    };
    let found = quote(&ask, 200).await;
    let schedule = &found["data"]["schedule"];
    assert_eq!(minor(&schedule[0]["amount"]), DEPOSIT);
    assert_eq!(schedule[1]["onArrival"], true);
    assert_eq!(
        found["data"]["cancellationDeadlines"],
        json!([{"until": "2027-01-30", "days": 30, "percent": 100}, {"until": "2027-02-22", "days": 7, "percent": 50}])
    );
    let found = quote(&with(&ask, "pay", json!("all")), 200).await;
    assert_eq!(found["data"]["schedule"].as_array().map(Vec::len), Some(1));
    let wrong = quote(&with(&ask, "pay", json!("half")), 400).await;
    assert_eq!(fields_of(&wrong), ["pay"]);
    let wrong = quote(&with(&ask, "startDate", json!("soon")), 400).await;
    assert_eq!(fields_of(&wrong), ["startDate"]);
}

#[tokio::test]
async fn staff_take_the_balance_in_cash_and_the_receipt_is_mailed() {
    let test = TestApp::start().await;
    let (me, admin, opened) = with_paid_deposit(&test).await;
    test.do_jobs().await;
    let id = booking_id(&opened);
    record(&test, &me, &id, &cash(100.0)).await.expect(403);
    let answer = record(&test, &admin, &id, &cash(1000.0)).await.expect(201);
    let (payment, after) = (&answer["data"]["payment"], &answer["data"]["booking"]);
    assert_eq!(payment["receiptNumber"], "R-2026-00002");
    assert_eq!(
        (minor(&payment["amount"]), &payment["method"]),
        (100_000, &json!("cash"))
    );
    assert!(payment["receivedBy"].is_string());
    assert_eq!(minor(&after["balance"]), PRICE - DEPOSIT - 100_000);
    test.do_jobs().await;
    let mail = test.outbox().pop().expect("a receipt");
    assert!(
        mail.subject.starts_with("Receipt R-2026-00002"),
        "{}",
        mail.subject
    );
    assert!(
        mail.text.contains("Left to pay: $1,444.94."),
        "{}",
        mail.text
    );
    let refused = record(&test, &admin, &id, &cash(1_444.95))
        .await
        .expect(409);
    assert_eq!(minor(&refused["data"]["balance"]), 144_494);
    let answer = record(&test, &admin, &id, &cash(1_444.94))
        .await
        .expect(201);
    assert_eq!(minor(&answer["data"]["booking"]["balance"]), 0);
    record(&test, &admin, &id, &cash(0.01)).await.expect(409);
    let lines = [
        ("capture", DEPOSIT),
        ("manual", 100_000),
        ("manual", 144_494),
    ];
    assert_eq!(ledger(&test, &id).await, lines);
    let all = payments(&test, &me, &id).await;
    let numbers: Vec<_> = all
        .as_array()
        .expect("payments")
        .iter()
        .map(|it| &it["receiptNumber"])
        .collect();
    assert_eq!(numbers, ["R-2026-00001", "R-2026-00002", "R-2026-00003"]);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_payment_is_recorded_once_however_often_it_is_sent() {
    let test = TestApp::start().await;
    let (me, admin, opened) = with_paid_deposit(&test).await;
    let id = booking_id(&opened);
    let path = format!("/api/bookings/{id}/payments");
    let send = async || {
        let call = test.post(&path, &cash(50.0)).bearer(&admin.access);
        call.header("Idempotency-Key", "counter-1").send().await
    };
    let (a, b) = tokio::join!(send(), send());
    let (a, b, c) = (a.expect(201), b.expect(201), send().await.expect(201));
    let ids = [a, b, c].map(|answer| answer["data"]["payment"]["_id"].clone());
    assert!(ids[0] == ids[1] && ids[1] == ids[2], "{ids:?}");
    assert_eq!(
        payments(&test, &me, &id).await.as_array().map(Vec::len),
        Some(2)
    );
    test.do_jobs().await;
}

#[tokio::test]
async fn of_two_payments_at_once_that_exceed_the_balance_together_one_is_refused() {
    let test = TestApp::start().await;
    let (_, admin, opened) = with_paid_deposit(&test).await;
    let id = booking_id(&opened);
    let much = cash(2_000.0);
    let (a, b) = tokio::join!(
        record(&test, &admin, &id, &much),
        record(&test, &admin, &id, &much)
    );
    let mut answers = [a.status.as_u16(), b.status.as_u16()];
    answers.sort_unstable();
    assert_eq!(answers, [201, 409]);
    test.do_jobs().await;
}

#[tokio::test]
async fn staff_record_the_deposit_of_an_unpaid_booking_and_the_card_can_no_longer_pay_it() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let opened = booked_with_deposit(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let part = json!({"method": "bank", "amount": 600, "currency": "USD", "reference": "FT 42"});
    let answer = record(&test, &admin, &id, &part).await.expect(201);
    assert_eq!(
        states(&answer["data"]["booking"]),
        json!(["Pending", "Pending", 0])
    );
    test.do_jobs().await;
    pay(&test, &opened, GOOD_CARD).await.expect(409);
    // What is missing of the deposit can be paid by card.
    let path = format!("/api/bookings/{id}/payment-intent");
    let again = test.post(&path, &json!({})).bearer(&me.access).send().await;
    assert_eq!(
        minor(&again.expect(200)["data"]["amountDue"]),
        DEPOSIT - 60_000
    );
    let answer = record(&test, &admin, &id, &cash(11.24)).await.expect(201);
    let after = &answer["data"]["booking"];
    assert_eq!(states(after), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(after["invoiceNumber"], "INV-2026-00001");
    assert_eq!(after["payment"]["isInParts"], true);
    test.do_jobs().await;
    assert_eq!(
        ledger(&test, &id).await,
        [("manual", 60_000), ("manual", 1_124)]
    );
    assert!(
        subjects(&test, "maya@example.com")
            .iter()
            .any(|it| it.starts_with("Booking confirmed"))
    );
}

// PAY-08: the provider captured the deposit in the moment in which staff recorded it.
#[tokio::test]
async fn a_card_that_is_charged_after_staff_recorded_the_deposit_is_refunded_in_full() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let opened = booked_with_deposit(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let deposit = Money::from_minor(DEPOSIT).minor() as f64 / 100.0;
    record(&test, &admin, &id, &cash(deposit)).await.expect(201);
    charge_behind_our_back(&test, &opened).await;
    test.do_jobs().await;
    assert_eq!(given_back(&test, &opened).await, DEPOSIT);
    let lines = [
        ("manual", DEPOSIT),
        ("capture", DEPOSIT),
        ("refund", DEPOSIT),
    ];
    assert_eq!(ledger(&test, &id).await, lines);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(minor(&read["balance"]), PRICE - DEPOSIT);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_mistake_is_reversed_by_a_line_of_its_own() {
    let test = TestApp::start().await;
    let (me, admin, opened) = with_paid_deposit(&test).await;
    let id = booking_id(&opened);
    let answer = record(&test, &admin, &id, &cash(100.0)).await.expect(201);
    let payment = answer["data"]["payment"]["_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let card = payments(&test, &me, &id).await[0]["_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    reverse(&test, &me, &id, &payment).await.expect(403);
    reverse(&test, &admin, &id, &card).await.expect(409);
    reverse(&test, &admin, &id, &id).await.expect(404);
    let answer = reverse(&test, &admin, &id, &payment).await.expect(200);
    assert_eq!(minor(&answer["data"]["payment"]["amount"]), -10_000);
    assert_eq!(answer["data"]["payment"]["reason"], "Counted twice");
    assert_eq!(
        minor(&answer["data"]["booking"]["balance"]),
        PRICE - DEPOSIT
    );
    reverse(&test, &admin, &id, &payment).await.expect(409);
    let all = payments(&test, &me, &id).await;
    let reversed: Vec<_> = all
        .as_array()
        .expect("payments")
        .iter()
        .map(|it| it["isReversed"] == true)
        .collect();
    assert_eq!(reversed, [false, true, false]);
    let lines = [
        ("capture", DEPOSIT),
        ("manual", 10_000),
        ("reversal", 10_000),
    ];
    assert_eq!(ledger(&test, &id).await, lines);
    let report = chautari::cli::ledger_check::compare(&test.app)
        .await
        .expect("compared");
    assert!(report.differences.is_empty(), "{:?}", report.differences);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_payment_needs_a_method_a_currency_and_an_amount_that_exist() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let opened = booked_with_deposit(&test, &me, &trek).await;
    let id = booking_id(&opened);
    for (path, wrong) in [
        ("method", json!("card")),
        ("method", json!("gold")),
        ("amount", json!(0)),
        ("amount", json!(-5)),
        ("amount", json!(1.234)),
        ("amount", json!(1e18)),
        ("currency", json!("XXX")),
        ("reference", json!("x".repeat(201))),
        ("receivedAt", json!("2099-01-01T00:00:00Z")),
    ] {
        let body = record(&test, &admin, &id, &with(&cash(5.0), path, wrong))
            .await
            .expect(400);
        assert_eq!(fields_of(&body), [path]);
    }
    assert_eq!(payments(&test, &me, &id).await, json!([]));
    cancel(&test, &me, &id).await.expect(200);
    record(&test, &admin, &id, &cash(5.0)).await.expect(409);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_cancelled_deposit_booking_gives_back_by_the_policy_of_what_was_paid() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, trek_with_deposit(&test).await);
    let opened = booked_with_deposit(&test, &me, &trek).await;
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let id = booking_id(&opened);
    let answer = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(minor(&answer["data"]["refund"]["amount"]), DEPOSIT);
    assert_eq!(minor(&answer["data"]["booking"]["balance"]), 0);
    assert_eq!(given_back(&test, &opened).await, DEPOSIT);
    test.do_jobs().await;
}

#[tokio::test]
async fn what_was_paid_by_hand_is_owed_until_staff_note_that_they_paid_it_out() {
    let test = TestApp::start().await;
    let (me, admin, opened) = with_paid_deposit(&test).await;
    let id = booking_id(&opened);
    record(&test, &admin, &id, &cash(2_444.94))
        .await
        .expect(201);
    let answer = cancel(&test, &me, &id).await.expect(200);
    let after = &answer["data"]["booking"];
    // The card gets back what it paid; the cash is owed.
    assert_eq!(given_back(&test, &opened).await, DEPOSIT);
    assert_eq!(minor(&after["refunded"]), DEPOSIT);
    assert_eq!(minor(&after["owedByHand"]), PRICE - DEPOSIT);
    test.do_jobs().await;
    let mail = test.outbox().pop().expect("a mail");
    assert!(
        mail.text.contains("The rest we refund you"),
        "{}",
        mail.text
    );
    let path = format!("/api/bookings/{id}/payouts");
    let pay_out = async |amount: f64| {
        test.post(&path, &cash(amount))
            .bearer(&admin.access)
            .send()
            .await
    };
    let refused = pay_out(2_444.95).await.expect(409);
    assert_eq!(minor(&refused["data"]["left"]), PRICE - DEPOSIT);
    let answer = pay_out(1_000.0).await.expect(201);
    assert_eq!(minor(&answer["data"]["booking"]["owedByHand"]), 144_494);
    let answer = pay_out(1_444.94).await.expect(201);
    let after = &answer["data"]["booking"];
    assert_eq!(
        (minor(&after["owedByHand"]), minor(&after["refunded"])),
        (0, PRICE)
    );
    pay_out(0.01).await.expect(409);
    let refunded = [
        ("refund", DEPOSIT),
        ("refund", 100_000),
        ("refund", 144_494),
    ];
    assert_eq!(ledger(&test, &id).await[2..], refunded);
    let report = chautari::cli::ledger_check::compare(&test.app)
        .await
        .expect("compared");
    assert!(report.differences.is_empty(), "{:?}", report.differences);
    test.do_jobs().await;
}
