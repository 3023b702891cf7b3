//! The binary: its commands and its output.

use std::io::{BufRead, BufReader, Read, Write};
use std::panic::Location;
use std::process::{Child, Command, Output, Stdio};

use chautari::platform::settings::SETTINGS;
use tempfile::TempDir;

use crate::time_limit::TimeLimit;

/// The program in its own folder, without the settings of the shell that runs the tests.
pub fn chautari(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chautari"));
    command.args(arguments).current_dir(folder.path());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CHAUTARI_")) {
        command.env_remove(name);
    }
    command
        .env("CHAUTARI_DATA_DIR", folder.path().join("data"))
        .env("CHAUTARI_LISTEN", "127.0.0.1:0")
        .env("CHAUTARI_EXCHANGE_RATE_URL", "off")
        .env("CHAUTARI_ARGON2_MEMORY_KIB", "8")
        .env("CHAUTARI_ARGON2_ITERATIONS", "1")
        .stdin(Stdio::null());
    command
}

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn stdout_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A running server that is killed at the end of the test.
pub struct Running {
    child: Child,
    pub address: String,
    _limit: TimeLimit,
}

impl Running {
    #[track_caller]
    pub fn start(mut command: Command) -> Self {
        command.stderr(Stdio::null());
        Self::start_logging(command)
    }

    /// Starts with the log settings of the command.
    #[track_caller]
    pub fn start_logging(mut command: Command) -> Self {
        let limit = TimeLimit::of_test();
        let _step = TimeLimit::of_step("the start of the server", Location::caller());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let out = child.stdout.as_mut().expect("its output");
        let mut address = String::new();
        BufReader::new(out).read_line(&mut address).expect("a line");
        Self {
            child,
            address: address.trim().to_owned(),
            _limit: limit,
        }
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends one HTTP request without TLS.
    #[track_caller]
    fn ask(&self, request: &str) -> String {
        let line = request.lines().next().unwrap_or_default();
        let _step = TimeLimit::of_step(line, Location::caller());
        let host = self.address.strip_prefix("http://").expect("an address");
        let mut stream = std::net::TcpStream::connect(host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> String {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        ))
    }

    #[track_caller]
    pub fn get_as(&self, path: &str, token: &str) -> String {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n"
        ))
    }

    #[track_caller]
    pub fn post_as(&self, path: &str, token: &str, body: &str) -> String {
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    #[track_caller]
    pub fn patch_as(&self, path: &str, token: &str, body: &str) -> String {
        self.ask(&format!(
            "PATCH {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    #[track_caller]
    pub fn post(&self, path: &str, body: &str) -> String {
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    #[track_caller]
    pub fn login(&self, email: &str, password: &str) -> String {
        let body = format!("{{\"email\":\"{email}\",\"password\":\"{password}\"}}");
        self.post("/api/auth/login", &body)
    }

    pub fn terminate(&mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .expect("kill");
        self.child.wait().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn check_prints_a_line_for_each_thing_and_fails_when_one_fails() {
    let folder = folder();
    let output = chautari(&folder, &["check"]).output().expect("it runs");
    assert!(output.status.success(), "{}", stdout_of(&output));
    for what in [
        "settings", "storage", "site", "database", "secret", "uploads", "mail", "metrics",
        "sign-in", "payment",
    ] {
        assert_eq!(
            stdout_of(&output)
                .lines()
                .filter(|line| line.contains(what))
                .count(),
            1,
            "{what}"
        );
    }
    let nobody = "postgres://nobody:secret-word@127.0.0.1:1/none";
    let output = chautari(&folder, &["check"])
        .env("CHAUTARI_DATABASE_URL", nobody)
        .output()
        .expect("it runs");
    let said = stdout_of(&output);
    assert!(
        !output.status.success() && said.contains("FAILED  database"),
        "{said}"
    );
    assert!(!said.contains("secret-word"), "{said}");

    let site = folder.path().join("data/site");
    std::fs::create_dir_all(&site).expect("a folder");
    std::fs::write(site.join("faq.md"), "No question").expect("written");
    let output = chautari(&folder, &["check"]).output().expect("it runs");
    let said = stdout_of(&output);
    assert!(
        !output.status.success() && said.contains("faq.md must be questions"),
        "{said}"
    );

    std::fs::write(folder.path().join("file"), "").expect("written");
    let output = chautari(&folder, &["check", "--data-dir", "file"])
        .output()
        .expect("it runs");
    assert!(!output.status.success() && stdout_of(&output).contains("FAILED  storage"));
}

// No flag, variable or file changes the clock of the program; only tests that build the app can.
#[test]
fn no_setting_changes_the_clock_of_the_program() {
    let output = chautari(&folder(), &["serve", "--help"])
        .output()
        .expect("it runs");
    let help = stdout_of(&output).to_lowercase();
    for word in ["clock", "time-travel", "fake", "--now", "--date"] {
        assert!(!help.contains(word), "{word}");
    }
    assert!(
        SETTINGS
            .iter()
            .all(|setting| !setting.name.contains("clock") && !setting.name.contains("now"))
    );
    let server = Running::start(chautari(&folder(), &["serve"]));
    for path in ["/api/clock", "/api/test/clock", "/clock"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn openapi_prints_the_document_and_needs_no_settings() {
    let output = chautari(&folder(), &["openapi"])
        .env("CHAUTARI_MODE", "nonsense")
        .output()
        .expect("it runs");
    assert_eq!(stdout_of(&output), chautari::router::openapi());
}
