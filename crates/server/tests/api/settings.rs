//! Settings that an owner changes at the desk (operations §6): at once, all or none, and not those of the operator.

use axum::http::Method;
use chautari::features::settings::list;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of, message_of};
use crate::mail_server::{Encryption, Fault, MailServer};
use crate::money::{paid, preview, stored};
use crate::smtp::app_with;
use crate::stage::{booked, booking_id, read_booking, stored_trek};
use crate::support::{Login, TestApp};

pub async fn read(test: &TestApp, who: &Login) -> Value {
    let call = test.get("/api/settings").bearer(&who.access);
    call.send().await.expect(200)["data"].clone()
}

/// Changes settings with the present version.
pub async fn change(test: &TestApp, who: &Login, values: &Value) -> Answer {
    let version = read(test, who).await["version"].clone();
    change_version(test, who, &version, values).await
}

pub async fn change_version(
    test: &TestApp,
    who: &Login,
    version: &Value,
    values: &Value,
) -> Answer {
    let call = test.call(Method::PATCH, "/api/settings");
    let call = call.json(&json!({"version": version, "values": values}));
    call.bearer(&who.access).send().await
}

/// A setting of the answer by name.
pub fn one<'a>(data: &'a Value, name: &str) -> &'a Value {
    let all = data["settings"].as_array().expect("settings");
    let found = all.iter().find(|setting| setting["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

async fn config(test: &TestApp) -> Value {
    test.get("/api/config").send().await.expect(200)["data"].clone()
}

#[tokio::test]
async fn a_change_is_seen_at_once_on_pages_in_answers_and_in_emails() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let tiles = "roadmap=https://tiles.example/{z}/{x}/{y}.png";
    let values = json!({
        "name": "Yeti Walks", "contact_email": "hello@yeti.example", "company_name": "Yeti Ltd",
        "hold_minutes": "45", "cancellation_policy": "10:80", "map_tiles": tiles,
        "mail_from": "Yeti <post@yeti.example>", "default_tax_percent": "13", "default_deposit_percent": "20",
    });
    let answer = change(&test, &admin, &values).await.expect(200)["data"].clone();
    assert_eq!(answer["version"], 1);
    assert_eq!(one(&answer, "name")["source"], "desk");
    assert_eq!(one(&answer, "name")["changedBy"], "Ang Rita");
    let config = config(&test).await;
    assert_eq!(config["name"], "Yeti Walks");
    assert_eq!(config["contactEmail"], "hello@yeti.example");
    assert_eq!(config["company"]["name"], "Yeti Ltd");
    assert_eq!(config["holdMinutes"], 45);
    assert_eq!(
        config["cancellationPolicy"],
        json!([{"days": 10, "percent": 80}])
    );
    assert_eq!(config["defaultCharges"]["gst"], 13);
    let terms = json!({"deposit": {"percent": 20}, "balance": {"daysBefore": 30}});
    assert_eq!(config["defaultTerms"], terms);
    let page = test.get("/").send().await;
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("https://tiles.example"), "{policy}");
    let html = String::from_utf8_lossy(&page.body);
    assert!(html.contains("<title>Yeti Walks"), "{html}");
    let manifest = test.get("/site.webmanifest").send().await;
    assert!(String::from_utf8_lossy(&manifest.body).contains("Yeti Walks"));
    test.traveller().await;
    let mail = test.outbox().pop().expect("a mail");
    let raw = String::from_utf8_lossy(&mail.raw);
    assert!(raw.contains("post@yeti.example"), "{raw}");
    assert!(mail.text.contains("Yeti Walks"), "{}", mail.text);

    let reset = json!({"name": null, "map_tiles": " ", "mail_from": null});
    let answer = change(&test, &admin, &reset).await.expect(200)["data"].clone();
    assert_eq!(one(&answer, "name")["source"], "default");
    assert_eq!(one(&answer, "name")["value"], "Chautari");
    let page = test.get("/").send().await;
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(!policy.contains("https://tiles.example"), "{policy}");
}

