//! The second step of staff: required by a setting, shown to owners, reset on the command line (operations §6).

use axum::http::Method;
use chautari::cli::admin;
use domain::account::Role;
use serde_json::{Value, json};

use crate::second_step_calls::{EMAIL, OVER, PASSWORD, call, first_step, set_up};
use crate::stage::{booked, booking_id, stored_trek};
use crate::support::{Login, TestApp};

const REQUIRED: &str = "Set up a second step for your login first. It is required for staff.";

#[tokio::test]
async fn staff_and_owners_without_a_required_second_step_can_only_set_it_up() {
    let test = TestApp::start_with(&[("staff_second_step", "required")]).await;
    let (maya, admin) = (test.traveller().await, test.admin().await);
    let pemba = test
        .sign_up("Pemba", "pemba@example.com", "valley of many rivers")
        .await;
    test.give_role(&maya, Role::Staff).await;
    let trek = stored_trek(&test).await;
    let theirs = booking_id(&booked(&test, &pemba, &trek).await);
    let get = |who: &Login, path: &str| test.get(path).bearer(&who.access).send();
    for (who, path) in [
        (&maya, "/api/bookings"),
        (&maya, "/api/staff"),
        (&maya, &*format!("/api/treks/{}?edit=true", trek.id)),
        (&admin, "/api/staff"),
        (&admin, "/api/bookings"),
        (&admin, &*format!("/api/departures/{theirs}/manifest")),
    ] {
        let body = get(who, path).await.expect_failure(403, REQUIRED);
        assert_eq!(body["code"], "second-step-required", "{path}");
    }
    // The booking of a traveller does not exist for them.
    let own = format!("/api/bookings/{theirs}");
    get(&maya, &own).await.expect(404);
    let shown = call(&test, Method::GET, "", &maya, json!({})).await;
    assert_eq!(shown.expect(200)["data"]["secondStep"]["isRequired"], true);
    let user = get(&maya, "/api/auth/verifyUser").await.expect(200)["user"].clone();
    assert_eq!(user["lacksSecondStep"], true);
    let login = test.login(EMAIL, PASSWORD).await;
    let me = get(&login, "/api/users/me").await.expect(200);
    assert_eq!(me["user"]["lacksSecondStep"], true);
    // Travellers and guides are not asked for one.
    get(&pemba, &own).await.expect(200);
    test.give_role(&pemba, Role::Guide).await;
    get(&pemba, &format!("/api/departures/{theirs}/manifest"))
        .await
        .expect(404);

    set_up(&test, &maya, PASSWORD).await;
    get(&maya, &own).await.expect(200);
    let user = get(&maya, "/api/auth/verifyUser").await.expect(200)["user"].clone();
    assert_eq!(user.get("lacksSecondStep"), None);
    get(&maya, "/api/bookings").await.expect(200);
    let refused = get(&maya, "/api/staff").await.expect(403);
    assert_eq!(refused.get("code"), None, "the role does not permit it");
    set_up(&test, &admin, "mountain of many roads").await;
    let listed = get(&admin, "/api/staff").await.expect(200);
    let people = listed["data"]["staff"].as_array().expect("people");
    let with_step = |name: &str| {
        let mut found = people.iter().filter(|one| one["name"] == name);
        found.next().expect("a person")["secondStepSince"] != Value::Null
    };
    assert!(with_step("Maya Gurung") && with_step("Ang Rita") && !with_step("Pemba"));
    let log = get(&admin, "/api/audit").await.expect(200);
    let newest = &log["data"]["entries"][0];
    assert_eq!(newest["action"], "turn on second step");
    assert_eq!(newest["subject"]["name"], "Ang Rita");
}

#[tokio::test]
async fn a_role_that_is_taken_away_ends_a_login_that_waits_for_its_second_step() {
    let test = TestApp::start().await;
    let (maya, admin) = (test.traveller().await, test.admin().await);
    test.give_role(&maya, Role::Staff).await;
    let (phone, _) = set_up(&test, &maya, PASSWORD).await;
    let waiting = first_step(&test, PASSWORD).await;
    let path = format!("/api/staff/{}", maya.user_id);
    let change = test
        .call(Method::PATCH, &path)
        .json(&json!({"role": "user"}));
    change.bearer(&admin.access).send().await.expect(200);
    let code = phone.next_code(&test);
    waiting.code(&test, &code).await.expect_failure(401, OVER);
    let waiting = first_step(&test, PASSWORD).await;
    let answer = waiting.code(&test, &code).await.expect(200);
    assert_eq!(answer["user"]["role"], "user");
}

#[tokio::test]
async fn the_command_line_resets_a_second_step_and_ends_the_sessions() {
    let test = TestApp::start().await;
    let maya = test.traveller().await;
    let config = (*test.app.config).clone();
    let reset = || admin::reset_totp(config.clone(), EMAIL);
    reset().await.expect_err("it is off");
    admin::reset_totp(config.clone(), "pemba@example.com")
        .await
        .expect_err("no account");
    set_up(&test, &maya, PASSWORD).await;
    let line = reset().await.expect("reset");
    assert!(line.contains("(1 sessions)"), "{line}");
    let me = test.get("/api/users/me").bearer(&maya.access);
    me.send().await.expect(401);
    test.login(EMAIL, PASSWORD).await;
}
