//! `GET /metrics`: access, counters, and protection against unbounded growth.

use axum::http::Method;
use chautari::features::booking::payment::reconcile;
use chautari::features::booking::refund::split::{Reason, store_refunds};
use chautari::jobs;
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::metrics_text::Text;
use crate::money::stored;
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek, verify};
use crate::support::{Login, TestApp};
use crate::upload::uploads;
use crate::upload_pictures::jpeg_with_place;
use store::jobs::Job;

const NEAR: &str = "127.0.0.1:40000";

async fn ask(test: &TestApp, peer: &str, forwarded: &str) -> Answer {
    let call = test.get("/metrics").peer(peer);
    call.header("x-forwarded-for", forwarded).send().await
}

async fn metrics(test: &TestApp) -> Text {
    let answer = test.get("/metrics").peer(NEAR).send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header("content-type"),
        Some("text/plain; version=0.0.4")
    );
    Text::read(std::str::from_utf8(&answer.body).expect("text"))
}

// Decisions §3: access depends on the socket address, whatever headers say and whichever proxy is trusted.
#[tokio::test]
async fn metrics_are_readable_from_this_machine_only_whatever_headers_say() {
    let test = TestApp::start_with(&[("trusted_proxies", "9.9.9.9,127.0.0.1")]).await;
    for peer in [NEAR, "[::1]:1", "127.8.8.8:1", "[::ffff:127.0.0.1]:1"] {
        let answer = test.get("/metrics").peer(peer).send().await;
        assert_eq!(answer.status, 200, "{peer}");
    }
    let unknown = test.get("/no-such-page").send().await;
    for peer in [
        "9.9.9.9:1",
        "10.0.0.1:1",
        "192.168.1.2:1",
        "[2001:db8::1]:1",
        "0.0.0.0:1",
    ] {
        for forwarded in ["127.0.0.1", "::1", "localhost", "127.0.0.1, 9.9.9.9"] {
            let refused = ask(&test, peer, forwarded).await;
            assert_eq!(
                (refused.status, &refused.body),
                (unknown.status, &unknown.body),
                "{peer}"
            );
        }
    }
    // Without a socket address the response is 404.
    assert_eq!(test.get("/metrics").send().await.status, 404);
}

// A proxy on this machine connects from a loopback address, whatever the client's address.
#[tokio::test]
async fn metrics_are_not_found_through_a_proxy_on_this_machine() {
    let test = TestApp::start().await;
    for name in [
        "forwarded",
        "via",
        "x-real-ip",
        "x-forwarded-for",
        "x-forwarded-proto",
        "x-forwarded-host",
    ] {
        let call = test.get("/metrics").peer(NEAR).header(name, "1.1 proxy");
        assert_eq!(call.send().await.status, 404, "{name}");
    }
}

#[tokio::test]
async fn requests_of_unknown_paths_add_no_metric() {
    let test = TestApp::start().await;
    let knock = async |number: usize| {
        for path in [
            format!("/{number}"),
            format!("/api/{number}"),
            format!("/api/treks/{number}"),
            format!("/package/{number}"),
            format!("/assets/{number}.js"),
            format!("/pictures/{number}.webp"),
            format!("/uploads/{number}"),
            format!("/?destination={number}"),
        ] {
            test.get(&path).send().await;
            let method = format!("M{number}");
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            test.call(method, &path).send().await;
        }
    };
    knock(0).await;
    // The second response also counts the first one.
    metrics(&test).await;
    let before = metrics(&test).await.lines();
    for number in 1..40 {
        knock(number).await;
    }
    let after = metrics(&test).await;
    assert_eq!(after.lines(), before);
    let treks = [
        ("route", "/api/treks/{id}"),
        ("method", "GET"),
        ("status", "4xx"),
    ];
    assert_eq!(after.value("chautari_http_requests_total", &treks), 40.0);
    let other = [("route", "other"), ("method", "GET"), ("status", "4xx")];
    assert_eq!(after.value("chautari_http_requests_total", &other), 80.0);
}

