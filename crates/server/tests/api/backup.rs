//! `chautari backup` of a running server, and `chautari restore` of the same data.

use axum::http::Method;
use chautari::cli::backup::make;
use chautari::cli::ledger_check;
use chautari::features::booking::payment::reconcile;
use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use domain::account::Email;
use domain::booking::Booking;
use domain::one_time_code::OneTimeCode;
use serde_json::json;
use store::dump;

use crate::audit_money;
use crate::backup_file::{Elsewhere, all_rows, backup, entries, said};
use crate::books::Books;
use crate::call::Call;
use crate::money::stored;
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek, verify};
use crate::support::TestApp;
use crate::upload::uploads;
use crate::upload_pictures::jpeg_with_place;

// Booking, ledger line and email job are written in one transaction, so a backup contains all or none of them.
#[tokio::test]
async fn a_backup_made_during_payments_contains_each_booking_completely() {
    let mut test = TestApp::start().await;
    test.may_leave_jobs();
    let trek = stored_trek(&test).await;
    let maya = test.traveller().await;
    let folder = tempfile::tempdir().expect("a folder");
    let travellers = async {
        for _ in 0..12 {
            let opened = booked(&test, &maya, &trek).await;
            pay(&test, &opened, GOOD_CARD).await.expect(200);
            verify(&test, &maya, &opened).await.expect(200);
        }
    };
    let operator = async {
        let mut files = Vec::new();
        for number in 0..8 {
            files.push(backup(&test.app.config, &folder, &format!("{number}.tar.gz")).await);
        }
        files
    };
    let ((), files) = tokio::join!(travellers, operator);
    for file in files {
        let elsewhere = Elsewhere::of(&test.app.config).await;
        elsewhere.restore(&file).await.expect("restored");
        let served = elsewhere.serve(&test).await;
        let db = &served.app.db;
        let paid = store::bookings::list_after(db, uuid::Uuid::nil(), 1000).await;
        let paid = paid.expect("bookings").into_iter();
        let paid = paid.filter(|booking| !booking.paid().is_zero()).count();
        let lines = store::ledger::list_all(db).await.expect("lines").len();
        let jobs = store::statistics::open_jobs(db, 12).await.expect("jobs");
        let mails = jobs
            .iter()
            .filter(|open| open.kind == "mailBookingConfirmed");
        let mails: i64 = mails.map(|open| open.number).sum();
        assert_eq!((paid as i64, lines), (mails, paid));
        // Payments that were charged but not yet recorded are settled as after a crash.
        reconcile::reconcile(&served.app).await.expect("settled");
        let report = ledger_check::compare(&served.app).await.expect("compared");
        assert_eq!(report.differences, [""; 0]);
        let breaches = audit_money::breaches(&Books::read(db).await);
        assert_eq!(breaches, [""; 0]);
    }
}

#[tokio::test]
async fn a_restored_site_responds_as_the_one_that_was_backed_up() {
    let site = uploads().await;
    let (test, admin) = (&site.test, &site.admin);
    let trek = stored_trek(test).await;
    let maya = test.traveller().await;
    let opened = booked(test, &maya, &trek).await;
    pay(test, &opened, GOOD_CARD).await.expect(200);
    verify(test, &maya, &opened).await.expect(200);
    let picture = site.stored(&jpeg_with_place(1200, 800)).await;
    test.do_jobs().await;
    let own = test.folder.path().join("site");
    std::fs::create_dir(&own).expect("a folder");
    std::fs::write(own.join("terms.md"), "Our own terms.").expect("written");
    std::fs::write(
        own.join("logo.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>",
    )
    .expect("written");
    test.clock.advance(chrono::TimeDelta::seconds(1));
    let folder = tempfile::tempdir().expect("a folder");
    let file = backup(&test.app.config, &folder, "b.tar.gz").await;
    let elsewhere = Elsewhere::of(&test.app.config).await;
    elsewhere.restore(&file).await.expect("restored");
    let served = elsewhere.serve(test).await;
    // The backup includes the secret key, so earlier sessions remain valid.
    for (path, who) in [
        ("/api/treks/getall".to_owned(), &maya),
        (format!("/api/treks/{}?edit=true", trek.id), admin),
        (format!("/api/bookings/{}", booking_id(&opened)), &maya),
        ("/api/users/me".to_owned(), &maya),
        ("/api/audit".to_owned(), admin),
        ("/api/site/texts/terms".to_owned(), &maya),
        ("/api/config".to_owned(), &maya),
        (picture.clone(), &maya),
        (format!("{picture}/480"), &maya),
    ] {
        let before = test.get(&path).bearer(&who.access).send().await;
        let after = served.get(&path, who).await;
        assert_eq!(before.status, 200, "{path}");
        assert_eq!(
            (after.status, &after.body),
            (before.status, &before.body),
            "{path}"
        );
    }
    let mails = |folder| -> Vec<_> {
        let mails = crate::outbox::read(folder);
        mails.into_iter().map(|mail| mail.raw).collect()
    };
    assert_eq!(
        mails(&elsewhere.config.outbox()),
        mails(&test.outbox_folder())
    );
    assert!(!test.outbox().is_empty());
}

// Rows of PostgreSQL survive a conversion to SQLite and back.
#[tokio::test]
async fn rows_survive_a_transfer_to_the_other_database_and_back() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let maya = test.traveller().await;
    booked(&test, &maya, &trek).await;
    let folder = tempfile::tempdir().expect("a folder");
    let first = backup(&test.app.config, &folder, "first.tar.gz").await;
    let before = all_rows(&test.app.config.database_url).await;
    let over = Elsewhere::on_sqlite(&test.app.config);
    over.restore(&first).await.expect("restored");
    assert_eq!(
        said(&all_rows(&over.config.database_url).await),
        said(&before)
    );
    let second = backup(&over.config, &folder, "second.tar.gz").await;
    let back = Elsewhere::of(&test.app.config).await;
    back.restore(&second).await.expect("restored");
    assert_eq!(all_rows(&back.config.database_url).await, before);
}

