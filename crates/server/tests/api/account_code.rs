//! The emailed code of a sign-up: lifetime, attempts and email.

use chrono::TimeDelta;
use serde_json::json;

use crate::account::{PASSWORD, WRONG_CODE, other_code, signup_of};
use crate::support::TestApp;

// Both the text and the HTML of the email contain the code and its lifetime.
#[tokio::test]
async fn the_email_of_a_code_is_one_file_named_after_its_job_with_text_and_html() {
    let app = TestApp::start_with(&[("name", "Trek & Co"), ("otp_ttl_seconds", "120")]).await;
    app.post("/api/auth/signup", &signup_of("maya@example.com"))
        .send()
        .await
        .expect(200);
    let code = app.mailed_code("maya@example.com").await;
    let mails = app.outbox();
    let [mail] = mails.as_slice() else {
        panic!("{} mails", mails.len())
    };
    assert_eq!(mail.subject, format!("{code} is your Trek & Co code"));
    for part in [&mail.text, &mail.html] {
        assert!(part.contains(&code), "{part}");
        assert!(part.contains("2 minutes"), "{part}");
        assert!(part.contains("http://localhost:8080"), "{part}");
    }
    assert!(
        mail.text.contains("Trek & Co") && mail.html.contains("Trek &#38; Co"),
        "{}",
        mail.html
    );
    let job = mail.file_name.strip_suffix(".eml").expect("a name");
    assert_eq!(mail.message_id, format!("{job}@localhost"));
}

// SIGNUP-15: a code expires exactly after the configured lifetime.
#[tokio::test]
async fn an_expired_code_is_refused_and_a_new_one_works() {
    let app = TestApp::start_with(&[("otp_ttl_seconds", "90")]).await;
    let begun = app
        .post("/api/auth/signup", &signup_of("maya@example.com"))
        .send()
        .await
        .expect(200);
    assert_eq!(begun["expiresInSeconds"], 90);
    let code = app.mailed_code("maya@example.com").await;
    app.clock.advance(TimeDelta::seconds(90));
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    app.post("/api/auth/verifyOTP", &ask)
        .send()
        .await
        .expect_failure(400, WRONG_CODE);

    let login = app
        .sign_up("Maya Gurung", "maya@example.com", PASSWORD)
        .await;
    assert!(!login.access.is_empty());
}

#[tokio::test]
async fn an_expired_code_is_not_emailed() {
    let app = TestApp::start().await;
    app.post("/api/auth/signup", &signup_of("maya@example.com"))
        .send()
        .await
        .expect(200);
    app.clock.advance(TimeDelta::seconds(60));
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), 0);
}

#[tokio::test]
async fn five_wrong_attempts_end_a_code_and_a_correct_fifth_attempt_works() {
    let app = TestApp::start().await;
    for (wrong_tries, status) in [(4, 200), (5, 400)] {
        let email = format!("maya{wrong_tries}@example.com");
        let begun = app
            .post("/api/auth/signup", &signup_of(&email))
            .send()
            .await
            .expect(200);
        let code = app.mailed_code(&email).await;
        for _ in 0..wrong_tries {
            let ask = json!({"otp": other_code(&code), "tempUserId": begun["tempUserId"]});
            app.post("/api/auth/verifyOTP", &ask)
                .send()
                .await
                .expect_failure(400, WRONG_CODE);
        }
        let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
        app.post("/api/auth/verifyOTP", &ask)
            .send()
            .await
            .expect(status);
    }
}

#[tokio::test]
async fn a_code_is_used_once() {
    let app = TestApp::start().await;
    let begun = app
        .post("/api/auth/signup", &signup_of("maya@example.com"))
        .send()
        .await
        .expect(200);
    let code = app.mailed_code("maya@example.com").await;
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    app.post("/api/auth/verifyOTP", &ask)
        .send()
        .await
        .expect(200);
    app.post("/api/auth/verifyOTP", &ask)
        .send()
        .await
        .expect_failure(400, WRONG_CODE);
}
