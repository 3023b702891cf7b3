//! The manifest of a departure, and what guides and staff may do (operations §1, §2).

use axum::http::Method;
use chrono::TimeDelta;
use domain::account::Role;
use serde_json::{Value, json};

use crate::guides::{assign, departure_on, get, guide_named, patch, trek_with_departures};
use crate::stage::{
    GOOD_CARD, booked, booking_id, guest, pay, request, send, stored_trek, text, verify,
};
use crate::support::TestApp;

#[tokio::test]
async fn the_manifest_names_everybody_on_a_departure_and_marks_who_has_not_paid() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let trek = trek_with_departures(&test).await;
    let made = departure_on(&test, &admin, &trek, "2027-04-03").await;
    let id = text(&made, "_id");
    let phone = json!({"phone": "+977 9841234567"});
    let pemba = guide_named(&test, &admin, "Pemba Sherpa", &phone).await;
    assign(&test, &admin, id, &[&pemba]).await.expect(200);
    let mut seats = request(&test, &trek, 2).await;
    seats["departureId"] = made["_id"].clone();
    seats["bookingDetails"]["startDate"] = made["startDate"].clone();
    seats["guestDetails"]["additionalGuests"] = json!([guest("=cmd|'/C calc'!A0", 30)]);
    seats["additionalNotes"] = json!("No nuts");
    let mut opened = Vec::new();
    for _ in 0..3 {
        opened.push(send(&test, &maya, &seats).await.expect(201)["data"].clone());
    }
    // The second one is paid, the third one cancelled.
    pay(&test, &opened[1], GOOD_CARD).await.expect(200);
    verify(&test, &maya, &opened[1]).await.expect(200);
    let path = format!("/api/bookings/{}/cancel", booking_id(&opened[2]));
    let cancel = test.call(Method::POST, &path).bearer(&maya.access);
    cancel.send().await.expect(200);

    let path = format!("/api/departures/{id}/manifest");
    let read = get(&test, &admin, &path).await.expect(200);
    let manifest = &read["data"]["manifest"];
    assert_eq!(
        (&manifest["trekName"], &manifest["routeName"]),
        (&json!("Namche Bazaar"), &json!("Classic"))
    );
    assert_eq!(
        (&manifest["totalGuests"], &manifest["pendingGuests"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(manifest["guides"][0]["phone"], "+977 9841234567");
    let bookings = manifest["bookings"].as_array().expect("a list");
    let shown: Vec<_> = bookings
        .iter()
        .map(|one| (text(one, "_id"), text(one, "status")))
        .collect();
    let (paid, unpaid) = (booking_id(&opened[1]), booking_id(&opened[0]));
    assert_eq!(shown, [(&*paid, "Confirmed"), (&*unpaid, "Pending")]);
    assert_eq!(bookings[0]["contact"]["email"], "maya@example.com");
    assert_eq!(bookings[0]["contact"]["phone"], "+977 980-1234567");
    assert_eq!(bookings[0]["guests"][1]["age"], 30);
    assert_eq!(bookings[0]["notes"], "No nuts");

    let file = get(&test, &admin, &format!("{path}.csv")).await;
    let named = "attachment; filename=\"manifest-2027-04-03.csv\"";
    assert_eq!(file.header("content-disposition"), Some(named));
    let table = String::from_utf8(file.body.to_vec()).expect("UTF-8");
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(table.contains("\"'=cmd|'/C calc'!A0\",\"30\""), "{table}");
    assert!(table.contains("\"'+977 980-1234567\""), "{table}");
    test.do_jobs().await;
}

#[tokio::test]
async fn a_guide_reads_only_the_manifests_of_own_departures_and_only_around_their_days() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let trek = trek_with_departures(&test).await;
    let opened = booked(&test, &maya, &trek).await;
    // 1 to 3 March; the clock stands at 20 November.
    let private = booking_id(&opened);
    let me = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "a pass over the pass")
        .await;
    let address = json!({"email": "PEMBA@example.com"});
    let pemba = guide_named(&test, &admin, "Pemba Sherpa", &address).await;
    let path = format!("/api/departures/{private}/manifest");
    let refusal = "You are not authorized to do this.";
    let read = || get(&test, &me, &path);
    read().await.expect_failure(403, refusal);
    test.give_role(&me, Role::Guide).await;
    read().await.expect_failure(404, "Departure not found.");
    let assigned = assign(&test, &admin, &private, &[&pemba]).await.expect(200);
    let version = &assigned["data"]["departure"]["version"];
    let noted = json!({"version": version, "notes": "Owes us a tent"});
    let departure = format!("/api/departures/{private}");
    patch(&test, &admin, &departure, &noted).await.expect(200);
    let seen = get(&test, &admin, &path).await.expect(200);
    assert_eq!(seen["data"]["manifest"]["notes"], "Owes us a tent");
    let message = "You can read this manifest from 2027-02-22 to 2027-03-10.";
    read().await.expect_failure(403, message);
    let list = || async {
        get(&test, &me, "/api/users/me/departures")
            .await
            .expect(200)
    };
    let early = list().await["data"]["departures"].clone();
    assert_eq!(early[0]["trekName"], "Namche Bazaar");
    assert_eq!(early[0]["manifestFrom"], "2027-02-22");
    assert_eq!(early[0]["isManifestOpen"], false);

    // 22 February in Kathmandu.
    test.clock.advance(TimeDelta::days(94));
    let me = test
        .login("pemba@example.com", "a pass over the pass")
        .await;
    let read = || get(&test, &me, &path);
    let manifest = read().await.expect(200)["data"]["manifest"].clone();
    assert_eq!(manifest["bookings"][0]["contact"]["name"], "Maya Gurung");
    assert_eq!(
        manifest["notes"],
        Value::Null,
        "internal notes are for staff"
    );
    let file = get(&test, &me, &format!("{path}.csv")).await;
    assert_eq!(file.status, 200);
    for call in ["/api/departures", "/api/bookings", "/api/guides"] {
        get(&test, &me, call).await.expect_failure(403, refusal);
    }
    let maya = test.login("maya@example.com", "trail of many stones").await;
    let none = get(&test, &maya, "/api/users/me/departures").await;
    assert_eq!(none.expect(200)["data"]["departures"], json!([]));
    // Out of service: no manifest any more.
    let admin = test
        .login("admin@example.com", "mountain of many roads")
        .await;
    let out = json!({"version": 1, "isActive": false});
    let guide = format!("/api/guides/{}", text(&pemba, "_id"));
    patch(&test, &admin, &guide, &out).await.expect(200);
    read().await.expect_failure(404, "Departure not found.");
    let back = json!({"version": 2, "isActive": true});
    patch(&test, &admin, &guide, &back).await.expect(200);
    // 10 March is the last day, 11 March is too late.
    test.clock.advance(TimeDelta::days(16));
    let me = test
        .login("pemba@example.com", "a pass over the pass")
        .await;
    get(&test, &me, &path).await.expect(200);
    test.clock.advance(TimeDelta::days(1));
    let me = test
        .login("pemba@example.com", "a pass over the pass")
        .await;
    get(&test, &me, &path).await.expect_failure(403, message);
    test.do_jobs().await;
}

