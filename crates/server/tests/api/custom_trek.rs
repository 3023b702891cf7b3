//! Requests for custom treks and their emails (decisions §3, §10). Validation: custom_trek_input.rs; repeated requests:
//! custom_trek_repeat.rs; the agency's list: custom_trek_desk.rs.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::custom_trek_desk::{change, listed};
use crate::newsletter::header_of;
use crate::outbox::MailFile;
use crate::stage::{text, with};
use crate::support::{Login, TestApp};

pub const AGENCY: &str = "hello@chautari.example";
const RECEIVED: &str = "We have your request for a custom trek";

pub fn wish() -> Value {
    json!({
        "name": "Maya Gurung", "email": "maya@example.com", "phone": "+977 98-4112-3456",
        "destination": "Upper Dolpo", "startDate": "2027-03-01", "days": 18, "guests": 4,
        "message": "We are slow.\nMay we bring a <b>yak</b>?",
    })
}

pub async fn ask(app: &TestApp, body: &Value) -> Answer {
    app.post("/api/custom-treks", body).send().await
}

async fn ask_as(app: &TestApp, who: &Login, body: &Value) -> Answer {
    let call = app.post("/api/custom-treks", body).bearer(&who.access);
    call.send().await
}

pub async fn asked(app: &TestApp, body: &Value) -> Value {
    ask(app, body).await.expect(201)["data"]["customTrek"].clone()
}

/// The emails about custom treks to an address so far.
pub async fn mails_to(app: &TestApp, address: &str) -> Vec<MailFile> {
    app.do_jobs().await;
    let mails = app.outbox().into_iter().filter(|mail| mail.to == address);
    mails
        .filter(|mail| mail.subject == RECEIVED || mail.subject.starts_with("Custom trek: "))
        .collect()
}

// ADMIN-18 DECIDE-15: the agency gets the request in its list and by email, with a reply address.
#[tokio::test]
async fn a_custom_trek_request_is_stored_and_emailed_to_the_agency() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let body = ask(&app, &wish()).await.expect(201);
    let made = body["data"]["customTrek"].clone();
    let mut all = wish();
    for (name, value) in [
        ("_id", made["_id"].clone()),
        ("status", json!("New")),
        ("createdAt", json!("2026-11-20T03:30:00Z")),
        ("updatedAt", json!("2026-11-20T03:30:00Z")),
    ] {
        all = with(&all, name, value);
    }
    assert_eq!(
        body,
        json!({"status": "success", "data": {"customTrek": all}})
    );
    assert_eq!(listed(&app, &admin, "").await, (vec![made.clone()], 1));

    let mails = mails_to(&app, AGENCY).await;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!(mail.subject, "Custom trek: Upper Dolpo");
    assert_eq!(header_of(mail, "Reply-To"), "maya@example.com");
    for said in [
        "Name: Maya Gurung",
        "Email: maya@example.com",
        "Phone: +977 98-4112-3456",
        "Start: Mar 01, 2027",
        "Days: 18",
        "Guests: 4",
        "> We are slow.",
        "> May we bring a <b>yak</b>?",
    ] {
        assert!(mail.text.contains(said), "{said}: {}", mail.text);
    }
    assert!(mail.html.contains("May we bring a &#60;b&#62;yak"));
    let link = format!(
        "http://localhost:8080/admin?section=custom-treks&request={}",
        text(&made, "_id")
    );
    assert!(mail.text.contains(&link), "{}", mail.text);
    let query = format!("search={}", text(&made, "_id"));
    assert_eq!(listed(&app, &admin, &query).await.1, 1);
}

// DECIDE-15, decisions §10 "Limits": text of a stranger is not sent to an unverified address.
#[tokio::test]
async fn the_email_to_an_unverified_address_does_not_contain_the_request() {
    let app = TestApp::start().await;
    let pemba = app
        .sign_up("Pemba", "pemba@example.com", "river of many fords")
        .await;
    ask(&app, &wish()).await.expect(201);
    // The same applies to another address than that of the signed-in account.
    ask_as(&app, &pemba, &wish()).await.expect(201);
    let mails = mails_to(&app, "maya@example.com").await;
    assert_eq!(mails.len(), 2);
    for mail in mails {
        assert_eq!(mail.subject, RECEIVED);
        assert_eq!(header_of(&mail, "To"), "maya@example.com");
        assert_eq!(header_of(&mail, "Reply-To"), "");
        for part in [&mail.text, &mail.html] {
            for word in ["Maya", "Dolpo", "9841", "slow", "yak"] {
                assert!(!part.contains(word), "{word}: {part}");
            }
        }
        for said in ["Start: Mar 01, 2027", "Days: 18", "Guests: 4"] {
            assert!(mail.text.contains(said), "{said}: {}", mail.text);
        }
    }
}

