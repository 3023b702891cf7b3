//! Start and stop of the program: its first line, its data folder, the demo, and two servers at once.

use crate::program::{Running, chautari, folder, stderr_of};

#[test]
fn the_first_line_is_the_address_and_the_server_stops_cleanly() {
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
    // With port 0 the public URL contains the port that was bound.
    let port = server
        .address
        .rsplit(':')
        .next()
        .expect("a port")
        .to_owned();
    assert_ne!(port, "0");
    assert!(server.terminate().success());
}

#[test]
fn the_health_command_succeeds_while_the_server_is_ready_and_fails_after_it_stopped() {
    let folder = folder();
    let mut server = Running::start(chautari(&folder, &["serve"]));
    let address = server.address().trim_start_matches("http://").to_owned();
    let health = || {
        let mut command = chautari(&folder, &["health", "--listen", &address]);
        command.env("http_proxy", "http://127.0.0.1:9");
        command.output().expect("it runs")
    };
    let ready = health();
    assert!(ready.status.success(), "{}", stderr_of(&ready));
    assert!(server.terminate().success());
    let stopped = health();
    assert_eq!(stopped.status.code(), Some(1));
    assert!(
        stderr_of(&stopped).contains("/readyz"),
        "{}",
        stderr_of(&stopped)
    );
}

// An operator may have created the data folder with the default mode.
#[cfg(unix)]
#[test]
fn files_in_a_readable_data_folder_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let data = folder.path().join("data");
    let set = |path: &std::path::Path, mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, mode).expect("a mode");
    };
    // The second start fixes files that an older version left readable.
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

// If the program is killed before it emails the code, the next start sends it.
#[test]
fn an_email_that_was_due_when_the_program_was_killed_is_sent_at_its_next_start() {
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
        // The drop kills the process without a clean stop.
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
fn the_demo_prints_its_logins_and_can_be_served_again_from_the_same_folder() {
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

// Two servers on one empty database both run the migrations and load the demo.
#[test]
fn two_servers_that_start_together_both_serve_the_demo() {
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
