//! Reviews: written by customers whose trip has ended, decided by staff, shown on the trek page (operations §6).

use axum::http::Method;
use chautari::features::review::ask::ask;
use chautari::features::review::link::review_url;
use domain::review::{Review, ReviewState, ReviewText};
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::{Answer, message_of};
use crate::guides::get;
use crate::money::{paid_id, stored, subjects};
use crate::page::{page, text as html_of, thing};
use crate::profile_delete::{PASSWORD, delete, leave};
use crate::reminders::set_day;
use crate::stage::{stored_trek, text};
use crate::support::{Login, TestApp};
use crate::waitlist::admin_again;

pub const MAYA: &str = "maya@example.com";

/// Stores a review that waits for the staff, and returns its id.
pub async fn store_review(test: &TestApp, booking_id: &str) -> String {
    let booking = stored(test, booking_id).await;
    let now = test.app.clock.now();
    let review = Review {
        id: test.app.clock.new_id(),
        booking_id: booking.id,
        trek_id: booking.trek.id,
        written: ReviewText {
            rating: 4,
            title: "Good".to_owned(),
            text: "Steep, and worth every step of it.".to_owned(),
            name: "Maya".to_owned(),
        },
        state: ReviewState::Waiting,
        reason: None,
        answer: None,
        walked_on: booking.start_date,
        created_at: now,
        updated_at: now,
        version: 1,
    };
    let tx = test.app.db.begin().await.expect("a transaction");
    store::reviews::insert(&tx, &review).await.expect("stored");
    tx.commit().await.expect("kept");
    review.id.to_string()
}

/// A paid booking from 2027-03-01 that ended three days ago, and the token of its review link.
pub async fn walked(test: &TestApp, who: &Login, trek: &Trek) -> (String, String) {
    let id = paid_id(test, who, trek).await;
    test.do_jobs().await;
    let end = stored(test, &id).await.end_date;
    set_day(test, &(end + chrono::Days::new(3)).to_string());
    let url = review_url(&test.app, id.parse().expect("an id"));
    let token = url.rsplit('/').next().expect("a token").to_owned();
    (id, token)
}

pub fn written() -> Value {
    json!({
        "rating": 5, "title": " A walk of a lifetime ", "name": "Maya G.",
        "text": "The guide knew every teahouse.\nWe were never cold.",
    })
}

pub async fn write(test: &TestApp, token: &str, review: &Value) -> Answer {
    let call = test.call(Method::PUT, &format!("/api/review/{token}"));
    call.json(review).send().await
}

pub async fn read(test: &TestApp, token: &str) -> Answer {
    test.get(&format!("/api/review/{token}")).send().await
}

pub async fn act(test: &TestApp, who: &Login, review: &Value, action: &str, body: Value) -> Answer {
    let path = format!("/api/reviews/{}/{action}", text(review, "_id"));
    test.post(&path, &body).bearer(&who.access).send().await
}

/// The reviews of a state that staff see.
async fn listed(test: &TestApp, who: &Login, state: &str) -> Vec<Value> {
    let answer = get(test, who, &format!("/api/reviews?state={state}")).await;
    let answer = answer.expect(200);
    answer["data"]["reviews"]
        .as_array()
        .expect("a list")
        .clone()
}

/// The rating of a trek in the list, and on its page.
async fn ratings(test: &TestApp, trek: &Trek) -> [Value; 2] {
    let list = test.get("/api/treks/getall").send().await.expect(200);
    let treks = list["data"]["treks"].as_array().expect("a list").clone();
    let listed = treks.into_iter().find(|it| it["_id"] == json!(trek.id));
    let read = test.get(&format!("/api/treks/{}", trek.id)).send().await;
    let read = read.expect(200)["data"]["trek"]["rating"].clone();
    [listed.expect("the trek")["rating"].clone(), read]
}

/// The review that the customer can write or change, as the list of own bookings says.
async fn open_review(test: &TestApp, me: &Login) -> Value {
    let call = test.get("/api/bookings/my-bookings").bearer(&me.access);
    call.send().await.expect(200)["data"]["bookings"][0]["openReview"].clone()
}

async fn public(test: &TestApp, trek: &Trek) -> Value {
    let answer = test
        .get(&format!("/api/treks/{}/reviews", trek.id))
        .send()
        .await;
    answer.expect(200)["data"].clone()
}

