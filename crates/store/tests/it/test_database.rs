//! Databases for tests: SQLite files, or databases on the PostgreSQL server that `CHAUTARI_TEST_PG_URL` names. The
//! tests of the server include this file too.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sea_orm::{ConnectOptions, ConnectionTrait, Database};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// The migrated database, made once per process, because running the migrations takes longer than most tests.
enum Template {
    /// The content of the SQLite file.
    Sqlite(Vec<u8>),
    /// The name of the database on PostgreSQL.
    Postgres(String),
}

static TEMPLATE: OnceCell<Template> = OnceCell::const_new();

/// The databases on PostgreSQL, each with its test's folder, which is deleted when the test ends.
static DATABASES: Mutex<Vec<(PathBuf, String)>> = Mutex::new(Vec::new());

/// URL of a database without tables. The folder holds its SQLite file.
pub async fn create_empty_database(folder: &Path) -> String {
    match postgres_server() {
        Some(server) => create_for_test(&server, folder, "").await,
        None => sqlite_url(folder),
    }
}

/// URL of a migrated database without rows. The folder holds its SQLite file.
pub async fn create_migrated_database(folder: &Path) -> String {
    match TEMPLATE.get_or_init(create_template).await {
        Template::Sqlite(content) => {
            std::fs::write(sqlite_file(folder), content).expect("a copy of the template");
            sqlite_url(folder)
        }
        Template::Postgres(template) => {
            let server = postgres_server().expect("the server of the template");
            let options = format!("template {template} strategy file_copy");
            create_for_test(&server, folder, &options).await
        }
    }
}

async fn create_template() -> Template {
    let folder = tempfile::tempdir().expect("a folder for the template");
    let name = new_name();
    let server = postgres_server();
    let url = match &server {
        Some(server) => create_on_postgres(server, &name, "", &[]).await,
        None => sqlite_url(folder.path()),
    };
    let db = store::connect(&url).await.expect("the database opens");
    db.migrate().await.expect("the migrations succeed");
    db.close().await.expect("the connections close");
    match server {
        Some(_) => Template::Postgres(name),
        None => Template::Sqlite(std::fs::read(sqlite_file(folder.path())).expect("the file")),
    }
}

fn postgres_server() -> Option<String> {
    std::env::var("CHAUTARI_TEST_PG_URL").ok()
}

fn sqlite_file(folder: &Path) -> std::path::PathBuf {
    folder.join("chautari.db")
}

fn sqlite_url(folder: &Path) -> String {
    format!("sqlite://{}", sqlite_file(folder).display())
}

#[allow(
    clippy::disallowed_methods,
    reason = "a name needs to be unique and has no clock to ask"
)]
fn new_name() -> String {
    format!("test_{}", Uuid::now_v7().simple())
}

/// Creates the database of a test and drops those of the tests that ended: the hundreds of a run take about 10 MB each.
async fn create_for_test(server: &str, folder: &Path, options: &str) -> String {
    let ended: Vec<_> = {
        let mut databases = DATABASES.lock().expect("the list of databases");
        databases
            .extract_if(.., |(folder, _)| !folder.exists())
            .collect()
    };
    let name = new_name();
    let url = create_on_postgres(server, &name, options, &ended).await;
    let mut databases = DATABASES.lock().expect("the list of databases");
    databases.push((folder.to_owned(), name));
    url
}

async fn create_on_postgres(
    server: &str,
    name: &str,
    options: &str,
    ended: &[(PathBuf, String)],
) -> String {
    let mut one = ConnectOptions::new(server);
    one.max_connections(1);
    let admin = Database::connect(one).await.expect("PostgreSQL answers");
    for (_, name) in ended {
        let drop = format!("drop database {name} with (force)");
        admin.execute_unprepared(&drop).await.expect("it is gone");
    }
    let create = format!("create database {name} {options}");
    admin.execute_unprepared(&create).await.expect("a database");
    admin.close().await.expect("the connection closes");
    let (base, options) = server.split_once('?').unwrap_or((server, ""));
    let scheme = base.find("://").map_or(0, |at| at + 3);
    let host = base[scheme..]
        .find('/')
        .map_or(base, |at| &base[..scheme + at]);
    format!("{host}/{name}?{options}")
}
