//! CSV exports of bookings, guests and payments.

use axum::http::Method;
use http_body_util::BodyExt;
use serde_json::json;

use crate::stage::{
    GOOD_CARD, booked, booking_id, guest, pay, request, send, stored_trek, verify, with,
};
use crate::support::{Login, TestApp};

// A traveller's name must not run as a formula in the agency's spreadsheet.
#[tokio::test]
async fn the_export_has_every_booking_and_escapes_formulas() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let ask = request(&app, &trek, 2).await;
    let ask = with(&ask, "additionalNotes", json!("=HYPERLINK(\"http://x\")"));
    send(&app, &maya, &ask).await.expect(201);
    let export = |query: &str| {
        let path = format!("/api/bookings/export{query}");
        app.get(&path).bearer(&admin.access).send()
    };
    let answer = export("").await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header("content-type"),
        Some("text/csv; charset=utf-8")
    );
    let named = "attachment; filename=\"bookings-2026-11-20.csv\"";
    assert_eq!(answer.header("content-disposition"), Some(named));
    let table = String::from_utf8(answer.body.to_vec()).expect("UTF-8");
    assert_eq!(table.lines().count(), 2);
    assert!(table.contains("\"Namche Bazaar\",\"Classic\",\"2027-03-01\",\"2027-03-03\",\"2\""));
    assert!(table.contains("\"'+977 980-1234567\""), "{table}");
    assert!(
        table.contains("\"'=HYPERLINK(\"\"http://x\"\")\""),
        "{table}"
    );
    let none = export("?status=Completed").await;
    let none = String::from_utf8(none.body.to_vec()).expect("UTF-8");
    assert_eq!(none.lines().count(), 1);
}

async fn csv_lines(app: &TestApp, who: &Login, path: &str) -> Vec<String> {
    let answer = app.get(path).bearer(&who.access).send().await;
    assert_eq!(answer.status, 200, "{path}");
    let table = String::from_utf8(answer.body.to_vec()).expect("UTF-8");
    let table = table.strip_prefix('\u{feff}').expect("the mark of UTF-8");
    table.lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn guests_and_payments_are_exported_for_a_filter() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let ask = request(&app, &trek, 2).await;
    let party = json!([guest("=cmd|'/C calc'!A0", 30)]);
    let ask = with(&ask, "guestDetails.additionalGuests", party);
    let opened = send(&app, &maya, &ask).await.expect(201)["data"].clone();
    pay(&app, &opened, GOOD_CARD).await.expect(200);
    verify(&app, &maya, &opened).await.expect(200);
    let id = booking_id(&opened);
    let refund = app.call(Method::POST, &format!("/api/bookings/{id}/refund"));
    let refund = refund.json(&json!({"amount": 10.5, "reason": "Snow"}));
    refund.bearer(&admin.access).send().await.expect(200);
    booked(&app, &maya, &trek).await;

    let guests = csv_lines(&app, &admin, "/api/bookings/guests/export?status=Confirmed").await;
    assert_eq!(guests.len(), 3, "{guests:?}");
    assert!(guests[1].contains(&id) && guests[1].contains("\"1 of 2\",\"Maya Gurung\""));
    assert!(guests[2].contains("\"2 of 2\",\"'=cmd|"), "{}", guests[2]);
    let payments = csv_lines(&app, &admin, "/api/bookings/payments/export").await;
    assert_eq!(payments.len(), 3, "{payments:?}");
    assert!(payments[1].contains("\"Card payment\""));
    assert!(
        payments[2].contains("\"Refund\",\"-10.50\",\"USD\""),
        "{}",
        payments[2]
    );
    app.do_jobs().await;
}

// Paging by offset repeated rows while bookings were added: an export reads one snapshot of the database.
#[tokio::test]
async fn an_export_has_every_booking_once_while_bookings_are_added() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let booking = store::bookings::find(
        &app.app.db,
        booking_id(&booked(&app, &maya, &trek).await)
            .parse()
            .expect("an id"),
    );
    let model = booking.await.expect("read").expect("there");
    let insert = async |number: usize| {
        let tx = app.app.db.begin().await.expect("begun");
        for _ in 0..number {
            let mut copy = model.clone();
            copy.id = app.app.clock.new_id();
            copy.reference = format!("KD-{}", copy.id);
            copy.payment.intent_id = None;
            let stored = store::bookings::insert(&tx, &copy).await;
            stored.expect("stored");
        }
        tx.commit().await.expect("kept");
    };
    insert(1200).await;
    let call = app.get("/api/bookings/export").bearer(&admin.access);
    let mut body = call.send_unread().await;
    // The oldest booking is in the last part, which has not been read yet.
    let now = app.app.clock.now();
    let tx = app.app.db.begin().await.expect("begun");
    let ended = store::bookings::fail(&tx, model.id, "Too late", now).await;
    assert!(ended.expect("written"));
    tx.commit().await.expect("kept");
    let first = body.frame().await.expect("a part").expect("read");
    insert(300).await;
    let rest = body.collect().await.expect("the rest").to_bytes();
    let table = [first.into_data().expect("bytes"), rest].concat();
    let table = String::from_utf8(table).expect("UTF-8");
    let ids: Vec<&str> = table.lines().skip(1).map(|line| &line[..38]).collect();
    let different: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!((ids.len(), different.len()), (1201, 1201));
    let oldest = table.lines().last().expect("a row");
    assert!(oldest.contains(&model.id.to_string()), "{oldest}");
    assert!(oldest.contains("\"Pending\""), "{oldest}");
    // With compression, as browsers request it: that too reads the body to its end.
    let packed = app
        .get("/api/bookings/export")
        .header("accept-encoding", "gzip");
    let packed = packed.bearer(&admin.access).send().await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() > 1000);
}