#[tokio::test]
async fn a_customer_is_asked_once_three_days_after_the_end() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let id = paid_id(&test, &me, &trek).await;
    let cancelled = paid_id(&test, &me, &trek).await;
    crate::money::cancel(&test, &me, &cancelled)
        .await
        .expect(200);
    test.do_jobs().await;
    let end = stored(&test, &id).await.end_date;
    let asked = |test: &TestApp| {
        let subjects = subjects(test, MAYA);
        subjects
            .iter()
            .filter(|it| *it == "How was Namche Bazaar?")
            .count()
    };
    for (days, mails) in [(1, 0), (2, 0), (3, 1), (4, 1), (30, 1)] {
        set_day(&test, &(end + chrono::Days::new(days)).to_string());
        ask(&test.app).await.expect("asked");
        ask(&test.app).await.expect("asked once");
        test.do_jobs().await;
        assert_eq!(asked(&test), mails, "{days} days after the end");
    }
    let mails = test.outbox();
    let mail = mails.last().expect("a mail");
    let link = review_url(&test.app, id.parse().expect("an id"));
    assert!(mail.text.contains(&link), "{}", mail.text);
}

#[tokio::test]
async fn an_outage_delays_the_request_and_off_sends_none() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (id, _) = walked(&test, &me, &trek).await;
    let end = stored(&test, &id).await.end_date;
    set_day(&test, &(end + chrono::Days::new(18)).to_string());
    ask(&test.app).await.expect("nothing");
    set_day(&test, &(end + chrono::Days::new(17)).to_string());
    let before = subjects(&test, MAYA).len();
    ask(&test.app).await.expect("asked");
    test.do_jobs().await;
    assert_eq!(subjects(&test, MAYA).len(), before + 1);

    let test = TestApp::start_with(&[("review_request_days", "off")]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    walked(&test, &me, &trek).await;
    let before = subjects(&test, MAYA).len();
    ask(&test.app).await.expect("nothing");
    test.do_jobs().await;
    assert_eq!(subjects(&test, MAYA).len(), before);
}

// The page is read by people and search engines; markup in a review is text.
#[tokio::test]
async fn an_approved_review_is_on_the_trek_page_and_counts_for_its_rating() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    test.admin().await;
    let path = format!("/package/{}", trek.id);
    assert_eq!(
        thing(&page(&test, &path).await, "Product").get("aggregateRating"),
        None
    );
    let (_, token) = walked(&test, &me, &trek).await;
    let form = read(&test, &token).await.expect(200);
    assert_eq!(
        (
            &form["data"]["trek"],
            &form["data"]["suggestedName"],
            form["data"].get("review")
        ),
        (&json!("Namche Bazaar"), &json!("Maya"), None)
    );
    write(&test, &token, &written()).await.expect(200);
    assert_eq!(public(&test, &trek).await["total"], 0);
    assert_eq!(ratings(&test, &trek).await, [Value::Null, Value::Null]);
    let hostile = json!({
        "rating": 4, "title": "</script><script>alert(1)</script>", "name": "<b>Maya</b>",
        "text": "<img src=x onerror=alert(1)> and {{ 7 * 7 }} and \u{202e}words",
    });
    write(&test, &token, &hostile).await.expect(200);
    let admin = admin_again(&test).await;
    let waiting = listed(&test, &admin, "waiting").await;
    let [review] = waiting.as_slice() else {
        panic!("{waiting:?}")
    };
    assert_eq!(
        (&review["rating"], &review["version"]),
        (&json!(4), &json!(2))
    );
    let stale = act(&test, &admin, review, "approve", json!({"version": 1})).await;
    let message = "This review was changed. Reload and read it again.";
    assert_eq!(stale.expect_failure(409, message)["currentVersion"], 2);
    act(&test, &admin, review, "approve", json!({"version": 2}))
        .await
        .expect(200);
    let answer = json!({"version": 3, "text": " Thank you,\nMaya! "});
    act(&test, &admin, review, "answer", answer)
        .await
        .expect(200);
    let shown = public(&test, &trek).await;
    assert_eq!((&shown["total"], &shown["average"]), (&json!(1), &json!(4)));
    let rating = json!({"average": 4, "reviews": 1});
    assert_eq!(ratings(&test, &trek).await, [rating.clone(), rating]);
    let reject = json!({"version": 4, "reason": "Names a guide"});
    act(&test, &admin, review, "reject", reject)
        .await
        .expect(200);
    assert_eq!(ratings(&test, &trek).await, [Value::Null, Value::Null]);
    act(&test, &admin, review, "approve", json!({"version": 5}))
        .await
        .expect(200);
    assert_eq!(shown["reviews"][0]["answer"], "Thank you,\nMaya!");
    assert_eq!(shown["reviews"][0].get("reason"), None);
    let page = page(&test, &path).await;
    let rating = &thing(&page, "Product")["aggregateRating"];
    assert_eq!(
        (&rating["ratingValue"], &rating["reviewCount"]),
        (&json!(4), &json!(1))
    );
    let html = html_of(&page);
    assert!(
        html.contains("&#60;img src=x onerror=alert(1)&#62;"),
        "{html}"
    );
    for markup in ["<img src=x", "<script>alert(1)", "<b>Maya"] {
        assert!(!html.contains(markup), "{markup}");
    }
    let published = "This review is published and can't be changed any more.";
    write(&test, &token, &written())
        .await
        .expect_failure(409, published);
}

