//! Emails to many recipients: drafts, audiences, the rate, the outcome of each email, and unsubscribing (operations §6).

use axum::http::Method;
use chautari::features::campaign::queue;
use chrono::TimeDelta;
use domain::account::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::blog_write::audit;
use crate::call::{Answer, fields_of};
use crate::departures::departure_with;
use crate::mail_server::{Encryption, Fault, MailServer};
use crate::money::patch;
use crate::newsletter::{header_of, subscribed, unsubscribe};
use crate::outbox::MailFile;
use crate::smtp::{app_with, sign_up, work};
use crate::stage::text;
use crate::support::{Login, TestApp};
use crate::waitlist::{admin_again, person, sold};

const SUBJECT: &str = "Snow on the pass";

fn draft(audience: &Value) -> Value {
    json!({
        "subject": SUBJECT,
        "body": "The pass is closed & cold.\nBring boots.\n\nRead https://snow.example/pass?a=1&b=2, please.",
        "audience": audience,
    })
}

fn to_subscribers() -> Value {
    draft(&json!({"kind": "subscribers"}))
}

async fn create(test: &TestApp, who: &Login, body: &Value) -> Answer {
    let call = test.post("/api/campaigns", body);
    call.bearer(&who.access).send().await
}

pub async fn created(test: &TestApp, who: &Login) -> Value {
    let made = create(test, who, &to_subscribers()).await.expect(201);
    made["data"]["campaign"].clone()
}

async fn act(test: &TestApp, who: &Login, campaign: &Value, action: &str) -> Answer {
    let path = format!("/api/campaigns/{}/{action}", text(campaign, "_id"));
    let body = json!({"version": campaign["version"]});
    test.post(&path, &body).bearer(&who.access).send().await
}

async fn read(test: &TestApp, who: &Login, path: &str) -> Value {
    let answer = test.get(path).bearer(&who.access).send().await;
    answer.expect(200)["data"].clone()
}

async fn state(test: &TestApp, who: &Login, campaign: &Value) -> Value {
    let path = format!("/api/campaigns/{}", text(campaign, "_id"));
    read(test, who, &path).await["campaign"].clone()
}

fn counts(campaign: &Value) -> [u64; 4] {
    ["open", "sent", "skipped", "failed"]
        .map(|name| campaign["recipients"][name].as_u64().expect("a number"))
}

fn mails(test: &TestApp) -> Vec<MailFile> {
    let mails = test.outbox().into_iter();
    mails.filter(|mail| mail.subject == SUBJECT).collect()
}

/// Lets the periodic task and the jobs run until all emails have ended, and returns the minutes that it took.
async fn deliver(test: &TestApp) -> i64 {
    let begun = test.app.clock.now();
    loop {
        queue::queue(&test.app).await.expect("queued");
        test.do_jobs().await;
        queue::queue(&test.app).await.expect("ended");
        let (open, _) = store::jobs::count_open(&test.app.db)
            .await
            .expect("counted");
        let is_waiting = store::campaign_recipients::is_any_waiting(&test.app.db).await;
        if open == 0 && !is_waiting.expect("asked") {
            return (test.app.clock.now() - begun).num_minutes();
        }
        test.clock.advance(TimeDelta::seconds(5));
    }
}

async fn subscribers(test: &TestApp, number: usize) -> Vec<String> {
    let mut tokens = Vec::new();
    for at in 0..number {
        tokens.push(subscribed(test, &format!("reader{at}@example.com")).await);
    }
    tokens
}

