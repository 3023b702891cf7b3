//! Failing jobs: retried with growing pauses, finally marked as failed, never lost.

use chautari::jobs::{attempt, claim};
use chautari::platform::adapters::clock::{Clock, FixedClock};
use chautari::platform::app::App;
use chrono::TimeDelta;
use serde_json::json;
use store::jobs::{self, Job};

use crate::support::TestApp;

const PASSWORD: &str = "trail of many stones";

/// Runs the due jobs as the worker does, and returns their number.
async fn work(app: &TestApp) -> usize {
    let now = app.app.clock.now();
    let lease = now + TimeDelta::seconds(60);
    let claimed = store::jobs::claim(&app.app.db, now, lease, 100)
        .await
        .expect("claimed");
    for job in &claimed {
        attempt(&app.app, job).await;
    }
    claimed.len()
}

/// An app with one email to write and an outbox that cannot be written.
async fn app_without_outbox() -> TestApp {
    let app = TestApp::start().await;
    app.traveller().await;
    std::fs::remove_dir_all(app.outbox_folder()).expect("removed");
    std::fs::write(app.outbox_folder(), "in the way").expect("written");
    let ask = json!({"name": "M", "email": "maya@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    app.post("/api/auth/signup", &ask).send().await.expect(200);
    app
}

#[tokio::test]
async fn a_failed_job_is_retried_until_it_succeeds() {
    let app = app_without_outbox().await;
    assert_eq!(work(&app).await, 1);
    for pause in [5, 20, 80] {
        app.clock.advance(TimeDelta::seconds(pause - 1));
        assert_eq!(work(&app).await, 0, "before its pause of {pause} s");
        // Each pause is up to a quarter longer, by a random share.
        app.clock.advance(TimeDelta::seconds(2 + pause / 4));
        assert_eq!(work(&app).await, 1, "after its pause of {pause} s");
    }
    std::fs::remove_file(app.outbox_folder()).expect("removed");
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(work(&app).await, 1);
    let mails = app.outbox();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, "maya@example.com");
}

#[tokio::test]
async fn a_job_that_fails_too_often_is_not_retried_and_stays_stored() {
    let mut app = app_without_outbox().await;
    let mut tries = 0;
    for _ in 0..50 {
        tries += work(&app).await;
        app.clock.advance(TimeDelta::hours(2));
    }
    assert_eq!(tries, 12);
    assert_eq!(
        store::jobs::count_open(&app.app.db).await.expect("counted"),
        (1, 1)
    );
    app.may_leave_jobs();
}

#[tokio::test]
async fn the_outbox_contains_complete_emails_only() {
    let app = TestApp::start().await;
    app.traveller().await;
    let names: Vec<String> = std::fs::read_dir(app.outbox_folder())
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert_eq!(names.len(), 1);
    assert!(names[0].ends_with(".eml"), "{names:?}");
}

#[tokio::test]
async fn readiness_fails_when_the_outbox_cannot_be_written() {
    let mut app = app_without_outbox().await;
    app.get("/readyz")
        .send()
        .await
        .expect_failure(503, "The data folder cannot be written");
    app.may_leave_jobs();
}

// Leases use the clock of the database. With the clocks of the servers, one server could claim the running jobs of
// another.
#[tokio::test]
async fn two_servers_with_different_clocks_run_a_job_once_without_delay() {
    let mut test = TestApp::start().await;
    test.may_leave_jobs();
    let server = async |hours| {
        let clock = FixedClock::at(Clock::System.now() + TimeDelta::hours(hours));
        let started = App::start((*test.app.config).clone(), Clock::Fixed(clock)).await;
        started.expect("it starts")
    };
    let (ahead, behind) = (server(1).await, server(-1).await);
    for (cause, worker, other) in [(&ahead, &behind, &ahead), (&behind, &ahead, &behind)] {
        let job = Job::MailAccountDeleted {
            email: "maya@example.com".to_owned(),
        };
        let id = cause.clock.new_id();
        let stored = jobs::add(&cause.db, id, &job, cause.clock.now()).await;
        stored.expect("stored");
        let claimed = claim(worker, 10).await;
        assert_eq!(claimed.len(), 1, "it is due at once");
        assert_eq!(claim(other, 10).await, [], "it is held");
        assert_eq!(claim(worker, 10).await, [], "it is held");
        let now = jobs::database_time(&cause.db).await.expect("a time");
        let difference = (claimed[0].now() - now).abs();
        assert!(difference < TimeDelta::minutes(10), "{difference}");
        jobs::finish(&cause.db, id).await.expect("finished");
    }
}
