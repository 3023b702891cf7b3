//! The second step of a login: codes of an authenticator app and recovery codes, each of which works once (operations §6).

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::account_reset::{begin as begin_reset, new_password, reset};
use crate::call::fields_of;
use crate::google::sign_in;
use crate::second_step_calls::{EMAIL, OVER, PASSWORD, Waiting, first_step, set_up, state};
use crate::sign_in_provider::SignInProvider;
use crate::support::{Login, TestApp};

#[tokio::test]
async fn a_login_with_a_second_step_needs_a_code_of_the_app() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let other = test.login(EMAIL, PASSWORD).await;
    assert_eq!(state(&test, &maya).await["confirmedAt"], Value::Null);
    let (phone, codes) = set_up(&test, &maya, PASSWORD).await;
    assert_eq!(codes.len(), 10);
    let on = state(&test, &maya).await;
    assert_eq!(on["confirmedAt"], "2026-11-20T03:30:00Z");
    assert_eq!(
        (&on["isRequired"], &on["recoveryCodesLeft"]),
        (&json!(false), &json!(10))
    );
    // A session without a second step ended.
    let call = test.get("/api/users/me").bearer(&other.access);
    call.send().await.expect(401);

    let waiting = first_step(&test, PASSWORD).await;
    let code = phone.next_code(&test);
    let spaced = format!(" {} {} ", &code[..3], &code[3..]);
    let answer = waiting.code(&test, &spaced).await;
    let cookie = answer.set_cookie("secondStep").expect("a cookie");
    assert!(cookie.contains("Max-Age=0"), "{cookie}");
    let again = Login::of(answer);
    let call = test.get("/api/users/me").bearer(&again.access);
    call.send().await.expect(200);
    waiting
        .code(&test, &phone.next_code(&test))
        .await
        .expect_failure(401, OVER);
}

#[tokio::test]
async fn a_code_works_once_and_no_earlier_one_after_it() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let (phone, _) = set_up(&test, &maya, PASSWORD).await;
    let used = phone.code(&test);
    let refused = first_step(&test, PASSWORD).await.code(&test, &used).await;
    assert_eq!(
        fields_of(&refused.expect(400)),
        ["code"],
        "used for the set-up"
    );
    test.clock.advance(TimeDelta::seconds(60));
    let earlier = phone.code(&test);
    let later = phone.next_code(&test);
    let waiting = first_step(&test, PASSWORD).await;
    Login::of(waiting.code(&test, &later).await);
    for code in [&later, &earlier] {
        let waiting = first_step(&test, PASSWORD).await;
        waiting.code(&test, code).await.expect(400);
    }
    let waiting = first_step(&test, PASSWORD).await;
    for wrong in [&phone.wrong_code(&test), "", "12345", "1234567", "abcdef"] {
        let refused = waiting.code(&test, wrong).await.expect(400);
        assert_eq!(fields_of(&refused), ["code"], "{wrong}");
    }
}

#[tokio::test]
async fn a_phone_may_be_one_time_step_behind_or_ahead_and_not_two() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let (phone, _) = set_up(&test, &maya, PASSWORD).await;
    test.clock.advance(TimeDelta::minutes(5));
    for seconds in [-60, 60] {
        let waiting = first_step(&test, PASSWORD).await;
        let code = phone.code_at(&test, seconds);
        waiting.code(&test, &code).await.expect(400);
    }
    for seconds in [-30, 30] {
        let waiting = first_step(&test, PASSWORD).await;
        let code = phone.code_at(&test, seconds);
        Login::of(waiting.code(&test, &code).await);
    }
}

#[tokio::test]
async fn of_two_browsers_with_the_same_code_one_is_signed_in() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let (phone, recovery) = set_up(&test, &maya, PASSWORD).await;
    for recovery_code in &recovery[..4] {
        let (one, two) = (
            first_step(&test, PASSWORD).await,
            first_step(&test, PASSWORD).await,
        );
        let code = phone.next_code(&test);
        let (first, second) = tokio::join!(one.code(&test, &code), two.code(&test, &code));
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);

        let (one, two) = (
            first_step(&test, PASSWORD).await,
            first_step(&test, PASSWORD).await,
        );
        let (first, second) = tokio::join!(
            one.recovery_code(&test, recovery_code),
            two.recovery_code(&test, recovery_code),
        );
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
        // Both wrong codes count; the limit of the tests' single client is reached after ten.
        test.clock.advance(TimeDelta::minutes(16));
    }
}

