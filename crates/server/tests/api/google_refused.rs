//! Refused third-party sign-ins: forged, replayed, of another browser, or with an unavailable provider. Each ends at
//! `/auth/callback?error=…` without a session.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::json;

use crate::google::{come_back, expect_error, leave, sign_in, signed_in};
use crate::sign_in_provider::{Fault, SignInProvider};
use crate::support::{TestApp, beginning};

// API-15 OAUTH-09: without a configured provider the redirect reports it.
#[tokio::test]
async fn without_a_provider_the_sign_in_reports_an_error() {
    let app = TestApp::start().await;
    let answer = app.get("/api/auth/google").send().await;
    expect_error(&answer, "not_configured");
    expect_error(
        &come_back(&app, "x", &[("code", "x")]).await,
        "not_configured",
    );
    let config = app.get("/api/config").send().await.expect(200);
    assert_eq!(config["data"]["google"], false);
    let provider = SignInProvider::start().await;
    let config = provider.app().await.get("/api/config").send().await;
    assert_eq!(config.expect(200)["data"]["google"], true);
}

// OAUTH-04: the state is bound to the browser that started the sign-in, for ten minutes.
#[tokio::test]
async fn a_state_of_another_browser_is_refused() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let (mine, theirs) = (leave(&app).await, leave(&app).await);
    let agree = || {
        provider.agree(
            &mine.asked["nonce"],
            &mine.asked["code_challenge"],
            &json!({}),
        )
    };
    let (my_state, their_state) = (&mine.asked["state"], &theirs.asked["state"]);
    for (cookie, state) in [
        (mine.cookie.as_str(), their_state.as_str()),
        (&mine.cookie, "x"),
        (&mine.cookie, ""),
        (&theirs.cookie, my_state),
        ("", my_state),
        ("a.1.b", my_state),
    ] {
        let code = agree();
        let answer = come_back(&app, cookie, &[("code", &code), ("state", state)]).await;
        expect_error(&answer, "expired");
    }
    let code = agree();
    expect_error(
        &come_back(&app, &mine.cookie, &[("code", &code)]).await,
        "failed",
    );
    let twice = [
        ("code", code.as_str()),
        ("state", my_state),
        ("state", my_state),
    ];
    expect_error(&come_back(&app, &mine.cookie, &twice).await, "failed");
    assert_eq!(
        provider.inside().traded,
        0,
        "a code was sent to the provider"
    );
    app.clock.advance(TimeDelta::minutes(10));
    let answer = come_back(&app, &mine.cookie, &[("code", &code), ("state", my_state)]).await;
    expect_error(&answer, "expired");
}

#[tokio::test]
async fn a_sign_in_callback_works_once() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let away = leave(&app).await;
    let code = provider.agree(
        &away.asked["nonce"],
        &away.asked["code_challenge"],
        &json!({}),
    );
    let given = [("code", code.as_str()), ("state", &away.asked["state"])];
    signed_in(&come_back(&app, &away.cookie, &given).await);
    expect_error(&come_back(&app, &away.cookie, &given).await, "expired");
    assert_eq!(provider.inside().traded, 1, "the provider was asked again");
    // The used code with the state of a new sign-in: the provider refuses the code.
    let other = leave(&app).await;
    let given = [("code", code.as_str()), ("state", &other.asked["state"])];
    expect_error(&come_back(&app, &other.cookie, &given).await, "failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_uses_of_one_sign_in_callback_succeed_once() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let away = leave(&app).await;
    let code = provider.agree(
        &away.asked["nonce"],
        &away.asked["code_challenge"],
        &json!({}),
    );
    let given = [("code", code.as_str()), ("state", &away.asked["state"])];
    let answers = join_all((0..6).map(|_| come_back(&app, &away.cookie, &given))).await;
    let in_and_out: (Vec<_>, Vec<_>) = answers.iter().partition(|answer| {
        let address = answer.header("location").expect("an address");
        address.starts_with("/login?")
    });
    assert_eq!(in_and_out.0.len(), 1);
    for answer in in_and_out.1 {
        expect_error(answer, "expired");
    }
    assert_eq!(provider.inside().traded, 1);
}

// A stolen code does not work in another browser, because PKCE and nonce belong to the first one.
#[tokio::test]
async fn a_code_of_another_browser_is_refused() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let (mine, theirs) = (leave(&app).await, leave(&app).await);
    let code = provider.agree(
        &theirs.asked["nonce"],
        &theirs.asked["code_challenge"],
        &json!({}),
    );
    let given = [("code", code.as_str()), ("state", &mine.asked["state"])];
    expect_error(&come_back(&app, &mine.cookie, &given).await, "failed");
}

