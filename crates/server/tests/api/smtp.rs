//! Emails over SMTP: encrypted, retried, and never an expired code.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chautari::jobs;
use chautari::platform::adapters::mailer::Mail;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::mail_server::{Encryption, Fault, MailServer, Received};
use crate::program;
use crate::support::{Login, TestApp};

const PASSWORD: &str = "trail of many stones";

/// An app that sends its emails to this server; `scheme` and `query` are the start and end of its URL.
pub async fn app_with(server: &MailServer, scheme: &str, query: &str) -> TestApp {
    let url = format!("{scheme}{}{query}", server.address);
    TestApp::start_with(&[("smtp_url", &url)]).await
}

pub async fn sign_up(app: &TestApp, email: &str) -> Value {
    let ask =
        json!({"name": "Maya", "email": email, "password": PASSWORD, "confirmPassword": PASSWORD});
    app.post("/api/auth/signup", &ask).send().await.expect(200)
}

/// Runs the due jobs as the worker does, and returns their number.
pub async fn work(app: &TestApp) -> usize {
    let now = app.app.clock.now();
    let lease = now + TimeDelta::seconds(60);
    let claimed = store::jobs::claim(&app.app.db, now, lease, 100)
        .await
        .expect("claimed");
    for job in &claimed {
        jobs::attempt(&app.app, job).await;
    }
    claimed.len()
}

pub async fn open_jobs(app: &TestApp) -> (u64, u64) {
    store::jobs::count_open(&app.app.db).await.expect("counted")
}

// A job that runs twice sends the same email with the same Message-ID.
#[tokio::test]
async fn an_email_that_is_sent_twice_has_the_same_content_and_id() {
    let server = MailServer::start(Encryption::Never).await;
    let app = app_with(&server, "smtp://", "").await;
    let begun = sign_up(&app, "maya@example.com").await;
    app.do_jobs().await;
    let mails = server.received();
    let [first, second] = mails.as_slice() else {
        panic!("{} mails", mails.len())
    };
    assert_eq!(first, second);
    assert_eq!(
        (first.from.as_str(), first.to.as_str()),
        ("hello@chautari.example", "maya@example.com")
    );
    assert!(first.header("Message-ID").ends_with("@localhost>"));
    let ask = json!({"otp": first.code(), "tempUserId": begun["tempUserId"]});
    Login::of(app.post("/api/auth/verifyOTP", &ask).send().await);
    assert!(app.outbox().is_empty(), "it went over SMTP alone");
}

#[tokio::test]
async fn the_smtp_url_determines_encryption_and_login() {
    for (encryption, scheme) in [
        (Encryption::StartTls, "smtp://maya%40host:pass%3Aword@"),
        (Encryption::Always, "smtps://maya%40host:pass%3Aword@"),
    ] {
        let server = MailServer::start(encryption).await;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("authority.pem");
        std::fs::write(&file, &server.authority).expect("written");
        let url = format!("{scheme}{}", server.address);
        let settings = [
            ("smtp_url", url.as_str()),
            ("smtp_ca_file", file.to_str().expect("a path")),
        ];
        let app = TestApp::start_with(&settings).await;
        sign_up(&app, "maya@example.com").await;
        assert_eq!(work(&app).await, 1);
        let mails = server.received();
        let [
            Received {
                encrypted: true,
                login: Some(login),
                ..
            },
        ] = mails.as_slice()
        else {
            panic!("{encryption:?}: {mails:?}")
        };
        let login = STANDARD.decode(login).expect("base64");
        assert_eq!(login, b"\0maya@host\0pass:word");
        let said = app.app.mailer.check().await.expect("it answers");
        assert!(
            said.ends_with(", encrypted") && !said.contains("pass"),
            "{said}"
        );
    }
}

// A server with an unknown certificate may be an attacker's and must not receive emails.
#[tokio::test]
async fn a_server_with_an_unknown_certificate_gets_no_email_and_no_password() {
    for (encryption, scheme) in [
        (Encryption::StartTls, "smtp://maya:word@"),
        (Encryption::Always, "smtps://maya:word@"),
    ] {
        let server = MailServer::start(encryption).await;
        let mut app = app_with(&server, scheme, "").await;
        sign_up(&app, "maya@example.com").await;
        assert_eq!(work(&app).await, 1);
        assert_eq!(server.received(), []);
        assert_eq!(open_jobs(&app).await, (1, 0), "it is tried again");
        assert!(app.app.mailer.check().await.is_err());
        app.may_leave_jobs();
    }
}

#[tokio::test]
async fn a_server_without_required_starttls_gets_no_email() {
    let server = MailServer::start(Encryption::Never).await;
    let mut app = app_with(&server, "smtp://maya:word@", "?tls=required").await;
    sign_up(&app, "maya@example.com").await;
    assert_eq!(work(&app).await, 1);
    assert_eq!(server.received(), []);
    let problem = app.app.mailer.check().await.expect_err("not encrypted");
    assert!(problem.to_string().contains("STARTTLS"), "{problem}");
    app.may_leave_jobs();
}

#[tokio::test]
async fn a_temporary_failure_is_retried_until_the_email_is_delivered() {
    for fault in [
        Fault::DefersRecipient,
        Fault::RefusesSender,
        Fault::RefusesLogin,
        Fault::DropsInMail,
    ] {
        let server = MailServer::start(Encryption::Never).await;
        let app = app_with(&server, "smtp://maya:word@", "").await;
        server.set_fault(fault);
        sign_up(&app, "maya@example.com").await;
        assert_eq!(work(&app).await, 1);
        assert_eq!(open_jobs(&app).await, (1, 0), "{fault:?} is not for good");
        server.set_fault(Fault::None);
        app.clock.advance(TimeDelta::seconds(7));
        assert_eq!(work(&app).await, 1, "{fault:?}");
        assert_eq!(server.received().len(), 1, "{fault:?}");
        assert_eq!(open_jobs(&app).await, (0, 0), "{fault:?}");
    }
}

