//! Reports of payments, balances and VAT (operations §3).

use chautari::cli::ledger_check::compare;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::money::{cancel, refund};
use crate::payments::{booked_with_deposit, cash, minor, record, reverse, trek_with_deposit};
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek, text, verify};
use crate::support::{Login, TestApp};
use crate::waitlist::admin_again;

async fn maya_again(test: &TestApp) -> Login {
    test.login("maya@example.com", "trail of many stones").await
}

async fn report(test: &TestApp, path: &str) -> Answer {
    let admin = admin_again(test).await;
    let path = format!("/api/reports/{path}");
    test.get(&path).bearer(&admin.access).send().await
}

async fn csv(test: &TestApp, path: &str) -> Vec<String> {
    let answer = report(test, path).await;
    assert_eq!(answer.status, 200, "{path}");
    let table = String::from_utf8(answer.body.to_vec()).expect("UTF-8");
    table.lines().map(str::to_owned).collect()
}

fn bank(amount: f64) -> Value {
    json!({"method": "bank", "amount": amount, "currency": "USD"})
}

/// The rows of a list as texts: the given fields, amounts in minor units.
fn rows(list: &Value, fields: &[&str]) -> Vec<String> {
    let cell = |row: &Value, field: &&str| match (&row[*field], *field) {
        (Value::String(text), _) => text.clone(),
        (number, "count" | "invoices") => number.to_string(),
        (amount, _) => minor(amount).to_string(),
    };
    let row = |row: &Value| {
        let cells: Vec<String> = fields.iter().map(|field| cell(row, field)).collect();
        cells.join(" ")
    };
    list.as_array().expect("a list").iter().map(row).collect()
}

/// A deposit and a whole price by card, cash and bank transfers around midnight in Kathmandu, a reversal, a refund, a
/// cancellation and a payout.
pub async fn two_days(test: &TestApp) {
    let (maya, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(test).await;
    let opened = booked_with_deposit(test, &maya, &trek).await;
    pay(test, &opened, GOOD_CARD).await.expect(200);
    verify(test, &maya, &opened).await.expect(200);
    let id = booking_id(&opened);
    let other = booked(test, &maya, &trek).await;
    pay(test, &other, GOOD_CARD).await.expect(200);
    verify(test, &maya, &other).await.expect(200);
    let wrong = record(test, &admin, &id, &cash(1000.0)).await.expect(201);
    let wrong = text(&wrong["data"]["payment"], "_id").to_owned();
    // A minute before midnight, and two minutes later.
    test.clock
        .set("2026-11-20T18:14:00Z".parse().expect("a moment"));
    let admin = admin_again(test).await;
    record(test, &admin, &id, &bank(100.0)).await.expect(201);
    test.clock
        .set("2026-11-20T18:16:00Z".parse().expect("a moment"));
    let admin = admin_again(test).await;
    record(test, &admin, &id, &cash(44.94)).await.expect(201);
    reverse(test, &admin, &id, &wrong).await.expect(200);
    record(test, &admin, &id, &bank(1000.0)).await.expect(201);
    let less = json!({"amount": 10.5, "reason": "No porter"});
    refund(test, &admin, &booking_id(&other), &less)
        .await
        .expect(200);
    cancel(test, &maya_again(test).await, &id).await.expect(200);
    test.do_jobs().await;
    let payouts = format!("/api/bookings/{id}/payouts");
    let paid_out = test.post(&payouts, &cash(1144.94)).bearer(&admin.access);
    paid_out.send().await.expect(201);
    test.do_jobs().await;
}

#[tokio::test]
async fn payments_are_reported_by_day_and_method_and_agree_with_the_ledger() {
    let test = TestApp::start().await;
    two_days(&test).await;
    let days = "?from=2026-11-20&to=2026-11-21";
    let found = report(&test, &format!("payments{days}")).await.expect(200);
    let data = &found["data"];
    let lines = [
        "2026-11-20 payment card 2 366742 USD 366742 USD",
        "2026-11-20 payment cash 1 100000 USD 100000 USD",
        "2026-11-20 payment bank 1 10000 USD 10000 USD",
        "2026-11-21 payment cash 1 4494 USD 4494 USD",
        "2026-11-21 payment bank 1 100000 USD 100000 USD",
        "2026-11-21 reversal cash 1 -100000 USD -100000 USD",
        "2026-11-21 refund card 2 -62174 USD -62174 USD",
        "2026-11-21 refund cash 1 -114494 USD -114494 USD",
    ];
    let fields = [
        "day",
        "kind",
        "method",
        "count",
        "amount",
        "currency",
        "tenderedAmount",
        "tenderedCurrency",
    ];
    assert_eq!(rows(&data["lines"], &fields), lines);
    let sums = ["currency", "received", "reversed", "refunded", "total"];
    assert_eq!(
        rows(&data["totals"], &sums),
        ["USD 581236 -100000 -176668 304568"]
    );
    assert_eq!(
        rows(&data["methods"], &["kind", "method", "count", "amount"])[..3],
        [
            "payment card 2 366742",
            "payment cash 2 104494",
            "payment bank 2 110000"
        ]
    );
    assert_eq!(
        rows(&data["months"], &["month", "count", "amount"]),
        ["2026-11 10 304568"]
    );
    assert_eq!(
        rows(&data["treks"], &["trekName", "count", "amount"]),
        ["Namche Bazaar 10 304568"]
    );
    assert_eq!(
        rows(&data["tendered"], &["currency", "total"]),
        ["USD 304568"]
    );
    let day = report(&test, "payments?from=2026-11-21&to=2026-11-21").await;
    let day = day.expect(200);
    assert_eq!(rows(&day["data"]["lines"], &fields), lines[3..]);
    let table = csv(&test, &format!("payments.csv{days}")).await;
    assert_eq!(table.len(), 9);
    assert_eq!(
        table[8],
        "\"2026-11-21\",\"refund\",\"cash\",\"1\",\"-1144.94\",\"USD\",\"-1144.94\",\"USD\""
    );
    let checked = compare(&test.app).await.expect("compared");
    assert_eq!(checked.differences, [""; 0]);
}

#[tokio::test]
async fn ledger_check_finds_a_payment_that_the_report_sums_differently() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let trek = stored_trek(&test).await;
    let opened = booked(&test, &me, &trek).await;
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
    let sql = "update payments set booking_amount = booking_amount + 1";
    test.app.db.execute_unprepared(sql).await.expect("changed");
    let checked = compare(&test.app).await.expect("compared");
    let said = "payments report: 3056.19 USD in all, 3056.18 USD in the ledger";
    assert!(
        checked.differences.contains(&said.to_owned()),
        "{:?}",
        checked.differences
    );
}

