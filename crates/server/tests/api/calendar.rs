//! The calendar of departures and private bookings (operations §6).

use serde_json::{Value, json};

use crate::guides::{assign, departure_on, get, guide_named, trek_with_departures};
use crate::money::cancel;
use crate::stage::{GOOD_CARD, booked, booking_id, pay, text, verify};
use crate::support::{Login, TestApp};

async fn calendar(test: &TestApp, who: &Login, query: &str) -> Value {
    let path = format!("/api/calendar?{query}");
    get(test, who, &path).await.expect(200)["data"].clone()
}

/// The name of each row with the ids of its entries.
fn rows(calendar: &Value) -> Vec<(&str, Vec<&str>)> {
    let rows = calendar["rows"].as_array().expect("rows").iter();
    rows.map(|row| {
        let entries = row["entries"].as_array().expect("entries").iter();
        (
            text(row, "name"),
            entries.map(|one| text(one, "_id")).collect(),
        )
    })
    .collect()
}

#[tokio::test]
async fn departures_and_private_bookings_are_in_the_rows_of_their_treks_and_guides() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let trek = trek_with_departures(&test).await;
    // Three days each.
    let first = departure_on(&test, &admin, &trek, "2027-02-27").await;
    let later = departure_on(&test, &admin, &trek, "2027-03-31").await;
    departure_on(&test, &admin, &trek, "2027-04-01").await;
    let (first, later) = (text(&first, "_id"), text(&later, "_id"));
    // On 2027-03-01.
    let opened = booked(&test, &maya, &trek).await;
    let private = booking_id(&opened);
    let pasang = guide_named(&test, &admin, "Pasang Sherpa", &json!({})).await;
    let dawa = guide_named(&test, &admin, "Dawa Lama", &json!({})).await;
    guide_named(&test, &admin, "Ang Dorje", &json!({})).await;
    assign(&test, &admin, first, &[&pasang, &dawa])
        .await
        .expect(200);
    let march = "from=2027-03-01&to=2027-03-31";
    let by_trek = calendar(&test, &admin, march).await;
    assert_eq!(
        rows(&by_trek),
        [("Namche Bazaar", vec![first, &private, later])]
    );
    assert_eq!(by_trek["rows"][0]["_id"], json!(trek.id));
    assert_eq!(by_trek["isIncomplete"], false);
    let entries = &by_trek["rows"][0]["entries"];
    assert_eq!(
        entries[0],
        json!({
            "_id": first, "trekName": "Namche Bazaar", "startDate": "2027-02-27", "endDate": "2027-03-01",
            "status": "open", "isGuaranteed": false, "capacity": 12, "seatsHeld": 0, "seatsTaken": 0,
            "guides": [
                {"_id": dawa["_id"], "name": "Dawa Lama"}, {"_id": pasang["_id"], "name": "Pasang Sherpa"},
            ],
        })
    );
    let booking = &entries[1]["booking"];
    assert_eq!(booking["name"], "Maya Gurung");
    assert_eq!(booking["status"], "Pending");
    assert_eq!(booking["reference"], opened["booking"]["reference"]);
    assert_eq!(
        (&entries[1]["capacity"], &entries[1]["seatsHeld"]),
        (&json!(2), &json!(2))
    );
    let by_guide = calendar(&test, &admin, &format!("{march}&by=guide")).await;
    assert_eq!(
        rows(&by_guide),
        [
            ("", vec![private.as_str(), later]),
            ("Ang Dorje", vec![]),
            ("Dawa Lama", vec![first]),
            ("Pasang Sherpa", vec![first]),
        ]
    );
    // A cancelled booking leaves the calendar.
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &maya, &opened).await.expect(200);
    cancel(&test, &maya, &private).await.expect(200);
    let after = calendar(&test, &admin, march).await;
    assert_eq!(rows(&after), [("Namche Bazaar", vec![first, later])]);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_calendar_needs_both_days_and_covers_at_most_seventy() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    for (query, field) in [
        ("", "from"),
        ("from=2027-03-01", "to"),
        ("from=x&to=2027-03-31", "from"),
        ("from=2027-03-31&to=2027-03-01", "to"),
        ("from=2027-03-01&to=2027-05-10", "to"),
        ("from=2027-03-01&to=2027-03-31&by=colour", "by"),
    ] {
        let answer = get(&test, &admin, &format!("/api/calendar?{query}")).await;
        let refused = answer.expect(400);
        assert_eq!(refused["errors"][0]["field"], field, "{query}");
    }
    let longest = calendar(&test, &admin, "from=2027-03-01&to=2027-05-09").await;
    assert_eq!(longest["rows"], json!([]));
}
