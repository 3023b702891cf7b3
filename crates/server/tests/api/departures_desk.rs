//! Departures at the desk: found, listed with their travellers, and changed (operations §2).

use axum::http::Method;
use domain::trek::{SoldAs, Trek};
use serde_json::{Value, json};

use crate::call::{Answer, message_of};
use crate::departures::{book, departure_with, seats};
use crate::stage::{
    GOOD_CARD, booked, booking_id, change_trek, pay, send, stored_trek, text, verify,
};
use crate::support::{Login, TestApp};

struct Desk {
    test: TestApp,
    admin: Login,
}

impl Desk {
    /// With the administrator that `departure_with` has made.
    async fn of(test: TestApp) -> Self {
        let admin = test
            .login("admin@example.com", "mountain of many roads")
            .await;
        Self { test, admin }
    }

    async fn start() -> Self {
        let test = TestApp::start().await;
        let admin = test.admin().await;
        Self { test, admin }
    }

    async fn get(&self, path: &str) -> Answer {
        let call = self.test.get(path).bearer(&self.admin.access);
        call.send().await
    }

    async fn patch(&self, departure: &Value, change: Value) -> Answer {
        let path = format!("/api/departures/{}", text(departure, "_id"));
        let call = self.test.call(Method::PATCH, &path).json(&change);
        call.bearer(&self.admin.access).send().await
    }

    /// Start dates of the departures of a list, and its total.
    async fn starts(&self, query: &str) -> (Vec<String>, Value) {
        let answer = self.get(&format!("/api/departures?{query}")).await;
        let data = answer.expect(200)["data"].clone();
        let departures = data["departures"].as_array().expect("a list");
        let starts = departures
            .iter()
            .map(|one| text(one, "startDate").to_owned());
        (starts.collect(), data["total"].clone())
    }

    async fn series(&self, trek: &Trek) -> Vec<Value> {
        let new = json!({
            "trekId": trek.id, "routeId": trek.routes[1].id, "capacity": 8, "weekday": 6,
            "from": "2027-04-01", "to": "2027-04-20", "every": "week",
        });
        let call = self.test.post("/api/departures/series", &new);
        let made = call.bearer(&self.admin.access).send().await.expect(201);
        made["data"]["departures"]
            .as_array()
            .expect("a list")
            .clone()
    }
}

#[tokio::test]
async fn the_desk_filters_departures_and_reads_them_in_pages() {
    let desk = Desk::start().await;
    let trek = stored_trek(&desk.test).await;
    let made = desk.series(&trek).await;
    assert_eq!(text(&made[0], "trekName"), trek.name);
    assert_eq!(text(&made[0], "routeName"), trek.routes[1].name);
    assert_eq!(made[0]["currency"], "USD");
    let close = json!({"version": 1, "status": "closed"});
    desk.patch(&made[1], close).await.expect(200);

    let all = ["2027-04-03", "2027-04-10", "2027-04-17"].map(str::to_owned);
    assert_eq!(desk.starts("").await, (all.to_vec(), json!(3)));
    let (open, _) = desk.starts("status=open").await;
    assert_eq!(open, [all[0].clone(), all[2].clone()]);
    assert_eq!(
        desk.starts("status=closed").await.0,
        std::slice::from_ref(&all[1])
    );
    let second = desk.starts("limit=1&page=2").await;
    assert_eq!(second, (vec![all[1].clone()], json!(3)));
    assert_eq!(
        desk.starts("from=2027-04-04&to=2027-04-10").await.1,
        json!(1)
    );
    let running = desk.starts("endsFrom=2027-04-12&to=2027-04-16").await;
    assert_eq!(running, (vec![all[1].clone()], json!(1)));
    assert_eq!(desk.starts("kind=private").await.1, json!(0));
    for (query, field) in [
        ("from=2027-05-01&to=2027-04-01", "to"),
        ("from=10000-01-01", "from"),
        ("to=tomorrow", "to"),
        ("endsFrom=2027-02-30", "endsFrom"),
        ("status=gone", "status"),
        ("kind=family", "kind"),
        ("trekId=1", "trekId"),
        ("page=0", "page"),
        ("limit=101", "limit"),
    ] {
        let refused = desk
            .get(&format!("/api/departures?{query}"))
            .await
            .expect(400);
        assert!(message_of(&refused, field).is_some(), "{query}");
    }
}