#[tokio::test]
async fn a_backup_with_an_older_schema_is_migrated() {
    let test = TestApp::start().await;
    let old = Elsewhere::of(&test.app.config).await;
    let db = store::connect(&old.config.database_url)
        .await
        .expect("open");
    let tx = db.begin().await.expect("a transaction");
    // The schema before pictures, the admin area and custom treks.
    dump::migrate_to(&tx, 10).await.expect("old tables");
    store::metadata::set(&tx, "left by", "an older version")
        .await
        .expect("set");
    tx.commit().await.expect("kept");
    db.close().await.expect("closed");
    let file = backup(&old.config, &old.folder, "old.tar.gz").await;
    let elsewhere = Elsewhere::of(&test.app.config).await;
    elsewhere.restore(&file).await.expect("restored");
    let served = elsewhere.serve(&test).await;
    let db = &served.app.db;
    let applied = dump::applied_migrations(db).await.expect("applied");
    assert_eq!(applied, dump::known_migrations());
    let left = store::metadata::find(db, "left by").await.expect("asked");
    assert_eq!(left.as_deref(), Some("an older version"));
    // The restore has removed its own mark; the start has stored the fingerprint of the secret key, and that bookings
    // have their cancellation policy.
    assert_eq!(
        all_rows(&elsewhere.config.database_url)
            .await
            .iter()
            .map(|(_, rows)| rows.len())
            .sum::<usize>(),
        3
    );
}

