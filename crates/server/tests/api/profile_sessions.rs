//! Password, sessions and payments of the own account.

use axum::http::Method;
use chautari::http::last_use;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::call::fields_of;
use crate::stage;
use crate::support::{Login, TestApp};

const PASSWORD: &str = "trail of many stones";
const ANDROID: &str = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async fn me(app: &TestApp, who: &Login) -> Value {
    let call = app.get("/api/users/me").bearer(&who.access);
    call.send().await.expect(200)["user"].clone()
}

async fn login_from(app: &TestApp, device: &str) -> Login {
    let ask = json!({"email": "maya@example.com", "password": PASSWORD});
    let call = app
        .post("/api/auth/login", &ask)
        .header("user-agent", device);
    Login::of(call.send().await)
}

async fn sessions(app: &TestApp, who: &Login) -> Vec<Value> {
    let call = app.get("/api/users/me/sessions").bearer(&who.access);
    let body = call.send().await.expect(200);
    body["data"]["sessions"].as_array().expect("a list").clone()
}

// ACCT-03: a new password ends every other session, and the owner is informed by email.
#[tokio::test]
async fn changing_the_password_ends_the_other_sessions_and_sends_an_email() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let other = login_from(&app, IPHONE).await;
    let change = |current: &str, new: &str, confirm: &str| {
        let ask =
            json!({"currentPassword": current, "newPassword": new, "confirmPassword": confirm});
        app.post("/api/users/me/password", &ask)
            .bearer(&maya.access)
            .send()
    };
    let new = "a pass over the pass";
    let body = change("", "short", "other").await.expect(400);
    assert_eq!(
        fields_of(&body),
        ["currentPassword", "newPassword", "confirmPassword"]
    );
    let body = change("not the password", new, new).await.expect(400);
    assert_eq!(fields_of(&body), ["currentPassword"]);
    change(PASSWORD, new, new).await.expect(200);
    assert_eq!(me(&app, &maya).await["name"], "Maya Gurung");
    for call in [
        app.get("/api/users/me").bearer(&other.access),
        app.post("/api/auth/refresh", &json!({"refreshToken": other.refresh})),
    ] {
        assert_eq!(call.send().await.status, 401);
    }
    app.login("maya@example.com", new).await;
    app.do_jobs().await;
    let mail = app.outbox().pop().expect("a mail");
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str()),
        ("maya@example.com", "Your Chautari password was changed")
    );
}

// An open session must not bypass the limit of wrong passwords.
#[tokio::test]
async fn guesses_at_the_current_password_are_limited() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let guess = |password: &'static str| {
        let ask = json!({"currentPassword": password, "newPassword": "a pass over the pass", "confirmPassword": "a pass over the pass"});
        app.post("/api/users/me/password", &ask)
            .bearer(&maya.access)
            .send()
    };
    for _ in 0..10 {
        assert_eq!(guess("not the password").await.status, 400);
    }
    assert_eq!(guess(PASSWORD).await.status, 429);
    app.clock.advance(TimeDelta::minutes(15));
    let refreshed = app
        .post("/api/auth/refresh", &json!({"refreshToken": maya.refresh}))
        .send()
        .await
        .expect(200);
    let ask = json!({"currentPassword": PASSWORD, "newPassword": "a pass over the pass", "confirmPassword": "a pass over the pass"});
    let call = app.post("/api/users/me/password", &ask);
    call.bearer(refreshed["accessToken"].as_str().expect("a token"))
        .send()
        .await
        .expect(200);
    app.do_jobs().await;
}

// ACCT-03: sessions have a readable device; the last use is stored at most once a minute.
#[tokio::test]
async fn sessions_are_listed_with_device_and_last_use() {
    let app = TestApp::start().await;
    app.traveller().await;
    let phone = login_from(&app, ANDROID).await;
    app.clock.advance(TimeDelta::seconds(1));
    let apple = login_from(&app, IPHONE).await;
    let list = sessions(&app, &phone).await;
    let devices: Vec<_> = list
        .iter()
        .map(|session| session["device"].as_str().expect("words"))
        .collect();
    assert_eq!(
        devices,
        ["Safari on iPhone", "Chrome on Android", "Unknown device"]
    );
    let current: Vec<_> = list
        .iter()
        .map(|session| session["current"] == true)
        .collect();
    assert_eq!(current, [false, true, false]);
    assert_eq!(list[0]["createdAt"], "2026-11-20T03:30:01Z");
    assert!(list[0]["_id"].is_string() && list[0].get("refreshHash").is_none());

    app.clock.advance(TimeDelta::seconds(58));
    me(&app, &phone).await;
    last_use::write_down(&app.app).await.expect("written");
    assert_eq!(
        sessions(&app, &apple).await[1]["lastUsedAt"],
        "2026-11-20T03:30:00Z",
        "within the minute"
    );
    app.clock.advance(TimeDelta::seconds(1));
    me(&app, &phone).await;
    let list = sessions(&app, &apple).await;
    assert_eq!(list[0]["device"], "Chrome on Android");
    assert_eq!(list[0]["lastUsedAt"], "2026-11-20T03:31:00Z");
}

