//! Management of treks: created, copied, archived and restored (decisions §3, §10).

use axum::http::Method;
use serde_json::{Value, json};

use crate::audit::entries;
use crate::call::Answer;
use crate::stage::{booked, with, without};
use crate::trek_save::{Desk, desk};

impl Desk {
    async fn create(&self, document: &Value, key: Option<&str>) -> Answer {
        let mut call = self.test.post("/api/treks", document);
        if let Some(key) = key {
            call = call.header("idempotency-key", key);
        }
        call.bearer(&self.admin.access).send().await
    }

    async fn act(&self, id: &Value, what: &str) -> Answer {
        let path = format!("/api/treks/{}/{what}", id.as_str().expect("an id"));
        let call = self.test.call(Method::POST, &path);
        call.bearer(&self.admin.access).send().await
    }

    async fn delete(&self) -> Answer {
        let call = self.test.call(Method::DELETE, &self.path);
        call.bearer(&self.admin.access).send().await
    }

    /// The names in the public list.
    async fn offered(&self) -> Vec<String> {
        let body = self.test.get("/api/treks/getall").send().await.expect(200);
        names(&body)
    }

    async fn managed(&self, query: &str) -> Value {
        let call = self.test.get(&format!("/api/treks/manage?{query}"));
        call.bearer(&self.admin.access).send().await.expect(200)["data"].clone()
    }
}

fn names(body: &Value) -> Vec<String> {
    let treks = body["data"]["treks"]
        .as_array()
        .or(body["treks"].as_array());
    let treks = treks.expect("a list").iter();
    treks
        .map(|trek| trek["name"].as_str().expect("a name").to_owned())
        .collect()
}

fn another(desk: &Desk, name: &str) -> Value {
    let document = with(&desk.document, "name", json!(name));
    without(&without(&document, "_id"), "version")
}

// ROLE-08 TREKADM-81: a new trek is in the list at once, and its retry creates no second one.
#[tokio::test]
async fn a_new_trek_is_offered_at_once_and_its_retry_gives_the_same() {
    let desk = desk().await;
    assert_eq!(desk.offered().await.len(), 1);
    let document = another(&desk, "लाङटाङ Valley");
    let made = desk.create(&document, Some("k1")).await.expect(201)["data"]["trek"].clone();
    assert_eq!(
        (&made["version"], &made["noOfRoutes"]),
        (&json!(1), &json!(3))
    );
    assert_ne!(made["_id"], desk.document["_id"]);
    assert!(desk.offered().await.contains(&"लाङटाङ Valley".to_owned()));
    let again = desk.create(&document, Some("k1")).await.expect(201)["data"]["trek"].clone();
    assert_eq!(again, made);
    desk.create(&another(&desk, "Other"), Some("k1"))
        .await
        .expect(409);
    let taken = desk
        .create(&another(&desk, " लाङटाङ  VALLEY"), None)
        .await
        .expect_failure(409, "A trek with this name already exists");
    assert_eq!(taken["existingValue"], "लाङटाङ  VALLEY");
    let noted = entries(&desk, &desk.admin, "create").await;
    assert_eq!((noted.len(), &noted[0]["subject"]["id"]), (1, &made["_id"]));
}

// API-38: the same validation as for a save.
#[tokio::test]
async fn a_new_trek_is_validated_like_a_save() {
    let desk = desk().await;
    let fresh = another(&desk, "Fresh");
    let missing = desk.create(&json!({}), None).await.expect(400);
    let missing = missing["missingFields"].as_array().expect("fields").clone();
    for field in [
        "name",
        "description",
        "features",
        "routes",
        "images.bannerImage",
    ] {
        assert!(missing.contains(&json!(field)), "{field}: {missing:?}");
    }
    let mut broken = fresh.clone();
    broken["routes"][0]["dailyActivities"][0]["waypoints"] = json!([]);
    desk.create(&broken, None)
        .await
        .expect_failure(400, "Invalid route structure");
    desk.create(&with(&fresh, "features", json!([])), None)
        .await
        .expect(422);
    assert_eq!(desk.offered().await.len(), 1);
}

