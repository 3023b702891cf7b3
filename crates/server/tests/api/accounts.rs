//! The accounts of a month for the accountant (operations §6).

use std::collections::HashMap;
use std::io::{Cursor, Read};

use chautari::cli::ledger_check::compare;
use chrono::TimeDelta;
use serde_json::json;

use crate::call::Answer;
use crate::credits::list;
use crate::flight_day::{PRICE_OF_TWO, START, Stage};
use crate::payments::{booked_with_deposit, record, trek_with_deposit};
use crate::reports::two_days;
use crate::stage::{booking_id, request, send};
use crate::support::{Login, TestApp};
use crate::waitlist::admin_again;

/// The rows of a file, each by the names of its columns.
type Rows = Vec<HashMap<String, String>>;

async fn download(test: &TestApp, who: &Login, month: &str) -> Answer {
    let path = format!("/api/reports/accounts.zip?month={month}");
    test.get(&path).bearer(&who.access).send().await
}

async fn files(test: &TestApp, who: &Login, month: &str) -> HashMap<String, String> {
    let answer = download(test, who, month).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    let named = format!("attachment; filename=\"accounts-{month}.zip\"");
    assert_eq!(answer.header("content-disposition"), Some(named.as_str()));
    let mut packed = zip::ZipArchive::new(Cursor::new(answer.body)).expect("a ZIP file");
    let mut files = HashMap::new();
    for index in 0..packed.len() {
        let mut file = packed.by_index(index).expect("a file");
        let name = file.name().expect("a name").into_owned();
        let mut text = String::new();
        file.read_to_string(&mut text).expect("UTF-8");
        files.insert(name, text);
    }
    files
}

/// No cell of these tests has a quote or a line break.
fn rows(text: &str) -> Rows {
    let table = text.strip_prefix('\u{feff}').expect("a byte order mark");
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim_matches('"');
        line.split("\",\"").map(str::to_owned).collect()
    };
    let mut lines = table.split("\r\n").filter(|line| !line.is_empty());
    let head = cells(lines.next().expect("a header"));
    let row = |line| head.iter().cloned().zip(cells(line)).collect();
    lines.map(row).collect()
}

/// A sum in cents.
fn sum(rows: &Rows, column: &str) -> i64 {
    let minor = |row: &HashMap<String, String>| {
        let digits = row[column].replace('.', "");
        digits.parse::<i64>().expect("an amount with two decimals")
    };
    rows.iter().map(minor).sum()
}

const VAT: [&str; 4] = ["Taxable", "VAT", "Zero-rated", "Pass-through"];

#[tokio::test]
async fn the_accounts_of_a_month_agree_with_the_reports_and_the_ledger() {
    let test =
        TestApp::start_with(&[("invoice_mode", "nepal"), ("invoice_pan", "609812345")]).await;
    two_days(&test).await;
    let admin = admin_again(&test).await;
    let files = files(&test, &admin, "2026-11").await;
    let payments = rows(&files["payments.csv"]);
    assert_eq!(sum(&payments, "Amount"), 304_568);
    let report = "/api/reports/payments?from=2026-11-01&to=2026-11-30";
    let report = test.get(report).bearer(&admin.access).send().await;
    assert_eq!(report.expect(200)["data"]["totals"][0]["total"], 3045.68);
    assert_eq!(
        compare(&test.app).await.expect("compared").differences,
        [""; 0]
    );
    assert_eq!(payments.len(), 10);
    assert_eq!(payments[0]["Day"], "2026-11-20");
    assert_eq!(payments[0]["Customer"], "Maya Gurung");
    assert!(
        payments[0]["Receipt"].starts_with("R-"),
        "{:?}",
        payments[0]
    );
    let invoices = rows(&files["invoices.csv"]);
    assert_eq!((invoices.len(), sum(&invoices, "Total")), (2, 611_236));
    assert_eq!(invoices[0]["Fiscal year"], "2083/84");
    let notes = rows(&files["credit-notes.csv"]);
    // What was refunded of both bookings.
    assert_eq!(sum(&notes, "Total"), 176_668);
    let parts: i64 = VAT.iter().map(|column| sum(&notes, column)).sum();
    assert_eq!(parts, 176_668);
    assert!(sum(&notes, "VAT") > 0);
    assert!(notes.iter().all(|note| note["Cause"] == "refund"));
    let vat = rows(&files["vat.csv"]);
    assert_eq!(sum(&vat, "Total"), 611_236 - 176_668);
    assert_eq!(sum(&vat, "VAT"), sum(&invoices, "VAT") - sum(&notes, "VAT"));
    let totals = rows(&files["totals.csv"]);
    let total = |what: &str| {
        let found = totals.iter().find(|row| row["What"] == what);
        found.map(|row| row["Amount"].clone()).unwrap_or_default()
    };
    assert_eq!(total("Payments in all"), "3045.68");
    assert_eq!(total("Refunds"), "-1766.68");
    assert_eq!(total("Invoices"), "6112.36");
    assert_eq!(total("Credit notes"), "-1766.68");
    let report = "/api/reports/vat?from=2026-11-01&to=2026-11-30";
    let report = test.get(report).bearer(&admin.access).send().await;
    let credited = &report.expect(200)["data"]["totals"][0];
    let credited_vat = credited["creditedVat"].as_f64().expect("an amount");
    assert_eq!((credited_vat * 100.0).round() as i64, sum(&notes, "VAT"));
}