#[tokio::test]
async fn a_change_is_made_whole_or_not_at_all_and_each_error_names_its_field() {
    let test = TestApp::start_with(&[("name", "From the file")]).await;
    let admin = test.admin().await;
    let values = json!({
        "contact_phone": "+977 1 4444444", "hold_minutes": "soon", "cancellation_policy": "30:101",
        "pay_by_bank": "1", "bank_account_name": "Yeti Ltd",
    });
    let refused = change(&test, &admin, &values).await.expect(400);
    let mut fields = fields_of(&refused);
    fields.sort_unstable();
    assert_eq!(
        fields,
        ["bank_account_number", "cancellation_policy", "hold_minutes"]
    );
    let message = message_of(&refused, "bank_account_number").expect("a message");
    assert_eq!(message, "is missing; “Offer bank transfer” needs it");
    let long = "x".repeat(4001);
    for (name, value, says) in [
        ("contact_phone", long.as_str(), "too long"),
        ("listen", "127.0.0.1:1", "Only the operator"),
        ("no_such_setting", "1", "no such setting"),
        ("name", "Yeti", "The operator set this in chautari.toml"),
        ("contact_email", "nobody", "name@host.example"),
        ("mail_from", "Yeti\r\nBcc: x@example.com", "one line"),
    ] {
        let refused = change(&test, &admin, &json!({name: value, "decide_days": "3"})).await;
        let refused = refused.expect(400);
        let said = message_of(&refused, name).expect("a message");
        assert!(said.contains(says), "{name}: {said}");
    }
    let data = read(&test, &admin).await;
    assert_eq!(data["version"], 0);
    assert_eq!(one(&data, "contact_phone")["value"], "");
    assert_eq!(one(&data, "decide_days")["value"], "42");
    let log = test.get("/api/audit").bearer(&admin.access).send().await;
    assert_eq!(log.expect(200)["data"]["total"], 0);
}

#[tokio::test]
async fn a_change_of_an_older_version_is_refused_with_the_present_settings() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let (one_change, other) = (json!({"name": "Yeti"}), json!({"name": "Bharal"}));
    let version = json!(0);
    let (first, second) = tokio::join!(
        change_version(&test, &admin, &version, &one_change),
        change_version(&test, &admin, &version, &other),
    );
    let (saved, refused) = match first.status.as_u16() {
        200 => (first, second),
        _ => (second, first),
    };
    let saved = saved.expect(200)["data"].clone();
    let refused = refused.expect(409);
    assert_eq!(refused["currentVersion"], 1);
    assert_eq!(
        one(&refused["data"], "name")["value"],
        one(&saved, "name")["value"]
    );
    // The same values again change nothing.
    let name = one(&saved, "name")["value"].clone();
    let again = change(&test, &admin, &json!({"name": name}))
        .await
        .expect(200);
    assert_eq!(again["data"]["version"], 1);
}

#[tokio::test]
async fn what_only_an_operator_changes_is_shown_without_secrets() {
    let settings = [
        ("smtp_url", "smtp://maya:hidden-word@mail.example"),
        ("smtp_timeout_seconds", "7"),
        ("map_tiles", "google:hidden-word"),
        ("secret_key", "hidden-word-of-thirty-two-letters-and-more"),
    ];
    let test = TestApp::start_with(&settings).await;
    let answer = list::answer(&test.app.settings.current());
    let data = serde_json::to_value(answer).expect("JSON")["data"].clone();
    assert!(!data.to_string().contains("hidden-word"), "{data}");
    assert_eq!(one(&data, "map_tiles")["value"], "google:(key)");
    let operators = data["operatorSettings"].as_array().expect("settings");
    let find = |name: &str| {
        operators
            .iter()
            .find(|one| one["name"] == name)
            .expect("one")
    };
    assert_eq!(find("smtp_timeout_seconds")["value"], "7");
    assert_eq!(find("smtp_timeout_seconds")["setIn"], "chautari.toml");
    for name in ["smtp_url", "secret_key"] {
        assert_eq!(find(name)["value"], Value::Null);
        assert_eq!(find(name)["isSecret"], true);
        assert_eq!(find(name)["isSet"], true);
    }
    assert_eq!(find("stripe_secret_key")["isSet"], false);
}

