//! The staff of the agency: invitations by email, roles that are changed and taken away at once, and the last owner
//! (operations §6).

use axum::http::Method;
use chrono::TimeDelta;
use domain::account::Role;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::support::{Login, TestApp};

const PEMBA: &str = "pemba@example.com";

async fn invite(test: &TestApp, admin: &Login, email: &str, role: &str) -> Answer {
    let ask = json!({"email": email, "role": role});
    let call = test.post("/api/staff/invitations", &ask);
    call.bearer(&admin.access).send().await
}

/// The token of the newest invitation that was mailed to an address.
async fn mailed_token(test: &TestApp, email: &str) -> String {
    test.do_jobs().await;
    let mails = test.outbox();
    let mail = mails.iter().rfind(|mail| mail.to == email);
    let text = &mail.expect("a mail").text;
    let (_, rest) = text.split_once("/invitation/").expect("a link");
    rest.split_whitespace().next().expect("a token").to_owned()
}

async fn invited(test: &TestApp, admin: &Login, email: &str, role: &str) -> String {
    invite(test, admin, email, role).await.expect(201);
    mailed_token(test, email).await
}

async fn accept(test: &TestApp, token: &str, by: Option<&Login>) -> Answer {
    let ask = json!({"name": "Pemba Sherpa", "password": "valley of many rivers"});
    let call = test.post(&format!("/api/invitations/{token}/accept"), &ask);
    match by {
        Some(login) => call.bearer(&login.access).send().await,
        None => call.send().await,
    }
}

async fn read(test: &TestApp, token: &str) -> Answer {
    test.get(&format!("/api/invitations/{token}")).send().await
}

async fn list(test: &TestApp, admin: &Login) -> Value {
    let answer = test.get("/api/staff").bearer(&admin.access).send().await;
    answer.expect(200)["data"].clone()
}

async fn change_role(test: &TestApp, by: &Login, id: &str, role: &str) -> Answer {
    let call = test.call(Method::PATCH, &format!("/api/staff/{id}"));
    let call = call.json(&json!({"role": role})).bearer(&by.access);
    call.send().await
}

async fn owner(test: &TestApp, name: &str) -> Login {
    let email = format!("{name}@example.com");
    let login = test.sign_up(name, &email, "ridge of many winds").await;
    test.give_role(&login, Role::Admin).await;
    login
}

#[tokio::test]
async fn an_invited_person_without_an_account_gets_one_and_is_signed_in_with_the_role() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let token = invited(&test, &admin, PEMBA, "staff").await;
    let shown = read(&test, &token).await.expect(200)["data"]["invitation"].clone();
    assert_eq!(shown["email"], PEMBA);
    assert_eq!(shown["role"], "staff");
    assert_eq!(shown["invitedBy"], "Ang Rita");
    assert_eq!(shown["hasAccount"], false);
    assert_eq!(list(&test, &admin).await["invitations"][0]["email"], PEMBA);

    let weak = json!({"name": " ", "password": "short"});
    let path = format!("/api/invitations/{token}/accept");
    let refused = test.post(&path, &weak).send().await.expect(400);
    let errors = refused["errors"].as_array().expect("errors");
    let fields: Vec<_> = errors.iter().map(|error| &error["field"]).collect();
    assert_eq!(fields, ["name", "password"]);

    let pemba = Login::of(accept(&test, &token, None).await);
    let call = test.get("/api/bookings").bearer(&pemba.access);
    call.send().await.expect(200);
    test.login(PEMBA, "valley of many rivers").await;
    let list = list(&test, &admin).await;
    assert_eq!(list["invitations"], json!([]));
    let people = list["staff"].as_array().expect("people");
    let roles: Vec<_> = people.iter().map(|one| &one["role"]).collect();
    assert_eq!(roles, ["admin", "staff"]);
    assert_ne!(list["staff"][1]["lastSeenAt"], Value::Null);
}

#[tokio::test]
async fn an_account_accepts_only_when_it_is_signed_in_and_another_account_is_refused() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let other = test
        .sign_up("Tashi", "tashi@example.com", "bridge of many ropes")
        .await;
    let token = invited(&test, &admin, "Maya@Example.com", "guide").await;
    assert_eq!(
        read(&test, &token).await.expect(200)["data"]["invitation"]["hasAccount"],
        true
    );
    accept(&test, &token, None).await.expect(401);
    accept(&test, &token, Some(&other)).await.expect(403);
    let user = accept(&test, &token, Some(&maya)).await.expect(200)["user"].clone();
    assert_eq!(user["role"], "guide");
    assert_eq!(user["name"], "Maya Gurung", "the name is kept");
    let me = test.get("/api/users/me").bearer(&maya.access).send().await;
    assert_eq!(me.expect(200)["user"]["role"], "guide");
    test.login("maya@example.com", "trail of many stones").await;
}

#[tokio::test]
async fn an_invitation_is_used_once_even_at_the_same_time() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let token = invited(&test, &admin, PEMBA, "staff").await;
    let (one, two) = tokio::join!(accept(&test, &token, None), accept(&test, &token, None));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200);
    assert!([401, 410].contains(&statuses[1]), "{statuses:?}");
    let refused = accept(&test, &token, None).await.expect(410);
    assert_eq!(refused["message"], "This invitation was accepted already.");
    assert_eq!(
        list(&test, &admin).await["staff"].as_array().map(Vec::len),
        Some(2)
    );
}