#[tokio::test]
async fn a_travel_credit_and_a_replaced_invoice_are_credit_notes_of_their_day() {
    let mut stage = Stage::set().await;
    let given = stage.departure(START, json!({})).await;
    let moved = stage.departure("2027-04-20", json!({})).await;
    let cheap = stage
        .departure("2027-05-10", json!({"pricePerHead": 1000}))
        .await;
    stage.booked(&given).await;
    stage.cancelled(&given).await;
    let link = stage.link().await;
    stage.choose(&link, "credit").await.expect(200);
    stage.booked(&moved).await;
    let ask = json!({"departureId": cheap, "answerBy": "2027-03-20", "whenSilent": "accept"});
    stage.moved(&moved, &ask).await;
    let link = stage.link().await;
    // The next month in Kathmandu.
    stage
        .test
        .clock
        .set("2026-11-30T18:20:00Z".parse().expect("a moment"));
    stage.sign_in_again().await;
    stage.choose(&link, "accept").await.expect(200);
    stage.test.do_jobs().await;
    let november = files(&stage.test, &stage.desk, "2026-11").await;
    let notes = rows(&november["credit-notes.csv"]);
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0]["Cause"], "travel credit");
    assert_eq!(notes[0]["Total"], format!("{PRICE_OF_TWO:.2}"));
    // A plain invoice has no VAT.
    assert_eq!(notes[0]["VAT"], "");
    assert_eq!(rows(&november["invoices.csv"]).len(), 2);
    assert_eq!(rows(&november["vat.csv"]).len(), 0);
    let december = files(&stage.test, &stage.desk, "2026-12").await;
    let notes = rows(&december["credit-notes.csv"]);
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(notes[0]["Cause"], "replaced");
    assert_eq!(notes[0]["Total"], format!("{PRICE_OF_TWO:.2}"));
    let new = rows(&december["invoices.csv"]);
    assert_eq!(new.len(), 1);
    // What the lower price gave back is the difference of the two documents.
    let refunds = rows(&december["payments.csv"]);
    assert_eq!(
        sum(&new, "Total") - sum(&notes, "Total"),
        sum(&refunds, "Amount")
    );
}

#[tokio::test]
async fn a_credit_that_a_lower_price_gave_back_belongs_to_the_invoice_that_was_replaced() {
    let stage = Stage::set().await;
    let (given, moved) = (
        stage.departure(START, json!({})).await,
        stage.departure("2027-04-20", json!({})).await,
    );
    let cheap = stage.departure("2027-05-10", json!({"pricePerHead": 1000}));
    let cheap = cheap.await;
    stage.booked(&given).await;
    stage.cancelled(&given).await;
    let link = stage.link().await;
    stage.choose(&link, "credit").await.expect(200);
    let own = list(&stage.test, &stage.maya, "/my-credits").await;
    let mut ask = request(&stage.test, &stage.trek, 2).await;
    ask["departureId"] = json!(moved);
    ask["bookingDetails"]["startDate"] = json!("2027-04-20");
    ask["travelCredit"] = own.expect(200)["data"]["credits"][0]["number"].clone();
    let opened = send(&stage.test, &stage.maya, &ask).await.expect(201);
    assert_eq!(opened["data"]["booking"]["status"], "Confirmed");
    let ask = json!({"departureId": cheap, "answerBy": "2027-03-20", "whenSilent": "accept"});
    stage.moved(&moved, &ask).await;
    let link = stage.link().await;
    stage.choose(&link, "accept").await.expect(200);
    stage.test.clock.advance(TimeDelta::minutes(5));
    stage.cancelled(&cheap).await;
    let link = stage.link().await;
    stage.choose(&link, "credit").await.expect(200);
    stage.test.do_jobs().await;
    let files = files(&stage.test, &stage.desk, "2026-11").await;
    let (invoices, notes) = (&files["invoices.csv"], &files["credit-notes.csv"]);
    let (invoices, notes) = (rows(invoices), rows(notes));
    let causes: Vec<&str> = notes.iter().map(|note| note["Cause"].as_str()).collect();
    assert_eq!(causes, ["travel credit", "replaced", "travel credit"]);
    assert_eq!(notes[2]["Total"], invoices[2]["Total"]);
    assert_eq!(sum(&notes, "Total"), sum(&invoices, "Total"));
}

#[tokio::test]
async fn no_cell_of_the_accounts_is_a_formula_and_a_month_is_required() {
    let test = TestApp::start().await;
    let (maya, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let id = booking_id(&booked_with_deposit(&test, &maya, &trek).await);
    let part = json!({"method": "bank", "amount": 100, "currency": "USD", "reference": "=1+1"});
    record(&test, &admin, &id, &part).await.expect(201);
    let found = files(&test, &admin, "2026-11").await;
    let payments = rows(&found["payments.csv"]);
    assert_eq!(payments[0]["Reference"], "'=1+1");
    assert_eq!(payments[0]["Amount"], "100.00");
    assert_eq!(payments[0]["Invoice"], "");
    for month in ["", "2026", "2026-13", "2026-11-01", "%2B2026-11"] {
        assert_eq!(download(&test, &admin, month).await.status, 400, "{month}");
    }
    let empty = files(&test, &admin, "2025-01").await;
    assert_eq!(empty.len(), 5);
    assert!(empty.values().all(|file| rows(file).is_empty()));
    test.do_jobs().await;
}
