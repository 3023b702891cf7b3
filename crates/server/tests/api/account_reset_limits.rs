//! Limits of requested recovery codes and of wrong codes.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::account_limits::expect_too_many;
use crate::account_reset::{EMAIL, NEW, OLD, WRONG_CODE, begin, new_password, reset};
use crate::call::Answer;
use crate::support::TestApp;

async fn app() -> TestApp {
    TestApp::start_with(&[("trusted_proxies", "127.0.0.1")]).await
}

async fn forgot_from(app: &TestApp, address: &str, email: &str) -> Answer {
    let ask = json!({"email": email});
    let call = app.post("/api/auth/forgotPassword", &ask);
    call.header("x-forwarded-for", address).send().await
}

async fn sign_up(app: &TestApp, email: &str) -> Answer {
    let ask = json!({"name": "Maya", "email": email, "password": OLD, "confirmPassword": OLD});
    app.post("/api/auth/signup", &ask).send().await
}

// Decisions §11, Recovery codes: counted by the pair of email and client address, whether the email is known or not.
#[tokio::test]
async fn the_sixth_recovery_of_an_email_is_refused_from_one_client_and_accepted_from_another() {
    let app = app().await;
    app.traveller().await;
    for email in [EMAIL, "nobody@example.com"] {
        for _ in 0..5 {
            forgot_from(&app, "1.1.1.1", email).await.expect(200);
        }
        let refused = forgot_from(&app, "1.1.1.1", &email.to_uppercase()).await;
        expect_too_many(refused, 3600);
        forgot_from(&app, "2.2.2.2", email).await.expect(200);
    }
    app.do_jobs().await;
}

// Decisions §11: requests of others limit the emails to an address, but never refuse its owner.
#[tokio::test]
async fn the_eleventh_recovery_email_of_a_day_is_not_sent_with_the_usual_response() {
    let app = app().await;
    app.traveller().await;
    let mails_before = app.outbox().len();
    for email in [EMAIL, "nobody@example.com"] {
        let mut answers = Vec::new();
        for place in 0..12 {
            let answer = forgot_from(&app, &format!("1.1.1.{place}"), email).await;
            assert!(
                answer
                    .cookie("resetAttempt")
                    .is_some_and(|it| !it.is_empty())
            );
            answers.push(answer.expect(200));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    }
    app.do_jobs().await;
    assert_eq!(app.outbox().len() - mails_before, 10);
    // Recovery requests of strangers do not count towards the limit of sign-ups.
    sign_up(&app, "nobody@example.com").await.expect(200);
    app.clock.advance(TimeDelta::days(1));
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    reset(&app, &cookie, &new_password(&code)).await.expect(200);
    app.do_jobs().await;
}

// RESET-21: one client may request thirty codes an hour, whatever the addresses.
#[tokio::test]
async fn one_client_may_request_thirty_codes_an_hour() {
    let app = app().await;
    for number in 0..30 {
        let email = format!("maya{number}@example.com");
        forgot_from(&app, "1.1.1.1", &email).await.expect(200);
    }
    expect_too_many(forgot_from(&app, "1.1.1.1", EMAIL).await, 3600);
    forgot_from(&app, "2.2.2.2", EMAIL).await.expect(200);
    app.do_jobs().await;
}

/// A recovery with its correct code, requested from its own client address, and a sign-up for the same email.
struct Target {
    cookie: String,
    right: String,
    sign_up: Value,
}

async fn target(app: &TestApp) -> Target {
    let cookie = begin(app, EMAIL).await;
    let right = app.mailed_code(EMAIL).await;
    let begun = sign_up(app, EMAIL).await.expect(200);
    app.do_jobs().await;
    Target {
        cookie,
        right,
        sign_up: begun["tempUserId"].clone(),
    }
}

/// Sends wrong codes to the recovery and the sign-up alternately, concurrently, each from another client address.
/// Counts the responses by status.
async fn guess(app: &TestApp, target: &Target, numbers: std::ops::Range<u32>) -> [usize; 2] {
    let right: u32 = target.right.parse().expect("digits");
    let one = |number: u32| {
        let code = format!("{:06}", (right + 1 + number) % 1_000_000);
        let place = format!("10.{}.{}.{}", number >> 16, number >> 8 & 255, number & 255);
        async move {
            let call = if number.is_multiple_of(2) {
                let cookie = format!("resetAttempt={}", target.cookie);
                let ask = new_password(&code);
                let call = app.post("/api/auth/resetPassword", &ask);
                call.header("cookie", &cookie)
            } else {
                let ask = json!({"otp": code, "tempUserId": target.sign_up});
                app.post("/api/auth/verifyOTP", &ask)
            };
            call.header("x-forwarded-for", &place).send().await
        }
    };
    let mut seen = [0, 0];
    // No more than the server works on at once: it refuses others after a short wait.
    for first in numbers.clone().step_by(30) {
        let at_once = (first..numbers.end.min(first + 30)).map(one);
        for answer in join_all(at_once).await {
            match answer.status.as_u16() {
                400 => seen[0] += 1,
                429 => seen[1] += 1,
                other => panic!("{other}: {:?}", answer.body),
            }
        }
    }
    seen
}

// Of 10,000 wrong codes from as many client addresses 20 are compared. Later codes are refused without a comparison,
// even the correct one. API-17.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_allows_twenty_wrong_codes_a_day_across_all_clients() {
    let app = app().await;
    app.traveller().await;
    app.clock.advance(TimeDelta::days(1));
    // Two codes at a time with five wrong attempts each: the second round reaches the daily limit of twenty.
    for round in 0..2 {
        let target = target(&app).await;
        let [refused, too_many] = guess(&app, &target, 0..2_000).await;
        assert_eq!((refused, too_many), (2_000, 0), "round {round}");
        let answer = reset(&app, &target.cookie, &new_password(&target.right)).await;
        answer.expect_failure(400, WRONG_CODE);
    }
    app.clock.advance(TimeDelta::hours(1));
    let last = target(&app).await;
    for from in [0, 2_000, 4_000] {
        let [_, too_many] = guess(&app, &last, from..from + 2_000).await;
        assert_eq!(too_many, if from == 0 { 10 } else { 0 });
    }
    // A new request with its correct code: the daily limit refuses it too.
    let cookie = begin(&app, EMAIL).await;
    let right = app.mailed_code(EMAIL).await;
    expect_too_many(reset(&app, &cookie, &new_password(&right)).await, 86_400);
    app.login(EMAIL, OLD).await;
    app.clock.advance(TimeDelta::days(1));
    let cookie = begin(&app, EMAIL).await;
    let right = app.mailed_code(EMAIL).await;
    reset(&app, &cookie, &new_password(&right))
        .await
        .expect(200);
    app.login(EMAIL, NEW).await;
    app.do_jobs().await;
}