#[tokio::test]
async fn an_invitation_ends_when_it_is_withdrawn_or_expires_and_can_be_sent_again() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let made = invite(&test, &admin, PEMBA, "staff").await.expect(201);
    let id = made["data"]["invitation"]["_id"].as_str().expect("an id");
    let token = mailed_token(&test, PEMBA).await;
    test.clock.advance(TimeDelta::days(7));
    let admin = test
        .login("admin@example.com", "mountain of many roads")
        .await;
    let over = read(&test, &token).await.expect(410);
    assert_eq!(
        over["message"],
        "This invitation has expired. Ask for a new one."
    );
    assert_eq!(
        list(&test, &admin).await["invitations"][0]["isExpired"],
        true
    );
    let path = format!("/api/staff/invitations/{id}");
    let again = test.post(&format!("{path}/resend"), &json!({}));
    again.bearer(&admin.access).send().await.expect(200);
    assert_eq!(mailed_token(&test, PEMBA).await, token);
    read(&test, &token).await.expect(200);
    let withdraw = || {
        let call = test.call(Method::DELETE, &path);
        call.bearer(&admin.access).send()
    };
    withdraw().await.expect(200);
    withdraw().await.expect(404);
    let over = accept(&test, &token, None).await.expect(410);
    assert_eq!(over["message"], "This invitation was withdrawn.");
    invited(&test, &admin, PEMBA, "guide").await;
}

#[tokio::test]
async fn only_a_new_address_with_a_role_of_the_staff_can_be_invited() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    for (email, role, field) in [
        ("", "staff", "email"),
        ("nobody", "staff", "email"),
        (PEMBA, "user", "role"),
        (PEMBA, "king", "role"),
    ] {
        let refused = invite(&test, &admin, email, role).await.expect(400);
        assert_eq!(refused["errors"][0]["field"], field, "{email} {role}");
    }
    invite(&test, &admin, "ADMIN@example.com", "staff")
        .await
        .expect(409);
    invited(&test, &admin, PEMBA, "staff").await;
    invite(&test, &admin, "PEMBA@example.com", "guide")
        .await
        .expect(409);
    let token = "018f0000-0000-7000-8000-000000000000.AAAA";
    read(&test, token).await.expect(404);
}

#[tokio::test]
async fn an_account_that_got_a_role_meanwhile_keeps_it_and_the_invitation_stays_open() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let token = invited(&test, &admin, "maya@example.com", "staff").await;
    test.give_role(&maya, Role::Admin).await;
    accept(&test, &token, Some(&maya)).await.expect(409);
    assert_eq!(list(&test, &admin).await["staff"][1]["role"], "admin");
}

#[tokio::test]
async fn a_role_that_is_taken_away_ends_every_session_at_once() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    test.give_role(&maya, Role::Staff).await;
    let elsewhere = test.login("maya@example.com", "trail of many stones").await;
    for login in [&maya, &elsewhere] {
        let call = test.get("/api/bookings").bearer(&login.access);
        call.send().await.expect(200);
    }
    let changed = change_role(&test, &admin, &maya.user_id, "user").await;
    assert_eq!(changed.expect(200)["data"]["member"]["role"], "user");
    for login in [&maya, &elsewhere] {
        let call = test.get("/api/bookings").bearer(&login.access);
        call.send().await.expect(401);
        let ask = json!({"refreshToken": login.refresh});
        let refreshed = test.post("/api/auth/refresh", &ask).send().await;
        refreshed.expect(401);
    }
    let again = test.login("maya@example.com", "trail of many stones").await;
    let call = test.get("/api/bookings").bearer(&again.access);
    call.send().await.expect(403);
    change_role(&test, &admin, &maya.user_id, "staff")
        .await
        .expect(404);
}

#[tokio::test]
async fn the_last_owner_keeps_the_role() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    for role in ["staff", "guide", "user"] {
        let refused = change_role(&test, &admin, &admin.user_id, role).await;
        let message = refused.expect(409)["message"].to_string();
        assert!(message.contains("only owner"), "{message}");
    }
    change_role(&test, &admin, &admin.user_id, "king")
        .await
        .expect(400);
    change_role(&test, &admin, &admin.user_id, "admin")
        .await
        .expect(200);
    let second = owner(&test, "pasang").await;
    change_role(&test, &admin, &second.user_id, "staff")
        .await
        .expect(200);
    change_role(&test, &admin, &admin.user_id, "staff")
        .await
        .expect(409);
}

#[tokio::test]
async fn two_owners_who_remove_each_other_at_the_same_time_leave_one() {
    let test = TestApp::start().await;
    for round in 0..4 {
        let (one, two) = (
            owner(&test, &format!("one{round}")).await,
            owner(&test, &format!("two{round}")).await,
        );
        // Of the owners of earlier rounds one is left.
        let (first, second) = tokio::join!(
            change_role(&test, &one, &two.user_id, "user"),
            change_role(&test, &two, &one.user_id, "user"),
        );
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses[0], 200, "{statuses:?}");
        assert!([401, 403].contains(&statuses[1]), "{statuses:?}");
    }
    let owners = store::admins::list(&test.app.db).await.expect("owners");
    assert_eq!(owners.len(), 4);
}

#[tokio::test]
async fn a_deleted_account_leaves_no_invitation() {
    let test = TestApp::start().await;
    let (admin, maya) = (test.admin().await, test.traveller().await);
    let token = invited(&test, &admin, "maya@example.com", "staff").await;
    let ask = json!({"password": "trail of many stones"});
    let call = test.call(Method::DELETE, "/api/users/me").json(&ask);
    assert_eq!(call.bearer(&maya.access).send().await.status, 204);
    read(&test, &token).await.expect(404);
    test.clock.advance(TimeDelta::minutes(2));
    test.do_jobs().await;
}