#[tokio::test]
async fn an_email_to_the_subscribers_is_previewed_tested_sent_to_each_once_and_left_with_one_click()
{
    let test = TestApp::start().await;
    let admin = test.admin().await;
    subscribers(&test, 3).await;
    let campaign = created(&test, &admin).await;
    assert_eq!(
        (&campaign["status"], counts(&campaign)),
        (&json!("draft"), [0; 4])
    );
    assert_eq!(campaign["createdBy"], "Ang Rita");
    let path = format!("/api/campaigns/{}/preview", text(&campaign, "_id"));
    let preview = read(&test, &admin, &path).await;
    assert_eq!(preview["recipients"], 3);
    let html = text(&preview, "html");
    assert!(html.contains("closed &#38; cold"), "{html}");
    assert!(
        html.contains("href=\"https://snow.example/pass?a=1&#38;b=2\""),
        "{html}"
    );
    assert!(
        text(&preview, "text").contains("Namaste,\n\nThe pass is closed & cold.\nBring boots.")
    );
    assert!(mails(&test).is_empty());

    act(&test, &admin, &campaign, "test").await.expect(202);
    test.do_jobs().await;
    let tested = mails(&test);
    assert_eq!(tested.len(), 1);
    assert_eq!(tested[0].to, "admin@example.com");

    let sent = act(&test, &admin, &campaign, "send").await.expect(200);
    assert_eq!(sent["data"]["campaign"]["status"], "sending");
    act(&test, &admin, &campaign, "send").await.expect(409);
    deliver(&test).await;
    let ended = state(&test, &admin, &campaign).await;
    assert_eq!(
        (&ended["status"], counts(&ended)),
        (&json!("sent"), [0, 3, 0, 0])
    );
    let mails = mails(&test);
    let mut to: Vec<_> = mails[1..].iter().map(|mail| mail.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(
        to,
        [
            "reader0@example.com",
            "reader1@example.com",
            "reader2@example.com"
        ]
    );
    for mail in &mails[1..] {
        let link = header_of(mail, "List-Unsubscribe");
        assert_eq!(
            header_of(mail, "List-Unsubscribe-Post"),
            "List-Unsubscribe=One-Click"
        );
        let path = link.trim_matches(['<', '>']);
        let path = path
            .strip_prefix("http://localhost:8080")
            .expect("our address");
        assert!(
            mail.text.contains("/newsletter/unsubscribe?token="),
            "{}",
            mail.text
        );
        // RFC 8058: the mail program posts a form to the address.
        let form = test.call(Method::POST, path);
        let form = form.body(
            "application/x-www-form-urlencoded",
            "List-Unsubscribe=One-Click",
        );
        form.send().await.expect(200);
    }
    let left = read(&test, &admin, "/api/newsletter/subscribers").await;
    assert_eq!(left["total"], 0);
    assert_eq!(
        audit(&test, &admin).await,
        [
            format!("send campaign {SUBJECT}"),
            format!("test campaign {SUBJECT}"),
            format!("create campaign {SUBJECT}"),
        ]
    );
}

#[tokio::test]
async fn a_reader_who_unsubscribes_between_draft_and_delivery_gets_no_email() {
    let test = TestApp::start_with(&[("campaign_mails_per_minute", "1")]).await;
    let admin = test.admin().await;
    let tokens = subscribers(&test, 3).await;
    let campaign = created(&test, &admin).await;
    unsubscribe(&test, &tokens[0]).await.expect(200);
    act(&test, &admin, &campaign, "send").await.expect(200);
    // Recipients are mailed newest subscriber first, so this one still waits.
    unsubscribe(&test, &tokens[1]).await.expect(200);
    deliver(&test).await;
    let to: Vec<_> = mails(&test).into_iter().map(|mail| mail.to).collect();
    assert_eq!(to, ["reader2@example.com"]);
    let ended = state(&test, &admin, &campaign).await;
    assert_eq!(counts(&ended), [0, 1, 1, 0]);
    let path = format!(
        "/api/campaigns/{}/recipients?state=skipped",
        text(&campaign, "_id")
    );
    let skipped = read(&test, &admin, &path).await;
    assert_eq!(skipped["total"], 1);
    assert_eq!(skipped["recipients"][0]["email"], "reader1@example.com");
}

#[tokio::test]
async fn an_email_to_a_departure_goes_to_the_customers_of_its_paid_bookings_once_each_also_after_the_walk()
 {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 9).await;
    let (maya, pemba) = (person(&test, "Maya").await, person(&test, "Pemba").await);
    for who in [&maya, &pemba, &maya] {
        sold(&test, who, (&trek, &made), 1).await;
    }
    let tenzin = person(&test, "Tenzin").await;
    let walked = sold(&test, &tenzin, (&trek, &made), 1).await;
    test.do_jobs().await;
    let admin = admin_again(&test).await;
    patch(&test, &admin, &walked, &json!({"status": "Completed"}))
        .await
        .expect(200);
    let audience = json!({"kind": "departure", "departureId": made["_id"]});
    let campaign = create(&test, &admin, &draft(&audience)).await.expect(201);
    let campaign = campaign["data"]["campaign"].clone();
    assert_eq!(campaign["departure"], "Namche Bazaar, Apr 03, 2027");
    act(&test, &admin, &campaign, "send").await.expect(200);
    deliver(&test).await;
    let mails = mails(&test);
    assert_eq!(mails.len(), 3);
    for mail in &mails {
        assert_eq!(
            header_of(mail, "List-Unsubscribe"),
            "",
            "it is about their booking"
        );
        assert!(
            mail.text
                .contains("because you booked Namche Bazaar, Apr 03, 2027.")
        );
        let is_to = |name| mail.text.starts_with(&format!("Namaste {name}"));
        assert!(["Maya", "Pemba", "Tenzin"].into_iter().any(is_to));
    }
    let other = json!({"kind": "departure", "departureId": campaign["_id"]});
    let refused = create(&test, &admin, &draft(&other)).await.expect(400);
    assert_eq!(fields_of(&refused), ["audience"]);
}

