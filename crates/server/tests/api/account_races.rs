//! Concurrent account requests: one account per address, and no extra attempts for a code.

use futures_util::future::join_all;
use serde_json::json;

use crate::support::{Login, TestApp};

const PASSWORD: &str = "trail of many stones";

async fn begin(app: &TestApp, email: &str) -> (serde_json::Value, String) {
    let ask =
        json!({"name": "Maya", "email": email, "password": PASSWORD, "confirmPassword": PASSWORD});
    let begun = app.post("/api/auth/signup", &ask).send().await.expect(200);
    let code = app.mailed_code(email).await;
    (begun["tempUserId"].clone(), code)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_code_verified_by_concurrent_requests_creates_one_account() {
    let app = TestApp::start().await;
    let (id, code) = begin(&app, "maya@example.com").await;
    let ask = json!({"otp": code, "tempUserId": id});
    let answers = join_all((0..5).map(|_| app.post("/api/auth/verifyOTP", &ask).send())).await;
    let good = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(good, 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 200) {
        answer.expect_failure(400, "Invalid or expired OTP");
    }
    app.login("maya@example.com", PASSWORD).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_concurrent_sign_ups_of_one_address_create_one_account() {
    let app = TestApp::start().await;
    for round in 0..5 {
        let email = format!("maya{round}@example.com");
        let (first, first_code) = begin(&app, &email).await;
        app.clock.advance(chrono::TimeDelta::seconds(1));
        let (second, second_code) = begin(&app, &email).await;
        let ask_first = json!({"otp": first_code, "tempUserId": first});
        let ask_second = json!({"otp": second_code, "tempUserId": second});
        let answers = join_all(
            [&ask_first, &ask_second, &ask_first, &ask_second]
                .map(|ask| app.post("/api/auth/verifyOTP", ask).send()),
        )
        .await;
        let statuses: Vec<u16> = answers
            .iter()
            .map(|answer| answer.status.as_u16())
            .collect();
        assert_eq!(
            statuses.iter().filter(|status| **status == 200).count(),
            1,
            "{statuses:?}"
        );
        assert!(
            statuses.iter().all(|status| matches!(status, 200 | 400)),
            "{statuses:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_guesses_of_a_code_never_exceed_five() {
    let app = TestApp::start().await;
    let (id, code) = begin(&app, "maya@example.com").await;
    let number: u32 = code.parse().expect("digits");
    // No more than the server works on at once: it refuses others after a short wait.
    let guesses = (1..=30).map(|step| {
        let guess = format!("{:06}", (number + step) % 1_000_000);
        app.post(
            "/api/auth/verifyOTP",
            &json!({"otp": guess, "tempUserId": id}),
        )
        .send()
    });
    for answer in join_all(guesses).await {
        answer.expect_failure(400, "Invalid or expired OTP");
    }
    let ask = json!({"otp": code, "tempUserId": id});
    app.post("/api/auth/verifyOTP", &ask)
        .send()
        .await
        .expect_failure(400, "Invalid or expired OTP");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_concurrent_logins_make_ten_independent_sessions() {
    let app = TestApp::start().await;
    app.traveller().await;
    let ask = json!({"email": "maya@example.com", "password": PASSWORD});
    let answers = join_all((0..10).map(|_| app.post("/api/auth/login", &ask).send())).await;
    let logins: Vec<Login> = answers.into_iter().map(Login::of).collect();
    let logout = app
        .call(axum::http::Method::POST, "/api/auth/logout")
        .bearer(&logins[0].access);
    logout.send().await.expect(200);
    for (index, login) in logins.iter().enumerate() {
        let status = if index == 0 { 401 } else { 200 };
        app.get("/api/auth/verifyUser")
            .bearer(&login.access)
            .send()
            .await
            .expect(status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_logouts_of_one_session_never_fail() {
    let app = TestApp::start().await;
    let login = app.traveller().await;
    let calls = (0..6).map(|_| {
        app.call(axum::http::Method::POST, "/api/auth/logout")
            .bearer(&login.access)
            .send()
    });
    let statuses: Vec<u16> = join_all(calls)
        .await
        .iter()
        .map(|answer| answer.status.as_u16())
        .collect();
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(
        statuses.iter().all(|status| matches!(status, 200 | 401)),
        "{statuses:?}"
    );
}