// ACCT-03: a user ends one session, or all but the current one; never those of others.
#[tokio::test]
async fn sessions_are_ended_one_by_one_or_all_but_the_own() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let pemba = app.sign_up("Pemba", "pemba@example.com", PASSWORD).await;
    let (phone, apple) = (
        login_from(&app, ANDROID).await,
        login_from(&app, IPHONE).await,
    );
    let end = |who: &Login, path: &str| app.call(Method::DELETE, path).bearer(&who.access).send();
    let list = sessions(&app, &maya).await;
    let of_phone = list
        .iter()
        .find(|session| session["device"] == "Chrome on Android")
        .expect("there");
    let path = format!(
        "/api/users/me/sessions/{}",
        of_phone["_id"].as_str().expect("an id")
    );
    end(&pemba, &path)
        .await
        .expect_failure(404, "Session not found.");
    assert_eq!(end(&maya, &path).await.status, 204);
    end(&maya, &path)
        .await
        .expect_failure(404, "Session not found.");
    end(&maya, "/api/users/me/sessions/x")
        .await
        .expect_failure(404, "Session not found.");
    assert_eq!(
        app.get("/api/users/me")
            .bearer(&phone.access)
            .send()
            .await
            .status,
        401
    );
    me(&app, &apple).await;

    assert_eq!(end(&maya, "/api/users/me/sessions").await.status, 204);
    assert_eq!(
        app.get("/api/users/me")
            .bearer(&apple.access)
            .send()
            .await
            .status,
        401
    );
    assert_eq!(sessions(&app, &maya).await.len(), 1);
    me(&app, &pemba).await;
}

// ACCT-03 ACCT-04: payments, newest first, with no more of the card than brand and last digits.
#[tokio::test]
async fn payments_are_listed_with_the_card_they_were_made_with() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    let mut paid = Vec::new();
    for _ in 0..2 {
        let opened = stage::booked(&app, &maya, &trek).await;
        stage::pay(&app, &opened, stage::GOOD_CARD)
            .await
            .expect(200);
        stage::verify(&app, &maya, &opened).await.expect(200);
        paid.push(stage::booking_id(&opened));
        app.clock.advance(TimeDelta::seconds(1));
    }
    stage::booked(&app, &maya, &trek).await;
    let list = app.get("/api/users/me/payments").bearer(&maya.access);
    let answer = list.send().await;
    assert!(!String::from_utf8_lossy(&answer.body).contains(stage::GOOD_CARD));
    let body = answer.expect(200);
    let payments = body["data"]["payments"].as_array().expect("a list").clone();
    let ids: Vec<_> = payments
        .iter()
        .map(|payment| payment["bookingId"].as_str().expect("an id"))
        .collect();
    assert_eq!(ids, [paid[1].as_str(), paid[0].as_str()]);
    let booking =
        stage::read_booking(&app, &maya, &paid[1]).await.expect(200)["data"]["booking"].clone();
    let expected = json!({
        "bookingId": paid[1], "trekName": "Namche Bazaar", "amount": booking["amount"], "currency": "USD",
        "status": "Confirmed", "paidAt": "2026-11-20T03:30:01Z", "brand": "visa", "last4": "4242",
        "refunded": 0, "invoiceNumber": booking["invoiceNumber"],
    });
    assert_eq!(payments[0], expected);
    let pemba = app.sign_up("Pemba", "pemba@example.com", PASSWORD).await;
    let others = app
        .get("/api/users/me/payments")
        .bearer(&pemba.access)
        .send()
        .await
        .expect(200);
    assert_eq!(others["data"]["payments"], json!([]));
    app.do_jobs().await;
}
