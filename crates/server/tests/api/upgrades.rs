//! Databases that released versions wrote (`tests/fixtures/databases`, one folder for each) are backed up, migrated and
//! used. `scripts/database-fixture.mjs` writes them.

use std::io::Read;
use std::path::{Path, PathBuf};

use axum::http::Method;
use chautari::cli::backup::before_migration::{self, FOLDER};
use chautari::cli::{ledger_check, seats_check};
use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use chautari::router;
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::dump::{self, Schema};

use crate::backup_file::{Elsewhere, Served};
use crate::call::Call;
use crate::support::{Login, TestApp};

/// The tables before staff, promotions and reviews.
const OLDEST: &str = "2026-11-23";

struct Fixture {
    name: String,
    folder: PathBuf,
    expected: Value,
}

impl Fixture {
    fn all() -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/databases");
        let entries = std::fs::read_dir(&folder).expect("the fixtures");
        let names = entries.map(|entry| entry.expect("a fixture").file_name());
        let names = names.map(|name| name.into_string().expect("a name"));
        names.map(|name| Self::named(&name)).collect()
    }

    fn named(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/databases");
        let folder = folder.join(name);
        let expected = std::fs::read(folder.join("expected.json")).expect("expected.json");
        Self {
            name: name.to_owned(),
            expected: serde_json::from_slice(&expected).expect("JSON"),
            folder,
        }
    }

    /// Copies the data folder of that version.
    fn put_into(&self, target: &Elsewhere) {
        let data = &target.config.data_dir;
        std::fs::create_dir_all(data).expect("a folder");
        std::fs::copy(self.folder.join("secret.key"), data.join("secret.key")).expect("copied");
        let database = target.config.database_url.strip_prefix("sqlite://");
        let database = database.expect("a file");
        let _ = std::fs::remove_file(format!("{database}-shm"));
        for ending in ["", "-wal"] {
            let packed = std::fs::read(self.folder.join(format!("chautari.db{ending}.br")));
            let mut plain = Vec::new();
            let packed = packed.expect("the database");
            let mut reader = brotli::Decompressor::new(&packed[..], 4096);
            reader.read_to_end(&mut plain).expect("unpacked");
            std::fs::write(format!("{database}{ending}"), plain).expect("written");
        }
    }

    /// The traveller logs in, sees each booking as it was, and gets the same invoice; ledger and seats agree.
    async fn assert_served_by(&self, served: &Served) {
        let name = &self.name;
        let login = Call::new(served.router.clone(), Method::POST, "/api/auth/login");
        let maya = Login::of(login.json(&self.expected["login"]).send().await);
        for expected in self.expected["bookings"].as_array().expect("bookings") {
            let id = expected["id"].as_str().expect("an id");
            let path = format!("/api/bookings/{id}");
            let shown = served.get(&path, &maya).await.expect(200);
            for field in ["reference", "status", "amount", "currency", "invoiceNumber"] {
                let now = &shown["data"]["booking"][field];
                assert_eq!(now, &expected[field], "{name}: {field} of {id}");
            }
            let invoice = served.get(&format!("{path}/invoice.pdf"), &maya).await;
            let digest = hex::encode(Sha256::digest(&invoice.body));
            assert_eq!(digest, expected["invoiceSha256"], "{name}: invoice of {id}");
        }
        let report = ledger_check::compare(&served.app).await.expect("compared");
        assert_eq!(report.differences, [""; 0], "{name}");
        let report = seats_check::compare(&served.app).await.expect("compared");
        assert_eq!(report.differences, [""; 0], "{name}");
    }
}

/// After the fixtures were written.
async fn later() -> TestApp {
    let test = TestApp::start().await;
    test.clock.advance(TimeDelta::days(7));
    test
}

async fn start(target: &Elsewhere, test: &TestApp) -> Result<Served, String> {
    let clock = Clock::Fixed(test.clock.clone());
    let app = before_migration::start(target.config.clone(), clock).await;
    let app = app.map_err(|error| error.to_string())?;
    let router = router::router(app.clone());
    Ok(Served { app, router })
}

async fn start_and_stop(target: &Elsewhere, test: &TestApp) {
    let served = start(target, test).await.expect("it starts");
    served.app.db.clone().close().await.expect("closed");
}

/// The backups that starts have made, oldest first.
fn made_backups(target: &Elsewhere) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(target.config.data_dir.join(FOLDER)) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.file_name().is_some_and(|name| name != "mine.tar.gz"))
        .collect();
    files.sort();
    files
}