#[tokio::test]
async fn bookings_and_invoices_that_exist_keep_the_policy_and_the_company_they_were_made_with() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let trek = stored_trek(&test).await;
    let id = booking_id(&paid(&test, &maya, &trek).await);
    let before = preview(&test, &maya, &id).await.expect(200);
    let shown = read_booking(&test, &maya, &id).await.expect(200)["data"]["booking"].clone();
    let values = json!({
        "cancellation_policy": "10:10", "company_name": "Yeti Ltd", "invoice_mode": "nepal",
        "invoice_pan": "609812345", "hold_minutes": "5",
    });
    change(&test, &admin, &values).await.expect(200);
    assert_eq!(preview(&test, &maya, &id).await.expect(200), before);
    let again = read_booking(&test, &maya, &id).await.expect(200)["data"]["booking"].clone();
    assert_eq!(
        again["cancellationDeadlines"],
        shown["cancellationDeadlines"]
    );
    let number = shown["invoiceNumber"].as_str().expect("a number");
    let invoice = store::invoices::find(&test.app.db, number).await;
    let invoice = invoice.expect("read").expect("an invoice");
    assert_eq!(
        (invoice.seller.name.as_str(), invoice.tax),
        ("Chautari", None)
    );
    // A new booking has the new policy.
    let new = booking_id(&booked(&test, &maya, &trek).await);
    let policy = stored(&test, &new)
        .await
        .cancellation_policy
        .expect("a policy");
    assert_eq!(policy.steps().len(), 1);
    test.do_jobs().await;
}

#[tokio::test]
async fn the_history_of_a_setting_lists_its_changes_without_keys() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    for name in ["Yeti", "Bharal"] {
        test.clock.advance(TimeDelta::seconds(1));
        change(&test, &admin, &json!({"name": name}))
            .await
            .expect(200);
    }
    let history = async |name: &str| {
        let path = format!("/api/settings/{name}/history");
        let answer = test.get(&path).bearer(&admin.access).send().await;
        answer.expect(200)["data"]["changes"].clone()
    };
    let changes = history("name").await;
    let changes = changes.as_array().expect("changes");
    let shown: Vec<_> = changes
        .iter()
        .map(|one| (&one["before"], &one["after"]))
        .collect();
    assert_eq!(
        shown,
        [
            (&json!("Yeti"), &json!("Bharal")),
            (&Value::Null, &json!("Yeti"))
        ]
    );
    assert_eq!(changes[0]["who"], "Ang Rita");
    change(&test, &admin, &json!({"map_tiles": "google:a-key"}))
        .await
        .expect(200);
    assert_eq!(history("map_tiles").await[0]["after"], "google:(key)");
    assert_eq!(
        one(&read(&test, &admin).await, "map_tiles")["value"],
        "google:a-key"
    );
    let unknown = test
        .get("/api/settings/listen/history")
        .bearer(&admin.access);
    unknown.send().await.expect(404);
}

#[tokio::test]
async fn a_test_email_comes_from_the_sender_that_is_tried_and_says_what_the_server_answered() {
    let server = MailServer::start(Encryption::Never).await;
    let test = app_with(&server, "smtp://", "").await;
    let admin = admin_by_mail(&test, &server).await;
    let send = async |ask: Value| {
        let call = test.post("/api/settings/test-mail", &ask);
        call.bearer(&admin.access).send().await
    };
    let tried = json!({"mailFrom": "Yeti <post@yeti.example>"});
    let sent = send(tried.clone()).await.expect(200);
    assert_eq!(sent["message"], "Email sent to admin@example.com.");
    let mails = server.received();
    let mail = mails.last().expect("a mail");
    assert_eq!(
        (mail.from.as_str(), mail.to.as_str()),
        ("post@yeti.example", "admin@example.com")
    );
    assert_eq!(
        one(&read(&test, &admin).await, "mail_from")["source"],
        "default"
    );
    send(json!({})).await.expect(200);
    assert_eq!(
        server.received().last().expect("a mail").from,
        "hello@chautari.example"
    );
    let refused = send(json!({"mailFrom": "nobody"})).await.expect(400);
    assert_eq!(fields_of(&refused), ["mail_from"]);
    server.set_fault(Fault::RefusesSender);
    let refused = send(tried).await.expect(409);
    let said = refused["message"].as_str().expect("a message");
    assert!(
        said.contains("The email was not sent") && said.contains("550"),
        "{said}"
    );
}

/// An administrator whose code was sent by the mail server.
async fn admin_by_mail(test: &TestApp, server: &MailServer) -> Login {
    let begun = crate::smtp::sign_up(test, "admin@example.com").await;
    crate::smtp::work(test).await;
    let code = server.received().last().expect("a mail").code();
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let login = Login::of(test.post("/api/auth/verifyOTP", &ask).send().await);
    test.give_role(&login, domain::account::Role::Admin).await;
    login
}