#[tokio::test]
async fn a_token_that_is_not_for_this_sign_in_is_refused() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let now = beginning().timestamp();
    for claims in [
        json!({"iss": "https://accounts.example"}),
        json!({"iss": null}),
        json!({"aud": "another-client"}),
        json!({"aud": ["chautari-client", "another-client"]}),
        json!({"aud": null}),
        json!({"nonce": "another"}),
        json!({"nonce": null}),
        json!({"exp": now}),
        json!({"exp": null}),
        json!({"sub": null}),
        json!({"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}),
    ] {
        expect_error(&sign_in(&app, &provider, &claims).await, "failed");
    }
    for fault in [
        Fault::KeyIsUnknown,
        Fault::SignatureIsMissing,
        Fault::SignedWithTheClientSecret,
        Fault::TokenIsMissing,
        Fault::TokenIsNoJson,
    ] {
        provider.set_fault(fault);
        expect_error(&sign_in(&app, &provider, &json!({})).await, "failed");
    }
    assert!(
        store::accounts::is_empty(&app.app.db)
            .await
            .expect("a count")
    );
}

// A response that names another issuer may be part of a mix-up attack.
#[tokio::test]
async fn a_response_of_another_issuer_is_refused() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    for (issuer, refused) in [
        ("https://accounts.example", true),
        (&provider.address, false),
    ] {
        let away = leave(&app).await;
        let code = provider.agree(
            &away.asked["nonce"],
            &away.asked["code_challenge"],
            &json!({}),
        );
        let given = [
            ("code", code.as_str()),
            ("state", &away.asked["state"]),
            ("iss", issuer),
        ];
        let answer = come_back(&app, &away.cookie, &given).await;
        if refused {
            expect_error(&answer, "failed");
        } else {
            signed_in(&answer);
        }
    }
}

// Decisions §4: an unverified address neither links nor creates an account.
#[tokio::test]
async fn an_unverified_address_is_neither_linked_nor_given_an_account() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let login = app.traveller().await;
    for claims in [
        json!({"email_verified": false}),
        json!({"email_verified": null}),
        json!({"email_verified": false, "email": "new@example.com"}),
        json!({"email": "no address"}),
        json!({"email": "a@b.cc\r\nBcc: x@y.zz"}),
    ] {
        expect_error(
            &sign_in(&app, &provider, &claims).await,
            "email_not_verified",
        );
    }
    let owner = store::identities::owner(&app.app.db, &provider.address, "person-1").await;
    assert_eq!(owner.expect("looked up"), None);
    let me = app.get("/api/auth/verifyUser").bearer(&login.access);
    me.send().await.expect(200);
}

// OAUTH-04 OAUTH-05: a user who cancels at the provider returns without a session.
#[tokio::test]
async fn errors_of_the_provider_are_shown_as_our_errors() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    for (error, word) in [
        ("access_denied", "cancelled"),
        ("server_error", "failed"),
        ("<script>alert(1)</script>", "failed"),
    ] {
        let away = leave(&app).await;
        let given = [
            ("error", error),
            ("state", &away.asked["state"]),
            ("code", "x"),
        ];
        expect_error(&come_back(&app, &away.cookie, &given).await, word);
    }
    let away = leave(&app).await;
    let given = [("state", away.asked["state"].as_str())];
    expect_error(&come_back(&app, &away.cookie, &given).await, "failed");
}

// An unavailable or faulty provider affects this sign-in only.
#[tokio::test]
async fn an_unavailable_provider_affects_only_this_sign_in() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    app.traveller().await;
    for fault in [
        Fault::DiscoveryFails,
        Fault::DiscoveryIsNoJson,
        Fault::DiscoveryIsEndless,
        Fault::DiscoveryNamesAnother,
        Fault::DiscoveryHangs,
    ] {
        provider.set_fault(fault);
        expect_error(&app.get("/api/auth/google").send().await, "unavailable");
    }
    provider.inside().fault = None;
    signed_in(&sign_in(&app, &provider, &json!({})).await);
    for (fault, word) in [
        (Fault::TokenFails, "failed"),
        (Fault::TokenHangs, "unavailable"),
    ] {
        provider.set_fault(fault);
        expect_error(&sign_in(&app, &provider, &json!({})).await, word);
    }
    app.login("maya@example.com", "trail of many stones").await;
    provider.inside().fault = None;
    signed_in(&sign_in(&app, &provider, &json!({})).await);
    app.do_jobs().await;
}

#[tokio::test]
async fn an_unreachable_sign_in_provider_leads_back_with_an_error() {
    let app = TestApp::start_with(&[
        ("google_client_id", "x"),
        ("google_client_secret", "y"),
        ("google_issuer_url", "http://127.0.0.1:9"),
    ])
    .await;
    expect_error(&app.get("/api/auth/google").send().await, "unavailable");
}
