//! Rate limits of passwords, codes and emails to an address.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::call::{Answer, Call};
use crate::support::TestApp;

const PASSWORD: &str = "trail of many stones";

/// An app behind a proxy that forwards the addresses of clients.
async fn app() -> TestApp {
    TestApp::start_with(&[("trusted_proxies", "127.0.0.1")]).await
}

fn from(call: Call, address: &str) -> Call {
    call.header("x-forwarded-for", address)
}

async fn login(app: &TestApp, address: &str, email: &str, password: &str) -> Answer {
    let ask = json!({"email": email, "password": password});
    from(app.post("/api/auth/login", &ask), address)
        .send()
        .await
}

async fn sign_up(app: &TestApp, address: &str, email: &str) -> Answer {
    let ask =
        json!({"name": "Maya", "email": email, "password": PASSWORD, "confirmPassword": PASSWORD});
    from(app.post("/api/auth/signup", &ask), address)
        .send()
        .await
}

/// Asserts 429 with a `Retry-After` of at most this many seconds, and a message that states the same time.
#[track_caller]
pub fn expect_too_many(answer: Answer, at_most: u64) {
    let wait: u64 = answer
        .header("retry-after")
        .expect("a time")
        .parse()
        .expect("seconds");
    assert!((1..=at_most).contains(&wait), "{wait}");
    let words = match wait {
        7200.. => format!("{} hours", wait.div_ceil(3600)),
        _ => format!("{} minutes", wait.div_ceil(60)),
    };
    let message = format!("Too many attempts. Please try again in {words}.");
    answer.expect_failure(429, &message);
}

#[tokio::test]
async fn the_eleventh_wrong_login_from_one_client_is_refused_for_fifteen_minutes() {
    let app = app().await;
    app.traveller().await;
    for known in ["maya@example.com", "nobody@example.com"] {
        for _ in 0..10 {
            login(&app, "1.1.1.1", known, "wrong password")
                .await
                .expect(401);
        }
        expect_too_many(
            login(&app, "1.1.1.1", &known.to_uppercase(), PASSWORD).await,
            900,
        );
    }
    login(&app, "2.2.2.2", "maya@example.com", PASSWORD)
        .await
        .expect(200);
    app.clock.advance(TimeDelta::minutes(15));
    login(&app, "1.1.1.1", "maya@example.com", PASSWORD)
        .await
        .expect(200);
}

#[tokio::test]
async fn successful_logins_do_not_count_towards_the_limit() {
    let app = app().await;
    app.traveller().await;
    for _ in 0..15 {
        login(&app, "1.1.1.1", "maya@example.com", PASSWORD)
            .await
            .expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_guesses_are_counted_like_sequential_ones() {
    let app = app().await;
    app.traveller().await;
    let guesses = (0..30).map(|_| login(&app, "1.1.1.1", "maya@example.com", "wrong password"));
    let statuses: Vec<u16> = join_all(guesses)
        .await
        .iter()
        .map(|answer| answer.status.as_u16())
        .collect();
    assert_eq!(
        statuses.iter().filter(|status| **status == 401).count(),
        10,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == 429).count(),
        20,
        "{statuses:?}"
    );
}

#[tokio::test]
async fn one_client_may_send_a_hundred_wrong_logins_across_all_addresses() {
    let app = app().await;
    for guess in 0..100 {
        login(
            &app,
            "1.1.1.1",
            &format!("nobody{guess}@example.com"),
            PASSWORD,
        )
        .await
        .expect(401);
    }
    expect_too_many(
        login(&app, "1.1.1.1", "somebody@example.com", PASSWORD).await,
        900,
    );
    login(&app, "1.1.1.2", "somebody@example.com", PASSWORD)
        .await
        .expect(401);
}

#[tokio::test]
async fn guesses_from_many_clients_slow_an_account_but_never_lock_it() {
    let app = TestApp::start_with(&[
        ("trusted_proxies", "127.0.0.1"),
        ("limit_wrong_logins_of_email", "3/15m"),
    ])
    .await;
    app.traveller().await;
    for place in 1..=3 {
        login(
            &app,
            &format!("1.1.1.{place}"),
            "maya@example.com",
            "wrong password",
        )
        .await
        .expect(401);
    }
    let began = std::time::Instant::now();
    login(&app, "1.1.1.9", "maya@example.com", PASSWORD)
        .await
        .expect(200);
    assert!(began.elapsed() >= std::time::Duration::from_secs(2));
}

#[tokio::test]
async fn known_and_unknown_addresses_get_five_codes_an_hour_and_ten_a_day() {
    let app = app().await;
    app.sign_up("Maya", "known@example.com", PASSWORD).await;
    app.clock.advance(TimeDelta::days(1));
    for email in ["known@example.com", "new@example.com"] {
        let begun = app.clock.clone();
        for hour in 0..2 {
            for code in 0..5 {
                let place = format!("1.1.{hour}.{code}");
                sign_up(&app, &place, email).await.expect(200);
            }
            expect_too_many(sign_up(&app, "1.1.9.9", email).await, 3600);
            begun.advance(TimeDelta::hours(1));
        }
        expect_too_many(sign_up(&app, "1.1.9.9", email).await, 86_400);
        begun.advance(TimeDelta::days(1));
        sign_up(&app, "1.1.9.9", email).await.expect(200);
        app.do_jobs().await;
    }
}

#[tokio::test]
async fn one_client_may_sign_up_twenty_times_an_hour() {
    let app = app().await;
    for number in 0..20 {
        sign_up(&app, "1.1.1.1", &format!("maya{number}@example.com"))
            .await
            .expect(200);
    }
    expect_too_many(sign_up(&app, "1.1.1.1", "one-more@example.com").await, 3600);
    sign_up(&app, "2.2.2.2", "one-more@example.com")
        .await
        .expect(200);
    app.do_jobs().await;
}

#[tokio::test]
async fn known_and_unknown_addresses_allow_twenty_wrong_codes_a_day() {
    let app = app().await;
    app.sign_up("Maya", "known@example.com", PASSWORD).await;
    app.clock.advance(TimeDelta::days(1));
    let wrong = |begun: &Value| json!({"otp": "12345x", "tempUserId": begun["tempUserId"]});
    for email in ["known@example.com", "new@example.com"] {
        for _ in 0..4 {
            let begun = sign_up(&app, "1.1.1.1", email).await.expect(200);
            for _ in 0..5 {
                app.post("/api/auth/verifyOTP", &wrong(&begun))
                    .send()
                    .await
                    .expect(400);
            }
        }
        let begun = sign_up(&app, "1.1.1.1", email).await.expect(200);
        expect_too_many(
            app.post("/api/auth/verifyOTP", &wrong(&begun)).send().await,
            86_400,
        );
        app.do_jobs().await;
    }
}

#[tokio::test]
async fn a_forwarded_address_from_an_untrusted_client_is_ignored() {
    let app = TestApp::start().await;
    for guess in 0..10 {
        let place = format!("1.1.1.{guess}");
        login(&app, &place, "maya@example.com", PASSWORD)
            .await
            .expect(401);
    }
    expect_too_many(
        login(&app, "9.9.9.9", "maya@example.com", PASSWORD).await,
        900,
    );
}

#[tokio::test]
async fn a_disabled_limit_never_refuses() {
    let app = TestApp::start_with(&[("limit_wrong_logins", "off")]).await;
    for _ in 0..20 {
        login(&app, "1.1.1.1", "maya@example.com", PASSWORD)
            .await
            .expect(401);
    }
}