#[tokio::test]
async fn emails_leave_no_faster_than_the_rate_for_all_campaigns_together() {
    let test = TestApp::start_with(&[
        ("campaign_mails_per_minute", "6"),
        ("limit_subscriptions_of_client", "off"),
    ])
    .await;
    let admin = test.admin().await;
    subscribers(&test, 10).await;
    let (first, second) = (created(&test, &admin).await, created(&test, &admin).await);
    for campaign in [&first, &second] {
        act(&test, &admin, campaign, "send").await.expect(200);
    }
    for _ in 0..20 {
        queue::queue(&test.app).await.expect("queued");
    }
    test.do_jobs().await;
    assert_eq!(mails(&test).len(), 6, "in the first minute");
    let minutes = deliver(&test).await;
    assert_eq!(mails(&test).len(), 20);
    assert!((2..=4).contains(&minutes), "{minutes} minutes");
    for campaign in [&first, &second] {
        assert_eq!(counts(&state(&test, &admin, campaign).await), [0, 10, 0, 0]);
    }
}

#[tokio::test]
async fn a_rejected_email_is_listed_with_its_reason_and_sent_again_on_request() {
    let server = MailServer::start(Encryption::Never).await;
    let test = app_with(&server, "smtp://", "").await;
    let begun = sign_up(&test, "staff@example.com").await;
    work(&test).await;
    let code = server.received().pop().expect("an email").code();
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let admin = Login::of(test.post("/api/auth/verifyOTP", &ask).send().await);
    test.give_role(&admin, Role::Admin).await;
    for at in 0..2 {
        let body = json!({"email": format!("reader{at}@example.com")});
        test.post("/api/newsletter/subscribe", &body)
            .send()
            .await
            .expect(200);
    }
    while work(&test).await > 0 {}
    let campaign = created(&test, &admin).await;
    server.set_fault(Fault::RefusesRecipient);
    act(&test, &admin, &campaign, "send").await.expect(200);
    for _ in 0..3 {
        queue::queue(&test.app).await.expect("queued");
        while work(&test).await > 0 {}
    }
    let failed = state(&test, &admin, &campaign).await;
    assert_eq!(
        (&failed["status"], counts(&failed)),
        (&json!("sent"), [0, 0, 0, 2])
    );
    let path = format!(
        "/api/campaigns/{}/recipients?state=failed",
        text(&campaign, "_id")
    );
    let listed = read(&test, &admin, &path).await;
    let reason = text(&listed["recipients"][0], "error");
    assert!(
        reason.contains("rejected") && !reason.contains('@'),
        "{reason}"
    );

    // An email that the server does not confirm may have arrived, so it is not sent again by itself.
    server.set_fault(Fault::DropsAfterMail);
    act(&test, &admin, &campaign, "retry").await.expect(200);
    for _ in 0..3 {
        test.clock.advance(TimeDelta::minutes(2));
        queue::queue(&test.app).await.expect("queued");
        while work(&test).await > 0 {}
    }
    assert_eq!(counts(&state(&test, &admin, &campaign).await), [0, 0, 0, 2]);

    // A server that is away for a while delays the email.
    server.set_fault(Fault::DefersRecipient);
    act(&test, &admin, &campaign, "retry").await.expect(200);
    queue::queue(&test.app).await.expect("queued");
    while work(&test).await > 0 {}
    assert_eq!(counts(&state(&test, &admin, &campaign).await), [2, 0, 0, 0]);
    server.set_fault(Fault::None);
    let before = server.received().len();
    for _ in 0..3 {
        test.clock.advance(TimeDelta::minutes(2));
        queue::queue(&test.app).await.expect("queued");
        while work(&test).await > 0 {}
    }
    let ended = state(&test, &admin, &campaign).await;
    assert_eq!(
        (&ended["status"], counts(&ended)),
        (&json!("sent"), [0, 2, 0, 0])
    );
    assert_eq!(server.received().len(), before + 2);
    act(&test, &admin, &campaign, "retry").await.expect(409);
}