// ROLE-01 ROLE-04
#[tokio::test]
async fn staff_work_at_the_desk_but_give_no_money_back() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let staff = test
        .sign_up("Dolma", "dolma@example.com", "a pass over the pass")
        .await;
    test.give_role(&staff, Role::Staff).await;
    let trek = stored_trek(&test).await;
    let opened = booked(&test, &maya, &trek).await;
    let id = booking_id(&opened);
    let path = format!("/api/bookings/{id}");
    let by_hand = json!({"status": "Confirmed", "reason": "Paid in cash"});
    let confirmed = patch(&test, &staff, &path, &by_hand).await.expect(200);
    let actions = &confirmed["data"]["booking"]["allowedActions"];
    assert_eq!(
        *actions,
        json!(["complete", "change", "cancel", "resendMail"])
    );
    let refusal = "Only an owner can refund this booking.";
    let cancelled = json!({"status": "Cancelled", "reason": "Snow"});
    let refused = patch(&test, &staff, &path, &cancelled).await;
    refused.expect_failure(403, refusal);
    let some = json!({"amount": 1, "reason": "Snow"});
    for (call, body) in [("cancel", json!({})), ("refund", some)] {
        let call = test.post(&format!("{path}/{call}"), &body);
        let refused = call.bearer(&staff.access).send().await;
        refused.expect_failure(403, refusal);
    }
    let stored = get(&test, &staff, &path).await.expect(200);
    assert_eq!(stored["data"]["booking"]["status"], "Confirmed");
    test.do_jobs().await;
}
