//! All bookings as the agency sees them: searched, exported, what happened to each, the overview.

use axum::http::Method;
use chrono::TimeDelta;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::blog_write::audit;
use crate::call::fields_of;
use crate::stage::{
    GOOD_CARD, booked, booking_id, guest, keep, pay, request, send, stored_trek, trek_named,
    verify, with,
};
use crate::support::{Login, TestApp};

async fn read(app: &TestApp, who: &Login, path: &str) -> Value {
    let call = app.get(path).bearer(&who.access);
    call.send().await.expect(200)["data"].clone()
}

fn ids(data: &Value) -> Vec<&str> {
    let bookings = data["bookings"].as_array().expect("a list");
    bookings
        .iter()
        .filter_map(|booking| booking["_id"].as_str())
        .collect()
}

/// A booking of two, paid.
async fn paid(app: &TestApp, who: &Login, trek: &domain::trek::Trek) -> String {
    let opened = booked(app, who, trek).await;
    pay(app, &opened, GOOD_CARD).await.expect(200);
    verify(app, who, &opened).await.expect(200);
    booking_id(&opened)
}

// decisions §3, §10: bookings are found by id, guest, e-mail and trek, by status, trek and days.
#[tokio::test]
async fn bookings_are_found_by_what_an_agency_knows_of_them() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let (namche, other) = (
        stored_trek(&app).await,
        trek_named(&app.app, "100% Mustang"),
    );
    keep(&app.app, &other).await;
    let first = paid(&app, &maya, &namche).await;
    app.clock.advance(TimeDelta::minutes(1));
    let ask = request(&app, &other, 2).await;
    let ask = with(&ask, "bookingDetails.startDate", json!("2027-04-10"));
    let party = json!([guest("पासाङ Sherpa", 30)]);
    let ask = with(&ask, "guestDetails.additionalGuests", party);
    let second = booking_id(&send(&app, &maya, &ask).await.expect(201)["data"]);
    let (one, two) = (first.as_str(), second.as_str());
    for (query, found) in [
        (String::new(), vec![two, one]),
        ("limit=1&page=2".to_owned(), vec![one]),
        ("status=Confirmed".to_owned(), vec![one]),
        ("status=Cancelled".to_owned(), vec![]),
        (format!("trek={}", other.id), vec![two]),
        ("from=2027-03-02".to_owned(), vec![two]),
        ("to=2027-04-09".to_owned(), vec![one]),
        ("from=2027-03-01&to=2027-04-10".to_owned(), vec![two, one]),
        (format!("search={one}"), vec![one]),
        ("search=MAYA%40example.com".to_owned(), vec![two, one]),
        ("search=sherpa%20mustang".to_owned(), vec![two]),
        (
            "search=%E0%A4%AA%E0%A4%BE%E0%A4%B8%E0%A4%BE%E0%A4%99".to_owned(),
            vec![two],
        ),
        ("search=%25".to_owned(), vec![two]),
        ("search=_".to_owned(), vec![]),
        ("search=nobody&status=".to_owned(), vec![]),
        ("search=9801234567".to_owned(), vec![two, one]),
        ("search=%2B977%20980-1234567".to_owned(), vec![two, one]),
        ("sort=start&order=asc".to_owned(), vec![one, two]),
        ("sort=amount".to_owned(), vec![two, one]),
        ("view=unpaid".to_owned(), vec![two]),
        ("view=unpaid&status=Confirmed".to_owned(), vec![]),
        ("view=leaving-this-week".to_owned(), vec![]),
        ("view=refunds".to_owned(), vec![]),
    ] {
        let data = read(&app, &admin, &format!("/api/bookings?{query}")).await;
        assert_eq!(ids(&data), found, "{query}");
    }
    let data = read(&app, &admin, "/api/bookings?limit=1").await;
    assert_eq!(data["total"], 2);
    app.do_jobs().await;
}

// The tabs of the desk: who leaves in the next seven days, and what money goes back.
#[tokio::test]
async fn the_views_show_who_leaves_this_week_and_what_is_refunded() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let starting = async |day: &str| {
        let ask = request(&app, &trek, 2).await;
        let ask = with(&ask, "bookingDetails.startDate", json!(day));
        let opened = send(&app, &maya, &ask).await.expect(201)["data"].clone();
        pay(&app, &opened, GOOD_CARD).await.expect(200);
        verify(&app, &maya, &opened).await.expect(200);
        app.clock.advance(TimeDelta::minutes(1));
        booking_id(&opened)
    };
    // Today is 2026-11-20.
    let first = starting("2026-11-20").await;
    let last = starting("2026-11-26").await;
    let later = starting("2026-11-27").await;
    let view = async |query: &str| {
        let data = read(&app, &admin, &format!("/api/bookings?{query}")).await;
        ids(&data)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        view("view=leaving-this-week&sort=start&order=asc").await,
        [first.as_str(), &last]
    );
    let from = "view=leaving-this-week&from=2026-11-21";
    assert_eq!(view(from).await, [last.as_str()]);
    assert_eq!(view("view=refunds").await, [""; 0]);
    let refund = app.call(Method::POST, &format!("/api/bookings/{later}/refund"));
    let refund = refund.json(&json!({"amount": 10, "reason": "Snow"}));
    refund.bearer(&admin.access).send().await.expect(200);
    assert_eq!(view("view=refunds").await, [later.as_str()]);
    app.do_jobs().await;
}