async fn is_older(target: &Elsewhere) -> bool {
    let db = store::connect(&target.config.database_url).await;
    let db = db.expect("the database");
    let schema = dump::schema(&db).await.expect("read");
    db.close().await.expect("closed");
    matches!(schema, Schema::Older(_))
}

#[tokio::test]
async fn the_data_of_each_version_is_backed_up_migrated_and_served() {
    let test = later().await;
    for fixture in Fixture::all() {
        let target = Elsewhere::on_sqlite(&test.app.config);
        fixture.put_into(&target);
        let is_older = is_older(&target).await;
        assert!(is_older || fixture.name != OLDEST);
        let served = start(&target, &test).await.expect("it starts");
        fixture.assert_served_by(&served).await;
        let made = made_backups(&target);
        assert_eq!(made.len(), usize::from(is_older), "{}", fixture.name);
        // A second start has nothing to migrate.
        start(&target, &test).await.expect("it starts");
        assert_eq!(made_backups(&target), made);
        for file in made {
            let undone = Elsewhere::of(&test.app.config).await;
            undone.restore(&file).await.expect("restored");
            fixture.assert_served_by(&undone.serve(&test).await).await;
        }
    }
}

#[tokio::test]
async fn the_backup_of_each_version_is_restored_migrated_and_served() {
    let test = later().await;
    for fixture in Fixture::all() {
        let target = Elsewhere::of(&test.app.config).await;
        let file = fixture.folder.join("backup.tar.gz");
        target.restore(&file).await.expect("restored");
        fixture.assert_served_by(&target.serve(&test).await).await;
    }
}

#[tokio::test]
async fn servers_that_start_together_on_older_data_all_serve_it() {
    let test = later().await;
    let fixture = Fixture::named(OLDEST);
    let target = Elsewhere::on_sqlite(&test.app.config);
    fixture.put_into(&target);
    let starts = (0..3).map(|_| start(&target, &test));
    for served in futures_util::future::join_all(starts).await {
        let served = served.expect("it starts");
        fixture.assert_served_by(&served).await;
    }
}

#[tokio::test]
async fn only_the_newest_backups_before_a_migration_are_kept() {
    let test = later().await;
    let fixture = Fixture::named(OLDEST);
    let mut target = Elsewhere::on_sqlite(&test.app.config);
    let mut all = Vec::new();
    target.config.migration_backups = 2;
    for _ in 0..3 {
        fixture.put_into(&target);
        start_and_stop(&target, &test).await;
        all.extend(made_backups(&target).last().cloned());
        // A file of the operator in that folder is never removed.
        std::fs::write(target.config.data_dir.join(FOLDER).join("mine.tar.gz"), "")
            .expect("written");
    }
    assert_eq!(made_backups(&target), all[1..]);
    target.config.migration_backups = 0;
    fixture.put_into(&target);
    start_and_stop(&target, &test).await;
    assert_eq!(made_backups(&target), all[1..]);
    assert!(
        target
            .config
            .data_dir
            .join(FOLDER)
            .join("mine.tar.gz")
            .exists()
    );
}

#[tokio::test]
async fn data_that_cannot_be_backed_up_is_not_migrated() {
    let test = later().await;
    let target = Elsewhere::on_sqlite(&test.app.config);
    Fixture::named(OLDEST).put_into(&target);
    std::fs::write(target.config.data_dir.join(FOLDER), "in the way").expect("written");
    let Err(problem) = start(&target, &test).await else {
        panic!("it starts");
    };
    assert!(
        problem.contains("cannot be backed up before it is migrated"),
        "{problem}"
    );
    assert!(problem.contains("--migration-backups 0"), "{problem}");
    assert!(is_older(&target).await);
}

#[tokio::test]
async fn a_first_start_makes_no_backup() {
    let test = later().await;
    let target = Elsewhere::of(&test.app.config).await;
    start(&target, &test).await.expect("it starts");
    assert_eq!(made_backups(&target), [""; 0].map(PathBuf::from));
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_and_left_alone() {
    let test = TestApp::start().await;
    let later = "insert into seaql_migrations (version, applied_at) values ('m9999_later', 0)";
    test.app.db.execute_unprepared(later).await.expect("stored");
    let clock = Clock::Fixed(test.clock.clone());
    let config = (*test.app.config).clone();
    for started in [
        App::start(config.clone(), clock.clone()).await,
        before_migration::start(config, clock).await,
    ] {
        let Err(refused) = started else {
            panic!("it starts");
        };
        let refused = refused.to_string();
        let expected = "CHAUTARI_DATABASE_URL: the database was migrated by a newer Chautari (m9999_later is unknown to";
        assert!(refused.starts_with(expected), "{refused}");
    }
    assert!(!test.app.config.data_dir.join(FOLDER).exists());
}