#[tokio::test]
async fn a_draft_is_checked_changed_by_version_and_sent_by_one_of_two() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let refused = create(&test, &admin, &json!({"audience": {"kind": "subscribers"}})).await;
    assert_eq!(fields_of(&refused.expect(400)), ["subject", "body"]);
    create(&test, &admin, &json!({"audience": {"kind": "everybody"}}))
        .await
        .expect(400);
    let campaign = created(&test, &admin).await;
    let empty = act(&test, &admin, &campaign, "send").await;
    empty.expect_failure(409, "This email has no recipients.");
    assert_eq!(state(&test, &admin, &campaign).await["status"], "draft");

    let path = format!("/api/campaigns/{}", text(&campaign, "_id"));
    let change = |body: Value| {
        let call = test.call(Method::PATCH, &path).json(&body);
        call.bearer(&admin.access).send()
    };
    let changed = change(json!({"version": 1, "subject": " Sun "}))
        .await
        .expect(200);
    let changed = changed["data"]["campaign"].clone();
    assert_eq!(
        (&changed["subject"], &changed["version"]),
        (&json!("Sun"), &json!(2))
    );
    assert_eq!(changed["body"], campaign["body"]);
    change(json!({"version": 1, "subject": "Old"}))
        .await
        .expect(409);
    act(&test, &admin, &campaign, "send").await.expect(409);

    subscribers(&test, 2).await;
    let sends = join_all([
        act(&test, &admin, &changed, "send"),
        act(&test, &admin, &changed, "send"),
        act(&test, &admin, &changed, "send"),
    ])
    .await;
    let sent = sends.iter().filter(|answer| answer.status == 200);
    assert_eq!(sent.count(), 1);
    change(json!({"version": 3, "subject": "Late"}))
        .await
        .expect(409);
    let delete = || {
        test.call(Method::DELETE, &path)
            .bearer(&admin.access)
            .send()
    };
    delete().await.expect(409);
    deliver(&test).await;
    let to_subscribers = test
        .outbox()
        .into_iter()
        .filter(|mail| mail.subject == "Sun");
    assert_eq!(to_subscribers.count(), 2);
    let other = created(&test, &admin).await;
    let path = format!("/api/campaigns/{}", text(&other, "_id"));
    let delete = test.call(Method::DELETE, &path).bearer(&admin.access);
    assert_eq!(delete.send().await.status, 204);
    let listed = read(&test, &admin, "/api/campaigns").await;
    assert_eq!(listed["total"], 1);
}