#[tokio::test]
async fn my_bookings_lead_to_the_review_of_a_trip_that_has_ended_until_it_is_published() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    test.admin().await;
    let id = paid_id(&test, &me, &trek).await;
    assert_eq!(open_review(&test, &me).await, Value::Null);
    test.do_jobs().await;
    let end = stored(&test, &id).await.end_date;
    set_day(&test, &(end + chrono::Days::new(1)).to_string());
    let me = test.login(MAYA, "trail of many stones").await;
    let admin = admin_again(&test).await;
    let open = open_review(&test, &me).await;
    let token = text(&open, "token");
    assert_eq!(open["isWritten"], false);
    write(&test, token, &written()).await.expect(200);
    assert_eq!(
        open_review(&test, &me).await,
        json!({"token": token, "isWritten": true})
    );
    let path = format!("/api/bookings/{id}");
    let desk = test.get(&path).bearer(&admin.access).send().await;
    assert_eq!(
        desk.expect(200)["data"]["booking"]["openReview"],
        Value::Null
    );
    let review = listed(&test, &admin, "waiting").await.remove(0);
    act(&test, &admin, &review, "approve", json!({"version": 1}))
        .await
        .expect(200);
    assert_eq!(open_review(&test, &me).await, Value::Null);
}

#[tokio::test]
async fn a_rejected_review_is_not_shown_and_its_author_is_told_nothing() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    test.admin().await;
    let (_, token) = walked(&test, &me, &trek).await;
    write(&test, &token, &written()).await.expect(200);
    let before = read(&test, &token).await.expect(200);
    let mails = test.outbox().len();
    let admin = admin_again(&test).await;
    let review = listed(&test, &admin, "waiting").await.remove(0);
    let refused = act(
        &test,
        &admin,
        &review,
        "reject",
        json!({"version": 1, "reason": " "}),
    )
    .await;
    assert_eq!(
        message_of(&refused.expect(400), "reason"),
        Some("Enter a reason")
    );
    let reject = json!({"version": 1, "reason": "Names a guide"});
    act(&test, &admin, &review, "reject", reject)
        .await
        .expect(200);
    assert_eq!(public(&test, &trek).await["total"], 0);
    assert_eq!(
        listed(&test, &admin, "rejected").await[0]["reason"],
        "Names a guide"
    );
    assert_eq!(read(&test, &token).await.expect(200), before);
    test.do_jobs().await;
    assert_eq!(test.outbox().len(), mails);
    // A review that is written again waits again.
    write(&test, &token, &written()).await.expect(200);
    assert_eq!(
        listed(&test, &admin, "waiting").await[0].get("reason"),
        None
    );
}

// A published review stays, without the name. Its link ends.
#[tokio::test]
async fn the_name_of_a_deleted_account_is_removed_from_its_review() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    test.admin().await;
    let (_, token) = walked(&test, &me, &trek).await;
    write(&test, &token, &written()).await.expect(200);
    let admin = admin_again(&test).await;
    let review = listed(&test, &admin, "waiting").await.remove(0);
    act(&test, &admin, &review, "approve", json!({"version": 1}))
        .await
        .expect(200);
    let me = test.login(MAYA, PASSWORD).await;
    let exported = get(&test, &me, "/api/users/me/export").await.expect(200);
    assert_eq!(exported["reviews"][0]["name"], "Maya G.");
    let deleted = delete(&test, &me, json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 204);
    let shown = public(&test, &trek).await;
    assert_eq!(
        (
            &shown["total"],
            &shown["reviews"][0]["name"],
            &shown["reviews"][0]["title"]
        ),
        (&json!(1), &json!(""), &json!("A walk of a lifetime"))
    );
    read(&test, &token).await.expect(410);
    leave(&test).await;
}