#[tokio::test]
async fn a_challenge_is_for_one_browser_ten_minutes_and_five_codes() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let (phone, _) = set_up(&test, &maya, PASSWORD).await;
    let (one, two) = (
        first_step(&test, PASSWORD).await,
        first_step(&test, PASSWORD).await,
    );
    let code = phone.next_code(&test);
    let stolen = Waiting {
        challenge: one.challenge.clone(),
        cookie: two.cookie.clone(),
    };
    stolen.code(&test, &code).await.expect_failure(401, OVER);
    let ask = json!({"challenge": one.challenge, "code": code});
    let call = test.post("/api/auth/second-step", &ask);
    call.send().await.expect_failure(401, OVER);
    let ask = json!({"challenge": "x", "code": code});
    let call = test.post("/api/auth/second-step", &ask);
    call.send().await.expect_failure(401, OVER);

    let wrong = phone.wrong_code(&test);
    for _ in 0..5 {
        one.code(&test, &wrong).await.expect(400);
    }
    one.code(&test, &code).await.expect_failure(401, OVER);
    Login::of(two.code(&test, &code).await);

    let late = first_step(&test, PASSWORD).await;
    test.clock.advance(TimeDelta::minutes(10));
    late.code(&test, &phone.code(&test))
        .await
        .expect_failure(401, OVER);
}

#[tokio::test]
async fn wrong_codes_are_limited_like_wrong_passwords_over_all_logins() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let (phone, recovery) = set_up(&test, &maya, PASSWORD).await;
    let wrong = phone.wrong_code(&test);
    for _ in 0..2 {
        let waiting = first_step(&test, PASSWORD).await;
        for _ in 0..5 {
            waiting.code(&test, &wrong).await.expect(400);
        }
    }
    let ask = json!({"email": EMAIL, "password": PASSWORD});
    test.post("/api/auth/login", &ask).send().await.expect(429);
    test.clock.advance(TimeDelta::minutes(16));
    for _ in 0..2 {
        let waiting = first_step(&test, PASSWORD).await;
        for _ in 0..5 {
            waiting
                .recovery_code(&test, "00000-00000")
                .await
                .expect(400);
        }
    }
    // Twenty a day, from all clients.
    test.clock.advance(TimeDelta::minutes(16));
    let waiting = first_step(&test, PASSWORD).await;
    waiting.code(&test, &phone.code(&test)).await.expect(429);
    waiting.recovery_code(&test, &recovery[0]).await.expect(429);
    test.clock.advance(TimeDelta::days(1));
    let waiting = first_step(&test, PASSWORD).await;
    Login::of(waiting.code(&test, &phone.code(&test)).await);
}

#[tokio::test]
async fn a_password_reset_keeps_the_second_step_and_ends_logins_that_wait() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let (phone, _) = set_up(&test, &maya, PASSWORD).await;
    let before = first_step(&test, PASSWORD).await;
    let cookie = begin_reset(&test, EMAIL).await;
    let code = test.mailed_code(EMAIL).await;
    reset(&test, &cookie, &new_password(&code))
        .await
        .expect(200);
    let code = phone.next_code(&test);
    before.code(&test, &code).await.expect_failure(401, OVER);
    let waiting = first_step(&test, crate::account_reset::NEW).await;
    Login::of(waiting.code(&test, &code).await);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_sign_in_with_google_passes_through_the_second_step() {
    let provider = SignInProvider::start().await;
    let test = provider.app().await;
    let maya = test.traveller().await;
    let (phone, _) = set_up(&test, &maya, PASSWORD).await;
    let answer = sign_in(&test, &provider, &json!({"email": EMAIL})).await;
    assert_eq!(answer.status, 302);
    let address = answer.header("location").expect("an address");
    let (page, challenge) = address.split_once('=').expect("a parameter");
    assert_eq!(page, "/login?secondStep");
    let waiting = Waiting {
        challenge: challenge.to_owned(),
        cookie: answer.cookie("secondStep").expect("a cookie"),
    };
    let cookie = answer.set_cookie("secondStep").expect("a cookie");
    for part in [
        "; HttpOnly",
        "; SameSite=Strict",
        "; Path=/api/auth/second-step",
        "; Max-Age=600",
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    Login::of(waiting.code(&test, &phone.next_code(&test)).await);
    test.do_jobs().await;
}
