//! Stored settings that cannot be used any more: the server starts, and the desk says so (operations §6).

use axum::http::Method;
use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use chautari::platform::config::Config;
use chautari::platform::settings::Values;
use chautari::router;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use store::settings::StoredSetting;

use crate::backup_file::{Elsewhere, backup};
use crate::call::{Call, fields_of, message_of};
use crate::settings::{change, one, read};
use crate::support::{Login, TestApp};

/// Stores values without the checks of the desk, as an older version of the program may have.
async fn store_unchecked(test: &TestApp, values: &[(&str, &str)]) {
    let tx = test.app.db.begin().await.expect("a transaction");
    store::settings::next_version(&tx).await.expect("a version");
    for (name, value) in values {
        let setting = StoredSetting {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
            changed_by: "Ang Rita".to_owned(),
            changed_at: test.app.clock.now(),
        };
        store::settings::set(&tx, &setting).await.expect("stored");
    }
    tx.commit().await.expect("kept");
}

/// Another server on the database and the data folder of the test, with more settings of the operator.
async fn restart(test: &TestApp, more: &[(&'static str, &str)]) -> App {
    let config = &test.app.config;
    let folder = config.data_dir.to_str().expect("a path");
    let given = [
        ("database_url", config.database_url.as_str()),
        ("data_dir", folder),
        ("agency_email", "off"),
        ("exchange_rate_url", "off"),
    ];
    let given = given.iter().chain(more);
    let given: Vec<_> = given
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect();
    let config = Config::from_values(&Values::from_pairs(&given)).expect("settings");
    let started = App::start(config, Clock::Fixed(test.clock.clone())).await;
    started.expect("it starts")
}

async fn read_at(app: &App, who: &Login) -> Value {
    let call = Call::new(router::router(app.clone()), Method::GET, "/api/settings");
    call.bearer(&who.access).send().await.expect(200)["data"].clone()
}

#[tokio::test]
async fn a_stored_value_that_is_not_accepted_any_more_is_shown_and_the_others_are_used() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let values = [
        ("hold_minutes", "99999"),
        ("name", "Yeti"),
        ("pay_by_bank", "1"),
        ("from_the_future", "1"),
    ];
    store_unchecked(&test, &values).await;
    let app = restart(&test, &[]).await;
    assert_eq!(app.config.name, "Yeti");
    let data = read_at(&app, &admin).await;
    let hold = one(&data, "hold_minutes");
    assert_eq!(
        (&hold["value"], &hold["source"]),
        (&json!("20"), &json!("default"))
    );
    assert_eq!(hold["unusedValue"], "99999");
    assert_eq!(
        hold["problem"],
        "'99999' must be a whole number from 1 to 1440"
    );
    let bank = one(&data, "pay_by_bank");
    assert_eq!(
        bank["problem"],
        "“Account holder” is missing; “Offer bank transfer” needs it"
    );
    assert_eq!(data["unknown"], json!(["from_the_future"]));

    // Other settings can be saved, and what is not used can be removed.
    test.app.settings.refresh(&test.app.db).await.expect("read");
    let saved = change(&test, &admin, &json!({"decide_days": "3"}))
        .await
        .expect(200);
    assert_eq!(one(&saved["data"], "decide_days")["value"], "3");
    let again = change(&test, &admin, &json!({"hold_minutes": "0"}))
        .await
        .expect(400);
    assert_eq!(fields_of(&again), ["hold_minutes"]);
    let removed = json!({"hold_minutes": null, "from_the_future": null, "pay_by_bank": null});
    let data = change(&test, &admin, &removed).await.expect(200)["data"].clone();
    assert_eq!(data["unknown"], json!([]));
    assert_eq!(one(&data, "hold_minutes").get("unusedValue"), None);
}

#[tokio::test]
async fn a_file_that_names_a_setting_of_the_desk_wins_and_the_desk_names_the_file() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let values = json!({
        "name": "Yeti", "pay_by_bank": "1", "bank_account_name": "Yeti Ltd", "bank_account_number": "1",
        "bank_name": "Himalayan Bank",
    });
    change(&test, &admin, &values).await.expect(200);
    let app = restart(
        &test,
        &[("name", "From the file"), ("bank_name", "Everest Bank")],
    )
    .await;
    assert_eq!(app.config.name, "From the file");
    let bank = app.config.bank_transfer.as_ref().expect("a bank");
    assert_eq!(
        (bank.bank.as_str(), bank.account_name.as_str()),
        ("Everest Bank", "Yeti Ltd")
    );
    let data = read_at(&app, &admin).await;
    let name = one(&data, "name");
    assert_eq!(name["source"], "file");
    assert_eq!(name["setIn"], "chautari.toml");
    assert_eq!(
        (&name["value"], &name["unusedValue"]),
        (&json!("From the file"), &json!("Yeti"))
    );
    let call = Call::new(router::router(app.clone()), Method::PATCH, "/api/settings");
    let call = call.json(&json!({"version": 1, "values": {"name": "Bharal"}}));
    let refused = call.bearer(&admin.access).send().await.expect(400);
    let said = message_of(&refused, "name").expect("a message");
    assert_eq!(
        said,
        "The operator set this in chautari.toml. Change it there."
    );
    // Without the file the value of the desk is used again.
    assert_eq!(restart(&test, &[]).await.config.name, "Yeti");
}

#[tokio::test]
async fn a_restored_backup_has_the_settings_of_the_desk() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    change(&test, &admin, &json!({"name": "Yeti"}))
        .await
        .expect(200);
    let folder = tempfile::tempdir().expect("a folder");
    let file = backup(&test.app.config, &folder, "settings.tar.gz").await;
    let elsewhere = Elsewhere::of(&test.app.config).await;
    elsewhere.restore(&file).await.expect("restored");
    let served = elsewhere.serve(&test).await;
    let shown = served.get("/api/settings", &admin).await.expect(200)["data"].clone();
    assert_eq!(shown, read(&test, &admin).await);
    assert_eq!(one(&shown, "name")["source"], "desk");
}

// Point-in-time recovery, or a failover to a standby that is behind, under servers that go on running.
#[tokio::test]
async fn a_database_that_was_put_back_in_time_has_its_settings_used_and_changed() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    for name in ["Bharal", "Danfe"] {
        change(&test, &admin, &json!({ "name": name }))
            .await
            .expect(200);
    }
    let back = "update counters set value = 1 where name = 'settings'; \
                update settings set value = 'Bharal' where name = 'name'";
    let db = &test.app.db;
    db.execute_unprepared(back).await.expect("put back");
    test.app.settings.refresh(db).await.expect("read");
    let data = read(&test, &admin).await;
    assert_eq!(data["version"], 1);
    assert_eq!(one(&data, "name")["value"], "Bharal");
    change(&test, &admin, &json!({"name": "Munal"}))
        .await
        .expect(200);
}
