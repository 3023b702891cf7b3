//! Subscribers and achievement figures for administrators (decisions §3, §10).

use axum::http::Method;
use serde_json::{Value, json};

use crate::blog_write::audit;
use crate::call::fields_of;
use crate::support::{Login, TestApp};

async fn subscribe(app: &TestApp, email: &str) {
    let ask = json!({"email": email});
    let call = app.post("/api/newsletter/subscribe", &ask);
    call.send().await.expect(200);
    app.clock.advance(chrono::TimeDelta::seconds(1));
}

async fn found(app: &TestApp, who: &Login, query: &str) -> (Vec<Value>, Value) {
    let path = format!("/api/newsletter/subscribers?{query}");
    let answer = app.get(&path).bearer(&who.access).send().await.expect(200);
    let data = &answer["data"];
    let list = data["subscribers"].as_array().expect("a list");
    (list.clone(), data["total"].clone())
}

// decisions §10 "Newsletter": list, search, removal and export of subscribers.
#[tokio::test]
async fn subscribers_are_searched_removed_and_exported() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    for email in [
        "Pemba@example.com",
        "lhamu_100%@example.org",
        "+sum@example.com",
    ] {
        subscribe(&app, email).await;
    }
    app.do_jobs().await;
    let emails = |list: &[Value]| -> Vec<String> {
        let email = |item: &Value| item["email"].as_str().expect("an address").to_owned();
        list.iter().map(email).collect()
    };
    let (all, total) = found(&app, &admin, "").await;
    let newest = [
        "+sum@example.com",
        "lhamu_100%@example.org",
        "Pemba@example.com",
    ];
    assert_eq!(
        (emails(&all), total),
        (newest.map(str::to_owned).to_vec(), json!(3))
    );
    assert_eq!(
        emails(&found(&app, &admin, "search=PEMBA").await.0),
        ["Pemba@example.com"]
    );
    assert_eq!(
        emails(&found(&app, &admin, "search=_100%25").await.0),
        [newest[1]]
    );
    assert_eq!(
        emails(&found(&app, &admin, "limit=1&page=2").await.0),
        [newest[1]]
    );
    let call = app.get("/api/newsletter/subscribers/export?search=example.com");
    let table = call.bearer(&admin.access).send().await;
    let table = String::from_utf8(table.body.to_vec()).expect("UTF-8");
    let lines = "\"Email\",\"Subscribed on\"\r\n\"'+sum@example.com\",\"2026-11-20\"\r\n\"Pemba@example.com\",\"2026-11-20\"\r\n";
    assert_eq!(table, format!("\u{feff}{lines}"));
    let path = format!(
        "/api/newsletter/subscribers/{}",
        all[0]["_id"].as_str().expect("an id")
    );
    let remove = || app.call(Method::DELETE, &path).bearer(&admin.access).send();
    assert_eq!(remove().await.status, 204);
    remove().await.expect_failure(404, "Subscriber not found.");
    assert_eq!(found(&app, &admin, "").await.1, 2);
    assert_eq!(audit(&app, &admin).await, ["delete subscriber "]);
}

fn figures() -> Value {
    json!({"experienceYrs": 12, "noOfLocation": 30, "travelAwards": 4, "totalClients": 5000})
}

// ACH-07: administrators edit the figures; visitors see the visible ones.
#[tokio::test]
async fn achievement_figures_are_created_changed_hidden_and_deleted() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let made = app
        .post("/api/achievement", &figures())
        .bearer(&admin.access);
    let made = made.send().await.expect(201)["data"].clone();
    assert_eq!(
        (&made["visibility"], &made["totalClients"]),
        (&json!(true), &json!(5000))
    );
    let shown = || async {
        let answer = app.get("/api/achievement/").send().await.expect(200);
        answer["data"].as_array().expect("a list").len()
    };
    assert_eq!(shown().await, 1);
    let path = format!("/api/achievement/{}", made["_id"].as_str().expect("an id"));
    let put = |body: Value| {
        let call = app.call(Method::PUT, &path).json(&body);
        call.bearer(&admin.access).send()
    };
    let hidden = put(json!({"visibility": false, "travelAwards": 5}))
        .await
        .expect(200);
    let data = &hidden["data"];
    assert_eq!(
        (&data["travelAwards"], &data["experienceYrs"]),
        (&json!(5), &json!(12))
    );
    assert_eq!(shown().await, 0);
    let all = app.get("/api/achievement/").bearer(&admin.access);
    let all = all.send().await.expect(200);
    assert_eq!(all["data"], json!([data]));
    let remove = || app.call(Method::DELETE, &path).bearer(&admin.access).send();
    assert_eq!(remove().await.status, 204);
    remove().await.expect_failure(404, "Achievement not found.");
    put(json!({}))
        .await
        .expect_failure(404, "Achievement not found.");
    let done = [
        "delete achievement ",
        "update achievement ",
        "create achievement ",
    ];
    assert_eq!(audit(&app, &admin).await, done);
}

// ACH-07: an invalid figure is named.
#[tokio::test]
async fn an_invalid_achievement_figure_is_named() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let send = |body: Value| {
        let call = app.post("/api/achievement", &body);
        call.bearer(&admin.access).send()
    };
    let body = send(json!({})).await.expect(400);
    let all = [
        "experienceYrs",
        "noOfLocation",
        "travelAwards",
        "totalClients",
    ];
    assert_eq!(fields_of(&body), all);
    for wrong in [json!(-1), json!(1.5), json!("12"), json!(10_000_001)] {
        let ask = crate::stage::with(&figures(), "totalClients", wrong);
        assert_eq!(fields_of(&send(ask).await.expect(400)), ["totalClients"]);
    }
}
