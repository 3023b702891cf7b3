//! Administrators create, change and delete articles (document 2 §2 Blog admin, §5, §7, §8).

use axum::http::Method;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of, message_of};
use crate::stage::{with, without};
use crate::support::{Login, TestApp};

pub fn article(title: &str) -> Value {
    json!({
        "title": title, "description": "On tea", "content": ["Once", "Twice"],
        "thumbnail": "/pictures/a.svg", "banner": "/pictures/b.svg", "tags": ["tea", "yak"],
    })
}

async fn create(app: &TestApp, who: &Login, body: &Value) -> Answer {
    let call = app.post("/api/blogs", body).bearer(&who.access);
    call.send().await
}

pub async fn written(app: &TestApp, who: &Login, body: &Value) -> Value {
    create(app, who, body).await.expect(201)["data"]["blog"].clone()
}

pub fn path_of(blog: &Value) -> String {
    format!("/api/blogs/{}", blog["_id"].as_str().expect("an id"))
}

pub async fn put(app: &TestApp, who: &Login, blog: &Value, body: &Value) -> Answer {
    let call = app.call(Method::PUT, &path_of(blog)).json(body);
    call.bearer(&who.access).send().await
}

/// The actions in the audit log, newest first.
pub async fn audit(app: &TestApp, who: &Login) -> Vec<String> {
    let call = app.get("/api/audit").bearer(&who.access);
    let answer = call.send().await.expect(200);
    let entries = answer["data"]["entries"].as_array().expect("entries");
    let line = |entry: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let subject = &entry["subject"];
        let (action, kind) = (text(&entry["action"]), text(&subject["kind"]));
        format!("{action} {kind} {}", text(&subject["name"]))
    };
    entries.iter().map(line).collect()
}

// API-31 BLOGADM-01 BLOGADM-13 BLOGADM-14 BLOGADM-15: readers see published articles only.
#[tokio::test]
async fn an_article_is_a_draft_until_it_is_published() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let draft = written(&app, &admin, &article("  Tea ")).await;
    assert_eq!(draft["title"], "Tea");
    assert_eq!(draft["publishedOn"], Value::Null);
    let ask = with(&article("Salt"), "publishNow", json!(true));
    let published = written(&app, &admin, &ask).await;
    assert_eq!(published["publishedOn"], published["createdAt"]);
    let read = |blog: &Value| app.get(&path_of(blog)).send();
    read(&draft).await.expect_failure(404, "Blog not found");
    read(&published).await.expect(200);
    let ask = json!({"publishNow": true});
    let now = put(&app, &admin, &draft, &ask).await.expect(200);
    assert!(now["data"]["blog"]["publishedOn"].is_string());
    read(&draft).await.expect(200);
    let done = ["publish blog Tea", "create blog Salt", "create blog Tea"];
    assert_eq!(audit(&app, &admin).await, done);
}

// API-32 BLOGADM-07 BLOGADM-08: omitted fields keep their values, and the publication date never changes.
#[tokio::test]
async fn a_change_keeps_omitted_fields_and_the_publication_date() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let ask = with(&article("Tea"), "publishNow", json!(true));
    let blog = written(&app, &admin, &ask).await;
    app.get(&path_of(&blog)).send().await.expect(200);
    app.clock.advance(chrono::TimeDelta::minutes(5));
    let change = json!({"description": "On salt", "tags": [], "publishNow": false});
    let changed = put(&app, &admin, &blog, &change).await.expect(200)["data"]["blog"].clone();
    assert_eq!(changed["description"], "On salt");
    assert_eq!(changed["tags"], json!([]));
    for field in ["title", "content", "thumbnail", "publishedOn", "createdAt"] {
        assert_eq!(changed[field], blog[field], "{field}");
    }
    let again = json!({"publishNow": true});
    let again = put(&app, &admin, &blog, &again).await.expect(200);
    assert_eq!(again["data"]["blog"]["publishedOn"], blog["publishedOn"]);
    let done = ["update blog Tea", "create blog Tea"];
    assert_eq!(audit(&app, &admin).await, done, "no change is no line");
}