// Bookings of an older backup have no references; the next start assigns them with the agency's prefix.
#[tokio::test]
async fn bookings_restored_without_references_get_them_with_the_agencys_prefix() {
    let test = TestApp::start_with(&[("reference_prefix", "TR")]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let booking_id = booking_id(&booked(&test, &me, &trek).await);
    let booking = stored(&test, &booking_id).await;

    let old = Elsewhere::of(&test.app.config).await;
    let db = store::connect(&old.config.database_url).await;
    let db = db.expect("open");
    let tx = db.begin().await.expect("a transaction");
    let known = dump::known_migrations();
    let before = known
        .iter()
        .position(|name| name == "m0025_booking_reference");
    let before = before.expect("a step");
    dump::migrate_to(&tx, before).await.expect("old tables");
    let mut document = serde_json::to_value(&booking).expect("JSON");
    document
        .as_object_mut()
        .expect("fields")
        .remove("reference");
    let todays = dump::tables(&test.app.db).await.expect("tables");
    for table in dump::tables(&tx).await.expect("tables") {
        if todays.iter().all(|one| one.name != table.name) {
            continue;
        }
        let rows = dump::rows(&test.app.db, &table, None, 100).await;
        let mut rows = rows.expect("rows of what both versions have");
        if table.name == "bookings" {
            let at = table
                .columns
                .iter()
                .position(|column| column.name == "document");
            for row in &mut rows {
                row[at.expect("a column")] = document.to_string().into();
            }
        }
        if table.name != "counters" {
            dump::insert(&tx, &table, &rows).await.expect("inserted");
        }
    }
    tx.commit().await.expect("kept");
    db.close().await.expect("closed");

    let file = backup(&old.config, &old.folder, "old.tar.gz").await;
    let elsewhere = Elsewhere::of(&test.app.config).await;
    elsewhere.restore(&file).await.expect("restored");
    let served = elsewhere.serve(&test).await;
    let restored = store::bookings::find(&served.app.db, booking.id).await;
    let restored = restored.expect("read").expect("a booking");
    assert_eq!(restored.reference, "TR-1001");
    // The reference was a change of its own.
    let booking = Booking {
        version: booking.version + 1,
        ..booking
    };
    assert_eq!(restored, booking, "nothing else has changed");
    // A later change of the prefix does not change assigned references.
    let mut renamed = elsewhere.config.clone();
    renamed.reference_prefix = "ZZ".to_owned();
    let again = App::start(renamed, Clock::Fixed(test.clock.clone())).await;
    let again = again.expect("it starts");
    let kept = store::bookings::find(&again.db, booking.id).await;
    assert_eq!(kept.expect("read"), Some(booking));
    test.do_jobs().await;
}

// The tables of the older backup no longer exist: its codes move to the common table, as in a migrated database.
#[tokio::test]
async fn a_code_from_an_older_backup_completes_a_sign_up_after_the_restore() {
    let test = TestApp::start().await;
    let old = Elsewhere::of(&test.app.config).await;
    let db = store::connect(&old.config.database_url).await;
    let db = db.expect("open");
    let tx = db.begin().await.expect("a transaction");
    let known = dump::known_migrations();
    let before = known.iter().position(|name| name == "m0027_one_time_codes");
    let before = before.expect("a step");
    dump::migrate_to(&tx, before).await.expect("old tables");
    let (id, nonce) = (test.app.clock.new_id(), [7; 16]);
    let now = test.app.clock.now();
    let row = json!({
        "id": id, "name": "Maya", "email": "Maya@Example.com", "email_key": "maya@example.com",
        "password_hash": "hash", "nonce": "07".repeat(16), "tries": 3,
        "created_at": now, "expires_at": now + chrono::TimeDelta::seconds(60),
    });
    let tables = dump::tables(&tx).await.expect("tables");
    let attempts = tables.iter().find(|table| table.name == "signup_attempts");
    let attempts = attempts.expect("the old table");
    let row = attempts.columns.iter().map(|column| {
        let value = row.get(&column.name);
        value.expect("a value for each column").clone()
    });
    let rows = [row.collect()];
    dump::insert(&tx, attempts, &rows).await.expect("inserted");
    tx.commit().await.expect("kept");
    db.close().await.expect("closed");

    let file = backup(&old.config, &old.folder, "old.tar.gz").await;
    let elsewhere = Elsewhere::of(&test.app.config).await;
    elsewhere.restore(&file).await.expect("restored");
    let served = elsewhere.serve(&test).await;
    let right = OneTimeCode::derive(&served.app.secrets.code_key(), id, &nonce);
    let wrong = match right.digits() {
        "000000" => "000001",
        _ => "000000",
    };
    // Three of five attempts were used.
    for (otp, status) in [(wrong, 400), (right.digits(), 200)] {
        let call = Call::new(served.router.clone(), Method::POST, "/api/auth/verifyOTP");
        let call = call.json(&json!({"tempUserId": id, "otp": otp}));
        assert_eq!(call.send().await.status, status, "{otp}");
    }
    let maya = Email::parse("maya@example.com").expect("an address");
    let made = store::accounts::find_by_email(&served.app.db, &maya).await;
    assert_eq!(made.expect("read").expect("an account").name, "Maya");
}

// A file that is removed between reading the rows and copying the files, or that is lost, is reported and does not fail
// the backup.
#[tokio::test]
async fn a_missing_picture_is_listed_in_the_backup_and_the_others_are_restored() {
    let site = uploads().await;
    let (gone, kept) = (
        site.stored(&jpeg_with_place(400, 300)).await,
        site.stored(&jpeg_with_place(500, 300)).await,
    );
    let key = gone.strip_prefix("/uploads/").expect("ours");
    site.test.app.files.delete(key).await.expect("deleted");
    let folder = tempfile::tempdir().expect("a folder");
    let file = backup(&site.test.app.config, &folder, "b.tar.gz").await;
    let (_, manifest) = entries(&file).pop().expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
    assert_eq!(manifest["missing_pictures"], json!([key]));
    let elsewhere = Elsewhere::of(&site.test.app.config).await;
    elsewhere.restore(&file).await.expect("restored");
    let served = elsewhere.serve(&site.test).await;
    assert_eq!(served.get(&kept, &site.admin).await.status, 200);
    assert_eq!(served.get(&gone, &site.admin).await.status, 404);
}

#[tokio::test]
async fn a_backup_is_private_and_overwrites_no_file() {
    let test = TestApp::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = backup(&test.app.config, &folder, "b.tar.gz").await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).expect("the file").permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }
    let before = std::fs::read(&file).expect("the file");
    let again = make::make(&test.app.config, &file).await;
    let said = again.expect_err("taken").to_string();
    assert!(
        said.contains("already exists") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(std::fs::read(&file).expect("the file"), before);
    // A failure leaves no partial file.
    let mut nowhere = (*test.app.config).clone();
    nowhere.database_url = format!("sqlite://{}", folder.path().join("none.db").display());
    let other = folder.path().join("c.tar.gz");
    let said = make::make(&nowhere, &other).await.expect_err("no database");
    assert!(said.to_string().contains("CHAUTARI_DATABASE_URL"), "{said}");
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .collect();
    assert_eq!(names.len(), 1, "{names:?}");
    // The running server is not affected.
    Call::new(test.router.clone(), Method::GET, "/readyz")
        .send()
        .await
        .expect(200);
}