#[tokio::test]
async fn each_date_of_a_series_has_its_own_day_of_decision() {
    let desk = Desk::start().await;
    let trek = stored_trek(&desk.test).await;
    let series = |decide_days: Value| {
        let new = json!({
            "trekId": trek.id, "routeId": trek.routes[1].id, "capacity": 8, "weekday": 6,
            "from": "2027-04-01", "to": "2027-04-10", "every": "week", "decideDays": decide_days,
        });
        let call = desk.test.post("/api/departures/series", &new);
        call.bearer(&desk.admin.access).send()
    };
    for (decide_days, first, second) in [
        (json!(30), "2027-03-04", "2027-03-11"),
        (Value::Null, "2027-02-20", "2027-02-27"),
    ] {
        let made = series(decide_days).await.expect(201)["data"]["departures"].clone();
        assert_eq!(
            (text(&made[0], "decideBy"), text(&made[1], "decideBy")),
            (first, second)
        );
    }
    let refused = series(json!(366)).await.expect(400);
    let message = "The decision must be at most 365 days before the start";
    assert_eq!(message_of(&refused, "decideDays"), Some(message));
    assert_eq!(desk.starts("").await.1, json!(4));
}

#[tokio::test]
async fn running_and_completed_departures_are_found_by_their_dates() {
    let desk = Desk::start().await;
    let trek = stored_trek(&desk.test).await;
    desk.series(&trek).await;
    let day = |text: &str| text.parse().expect("a day");
    let status = |status, today| store::departures::Wanted {
        status: Some((status, today)),
        ..Default::default()
    };
    use domain::departure::DepartureStatus::{Cancelled, Closed, Completed, Open, Running};
    // Each departure has exactly one status on each day: 2027-04-03 to 05, 10 to 12, 17 to 19.
    for (today, expected) in [
        ("2027-04-02", [3, 0, 0, 0, 0]),
        ("2027-04-05", [2, 0, 1, 0, 0]),
        ("2027-04-13", [1, 0, 0, 2, 0]),
        ("2027-04-20", [0, 0, 0, 3, 0]),
    ] {
        for (kind, count) in [Open, Closed, Running, Completed, Cancelled]
            .into_iter()
            .zip(expected)
        {
            let wanted = status(kind, day(today));
            let found = store::departures::page(&desk.test.app.db, &wanted, 0, 10).await;
            let (found, total) = found.expect("read");
            assert_eq!(total, count, "{kind:?} on {today}");
            assert!(found.iter().all(|one| one.status(day(today)) == kind));
        }
    }
}

#[tokio::test]
async fn staff_read_who_is_on_a_departure_and_until_when_seats_are_held() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 6).await;
    let me = test.traveller().await;
    let ask = seats(&test, &trek, &made, 2).await;
    let paid = book(&test, &me, &ask).await;
    pay(&test, &paid, GOOD_CARD).await.expect(200);
    verify(&test, &me, &paid).await.expect(200);
    let held = book(&test, &me, &seats(&test, &trek, &made, 1).await).await;
    let gone = book(&test, &me, &seats(&test, &trek, &made, 3).await).await;
    let path = format!("/api/bookings/{}/cancel", booking_id(&gone));
    let cancel = test.call(Method::POST, &path).bearer(&me.access);
    cancel.send().await.expect(200);

    let desk = Desk::of(test).await;
    let path = format!("/api/departures/{}/bookings", text(&made, "_id"));
    let read = desk.get(&path).await;
    let data = read.expect(200)["data"].clone();
    let rows = data["bookings"].as_array().expect("bookings");
    let facts: Vec<_> = rows
        .iter()
        .map(|row| (text(row, "_id"), text(row, "status"), row["guests"].clone()))
        .collect();
    let ids = [&paid, &held, &gone].map(booking_id);
    assert_eq!(
        facts,
        [
            (&*ids[0], "Confirmed", json!(2)),
            (&*ids[1], "Pending", json!(1)),
            (&*ids[2], "Cancelled", json!(3)),
        ]
    );
    assert_eq!(rows[0]["paymentStatus"], "Confirmed");
    assert_eq!(rows[0]["holdExpiresAt"], Value::Null);
    assert!(rows[1]["holdExpiresAt"].is_string());
    assert_eq!(rows[2]["holdExpiresAt"], Value::Null);
    let refused = desk.test.get(&path).bearer(&me.access).send().await;
    refused.expect(403);
    desk.test.do_jobs().await;
}

