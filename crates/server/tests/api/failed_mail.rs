//! Undelivered emails: listed for administrators and sent again.

use std::time::Instant;

use axum::http::Method;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::mail_server::{Encryption, Fault, MailServer};
use crate::smtp::{app_with, open_jobs, sign_up, work};
use crate::stage::text;
use crate::support::{Login, TestApp};

/// An administrator of an app that sends its emails to a server.
async fn admin_of(app: &TestApp, server: &MailServer) -> Login {
    let begun = sign_up(app, "admin@example.com").await;
    assert_eq!(work(app).await, 1);
    let code = server.received().last().expect("a mail").code();
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let login = Login::of(app.post("/api/auth/verifyOTP", &ask).send().await);
    let id = login.user_id.parse().expect("an id");
    let admin = domain::account::Role::Admin;
    let changed = store::accounts::set_role(&app.app.db, id, admin).await;
    assert!(changed.expect("changed"));
    login
}

async fn failed_mails(app: &TestApp, admin: &Login) -> Value {
    let list = app.get("/api/mails/failed").bearer(&admin.access);
    list.send().await.expect(200)["data"].clone()
}

#[tokio::test]
async fn a_permanently_refused_email_is_not_retried_but_can_be_sent_again() {
    for fault in [Fault::RefusesRecipient, Fault::RefusesContent] {
        let server = MailServer::start(Encryption::Never).await;
        let app = app_with(&server, "smtp://", "").await;
        let admin = admin_of(&app, &server).await;
        server.set_fault(fault);
        let ask = json!({"email": "Pemba@example.com"});
        app.post("/api/newsletter/subscribe", &ask)
            .send()
            .await
            .expect(200);
        let (claimed_at, attempt) = (app.app.clock.now(), Instant::now());
        assert_eq!(work(&app).await, 1);
        let longest = TimeDelta::from_std(attempt.elapsed()).expect("a duration");
        assert_eq!(open_jobs(&app).await, (1, 1), "{fault:?}");

        let failed = failed_mails(&app, &admin).await;
        assert_eq!(failed["total"], 1);
        let mail = &failed["mails"][0];
        assert_eq!(mail["kind"], "mailNewsletterWelcome");
        assert_eq!(mail["to"], "Pemba@example.com");
        assert_eq!(mail["tries"], 1);
        // The time of the claim plus the duration of the attempt.
        let given_up_at: DateTime<Utc> = text(mail, "givenUpAt").parse().expect("a time");
        assert!(given_up_at >= claimed_at, "{given_up_at}");
        assert!(given_up_at <= claimed_at + longest, "{given_up_at}");
        let said = mail["lastError"].as_str().expect("a reason");
        assert!(said.contains("55") && said.contains("5."), "{said}");

        server.set_fault(Fault::None);
        let path = format!("/api/mails/{}/resend", mail["_id"].as_str().expect("an id"));
        let resend = || app.call(Method::POST, &path).bearer(&admin.access).send();
        resend().await.expect(202);
        resend().await.expect_failure(404, "Email not found.");
        assert_eq!(failed_mails(&app, &admin).await["total"], 0);
        assert_eq!(work(&app).await, 1);
        let last = server.received().pop().expect("a mail");
        assert_eq!(last.to, "Pemba@example.com");
        assert_eq!(open_jobs(&app).await, (0, 0));
    }
}

#[tokio::test]
async fn an_undelivered_code_is_listed_without_its_digits_and_not_resent_after_it_expired() {
    let server = MailServer::start(Encryption::Never).await;
    let mut app = app_with(&server, "smtp://", "").await;
    let admin = admin_of(&app, &server).await;
    server.set_fault(Fault::RefusesRecipient);
    sign_up(&app, "maya@example.com").await;
    assert_eq!(work(&app).await, 1);
    let failed = failed_mails(&app, &admin).await;
    let mail = &failed["mails"][0];
    assert_eq!(
        (&mail["kind"], &mail["to"]),
        (&json!("mailCode"), &json!("maya@example.com"))
    );
    server.set_fault(Fault::None);
    app.clock.advance(TimeDelta::seconds(60));
    let path = format!("/api/mails/{}/resend", mail["_id"].as_str().expect("an id"));
    let resend = app.call(Method::POST, &path).bearer(&admin.access);
    resend.send().await.expect_failure(
        409,
        "The code in this email has expired, so it was not sent again.",
    );
    assert_eq!(
        server.received().len(),
        1,
        "the administrator's own code alone"
    );
    app.may_leave_jobs();
}

// ROLE-04: only administrators read the emails of others.
#[tokio::test]
async fn undelivered_emails_are_listed_in_pages_for_administrators() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let admin = app.admin().await;
    let id = app.app.clock.new_id();
    let resend = format!("/api/mails/{id}/resend");
    for (method, path) in [(Method::GET, "/api/mails/failed"), (Method::POST, &resend)] {
        let call = || app.call(method.clone(), path);
        call()
            .send()
            .await
            .expect_failure(401, "Please log in to continue.");
        let refused = call().bearer(&maya.access).send().await;
        refused.expect_failure(403, "You are not authorized to do this.");
    }
    let call = app.call(Method::POST, &resend).bearer(&admin.access);
    call.send().await.expect_failure(404, "Email not found.");
    for query in ["page=0", "limit=0", "limit=101", "page=x"] {
        let path = format!("/api/mails/failed?{query}");
        let list = app.get(&path).bearer(&admin.access).send().await;
        list.expect_failure(400, "The query is not valid");
    }
}
