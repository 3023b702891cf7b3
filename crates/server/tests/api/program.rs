//! The binary itself: its commands, its first line, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::panic::Location;
use std::process::{Child, Command, Output, Stdio};

use chautari::platform::settings::SETTINGS;
use tempfile::TempDir;

use crate::time_limit::TimeLimit;

/// The program in a folder of its own, with none of the settings of whoever runs the tests.
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

/// A running server, ended with the test.
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

    /// With its log where the command says.
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

    /// Of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// One plain HTTP request.
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
    fn post(&self, path: &str, body: &str) -> String {
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

    fn terminate(&mut self) -> std::process::ExitStatus {
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
fn the_first_line_is_the_address_of_a_server_that_answers_and_ends_in_order() {
    let folder = folder();
    let mut server = Running::start(chautari(&folder, &["serve"]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let data = std::fs::metadata(folder.path().join("data")).expect("the data folder");
        assert_eq!(data.permissions().mode() & 0o777, 0o700);
    }
    assert!(
        server.address.starts_with("http://127.0.0.1:"),
        "{}",
        server.address
    );
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    // With port 0 the public URL follows the port that was bound.
    let port = server
        .address
        .rsplit(':')
        .next()
        .expect("a port")
        .to_owned();
    assert_ne!(port, "0");
    assert!(server.terminate().success());
}

// An operator may have made the data folder with the usual mode.
#[cfg(unix)]
#[test]
fn what_is_in_a_data_folder_that_others_may_enter_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let data = folder.path().join("data");
    let set = |path: &std::path::Path, mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, mode).expect("a mode");
    };
    // The second start finds what an older version left readable.
    for is_second in [false, true] {
        for name in ["", "outbox", "uploads"] {
            let path = data.join(name);
            std::fs::create_dir_all(&path).expect("a folder");
            set(&path, 0o755);
        }
        if is_second {
            set(&data.join("chautari.db"), 0o644);
            set(&data.join("secret.key"), 0o644);
        }
        let server = Running::start(chautari(&folder, &["serve"]));
        assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
        let mut seen = 0;
        for entry in std::fs::read_dir(&data).expect("the folder") {
            let entry = entry.expect("an entry");
            let meta = entry.metadata().expect("its mode");
            let private = if meta.is_dir() { 0o700 } else { 0o600 };
            let mode = meta.permissions().mode() & 0o777;
            assert_eq!(mode, private, "{}: {mode:o}", entry.path().display());
            seen += 1;
        }
        let has_sqlite = data.join("chautari.db").exists();
        assert!(has_sqlite && seen >= 4, "{seen}");
    }
}

// The code is mailed by the running program, and a program that dies first does it at its next start.
#[test]
fn a_mail_that_was_due_when_the_program_was_killed_is_written_at_its_next_start() {
    let folder = folder();
    let outbox = folder.path().join("data/outbox");
    let settings = || {
        let mut command = chautari(&folder, &["serve"]);
        command.env("CHAUTARI_OTP_TTL_SECONDS", "600");
        command
    };
    {
        let server = Running::start(settings());
        std::fs::write(&outbox, "in the way").expect("written");
        let answer = server.post(
            "/api/auth/signup",
            r#"{"name":"M","email":"m@example.com","password":"trail of stones","confirmPassword":"trail of stones"}"#,
        );
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        // Dropped here: killed, not ended.
    }
    std::fs::remove_file(&outbox).expect("removed");
    let _server = Running::start(settings());
    let mails = || crate::outbox::read(&outbox);
    let patience = std::time::Instant::now();
    while mails().is_empty() && patience.elapsed().as_secs() < 90 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(
        mails()
            .iter()
            .map(|mail| mail.to.as_str())
            .collect::<Vec<_>>(),
        ["m@example.com"]
    );
}

#[test]
fn a_demo_is_served_with_its_logins_printed_and_again_from_the_same_folder() {
    let folder = folder();
    for _ in 0..2 {
        let server = Running::start(chautari(&folder, &["serve", "--demo"]));
        for (email, password) in [
            ("admin@chautari.example", "mountain-admin-2026"),
            ("maya@chautari.example", "trail-maya-2026"),
        ] {
            let answer = server.login(email, password);
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
    }
}

// Two servers on one empty database: both make the tables and the demo, and neither stumbles.
#[test]
fn two_servers_that_start_in_the_same_moment_both_serve_the_demo() {
    let folder = folder();
    let servers = std::thread::scope(|scope| {
        let start = || Running::start(chautari(&folder, &["serve", "--demo"]));
        [scope.spawn(start), scope.spawn(start)].map(|server| server.join().expect("it starts"))
    });
    for server in servers {
        let answer = server.login("maya@chautari.example", "trail-maya-2026");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
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

// No flag, variable or file moves the clock of the program: only tests that build the app can.
#[test]
fn nothing_in_the_binary_moves_its_clock() {
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