#[tokio::test]
async fn a_departure_changes_its_date_until_somebody_has_booked_it() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 6).await;
    let desk = Desk::of(test).await;
    let later = json!({"version": 1, "startDate": "2027-04-10"});
    let moved = desk.patch(&made, later).await.expect(200)["data"]["departure"].clone();
    assert_eq!(moved["startDate"], "2027-04-10");
    assert_eq!(moved["endDate"], "2027-04-12");
    assert_eq!(moved["decideBy"], "2027-02-27");
    let past = json!({"version": 2, "startDate": "2020-01-01"});
    let refused = desk.patch(&made, past).await.expect(400);
    assert!(message_of(&refused, "startDate").is_some());

    let me = desk.test.traveller().await;
    // A request that names the old date is refused, so that nobody books another date than the one that was seen.
    let ask = seats(&desk.test, &trek, &made, 1).await;
    assert_ne!(send(&desk.test, &me, &ask).await.status, 201);
    book(&desk.test, &me, &seats(&desk.test, &trek, &moved, 1).await).await;
    let again = json!({"version": 2, "startDate": "2027-04-17"});
    let used = "This departure has been booked. Use move, so that its travellers are asked.";
    desk.patch(&made, again).await.expect_failure(409, used);
    let stays = json!({"version": 2, "startDate": "2027-04-10", "notes": "Two porters"});
    let stays = desk.patch(&made, stays).await.expect(200);
    assert_eq!(stays["data"]["departure"]["notes"], "Two porters");
    desk.test.do_jobs().await;
}

#[tokio::test]
async fn a_private_departure_can_be_noted_and_otherwise_follows_its_booking() {
    let desk = Desk::start().await;
    let trek = stored_trek(&desk.test).await;
    let me = desk.test.traveller().await;
    booked(&desk.test, &me, &trek).await;
    let list = desk.get("/api/departures?kind=private").await.expect(200);
    let private = list["data"]["departures"][0].clone();
    assert_eq!(private["kind"], "private");
    let change = json!({"version": 1, "capacity": 9});
    let refused = desk.patch(&private, change).await.expect(409);
    assert!(text(&refused, "message").contains("follows its booking"));
    let note = json!({"version": 1, "notes": "Vegetarian cook"});
    let noted = desk.patch(&private, note).await.expect(200);
    assert_eq!(noted["data"]["departure"]["notes"], "Vegetarian cook");
    desk.test.do_jobs().await;
}

#[tokio::test]
async fn a_trek_with_departures_is_archived_and_one_with_closures_only_is_deleted() {
    let desk = Desk::start().await;
    let mut trek = stored_trek(&desk.test).await;
    change_trek(&desk.test, &mut trek, |trek| trek.sold_as = SoldAs::Both).await;
    let path = format!("/api/treks/{}", trek.id);
    let copy = desk
        .test
        .call(Method::POST, &format!("{path}/duplicate"))
        .bearer(&desk.admin.access)
        .send()
        .await
        .expect(201)["data"]["trek"]
        .clone();
    desk.series(&trek).await;
    let copy_path = format!("/api/treks/{}", text(&copy, "_id"));
    let closed = json!({"closures": [{"from": "2027-06-01", "to": "2027-08-31", "reason": ""}]});
    for path in [&path, &copy_path] {
        let close = desk.test.call(Method::PUT, &format!("{path}/closures"));
        let close = close.json(&closed).bearer(&desk.admin.access).send().await;
        close.expect(200);
        let remove = desk.test.call(Method::DELETE, path);
        let removed = remove.bearer(&desk.admin.access).send().await;
        assert_eq!(removed.status, 204);
    }
    let left = desk.get("/api/treks/manage").await.expect(200)["data"].clone();
    assert_eq!(left["total"], 1);
    assert!(left["treks"][0]["archivedAt"].is_string());
    // Its departures keep the names of trek and route.
    let list = desk.get("/api/departures").await.expect(200);
    assert_eq!(list["data"]["departures"][0]["trekName"], *trek.name);
}

// A lost answer leaves staff in doubt: the repeated request must not sell the seats twice.
#[tokio::test]
async fn departures_that_are_created_again_with_the_same_key_exist_once() {
    let desk = Desk::start().await;
    let trek = stored_trek(&desk.test).await;
    let one = json!({
        "trekId": trek.id, "routeId": trek.routes[1].id, "startDate": "2027-05-01", "capacity": 8,
    });
    let series = json!({
        "trekId": trek.id, "routeId": trek.routes[1].id, "capacity": 8, "weekday": 6,
        "from": "2027-04-01", "to": "2027-04-20", "every": "week",
    });
    let create = async |path: &str, new: &Value| {
        let call = desk.test.post(path, new).bearer(&desk.admin.access);
        let answer = call.header("idempotency-key", path).send().await;
        answer.expect(201)["data"].clone()
    };
    for (path, new) in [
        ("/api/departures", &one),
        ("/api/departures/series", &series),
    ] {
        let tries = futures_util::future::join_all((0..3).map(|_| create(path, new)));
        for again in tries.await {
            assert_eq!(again, create(path, new).await, "{path}");
        }
    }
    let (starts, total) = desk.starts("").await;
    let all = ["2027-04-03", "2027-04-10", "2027-04-17", "2027-05-01"];
    assert_eq!((starts, total), (all.map(str::to_owned).to_vec(), json!(4)));
}