// API-32: the multipart form of the documents, with lists as JSON in a field.
#[tokio::test]
async fn an_article_is_changed_by_the_form_of_the_documents() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let blog = written(&app, &admin, &article("Tea")).await;
    let send = |fields: &[(&str, &str)]| {
        let mut form = String::new();
        for (name, text) in fields {
            form.push_str(&format!(
                "--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
            ));
        }
        form.push_str("--x--\r\n");
        let call = app.call(Method::PUT, &path_of(&blog));
        let call = call.body("multipart/form-data; boundary=x", form);
        call.bearer(&admin.access).send()
    };
    let changed = send(&[
        ("title", "चिया"),
        ("content", r#"["One", "Two"]"#),
        ("tags", r#"["butter"]"#),
        ("thumbnail", "/pictures/c.svg"),
        ("publishNow", "true"),
        ("unknown", "x"),
    ]);
    let changed = changed.await.expect(200)["data"]["blog"].clone();
    assert_eq!(changed["title"], "चिया");
    assert_eq!(changed["content"], json!(["One", "Two"]));
    assert_eq!(changed["tags"], json!(["butter"]));
    assert_eq!(changed["thumbnail"], "/pictures/c.svg");
    assert_eq!(changed["banner"], "/pictures/b.svg");
    assert!(changed["publishedOn"].is_string());
    for (field, text) in [("content", "One"), ("tags", "{}"), ("publishNow", "yes")] {
        let body = send(&[(field, text)]).await.expect(400);
        assert_eq!(fields_of(&body), [field]);
    }
    let call = app.call(Method::PUT, &path_of(&blog));
    let call = call.body("multipart/form-data; boundary=x", "--x\r\nbroken");
    let refused = call.bearer(&admin.access).send().await;
    refused.expect_failure(400, "The form could not be read");
}

// BLOGADM-16 BLOGADM-17 BLOGADM-18 BLOGADM-23 BLOGADM-29 BLOGADM-35 BLOGADM-36 BLOGADM-37 API-38
#[tokio::test]
async fn missing_fields_of_an_article_are_400_and_named() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let invalid = "Invalid blog details. Please check your input.";
    let body = create(&app, &admin, &json!({})).await;
    let body = body.expect_failure(400, invalid);
    let all = json!(["title", "description", "content", "thumbnail", "banner"]);
    assert_eq!(body["missingFields"], all);
    let blank = with(&article("Tea"), "content", json!([" ", "\n"]));
    let body = create(&app, &admin, &blank).await;
    let body = body.expect_failure(400, invalid);
    let needed = "Content must include at least one paragraph";
    assert_eq!(message_of(&body, "content"), Some(needed));
    let wrong = with(&article("Tea"), "content", json!("Once"));
    let body = create(&app, &admin, &wrong).await.expect(400);
    assert_eq!(fields_of(&body), ["content"]);
    let blog = written(&app, &admin, &article("Tea")).await;
    for field in ["title", "description", "thumbnail", "banner"] {
        let change = json!({field: "  "});
        let body = put(&app, &admin, &blog, &change).await;
        let body = body.expect_failure(400, "Invalid blog data");
        assert_eq!(fields_of(&body), [field]);
    }
    let same = without(&article("Tea"), "tags");
    assert_eq!(written_count(&app, &admin).await, 1);
    put(&app, &admin, &blog, &same).await.expect(200);
}

pub async fn written_count(app: &TestApp, admin: &Login) -> u64 {
    let call = app.get("/api/blogs/manage").bearer(&admin.access);
    let answer = call.send().await.expect(200);
    answer["data"]["total"].as_u64().expect("a number")
}

// BLOGADM-19 BLOGADM-20 BLOGADM-26: every other invalid field is 422 in a new article and 400 in a change.
#[tokio::test]
async fn invalid_fields_of_an_article_are_422_and_named() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let failed = "Validation failed. Please check your input.";
    let eleven: Vec<String> = (0..11).map(|number| format!("tag {number}")).collect();
    let blog = written(&app, &admin, &article("Salt")).await;
    for (field, value, named, said) in [
        (
            "tags",
            json!(["tea", "TEA"]),
            "tags[1]",
            "Tag already exists",
        ),
        ("tags", json!(eleven), "tags", "Maximum 10 tags allowed"),
        (
            "thumbnail",
            json!("javascript:alert(1)"),
            "thumbnail",
            "This is not the address of a picture",
        ),
        (
            "title",
            json!("T".repeat(201)),
            "title",
            "Title must be at most 200 characters",
        ),
    ] {
        let ask = with(&article("Tea"), field, value.clone());
        let body = create(&app, &admin, &ask).await;
        let body = body.expect_failure(422, failed);
        assert_eq!(message_of(&body, named), Some(said));
        let change = json!({field: value});
        let body = put(&app, &admin, &blog, &change).await;
        let body = body.expect_failure(400, "Invalid blog data");
        assert_eq!(message_of(&body, named), Some(said));
    }
    assert_eq!(written_count(&app, &admin).await, 1);
}

// BLOGADM-22 BLOGADM-31: titles are unique, whatever their case.
#[tokio::test]
async fn a_title_in_use_is_409_and_named() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    written(&app, &admin, &article("Tea of the north")).await;
    let taken = "A blog with this title already exists";
    let title = "tea  of the NORTH";
    let body = create(&app, &admin, &article(title)).await;
    let body = body.expect_failure(409, taken);
    assert_eq!(body["existingValue"], title);
    let other = written(&app, &admin, &article("Salt")).await;
    let change = json!({"title": title});
    let body = put(&app, &admin, &other, &change).await;
    let body = body.expect_failure(409, taken);
    assert_eq!(body["existingValue"], title);
    assert_eq!(audit(&app, &admin).await.len(), 2, "no line of a refusal");
}

// API-33 BLOGADM-30: a second deletion is 404.
#[tokio::test]
async fn an_article_is_deleted_once() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let blog = written(&app, &admin, &article("Tea")).await;
    let remove = || {
        let call = app.call(Method::DELETE, &path_of(&blog));
        call.bearer(&admin.access).send()
    };
    remove().await.expect(200);
    remove().await.expect_failure(404, "Blog not found");
    let gone = put(&app, &admin, &blog, &json!({"title": "x"})).await;
    gone.expect_failure(404, "Blog not found");
    let done = ["delete blog Tea", "create blog Tea"];
    assert_eq!(audit(&app, &admin).await, done);
}

// ROLE-07 BLOGADM-24: others get 401 with the message of the documents, before the body is read.
#[tokio::test]
async fn only_administrators_write_articles() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let blog = written(&app, &admin, &article("Tea")).await;
    let path = path_of(&blog);
    for (method, path, said) in [
        (Method::POST, "/api/blogs", "create"),
        (Method::PUT, path.as_str(), "edit"),
        (Method::DELETE, path.as_str(), "delete"),
    ] {
        let said = format!("You are not authorized to {said} blogs.");
        let call = || app.call(method.clone(), path).body("text/plain", "x");
        call().send().await.expect_failure(401, &said);
        let refused = call().bearer(&maya.access).send().await;
        refused.expect_failure(401, &said);
    }
    let list = app.get("/api/blogs/manage").bearer(&maya.access);
    list.send().await.expect(403);
}