// An agency sees at a glance how many leave on a day, and who of them has not paid.
#[tokio::test]
async fn departures_are_grouped_by_day_and_trek() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    paid(&app, &maya, &trek).await;
    paid(&app, &maya, &trek).await;
    booked(&app, &maya, &trek).await;
    let ask = request(&app, &trek, 2).await;
    let ask = with(&ask, "bookingDetails.startDate", json!("2027-02-28"));
    send(&app, &maya, &ask).await.expect(201);
    let data = read(&app, &admin, "/api/overview").await;
    let group = |day: &str, parties: u32, guests: u32, unpaid: u32| {
        json!({
            "startDate": day, "trekId": trek.id, "trekName": "Namche Bazaar",
            "parties": parties, "guests": guests, "unpaid": unpaid,
        })
    };
    let groups = [group("2027-02-28", 0, 0, 1), group("2027-03-01", 2, 4, 1)];
    assert_eq!(data["departures"], json!(groups));
    app.do_jobs().await;
}

// decisions §10: a query that makes no sense is named.
#[tokio::test]
async fn a_wrong_filter_is_named() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    for (query, field) in [
        ("status=Paid", "status"),
        ("trek=x", "trek"),
        ("from=2027-02-30", "from"),
        ("to=tomorrow", "to"),
        ("from=999999-01-01", "from"),
        ("from=%2B200000-01-01", "from"),
        ("to=-0001-01-01", "to"),
        ("view=paid", "view"),
        ("sort=name", "sort"),
        ("order=up", "order"),
        ("page=0", "page"),
    ] {
        let path = format!("/api/bookings?{query}");
        let body = app.get(&path).bearer(&admin.access).send().await;
        let body = body.expect_failure(400, "The query is not valid");
        assert_eq!(fields_of(&body), [field]);
    }
}

// A traveller's name must not run in the agency's spreadsheet.
#[tokio::test]
async fn the_table_has_every_booking_and_no_formula() {
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
async fn guests_and_payments_are_tables_of_a_filter() {
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
        payments[2].contains("\"Refund\",\"'-10.50\",\"USD\""),
        "{}",
        payments[2]
    );
    app.do_jobs().await;
}

// Offsets repeated rows while people booked: an export is one moment of the database.
#[tokio::test]
async fn an_export_has_every_booking_once_while_people_book() {
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
    // The oldest stands in the last part, which is not read yet.
    let now = app.app.clock.now();
    let ended = store::bookings::fail(&app.app.db, model.id, "Too late", now).await;
    assert!(ended.expect("written"));
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
    // As a browser asks for it: the compression reads the body to its end too.
    let packed = app
        .get("/api/bookings/export")
        .header("accept-encoding", "gzip");
    let packed = packed.bearer(&admin.access).send().await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() > 1000);
}

// What happened to a booking: its moves, its money, its mails.
#[tokio::test]
async fn the_history_tells_of_moves_money_and_mails() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let id = paid(&app, &maya, &trek).await;
    let path = format!("/api/bookings/{id}/history");
    let data = read(&app, &admin, &path).await;
    assert_eq!(data["mails"][0]["state"], "waiting");
    app.do_jobs().await;
    app.clock.advance(TimeDelta::minutes(1));
    let cancel = app.call(Method::POST, &format!("/api/bookings/{id}/cancel"));
    cancel.bearer(&maya.access).send().await.expect(200);
    app.do_jobs().await;
    let data = read(&app, &admin, &path).await;
    let texts = |list: &str, field: &str| -> Vec<Value> {
        let items = data[list].as_array().expect("a list");
        items.iter().map(|item| item[field].clone()).collect()
    };
    assert_eq!(texts("payments", "kind"), ["capture", "refund"]);
    assert_eq!(texts("mails", "state"), ["sent", "sent"]);
    let kinds = ["mailBookingConfirmed", "mailBookingCancelled"];
    assert_eq!(texts("mails", "kind"), kinds);
    assert_eq!(texts("mails", "to"), ["maya@example.com"; 2]);
    assert_eq!(data["refunds"][0]["made"], true);
    let first = &data["history"][0];
    assert_eq!(
        (&first["action"], &first["who"]["name"]),
        (&json!("create"), &json!("Maya Gurung"))
    );
    let confirmed = json!([
        {"field": "status", "before": "Pending", "after": "Confirmed"},
        {"field": "payment.status", "before": "Pending", "after": "Confirmed"},
    ]);
    assert_eq!(data["history"][1]["changes"], confirmed);
    let cancelled = &data["history"][2]["changes"][0];
    assert_eq!(cancelled["after"], "Cancelled");
}

