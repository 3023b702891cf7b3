//! Enquiries at the desk: two staff at once, the list, and saved replies (operations §6).

use axum::http::Method;
use chrono::TimeDelta;
use domain::account::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::call::fields_of;
use crate::enquiries::{
    MAYA, answer, ask, list, mailed_token, mails_to, only, question, read, set_status, texts, write,
};
use crate::stage::{stored_trek, text, with};
use crate::support::TestApp;

#[tokio::test]
async fn of_two_staff_who_answer_at_once_one_is_told_that_the_enquiry_changed() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let pemba = test
        .sign_up("Pemba", "pemba@example.com", "river of many fords")
        .await;
    test.give_role(&pemba, Role::Staff).await;
    let trek = stored_trek(&test).await;
    ask(&test, &question(&trek)).await.expect(201);
    let enquiry = only(&test, &admin).await;
    let answers = join_all([
        answer(&test, &admin, &enquiry, "Yes."),
        answer(&test, &pemba, &enquiry, "No."),
    ])
    .await;
    let mut statuses: Vec<_> = answers
        .iter()
        .map(|answer| answer.status.as_u16())
        .collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    let refused = answers
        .into_iter()
        .find(|answer| answer.status == 409)
        .expect("one");
    assert_eq!(refused.json()["currentVersion"], 2);
    assert_eq!(texts(&only(&test, &admin).await).len(), 2);
    assert_eq!(
        mails_to(&test, MAYA).await.len(),
        2,
        "received, and one answer"
    );

    // The traveller writes while staff answer.
    let read = only(&test, &admin).await;
    write(&test, &mailed_token(&test).await, "Wait, in May?")
        .await
        .expect(201);
    answer(&test, &admin, &read, "See you.").await.expect(409);
    set_status(&test, &admin, &read, "Closed").await.expect(409);
    let now = only(&test, &admin).await;
    assert_eq!(now["status"], "Waiting");
    assert_eq!(
        fields_of(&answer(&test, &admin, &now, " ").await.expect(400)),
        ["text"]
    );
    let wrong = set_status(&test, &admin, &now, "Lost").await.expect(400);
    assert_eq!(fields_of(&wrong), ["status"]);
    answer(&test, &admin, &now, "In May, too.")
        .await
        .expect(201);
    test.do_jobs().await;
}

#[tokio::test]
async fn the_list_has_the_latest_message_first_and_is_searched_by_name_address_trek_and_status() {
    let test = TestApp::start().await;
    let (admin, trek) = (test.admin().await, stored_trek(&test).await);
    for (name, email) in [("Maya Gurung", MAYA), ("Émile", "emile@example.org")] {
        let asked = with(&question(&trek), "name", json!(name));
        ask(&test, &with(&asked, "email", json!(email)))
            .await
            .expect(201);
        test.clock.advance(TimeDelta::minutes(1));
    }
    let names = |found: &Value| -> Vec<String> {
        let found = found["enquiries"].as_array().expect("a list");
        found
            .iter()
            .map(|one| text(one, "name").to_owned())
            .collect()
    };
    let all = list(&test, &admin, "").await;
    assert_eq!(names(&all), ["Émile", "Maya Gurung"]);
    let maya = read(&test, &admin, text(&all["enquiries"][1], "_id")).await;
    answer(&test, &admin, &maya, "Yes.").await.expect(201);
    for (query, wanted) in [
        ("", vec!["Maya Gurung", "Émile"]),
        ("state=Waiting", vec!["Émile"]),
        ("state=Answered", vec!["Maya Gurung"]),
        ("state=Closed", vec![]),
        ("search=GURUNG%20namche", vec!["Maya Gurung"]),
        ("search=example.org", vec!["Émile"]),
        ("search=%25", vec![]),
        ("limit=1&page=2", vec!["Émile"]),
    ] {
        assert_eq!(names(&list(&test, &admin, query).await), wanted, "{query}");
    }
    let wrong = test
        .get("/api/enquiries?state=waiting")
        .bearer(&admin.access);
    assert_eq!(fields_of(&wrong.send().await.expect(400)), ["state"]);
    test.do_jobs().await;
}

#[tokio::test]
async fn saved_replies_are_kept_by_title_and_a_stale_change_is_refused() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let create = |title: &str, text: &str| {
        let body = json!({"title": title, "text": text});
        test.post("/api/saved-replies", &body)
            .bearer(&admin.access)
            .send()
    };
    let permits = create("Permits", "You need two permits.").await.expect(201);
    let permits = permits["data"]["savedReply"].clone();
    create("Altitude", " Walk slowly. ").await.expect(201);
    assert_eq!(
        fields_of(&create("", "").await.expect(400)),
        ["title", "text"]
    );
    let listed = test
        .get("/api/saved-replies")
        .bearer(&admin.access)
        .send()
        .await;
    let listed = listed.expect(200)["data"]["savedReplies"].clone();
    let titles: Vec<_> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| text(one, "title"))
        .collect();
    assert_eq!(titles, ["Altitude", "Permits"]);
    assert_eq!(listed[0]["text"], "Walk slowly.");

    let path = format!("/api/saved-replies/{}", text(&permits, "_id"));
    let change = |body: Value| {
        let call = test.call(Method::PATCH, &path).json(&body);
        call.bearer(&admin.access).send()
    };
    let changed = change(json!({"version": 1, "text": "You need three."}))
        .await
        .expect(200);
    assert_eq!(changed["data"]["savedReply"]["version"], 2);
    assert_eq!(changed["data"]["savedReply"]["title"], "Permits");
    change(json!({"version": 1, "title": "Old"}))
        .await
        .expect(409);
    let delete = || {
        test.call(Method::DELETE, &path)
            .bearer(&admin.access)
            .send()
    };
    assert_eq!(delete().await.status, 204);
    delete().await.expect(404);
}