// ROLE-08: a trek without bookings is deleted; one with bookings is archived, and its bookings stay readable.
#[tokio::test]
async fn a_booked_trek_is_archived_and_any_other_is_deleted() {
    let desk = desk().await;
    let id = desk.document["_id"].clone();
    let trek_id = id.as_str().expect("an id").parse().expect("an id");
    let trek = store::treks::find(&desk.test.app.db, trek_id).await;
    let trek = trek.expect("read").expect("a trek");
    let traveller = desk.test.traveller().await;
    let opened = booked(&desk.test, &traveller, &trek).await;
    let free = desk.act(&id, "duplicate").await.expect(201)["data"]["trek"].clone();

    assert_eq!(desk.delete().await.status, 204);
    assert!(desk.offered().await.is_empty());
    desk.test.get(&desk.path).send().await.expect(404);
    let booking = format!("/api/bookings/{}", crate::stage::booking_id(&opened));
    let booking = desk
        .test
        .get(&booking)
        .bearer(&traveller.access)
        .send()
        .await;
    assert!(booking.expect(200).to_string().contains(&trek.name));
    assert_eq!(
        names(&desk.managed("state=archived").await),
        std::slice::from_ref(&trek.name)
    );

    let path = format!("/api/treks/{}", free["_id"].as_str().expect("an id"));
    for status in [204, 404] {
        let call = desk.test.call(Method::DELETE, &path);
        let answer = call.bearer(&desk.admin.access).send().await;
        assert_eq!(answer.status, status);
    }
    assert_eq!(desk.managed("").await["total"], 1);
}

// ROLE-08: archiving and restoring work once, and not under a name in use.
#[tokio::test]
async fn an_archived_trek_can_be_restored_unless_its_name_is_in_use() {
    let desk = desk().await;
    let (id, name) = (&desk.document["_id"], &desk.document["name"]);
    for _ in 0..2 {
        desk.act(id, "archive").await.expect(200);
        assert!(desk.offered().await.is_empty());
    }
    let taker = another(&desk, name.as_str().expect("a name"));
    let taker = desk.create(&taker, None).await.expect(201)["data"]["trek"]["_id"].clone();
    let refused = desk.act(id, "restore").await.expect(409);
    assert_eq!(&refused["existingValue"], name);
    desk.act(&taker, "archive").await.expect(200);
    let restored = desk.act(id, "restore").await.expect(200)["data"]["trek"].clone();
    assert_eq!(restored["version"], 3);
    assert_eq!(desk.offered().await, [name.as_str().expect("a name")]);
    assert_eq!(entries(&desk, &desk.admin, "archive").await.len(), 2);
    assert_eq!(entries(&desk, &desk.admin, "restore").await.len(), 1);
}

// ROLE-08: a copy has its own name and ids, and is not offered yet.
#[tokio::test]
async fn a_copy_is_hidden_and_named_after_its_original() {
    let desk = desk().await;
    let name = desk.document["name"].as_str().expect("a name");
    for ending in ["(copy)", "(copy 2)"] {
        let copy = desk
            .act(&desk.document["_id"], "duplicate")
            .await
            .expect(201);
        let copy = copy["data"]["trek"].clone();
        assert_eq!(copy["name"], format!("{name} {ending}"));
        for (route, original) in copy["routes"]
            .as_array()
            .expect("routes")
            .iter()
            .zip(desk.document["routes"].as_array().expect("routes"))
        {
            assert_eq!(route["isVisible"], false);
            assert_ne!(route["_id"], original["_id"]);
            assert_eq!(route["dailyActivities"], original["dailyActivities"]);
        }
    }
    assert_eq!(desk.offered().await, [name]);
    assert_eq!(desk.managed("state=hidden").await["total"], 2);
}

// ROLE-08: search, sorting and paging.
#[tokio::test]
async fn the_agencys_list_is_searched_sorted_and_in_pages() {
    let desk = desk().await;
    let first = desk.document["name"].as_str().expect("a name").to_owned();
    for name in ["Annapurna Circuit", "लाङटाङ"] {
        desk.create(&another(&desk, name), None).await.expect(201);
    }
    let sorted = names(&desk.managed("sort=name&order=asc").await);
    assert_eq!(sorted, ["Annapurna Circuit", &first, "लाङटाङ"]);
    let page = desk.managed("sort=name&order=asc&page=2&limit=2").await;
    assert_eq!(
        (names(&page), &page["total"]),
        (vec!["लाङटाङ".to_owned()], &json!(3))
    );
    let found = desk.managed("search=CIRCUIT%20khumbu").await;
    assert_eq!(names(&found), ["Annapurna Circuit"]);
    let row = &found["treks"][0];
    assert_eq!(
        (&row["noOfRoutes"], &row["visibleRoutes"]),
        (&json!(3), &json!(2))
    );
    assert_eq!((&row["price"], &row["bookings"]), (&json!(100), &json!(0)));
    for query in ["state=x", "sort=x", "order=x", "page=0"] {
        let call = desk.test.get(&format!("/api/treks/manage?{query}"));
        call.bearer(&desk.admin.access).send().await.expect(400);
    }
}
