//! All bookings for the agency: search, views, departures and the overview.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::call::fields_of;
use crate::money::paid_id;
use crate::stage::{
    GOOD_CARD, booked, booking_id, guest, keep, pay, request, send, stored_trek, trek_named,
    verify, with,
};
use crate::support::{Login, TestApp};

pub async fn read(app: &TestApp, who: &Login, path: &str) -> Value {
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

// decisions §3, §10: search by id, guest, email and trek; filters by status, trek and days.
#[tokio::test]
async fn bookings_are_found_by_guest_trek_status_and_dates() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let (namche, other) = (
        stored_trek(&app).await,
        trek_named(&app.app, "100% Mustang"),
    );
    keep(&app.app, &other).await;
    let first = paid_id(&app, &maya, &namche).await;
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

// The tabs of the list: departures in the next seven days, and refunds.
#[tokio::test]
async fn the_views_show_departures_of_this_week_and_refunds() {
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

// The agency sees the number of guests per departure, and the unpaid ones among them.
#[tokio::test]
async fn departures_are_grouped_by_day_and_trek() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    paid_id(&app, &maya, &trek).await;
    paid_id(&app, &maya, &trek).await;
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

// decisions §10: an invalid query is named.
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

// The last thirty days and the thirty before, in the agency's time zone; income comes from the ledger.
#[tokio::test]
async fn the_overview_counts_thirty_days_and_the_thirty_before() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let first = paid_id(&app, &maya, &trek).await;
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
    // The morning of the 30th day after, in Kathmandu: that day is no longer among the thirty.
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