#[tokio::test]
async fn a_report_needs_its_days_and_covers_at_most_a_year() {
    let test = TestApp::start().await;
    test.admin().await;
    for days in [
        "",
        "?from=2026-11-20",
        "?from=2026-11-20&to=x",
        "?from=2026-11-20&to=2026-11-19",
        "?from=2026-01-01&to=2027-01-02",
        "?from=-200000-01-01&to=-200000-01-02",
        "?from=%2B12026-01-01&to=%2B12026-01-02",
    ] {
        for path in ["payments", "payments.csv", "vat", "vat.csv"] {
            let answer = report(&test, &format!("{path}{days}")).await;
            assert_eq!(answer.status, 400, "{path}{days}");
        }
    }
    let empty = report(&test, "payments?from=2026-01-01&to=2027-01-01").await;
    assert_eq!(empty.expect(200)["data"]["lines"], json!([]));
}

#[tokio::test]
async fn balances_are_reported_by_due_month_and_trek() {
    let test = TestApp::start().await;
    let (me, _) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    for _ in 0..2 {
        let opened = booked_with_deposit(&test, &me, &trek).await;
        pay(&test, &opened, GOOD_CARD).await.expect(200);
        verify(&test, &me, &opened).await.expect(200);
    }
    test.do_jobs().await;
    let found = report(&test, "balances").await.expect(200);
    let sums = ["currency", "count", "balance", "overdue"];
    assert_eq!(rows(&found["data"]["totals"], &sums), ["USD 2 488988 0"]);
    // Due on arrival.
    test.clock
        .set("2027-03-01T18:20:00Z".parse().expect("a moment"));
    let found = report(&test, "balances").await.expect(200);
    let months = rows(&found["data"]["months"], &["month", "count", "overdue"]);
    assert_eq!(months, ["2027-03 2 488988"]);
    let treks = rows(&found["data"]["treks"], &["trekName", "balance"]);
    assert_eq!(treks, ["Namche Bazaar 488988"]);
    let table = csv(&test, "balances.csv").await;
    assert_eq!(
        table[1..],
        ["\"2027-03\",\"Namche Bazaar\",\"2\",\"4889.88\",\"4889.88\",\"USD\""]
    );
}

#[tokio::test]
async fn vat_is_reported_from_the_invoices_with_what_was_credited() {
    let vat = [("invoice_mode", "nepal"), ("invoice_pan", "609812345")];
    let test = TestApp::start_with(&vat).await;
    let (maya, admin) = (test.traveller().await, test.admin().await);
    let trek = stored_trek(&test).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let opened = booked(&test, &maya, &trek).await;
        pay(&test, &opened, GOOD_CARD).await.expect(200);
        verify(&test, &maya, &opened).await.expect(200);
        ids.push(booking_id(&opened));
    }
    let less = json!({"amount": 10.5, "reason": "No porter"});
    refund(&test, &admin, &ids[0], &less).await.expect(200);
    test.do_jobs().await;
    let days = "?from=2026-11-20&to=2026-11-20";
    let found = report(&test, &format!("vat{days}")).await.expect(200);
    let data = &found["data"];
    let total = &data["totals"][0];
    let parts = ["taxable", "vat", "zeroRated", "passThrough"];
    let sum: i64 = parts.iter().map(|part| minor(&total[*part])).sum();
    assert_eq!((sum, minor(&total["total"])), (611_236, 611_236));
    assert!(minor(&total["vat"]) > 0);
    assert_eq!(minor(&total["credited"]), 1050);
    // 13 % of it are contained in what was taxed.
    assert!((100..=121).contains(&minor(&total["creditedVat"])));
    let sums = ["currency", "invoices", "total", "credited"];
    assert_eq!(data["months"][0]["month"], "2026-11");
    assert_eq!(data["months"][0]["sums"], *total);
    assert_eq!(rows(&data["totals"], &sums), ["USD 2 611236 1050"]);
    assert_eq!(data["treks"][0]["trekName"], "Namche Bazaar");
    assert_eq!(data["treks"][0]["sums"], *total);
    assert_eq!(csv(&test, &format!("vat.csv{days}")).await.len(), 2);
    let none = report(&test, "vat?from=2026-11-21&to=2026-11-30").await;
    assert_eq!(none.expect(200)["data"]["totals"], json!([]));
}
