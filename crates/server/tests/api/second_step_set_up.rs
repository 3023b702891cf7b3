//! Setting up the second step, its recovery codes, and how the secrets are stored (operations §6).

use axum::http::Method;
use chautari::features::account::totp::TotpSecret;
use chrono::TimeDelta;
use serde_json::json;
use totp_rs::Secret;

use crate::call::fields_of;
use crate::google::parameters;
use crate::second_step_calls::{
    EMAIL, PASSWORD, Phone, call, first_step, recovery_codes, set_up, state,
};
use crate::support::{Login, TestApp};

#[tokio::test]
async fn each_recovery_code_replaces_the_app_once() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let (phone, codes) = set_up(&test, &maya, PASSWORD).await;
    let waiting = first_step(&test, PASSWORD).await;
    let typed = codes[0].to_uppercase().replace('-', " ");
    let login = Login::of(waiting.recovery_code(&test, &typed).await);
    assert_eq!(state(&test, &login).await["recoveryCodesLeft"], 9);
    let waiting = first_step(&test, PASSWORD).await;
    let refused = waiting.recovery_code(&test, &codes[0]).await.expect(400);
    assert_eq!(fields_of(&refused), ["recoveryCode"]);
    Login::of(waiting.recovery_code(&test, &codes[1]).await);

    let ask = json!({"password": PASSWORD, "code": phone.next_code(&test)});
    let path = "/recovery-codes";
    let answer = call(&test, Method::POST, path, &login, ask.clone()).await;
    let fresh = recovery_codes(&answer.expect(200));
    call(&test, Method::POST, path, &login, ask)
        .await
        .expect(400);
    assert_eq!(fresh.len(), 10);
    let waiting = first_step(&test, PASSWORD).await;
    waiting.recovery_code(&test, &codes[2]).await.expect(400);
    Login::of(waiting.recovery_code(&test, &fresh[2]).await);
}

#[tokio::test]
async fn setting_up_and_turning_off_need_the_password_and_a_code() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    for (ask, field) in [
        (json!({}), "password"),
        (json!({"password": "trail"}), "password"),
    ] {
        let refused = call(&test, Method::POST, "", &maya, ask).await.expect(400);
        assert_eq!(fields_of(&refused), [field]);
    }
    let confirm = json!({"code": "123456"});
    call(&test, Method::POST, "/confirm", &maya, confirm)
        .await
        .expect(409);
    let ask = json!({"password": PASSWORD});
    let begun = call(&test, Method::POST, "", &maya, ask.clone())
        .await
        .expect(200);
    let data = &begun["data"];
    let secret = data["secret"].as_str().expect("a secret");
    let url = data["otpauthUrl"].as_str().expect("an address");
    assert!(
        url.starts_with("otpauth://totp/Chautari:maya%40example.com?"),
        "{url}"
    );
    assert_eq!(parameters(url)["secret"], secret);
    assert!(data["qrCode"].as_str().expect("SVG").contains("<svg"));
    let first = Phone::new(secret);
    // Not on yet: a login needs no code.
    test.login(EMAIL, PASSWORD).await;
    let again = call(&test, Method::POST, "", &maya, ask.clone())
        .await
        .expect(200);
    let phone = Phone::new(again["data"]["secret"].as_str().expect("a secret"));
    let replaced = json!({"code": first.code(&test)});
    call(&test, Method::POST, "/confirm", &maya, replaced)
        .await
        .expect(400);
    let confirm = json!({"code": phone.code(&test)});
    let confirmed = call(&test, Method::POST, "/confirm", &maya, confirm.clone()).await;
    let codes = recovery_codes(&confirmed.expect(200));
    call(&test, Method::POST, "/confirm", &maya, confirm)
        .await
        .expect(409);
    call(&test, Method::POST, "", &maya, ask.clone())
        .await
        .expect(409);

    let code = phone.next_code(&test);
    for (ask, field) in [
        (ask, "code"),
        (json!({"code": code}), "password"),
        (
            json!({"password": PASSWORD, "code": phone.wrong_code(&test)}),
            "code",
        ),
        (
            json!({"password": PASSWORD, "recoveryCode": "00000-00000"}),
            "recoveryCode",
        ),
    ] {
        let refused = call(&test, Method::DELETE, "", &maya, ask)
            .await
            .expect(400);
        assert_eq!(fields_of(&refused), [field]);
    }
    let ask = json!({"password": PASSWORD, "recoveryCode": codes[0]});
    call(&test, Method::DELETE, "", &maya, ask.clone())
        .await
        .expect(200);
    call(&test, Method::DELETE, "", &maya, ask)
        .await
        .expect(409);
    test.login(EMAIL, PASSWORD).await;
}

#[tokio::test]
async fn secrets_are_stored_encrypted_and_for_one_account() {
    let test = TestApp::start().await;
    let (maya, admin) = (test.traveller().await, test.admin().await);
    let ask = json!({"password": PASSWORD});
    let begun = call(&test, Method::POST, "", &maya, ask).await.expect(200);
    let shown = begun["data"]["secret"].as_str().expect("a secret");
    let secret = Secret::try_from_base32(shown).expect("Base32");
    let phone = Phone::new(shown);
    let (id, other) = (
        maya.user_id.parse().expect("an id"),
        admin.user_id.parse().expect("an id"),
    );
    let stored = store::second_steps::find(&test.app.db, id).await;
    let stored = stored.expect("read").expect("stored").secret;
    let plain = secret.as_bytes();
    assert!(!stored.windows(plain.len()).any(|part| part == plain));
    assert!(TotpSecret::decrypt(&test.app, id, &stored).is_some());
    assert!(TotpSecret::decrypt(&test.app, other, &stored).is_none());

    // As after a change of the secret key: the stored secret does not decrypt.
    let ask = json!({"code": phone.code(&test)});
    call(&test, Method::POST, "/confirm", &maya, ask)
        .await
        .expect(200);
    let tx = test.app.db.begin().await.expect("a transaction");
    assert!(store::second_steps::remove(&tx, id).await.expect("removed"));
    let broken = vec![7; stored.len()];
    assert!(
        store::second_steps::begin(&tx, id, &broken, test.app.clock.now())
            .await
            .expect("stored")
    );
    let step = store::second_steps::find(&tx, id)
        .await
        .expect("read")
        .expect("stored");
    assert!(
        store::second_steps::confirm(&tx, &step, 1, test.app.clock.now())
            .await
            .expect("on")
    );
    tx.commit().await.expect("committed");
    let waiting = first_step(&test, PASSWORD).await;
    waiting
        .code(&test, &phone.next_code(&test))
        .await
        .expect(409);
}

#[tokio::test]
async fn a_deleted_account_leaves_no_second_step() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    set_up(&test, &maya, PASSWORD).await;
    first_step(&test, PASSWORD).await;
    let id = maya.user_id.parse().expect("an id");
    let delete = test.call(Method::DELETE, "/api/users/me");
    let delete = delete
        .json(&json!({"password": PASSWORD}))
        .bearer(&maya.access);
    assert_eq!(delete.send().await.status, 204);
    let db = &test.app.db;
    let step = store::second_steps::find(db, id).await.expect("read");
    assert_eq!(step, None);
    assert_eq!(
        store::second_steps::count_recovery_codes(db, id)
            .await
            .expect("read"),
        0
    );
    test.clock.advance(TimeDelta::minutes(2));
    test.do_jobs().await;
}
