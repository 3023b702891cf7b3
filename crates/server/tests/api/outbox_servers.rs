//! Emails of several servers that have no mail server and share a database and a file store.

use std::path::Path;

use chautari::jobs;
use chautari::platform::app::App;
use serde_json::json;

use crate::backup_file::{Elsewhere, backup};
use crate::outbox;
use crate::shared_tasks::another;
use crate::support::TestApp;

/// Runs the jobs that are due at this server.
async fn work(app: &App) {
    let now = app.clock.now();
    let lease_end = now + chrono::TimeDelta::minutes(1);
    let claimed = store::jobs::claim(&app.db, now, lease_end, 100).await;
    for job in claimed.expect("claimed") {
        jobs::run(app, &job).await.expect("done");
        store::jobs::finish(&app.db, job.id)
            .await
            .expect("finished");
    }
}

async fn subscribe(test: &TestApp, email: &str) {
    let call = test.post("/api/newsletter/subscribe", &json!({"email": email}));
    call.send().await.expect(200);
}

fn recipients(folder: &Path) -> Vec<String> {
    let mails = outbox::read(folder).into_iter();
    let mut emails: Vec<String> = mails.map(|mail| mail.to).collect();
    emails.sort();
    emails
}

#[tokio::test]
async fn the_emails_of_all_servers_are_in_the_storage_that_they_share_and_in_a_backup_of_each() {
    let storage = tempfile::tempdir().expect("a folder");
    let url = format!("file://{}", storage.path().display());
    let test = match std::env::var_os("CHAUTARI_TEST_STORAGE_URL") {
        Some(_) => TestApp::start().await,
        None => TestApp::start_with(&[("storage_url", &url)]).await,
    };
    let (second, second_folder) = another(&test).await;
    subscribe(&test, "pemba@example.com").await;
    work(&test.app).await;
    subscribe(&test, "lhamu@example.com").await;
    work(&second).await;

    let (first_folder, second_folder) = (test.outbox_folder(), second_folder.path().join("outbox"));
    assert_eq!(recipients(&first_folder), ["pemba@example.com"]);
    assert_eq!(recipients(&second_folder), ["lhamu@example.com"]);
    for folder in [&first_folder, &second_folder] {
        for mail in outbox::read(folder) {
            let key = format!("outbox/{}", mail.file_name);
            let copy = test.app.files.get(&key).await.expect("read");
            assert!(copy.is_some_and(|copy| copy == mail.raw), "{key}");
        }
    }

    let folder = tempfile::tempdir().expect("a folder");
    for (app, name) in [(&test.app, "first.tar.gz"), (&second, "second.tar.gz")] {
        let file = backup(&app.config, &folder, name).await;
        let elsewhere = Elsewhere::of(&app.config).await;
        elsewhere.restore(&file).await.expect("restored");
        let restored = recipients(&elsewhere.config.outbox());
        assert_eq!(
            restored,
            ["lhamu@example.com", "pemba@example.com"],
            "{name}"
        );
    }
}

#[tokio::test]
async fn no_copy_of_an_email_is_stored_with_the_pictures_of_a_single_server() {
    let test = TestApp::start().await;
    subscribe(&test, "pemba@example.com").await;
    test.do_jobs().await;
    assert_eq!(test.outbox().len(), 1);
    assert!(!test.folder.path().join("uploads/outbox").exists());
}