async fn paid_without_verifying(test: &TestApp, who: &Login, trek: &Trek) -> Value {
    let opened = booked(test, who, trek).await;
    pay(test, &opened, GOOD_CARD).await.expect(200);
    opened
}

#[tokio::test]
async fn bookings_are_counted_by_status_with_the_calls_of_the_payment_provider() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let maya = test.traveller().await;
    let paid = paid_without_verifying(&test, &maya, &trek).await;
    verify(&test, &maya, &paid).await.expect(200);
    // The second traveller closed the tab.
    paid_without_verifying(&test, &maya, &trek).await;
    let bookings = |now: &Text, status, payment| {
        let labels = [("payment", payment), ("status", status)];
        now.value("chautari_bookings", &labels)
    };
    let before = metrics(&test).await;
    assert_eq!(bookings(&before, "Confirmed", "Confirmed"), 1.0);
    assert_eq!(bookings(&before, "Pending", "Pending"), 1.0);
    let opened = [("call", "open"), ("outcome", "ok")];
    assert_eq!(
        before.value("chautari_payment_provider_calls_total", &opened),
        2.0
    );
    reconcile::reconcile(&test.app).await.expect("settled");
    let after = metrics(&test).await;
    assert_eq!(bookings(&after, "Confirmed", "Confirmed"), 2.0);
    let found = [("finding", "payment_found")];
    assert_eq!(
        after.value("chautari_reconciler_findings_total", &found),
        1.0
    );
    let booked = [
        ("method", "POST"),
        ("route", "/api/bookings"),
        ("status", "2xx"),
    ];
    assert_eq!(after.value("chautari_http_requests_total", &booked), 2.0);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_job_that_is_no_email_goes_on_for_ever_and_counts_as_given_up_while_it_fails() {
    let mut test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let maya = test.traveller().await;
    let opened = booked(&test, &maya, &trek).await;
    let end = Job::EndPaymentIntent {
        booking_id: booking_id(&opened).parse().expect("an id"),
        intent_id: "pi_of_nobody".to_owned(),
    };
    let (db, clock) = (&test.app.db, &test.app.clock);
    let now = clock.now();
    store::jobs::add(db, clock.new_id(), &end, now)
        .await
        .expect("added");
    for _ in 0..20 {
        let (now, lease) = (clock.now(), chrono::TimeDelta::seconds(60));
        let claimed = store::jobs::claim(db, now, now + lease, 10).await;
        let claimed = claimed.expect("claimed");
        assert_eq!(claimed.len(), 1);
        jobs::attempt(&test.app, &claimed[0]).await;
        test.clock.advance(chrono::TimeDelta::hours(2));
    }
    let failing = [("kind", "endPaymentIntent"), ("state", "given_up")];
    assert_eq!(metrics(&test).await.value("chautari_jobs", &failing), 1.0);
    test.may_leave_jobs();
}

#[tokio::test]
async fn a_refund_that_failed_is_counted_for_a_week() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let maya = test.traveller().await;
    let opened = paid_without_verifying(&test, &maya, &trek).await;
    verify(&test, &maya, &opened).await.expect(200);
    let booking = stored(&test, &booking_id(&opened)).await;
    let reason = Reason {
        text: "Cancelled by the traveller".to_owned(),
        actor: store::ledger::Actor::Account(booking.user_id),
        cause: store::refunds::Cause::Cancelled,
    };
    let now = test.app.clock.now();
    let tx = test.app.db.begin().await.expect("begun");
    store_refunds(&test.app, &tx, &booking, booking.quote.total, &reason)
        .await
        .expect("stored");
    let asked = store::refunds::list_for_booking(&tx, booking.id).await;
    let id = asked.expect("listed")[0].id;
    let failed = store::refunds::State::Failed;
    store::refunds::end(&tx, id, failed, None, Some("closed card"), now)
        .await
        .expect("failed");
    tx.commit().await.expect("committed");
    let count = async || {
        let read = metrics(&test).await;
        read.value("chautari_refunds", &[("state", "failed")])
    };
    assert_eq!(count().await, 1.0);
    test.clock.advance(chrono::TimeDelta::days(8));
    assert_eq!(count().await, 0.0);
    test.do_jobs().await;
}