// The agency has the mail sent again, and that is in the audit log and in the booking's history.
#[tokio::test]
async fn the_mail_of_a_booking_is_sent_again() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let resend = |id: &str| {
        let path = format!("/api/bookings/{id}/resend-mail");
        app.call(Method::POST, &path).bearer(&admin.access).send()
    };
    let unpaid = booking_id(&booked(&app, &maya, &trek).await);
    let none = "There is no mail for a booking in this status.";
    resend(&unpaid).await.expect_failure(409, none);
    let id = paid(&app, &maya, &trek).await;
    app.do_jobs().await;
    let count = || app.outbox().len();
    let before = count();
    resend(&id).await.expect(202);
    app.do_jobs().await;
    assert_eq!(count(), before + 1);
    let data = read(&app, &admin, &format!("/api/bookings/{id}/history")).await;
    let steps = data["history"].as_array().expect("a list");
    let last = steps.last().expect("a step");
    assert_eq!(
        (&last["action"], &last["who"]["name"]),
        (&json!("resend-mail"), &json!("Ang Rita"))
    );
    let nobody = app.app.clock.new_id().to_string();
    resend(&nobody)
        .await
        .expect_failure(404, "Booking not found.");
}

// Thirty days against the thirty before, in the agency's time zone; income is what the ledger says.
#[tokio::test]
async fn the_overview_counts_thirty_days_and_the_thirty_before() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let first = paid(&app, &maya, &trek).await;
    app.do_jobs().await;
    let price =
        read(&app, &admin, &format!("/api/bookings/{first}")).await["booking"]["amount"].clone();
    let overview = || read(&app, &admin, "/api/overview");
    let data = overview().await;
    assert_eq!(data["bookings"], json!({"last30Days": 1, "before": 0}));
    assert_eq!(
        data["income"],
        json!({"last30Days": price, "before": 0, "currency": "USD"})
    );
    // The morning of the 30th day after, in Kathmandu: that day has left the thirty.
    app.clock.advance(TimeDelta::days(30));
    let admin = app
        .login("admin@example.com", "mountain of many roads")
        .await;
    let maya = app.login("maya@example.com", "trail of many stones").await;
    booked(&app, &maya, &trek).await;
    let data = read(&app, &admin, "/api/overview").await;
    assert_eq!(data["bookings"], json!({"last30Days": 0, "before": 1}));
    assert_eq!(data["income"]["before"], price);
    assert_eq!(
        (&data["unpaidBookings"], &data["failedMails"]),
        (&json!(1), &json!(0))
    );
    let departure = json!({
        "bookingId": first, "trekName": "Namche Bazaar", "startDate": "2027-03-01", "guests": 2,
        "name": "Maya Gurung",
    });
    assert_eq!(data["nextDepartures"], json!([departure]));
    let cancel = app.call(Method::POST, &format!("/api/bookings/{first}/cancel"));
    cancel.bearer(&admin.access).send().await.expect(200);
    app.do_jobs().await;
    let data = read(&app, &admin, "/api/overview").await;
    let income = &data["income"]["last30Days"];
    assert_eq!(
        income.to_string(),
        format!("-{price}"),
        "what went back went back now"
    );
    assert_eq!(data["nextDepartures"], json!([]));
}

// What an administrator does to a booking stands in the audit log; what a traveller does is not for it.
#[tokio::test]
async fn an_administrators_moves_of_a_booking_are_in_the_audit_log() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let act = |method: Method, path: String, body: Value, who: &Login| {
        app.call(method, &path)
            .json(&body)
            .bearer(&who.access)
            .send()
    };
    let by_hand = booking_id(&booked(&app, &maya, &trek).await);
    let path = format!("/api/bookings/{by_hand}");
    let ask = json!({"status": "Confirmed", "reason": "Paid in cash"});
    act(Method::PATCH, path.clone(), ask, &admin)
        .await
        .expect(200);
    let ask = json!({"amount": 10, "reason": "Snow"});
    act(Method::POST, format!("{path}/refund"), ask, &admin)
        .await
        .expect(200);
    act(Method::POST, format!("{path}/cancel"), json!({}), &admin)
        .await
        .expect(200);
    let own = paid(&app, &maya, &trek).await;
    let cancel = format!("/api/bookings/{own}/cancel");
    act(Method::POST, cancel, json!({}), &maya)
        .await
        .expect(200);
    app.do_jobs().await;
    let done =
        ["cancel", "refund", "confirm"].map(|action| format!("{action} booking Namche Bazaar"));
    assert_eq!(audit(&app, &admin).await, done);
}