// DECIDE-15: the email to the signed-in owner of the address contains the request.
#[tokio::test]
async fn the_email_to_the_owner_of_the_address_describes_the_request() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let mine = with(&wish(), "email", json!(" MAYA@example.com "));
    let made = ask_as(&app, &maya, &mine).await.expect(201);
    assert_eq!(made["data"]["customTrek"]["email"], "MAYA@example.com");
    let mails = mails_to(&app, "MAYA@example.com").await;
    assert_eq!(mails.len(), 1);
    for said in [
        "Namaste Maya Gurung,",
        "Destination: Upper Dolpo",
        "> We are slow.",
    ] {
        assert!(mails[0].text.contains(said), "{said}: {}", mails[0].text);
    }
    assert!(mails[0].html.contains("May we bring a &#60;b&#62;yak"));
}

// DECIDE-15: name, address, destination and number of guests are the required fields.
#[tokio::test]
async fn optional_fields_may_be_missing_blank_or_null() {
    let app = TestApp::start().await;
    let needed =
        json!({"name": "Li", "email": "li@example.com", "destination": "ल", "guests": 100});
    let empty = json!({"phone": " ", "startDate": "", "message": " \n", "notes": "mine", "status": "Closed"});
    let null = json!({"phone": null, "startDate": null, "days": null, "message": null});
    for more in [json!({}), empty, null] {
        let mut body = needed.clone();
        for (name, value) in more.as_object().expect("fields") {
            body[name] = value.clone();
        }
        let made = asked(&app, &body).await;
        let mut names: Vec<&str> = made
            .as_object()
            .expect("fields")
            .keys()
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        let only = [
            "_id",
            "createdAt",
            "destination",
            "email",
            "guests",
            "name",
            "status",
            "updatedAt",
        ];
        assert_eq!(names, only, "{body}");
        assert_eq!(made["status"], "New");
    }
    let timestamp = with(&wish(), "startDate", json!("2027-02-28T18:15:00Z"));
    assert_eq!(asked(&app, &timestamp).await["startDate"], "2027-03-01");
    app.do_jobs().await;
}

// ACCT-05: requests made with the own address are exported without the agency's notes, and deleted with the account;
// requests of others stay.
#[tokio::test]
async fn custom_trek_requests_are_exported_and_deleted_with_the_account() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let mine = with(&wish(), "email", json!("MAYA@example.com"));
    let mine = asked(&app, &mine).await;
    for other in ["amaya@example.com", "maya@example.com.np"] {
        asked(&app, &with(&wish(), "email", json!(other))).await;
    }
    let note = json!({"status": "Answered", "notes": "Cannot pay"});
    let noted = change(&app, &admin, text(&mine, "_id"), &note).await;
    let mut seen = noted.expect(200)["data"]["customTrek"].clone();
    seen.as_object_mut().expect("fields").remove("notes");
    let export = app.get("/api/users/me/export").bearer(&maya.access);
    let export = export.send().await.expect(200);
    assert_eq!(export["customTreks"], json!([seen]));
    let leave = app.call(Method::DELETE, "/api/users/me");
    let leave = leave.json(&json!({"password": "trail of many stones"}));
    assert_eq!(leave.bearer(&maya.access).send().await.status, 204);
    assert_eq!(listed(&app, &admin, "").await.1, 2);
    // Pending emails are still sent to those who have not deleted their account.
    app.do_jobs().await;
    app.clock.advance(TimeDelta::minutes(2));
    app.do_jobs().await;
    assert_eq!(mails_to(&app, AGENCY).await.len(), 2);
    assert!(mails_to(&app, "MAYA@example.com").await.is_empty());
}
