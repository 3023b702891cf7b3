//! A change of a setting acts in every server process on the database within a second (operations §6).

use std::time::{Duration, Instant};

use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use chautari::platform::other_servers;
use chautari::router;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::call::Call;
use crate::program::{Running, chautari, folder};
use crate::program_admin::admin_create;
use crate::settings::change;
use crate::support::TestApp;

/// Time for the other process to see a change, and for a busy machine to answer.
const SEEN_WITHIN: Duration = Duration::from_millis(1500);

#[tokio::test]
async fn a_change_is_seen_by_another_server_within_a_second() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let other = App::start((*test.app.config).clone(), Clock::Fixed(test.clock.clone())).await;
    let other = other.expect("another server");
    let (stop, stopped) = watch::channel(false);
    let following = tokio::spawn(other_servers::follow(other.clone(), stopped));
    let router = router::router(other);
    change(&test, &admin, &json!({"name": "Yeti"}))
        .await
        .expect(200);
    let begun = Instant::now();
    loop {
        let call = Call::new(router.clone(), axum::http::Method::GET, "/api/config");
        let config = call.send().await.expect(200);
        if config["data"]["name"] == "Yeti" {
            break;
        }
        assert!(begun.elapsed() < SEEN_WITHIN, "{config}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send(true).expect("it follows");
    following.await.expect("it ends");
}

#[test]
fn two_processes_on_one_database_show_the_same_settings() {
    let folder = folder();
    let password = "mountain of many roads";
    let made = admin_create(
        &folder,
        "boss@example.com",
        "The Boss",
        &format!("{password}\n"),
    );
    assert!(made.status.success());
    let one = Running::start(chautari(&folder, &["serve"]));
    let mut command = chautari(&folder, &["serve"]);
    command.env("CHAUTARI_CONTACT_PHONE", "+977 1 4444444");
    let other = Running::start(command);
    let login = one.login("boss@example.com", password);
    let token = login
        .lines()
        .find_map(|line| line.strip_prefix("x-access-token: "))
        .expect("a token")
        .to_owned();
    let ask = json!({"version": 0, "values": {"name": "Yeti", "contact_phone": "+977 1 5555555"}});
    let answer = one.patch_as("/api/settings", &token, &ask.to_string());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let config = |server: &Running| -> Value {
        let answer = server.get("/api/config");
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        serde_json::from_str(body).expect("JSON")
    };
    let shown = config(&one)["data"].clone();
    assert_eq!(
        (&shown["name"], &shown["contactPhone"]),
        (&json!("Yeti"), &json!("+977 1 5555555"))
    );
    let begun = Instant::now();
    while config(&other)["data"]["name"] != "Yeti" {
        assert!(begun.elapsed() < SEEN_WITHIN, "{}", config(&other));
        std::thread::sleep(Duration::from_millis(20));
    }
    // The environment of the other process wins there, and its desk names the variable.
    assert_eq!(config(&other)["data"]["contactPhone"], "+977 1 4444444");
    let shown = other.get_as("/api/settings", &token);
    assert!(
        shown.contains("\"setIn\":\"CHAUTARI_CONTACT_PHONE\""),
        "{shown}"
    );
    let ask = json!({"version": 1, "values": {"contact_phone": "+977 1 6666666"}});
    let refused = other.patch_as("/api/settings", &token, &ask.to_string());
    assert!(
        refused.contains("set this in CHAUTARI_CONTACT_PHONE"),
        "{refused}"
    );
}
