//! The program with its own data folder and database, started and killed as often as a test needs.

use std::io::{BufRead, BufReader, Read};
use std::panic::Location;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use sea_orm::ConnectionTrait;
use store::Db;
use tempfile::TempDir;
use tokio::sync::watch;

use crate::books::at_rest;
use crate::test_database::create_migrated_database;
use crate::time_limit::TimeLimit;

/// Long enough for a loaded machine; a successful step never takes this long.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The state that survives a process: folder and database.
pub struct Site {
    folder: TempDir,
    pub database_url: String,
    /// The address of the program; none while it is stopped.
    address: watch::Sender<Option<String>>,
    settings: Vec<(String, String)>,
    survives_file_size_limit: bool,
    _limit: TimeLimit,
}

/// One process of the program.
pub struct Life {
    child: Child,
    out: Option<BufReader<ChildStdout>>,
}

/// Ends the leases of jobs that a killed program left. With serializable transactions this sometimes fails with 40001 in all
/// attempts of the store, so it is repeated.
pub async fn release_jobs(db: &Db) {
    let release = "update jobs set due_at = created_at where given_up_at is null";
    let since = Instant::now();
    while let Err(error) = db.execute_unprepared(release).await {
        assert!(since.elapsed() < PATIENCE, "{error}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

impl Site {
    pub async fn new() -> Self {
        let limit = TimeLimit::of_test();
        let folder = tempfile::tempdir().expect("a folder");
        let database_url = create_migrated_database(folder.path()).await;
        Self::in_folder(folder, database_url, limit)
    }

    /// On a database that the caller provides.
    pub fn on(database_url: String) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::in_folder(folder, database_url, TimeLimit::of_test())
    }

    fn in_folder(folder: TempDir, database_url: String, limit: TimeLimit) -> Self {
        Self {
            folder,
            database_url,
            address: watch::Sender::new(None),
            settings: Vec::new(),
            survives_file_size_limit: false,
            _limit: limit,
        }
    }

    pub fn database(&self) -> &'static str {
        if self.database_url.starts_with("sqlite:") {
            "SQLite"
        } else {
            "PostgreSQL"
        }
    }

    /// Adds settings for every start.
    pub fn always(&mut self, settings: &[(&str, &str)]) {
        let owned = settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        self.settings.extend(owned);
    }

    /// Makes a write beyond the limit of [`Life::limit_file_size`] fail. By default the system would end the process.
    #[cfg(target_os = "linux")]
    pub fn survive_file_size_limit(&mut self) {
        self.survives_file_size_limit = true;
    }

    pub fn outbox(&self) -> PathBuf {
        self.folder.path().join("data/outbox")
    }

    pub fn address(&self) -> watch::Receiver<Option<String>> {
        self.address.subscribe()
    }

    /// Tells the travellers another address.
    pub fn publisher(&self) -> watch::Sender<Option<String>> {
        self.address.clone()
    }

    /// Starts the process without waiting for its first response.
    pub fn spawn(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Life {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.log())
            .expect("a log");
        let program = env!("CARGO_BIN_EXE_chautari");
        let mut command = Command::new(program);
        if self.survives_file_size_limit {
            command = Command::new("sh");
            command.args(["-c", r#"trap "" XFSZ; exec "$@""#, "sh", program]);
        }
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CHAUTARI_")) {
            command.env_remove(name);
        }
        let limits = ["codes_of_client", "signups_of_client", "bookings_of_user"];
        let mut child = command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("CHAUTARI_DATA_DIR", self.folder.path().join("data"))
            .env("CHAUTARI_DATABASE_URL", &self.database_url)
            .env("CHAUTARI_LISTEN", "127.0.0.1:0")
            .env("CHAUTARI_EXCHANGE_RATE_URL", "off")
            .env("CHAUTARI_ARGON2_MEMORY_KIB", "8")
            .env("CHAUTARI_ARGON2_ITERATIONS", "1")
            .env("CHAUTARI_OTP_TTL_SECONDS", "3600")
            .envs(limits.map(|limit| (format!("CHAUTARI_LIMIT_{}", limit.to_uppercase()), "off")))
            .envs(self.settings.iter().cloned())
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("it starts");
        let out = child.stdout.take().map(BufReader::new);
        Life { child, out }
    }

    /// Starts the process and publishes its address.
    pub async fn start(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Life {
        let _step = TimeLimit::of_step("the start of the server", Location::caller());
        let life = self.spawn(arguments, settings);
        let (life, address) = tokio::task::spawn_blocking(move || life.read_address())
            .await
            .expect("read");
        let Some(address) = address else {
            panic!("it did not start:\n{}", self.last_words());
        };
        self.address.send_replace(Some(address));
        life
    }

    /// Sends SIGKILL: the process cannot flush or finish anything.
    pub async fn kill(&self, mut life: Life) {
        life.child.kill().expect("killed");
        life.child.wait().expect("gone");
        self.address.send_replace(None);
    }

    /// Waits until the process ends by itself; none if it does not.
    pub async fn end_of(&self, life: Life) -> Option<ExitStatus> {
        let status = life.ended().await;
        if status.is_some() {
            self.address.send_replace(None);
        }
        status
    }

    /// Runs the program until its periodic tasks have released the jobs of dead workers and confirmed payments behind
    /// closed tabs. Ends with the program stopped. Asserts nothing: the audit reports what is missing.
    pub async fn come_to_rest(&self, db: &Db) {
        release_jobs(db).await;
        let life = self.start(&["serve"], &[]).await;
        let _step = TimeLimit::of_step("the jobs of the server", Location::caller());
        let since = Instant::now();
        while since.elapsed() < PATIENCE && !at_rest(db).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.kill(life).await;
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    pub fn whole_log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(self.log()).unwrap_or_default()).into_owned()
    }

    pub fn last_words(&self) -> String {
        let log = self.whole_log();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(30)..].join("\n")
    }
}

impl Life {
    /// Limits the size of the files that the process writes, in bytes; none removes the limit.
    #[cfg(target_os = "linux")]
    pub fn limit_file_size(&self, bytes: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let id = i32::try_from(self.child.id()).expect("a process id");
        let limit = Rlimit {
            current: bytes,
            maximum: None,
        };
        prlimit(Pid::from_raw(id), Resource::Fsize, limit).expect("limited");
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until the process ends by itself; none if it does not. Other processes continue.
    pub async fn ended(mut self) -> Option<ExitStatus> {
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("asked") {
                return Some(status);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        None
    }

    /// The output of a command, and whether it succeeded.
    pub fn output(mut self) -> (bool, String) {
        let mut text = String::new();
        let out = self.out.as_mut().expect("its output");
        out.read_to_string(&mut text).expect("text");
        (self.child.wait().expect("it ends").success(), text)
    }

    /// The first line of the output; none if the process ended before.
    fn read_address(mut self) -> (Self, Option<String>) {
        let mut line = String::new();
        let read = self.out.as_mut().map(|out| out.read_line(&mut line));
        let address =
            matches!(read, Some(Ok(length)) if length > 0).then(|| line.trim().to_owned());
        (self, address)
    }
}

/// A failed test leaves no process behind.
impl Drop for Life {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