// Sent at least once, always with the same Message-ID, by which mail programs remove duplicates.
#[tokio::test]
async fn an_email_without_a_receipt_is_sent_again_with_the_same_id() {
    let server = MailServer::start(Encryption::Never).await;
    let app = app_with(&server, "smtp://", "").await;
    server.set_fault(Fault::DropsAfterMail);
    sign_up(&app, "maya@example.com").await;
    assert_eq!(work(&app).await, 1);
    server.set_fault(Fault::None);
    app.clock.advance(TimeDelta::seconds(7));
    assert_eq!(work(&app).await, 1);
    let mails = server.received();
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0], mails[1]);
}

#[tokio::test]
async fn a_silent_mail_server_is_abandoned_after_the_timeout() {
    let server = MailServer::start(Encryption::Never).await;
    server.set_fault(Fault::Hangs);
    let url = format!("smtp://{}", server.address);
    let settings = [("smtp_url", url.as_str()), ("smtp_timeout_seconds", "1")];
    let mut app = TestApp::start_with(&settings).await;
    // The sign-up does not wait for the mail server: a job sends the code.
    sign_up(&app, "maya@example.com").await;
    assert_eq!(work(&app).await, 1);
    assert_eq!(open_jobs(&app).await, (1, 0), "it is tried again");
    let problem = app.app.mailer.check().await.expect_err("it says nothing");
    assert!(problem.to_string().contains("within 1 s"), "{problem}");
    app.may_leave_jobs();
}

// SIGNUP-15: a code that expires while the mail server is unavailable is dropped.
#[tokio::test]
async fn an_expired_code_is_never_sent() {
    let server = MailServer::start(Encryption::Never).await;
    let app = app_with(&server, "smtp://", "").await;
    server.set_fault(Fault::DefersRecipient);
    sign_up(&app, "maya@example.com").await;
    assert_eq!(work(&app).await, 1);
    server.set_fault(Fault::None);
    app.clock.advance(TimeDelta::seconds(60));
    assert_eq!(work(&app).await, 1);
    assert_eq!(server.received(), []);
    assert_eq!(open_jobs(&app).await, (0, 0), "it is dropped");
}

// Decisions 1: `chautari check` connects to the mail server, and reports errors without the password.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_reaches_the_mail_server() {
    let server = MailServer::start(Encryption::Never).await;
    let check = |url: String| async {
        let run = move || {
            let folder = program::folder();
            let mut command = program::chautari(&folder, &["check"]);
            command.env("CHAUTARI_SMTP_URL", url).output()
        };
        let output = tokio::task::spawn_blocking(run).await.expect("it ends");
        let said = program::stdout_of(&output.expect("it runs"));
        assert!(!said.contains("secret-word"), "{said}");
        let line = said
            .lines()
            .find(|line| line.contains("mail"))
            .map(str::to_owned);
        line.expect("a line")
    };
    let there = server.address;
    let line = check(format!("smtp://maya:secret-word@{there}")).await;
    assert_eq!(
        line,
        format!("ok      mail      smtp://{there}, not encrypted")
    );
    server.set_fault(Fault::RefusesLogin);
    let line = check(format!("smtp://maya:secret-word@{there}")).await;
    assert!(
        line.starts_with("FAILED  mail") && line.contains("535"),
        "{line}"
    );
    let line = check("smtp://127.0.0.1:1".to_owned()).await;
    assert!(line.starts_with("FAILED  mail"), "{line}");
}

#[test]
fn an_invalid_mail_server_setting_stops_the_start_without_printing_the_password() {
    for (name, value) in [
        ("CHAUTARI_SMTP_URL", "http://maya:secret-word@mail.example"),
        (
            "CHAUTARI_SMTP_URL",
            "smtp://maya:secret-word@mail.example?tls=none",
        ),
        ("CHAUTARI_SMTP_CA_FILE", "no-such-file.pem"),
        ("CHAUTARI_SMTP_TIMEOUT_SECONDS", "0"),
    ] {
        let folder = program::folder();
        let mut serve = program::chautari(&folder, &["serve"]);
        let output = serve.env(name, value).output().expect("it runs");
        let said = program::stderr_of(&output);
        assert!(!output.status.success(), "{name}={value} was taken");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(name), "{said}");
        assert!(!said.contains("secret-word"), "{said}");
    }
}

// SIGNUP-15: the remaining lifetime of a code limits its delivery.
#[tokio::test]
async fn the_delivery_of_a_code_ends_when_the_code_expires() {
    let server = MailServer::start(Encryption::Never).await;
    server.set_fault(Fault::Hangs);
    let app = app_with(&server, "smtp://", "").await;
    let mail = Mail {
        job_id: app.app.clock.new_id(),
        written_at: app.app.clock.now(),
        to_name: String::new(),
        to_address: "maya@example.com".to_owned(),
        subject: "A code".to_owned(),
        text: String::new(),
        html: String::new(),
        time_left: Some(Duration::from_millis(1)),
        unsubscribe_url: None,
        attachments: Vec::new(),
        reply_to: None,
        thread_id: None,
    };
    let problem = app.app.send_mail(mail).await.expect_err("no time");
    assert_eq!(problem.to, "maya@example.com");
    // Without that limit the timeout of 20 seconds from the settings would apply.
    assert!(
        problem.to_string().ends_with("no answer within 1 s"),
        "{problem}"
    );
}
