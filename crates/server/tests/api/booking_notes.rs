//! Notes and tags of bookings, and the emails of a booking with their contents (operations §6).

use axum::http::Method;
use serde_json::{Value, json};

use crate::booking_desk::read;
use crate::money::paid_id;
use crate::profile_delete::{PASSWORD, delete, leave};
use crate::stage::{booked, booking_id, read_booking, stored_trek, text};
use crate::support::TestApp;

#[tokio::test]
async fn staff_write_notes_that_travellers_never_see_and_delete_them() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let id = paid_id(&app, &maya, &stored_trek(&app).await).await;
    let path = format!("/api/bookings/{id}/notes");
    let add = async |note: &str| {
        let call = app.post(&path, &json!({"text": note}));
        call.bearer(&admin.access).send().await
    };
    let made = add("  Calls back on Sunday.\nSpeaks French. ")
        .await
        .expect(201)["data"]["note"]
        .clone();
    assert_eq!(made["text"], "Calls back on Sunday.\nSpeaks French.");
    assert_eq!(made["author"], "Ang Rita");
    add("Second").await.expect(201);
    for wrong in [" ", "x\u{0}y", &"x".repeat(2001)] {
        let said = add(wrong).await.expect(400);
        assert_eq!(said["errors"][0]["field"], "text", "{wrong:.9}");
    }
    let history = format!("/api/bookings/{id}/history");
    let texts = async || {
        let data = read(&app, &admin, &history).await;
        let notes = data["notes"].as_array().expect("notes").clone();
        notes
            .iter()
            .map(|note| text(note, "text").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        texts().await,
        ["Calls back on Sunday.\nSpeaks French.", "Second"]
    );
    let own = read_booking(&app, &maya, &id).await.expect(200);
    assert!(!own.to_string().contains("Sunday"));
    let delete = || {
        let path = format!("{path}/{}", text(&made, "_id"));
        app.call(Method::DELETE, &path).bearer(&admin.access).send()
    };
    assert_eq!(delete().await.status, 204);
    delete().await.expect_failure(404, "Note not found.");
    assert_eq!(texts().await, ["Second"]);
    app.do_jobs().await;
}

#[tokio::test]
async fn staff_tag_bookings_and_filter_the_list_by_a_tag() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let one = booking_id(&booked(&app, &maya, &trek).await);
    let two = booking_id(&booked(&app, &maya, &trek).await);
    let tag = async |id: &str, tags: Value| {
        let call = app.call(Method::PUT, &format!("/api/bookings/{id}/tags"));
        call.json(&json!({ "tags": tags }))
            .bearer(&admin.access)
            .send()
            .await
    };
    let said = tag(
        &one,
        json!([" Returning  Guest", "vegetarian", "VEGETARIAN", ""]),
    )
    .await;
    let tidy = json!(["returning guest", "vegetarian"]);
    assert_eq!(said.expect(200)["data"]["tags"], tidy);
    tag(&two, json!(["vegetarian"])).await.expect(200);
    let eleven: Vec<String> = (0..11).map(|number| format!("tag {number}")).collect();
    for wrong in [json!(eleven), json!(["x".repeat(31)]), json!(["a\u{7}b"])] {
        let said = tag(&one, wrong).await.expect(400);
        assert_eq!(said["errors"][0]["field"], "tags");
    }
    let known = read(&app, &admin, "/api/bookings/tags").await;
    assert_eq!(known["tags"], tidy);
    let found = async |query: &str| {
        let data = read(&app, &admin, &format!("/api/bookings?{query}")).await;
        let listed = data["bookings"].as_array().expect("a list").clone();
        assert_eq!(data["total"], listed.len());
        listed
            .iter()
            .map(|it| text(it, "_id").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(found("tag=Vegetarian").await, [two.as_str(), one.as_str()]);
    assert_eq!(found("tag=returning%20guest").await, [one.as_str()]);
    assert_eq!(found("tag=vegetarian&search=maya&limit=5").await.len(), 2);
    assert!(found("tag=unknown").await.is_empty());
    let seen = read_booking(&app, &admin, &one).await.expect(200);
    assert_eq!(seen["data"]["booking"]["tags"], tidy);
    let own = read_booking(&app, &maya, &one).await.expect(200);
    assert_eq!(own["data"]["booking"]["tags"], Value::Null);
    tag(&one, json!([])).await.expect(200);
    assert_eq!(found("tag=vegetarian").await, [two.as_str()]);
}

#[tokio::test]
async fn every_email_of_a_booking_can_be_read_without_its_links_and_sent_again() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let id = paid_id(&app, &maya, &trek).await;
    app.do_jobs().await;
    let history = format!("/api/bookings/{id}/history");
    let mail = read(&app, &admin, &history).await["mails"][0].clone();
    let sent = app.outbox().pop().expect("a mail");
    assert_eq!(mail["subject"], sent.subject);
    let path = format!("/api/bookings/{id}/mails/{}", text(&mail, "_id"));
    let kept = read(&app, &admin, &path).await["mail"].clone();
    assert!(sent.html.contains("href="));
    let html = text(&kept, "html");
    assert!(
        html.contains("Maya Gurung") && !html.contains("href="),
        "{html}"
    );
    let resend = || {
        app.call(Method::POST, &format!("{path}/resend"))
            .bearer(&admin.access)
            .send()
    };
    let before = app.outbox().len();
    resend().await.expect(202);
    app.do_jobs().await;
    let again = app.outbox();
    assert_eq!(again.len(), before + 1);
    assert_eq!(
        again.last().map(|mail| mail.subject.clone()),
        Some(sent.subject)
    );
    // A confirmation of a booking that was cancelled meanwhile would be wrong.
    let cancel = app.call(Method::POST, &format!("/api/bookings/{id}/cancel"));
    cancel.bearer(&maya.access).send().await.expect(200);
    let outdated = "The booking has changed since: this email no longer applies.";
    resend().await.expect_failure(409, outdated);
    app.do_jobs().await;
    // A mail of another booking is unknown.
    let other = booking_id(&booked(&app, &maya, &trek).await);
    let elsewhere = path.replace(&id, &other);
    let call = app.get(&elsewhere).bearer(&admin.access);
    call.send().await.expect_failure(404, "Email not found.");
}

#[tokio::test]
async fn deleting_the_account_deletes_notes_and_the_contents_of_emails() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let id = paid_id(&app, &maya, &stored_trek(&app).await).await;
    let note = app.post(
        &format!("/api/bookings/{id}/notes"),
        &json!({"text": "Afraid of yaks"}),
    );
    note.bearer(&admin.access).send().await.expect(201);
    let cancel = app.call(Method::POST, &format!("/api/bookings/{id}/cancel"));
    cancel.bearer(&maya.access).send().await.expect(200);
    app.do_jobs().await;
    let deleted = delete(&app, &maya, json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 204);
    leave(&app).await;
    let history = read(&app, &admin, &format!("/api/bookings/{id}/history")).await;
    assert_eq!(history["notes"], json!([]));
    let mails = history["mails"].as_array().expect("a list");
    assert!(!mails.is_empty());
    for mail in mails {
        assert_eq!(mail["subject"], Value::Null);
        let path = format!("/api/bookings/{id}/mails/{}", text(mail, "_id"));
        let call = app.get(&path).bearer(&admin.access).send().await;
        call.expect_failure(404, "The content of this email is not kept.");
    }
}