#[tokio::test]
async fn jobs_are_counted_while_they_are_pending_and_when_they_are_done() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let maya = test.traveller().await;
    let paid = paid_without_verifying(&test, &maya, &trek).await;
    verify(&test, &maya, &paid).await.expect(200);
    let waiting = [("kind", "mailBookingConfirmed"), ("state", "waiting")];
    let before = metrics(&test).await;
    assert_eq!(before.value("chautari_jobs", &waiting), 1.0);
    test.clock.advance(chrono::TimeDelta::seconds(90));
    let later = metrics(&test).await;
    assert_eq!(
        later.value("chautari_jobs_oldest_due_age_seconds", &[]),
        90.0
    );
    let now = test.app.clock.now();
    let leased = now + chrono::TimeDelta::seconds(60);
    let claimed = store::jobs::claim(&test.app.db, now, leased, 10).await;
    for job in claimed.expect("claimed") {
        jobs::attempt(&test.app, &job).await;
    }
    let after = metrics(&test).await;
    let done = [("kind", "mailBookingConfirmed"), ("outcome", "done")];
    assert_eq!(after.value("chautari_jobs_run_total", &done), 1.0);
    assert_eq!(
        after.value("chautari_jobs_oldest_due_age_seconds", &[]),
        0.0
    );
    // The emails of the sign-up code and of the confirmation.
    assert!(after.value("chautari_mails_total", &[("outcome", "sent")]) >= 2.0);
}

#[tokio::test]
async fn logins_beyond_the_rate_limit_are_counted() {
    let test = TestApp::start_with(&[("limit_wrong_logins", "1/15m")]).await;
    let wrong = json!({"email": "maya@example.com", "password": "not the right words"});
    for status in [401, 429] {
        let login = test.post("/api/auth/login", &wrong).send().await;
        login.expect(status);
    }
    let now = metrics(&test).await;
    let refused = [("limit", "wrong_logins")];
    assert_eq!(now.value("chautari_limit_refusals_total", &refused), 1.0);
}

#[tokio::test]
async fn process_and_database_are_measured_and_every_metric_has_a_help_text() {
    let test = TestApp::start().await;
    let now = metrics(&test).await;
    assert_eq!(now.value("chautari_database_up", &[]), 1.0);
    assert_eq!(now.value("chautari_http_requests_in_flight", &[]), 1.0);
    assert!(now.value("process_resident_memory_bytes", &[]) > 1e6);
    assert!(now.value("process_start_time_seconds", &[]) > 1.6e9);
    for family in now.0.values() {
        assert!(family.help.ends_with('.'), "{family:?}");
    }
}

#[tokio::test]
async fn uploaded_pictures_are_counted_with_their_bytes() {
    let site = uploads().await;
    let bytes = jpeg_with_place(100, 80);
    site.stored(&bytes).await;
    let (refused, _) = site.send("image/jpeg", b"no picture at all").await;
    assert_eq!(refused.status, 400);
    let now = metrics(&site.test).await;
    assert_eq!(
        now.value("chautari_uploads_total", &[("outcome", "stored")]),
        1.0
    );
    assert_eq!(
        now.value("chautari_uploads_total", &[("outcome", "refused")]),
        1.0
    );
    #[expect(clippy::cast_precision_loss, reason = "some kilobytes")]
    let sent = (bytes.len() + b"no picture at all".len()) as f64;
    assert_eq!(now.value("chautari_upload_bytes_total", &[]), sent);
}

// Operators need the metrics most when the database is unavailable.
#[tokio::test]
async fn without_the_database_the_other_metrics_are_returned() {
    let mut test = TestApp::start().await;
    test.may_leave_jobs();
    test.app.db.clone().close().await.expect("closed");
    let now = metrics(&test).await;
    assert_eq!(now.value("chautari_database_up", &[]), 0.0);
    assert_eq!(
        now.value(
            "chautari_build_info",
            &[("version", env!("CARGO_PKG_VERSION"))]
        ),
        1.0
    );
}
