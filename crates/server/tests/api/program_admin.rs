//! `chautari admin`: administrators are created, listed, removed and given a password on the command line (decisions
//! §1, §10).

use std::io::Write;
use std::process::{Output, Stdio};

use tempfile::TempDir;

use crate::program::{Running, chautari, folder, stderr_of, stdout_of};

pub fn admin_create(folder: &TempDir, email: &str, name: &str, password: &str) -> Output {
    admin(
        folder,
        &["create", "--email", email, "--name", name],
        password,
    )
}

fn admin(folder: &TempDir, arguments: &[&str], password: &str) -> Output {
    let mut child = chautari(folder, &[&["admin"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    // For a known address the program reads no password, so the pipe may be closed.
    let _ = input.write_all(password.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}

// The password is read from standard input.
#[test]
fn an_administrator_is_created_with_a_password_from_standard_input() {
    let folder = folder();
    let output = admin_create(
        &folder,
        "boss@example.com",
        "The Boss",
        "mountain of many roads\n",
    );
    assert!(output.status.success(), "{}", stderr_of(&output));
    let server = Running::start(chautari(&folder, &["serve"]));
    let answer = server.login("boss@example.com", "mountain of many roads");
    assert!(
        answer.starts_with("HTTP/1.1 200") && answer.contains("\"role\":\"admin\""),
        "{answer}"
    );
    assert!(answer.contains("The Boss"));
}

#[test]
fn a_known_address_becomes_an_administrator_and_keeps_its_password() {
    let folder = folder();
    {
        let _server = Running::start(chautari(&folder, &["serve", "--demo"]));
    }
    let output = admin_create(
        &folder,
        "MAYA@chautari.example",
        "Somebody",
        "another password here\n",
    );
    assert!(output.status.success(), "{}", stderr_of(&output));
    assert!(stdout_of(&output).contains("The password is unchanged"));
    let server = Running::start(chautari(&folder, &["serve"]));
    let answer = server.login("maya@chautari.example", "trail-maya-2026");
    assert!(
        answer.contains("\"role\":\"admin\"") && answer.contains("Maya Gurung"),
        "{answer}"
    );
    assert!(
        server
            .login("maya@chautari.example", "another password here")
            .starts_with("HTTP/1.1 401")
    );
}

#[test]
fn creating_an_administrator_requires_a_valid_address_name_and_password() {
    let good = ("boss@example.com", "Boss", "mountain of many roads\n");
    for (email, name, password, named) in [
        ("boss", good.1, good.2, "--email"),
        (good.0, " ", good.2, "--name"),
        (good.0, good.1, "short\n", "8 to 128"),
        (good.0, good.1, "", "8 to 128"),
    ] {
        let output = admin_create(&folder(), email, name, password);
        assert!(!output.status.success(), "{named}");
        assert!(stderr_of(&output).contains(named), "{}", stderr_of(&output));
    }
}

const BOSS: &str = "boss@example.com";
const AIDE: &str = "aide@example.com";
const PASSWORD: &str = "mountain of many roads";

pub fn token_of(answer: &str) -> String {
    let header = answer
        .lines()
        .find_map(|line| line.strip_prefix("x-access-token: "));
    header.expect("a token").trim().to_owned()
}

#[test]
fn administrators_are_listed_and_all_but_the_last_can_be_removed() {
    let folder = folder();
    let empty = admin(&folder, &["list"], "");
    assert!(stdout_of(&empty).contains("no administrator"));
    for (email, name) in [(BOSS, "The Boss"), (AIDE, "An Aide")] {
        let made = admin_create(&folder, email, name, PASSWORD);
        assert!(made.status.success(), "{}", stderr_of(&made));
    }
    let listed = stdout_of(&admin(&folder, &["list"], ""));
    for text in [BOSS, AIDE, "The Boss"] {
        assert!(listed.contains(text), "{listed}");
    }
    assert_eq!(listed.lines().count(), 2, "{listed}");

    let server = Running::start(chautari(&folder, &["serve"]));
    let token = token_of(&server.login(AIDE, PASSWORD));
    assert!(server.get_as("/api/audit", &token).contains(" 200 OK"));
    let removed = admin(&folder, &["remove", "--email", AIDE], "");
    assert!(removed.status.success(), "{}", stderr_of(&removed));
    assert!(server.get_as("/api/audit", &token).contains(" 401 "));
    let again = server.login(AIDE, PASSWORD);
    assert!(again.contains("\"role\":\"user\""), "{again}");

    for (email, said) in [
        (BOSS, "is the only administrator"),
        (AIDE, "is not an administrator"),
        ("nobody@example.com", "is not an administrator"),
    ] {
        let refused = admin(&folder, &["remove", "--email", email], "");
        assert!(!refused.status.success(), "{email}");
        assert!(
            stderr_of(&refused).contains(said),
            "{}",
            stderr_of(&refused)
        );
    }
}

#[test]
fn a_password_reset_on_the_command_line_ends_all_sessions_at_once() {
    let folder = folder();
    admin_create(&folder, BOSS, "The Boss", PASSWORD);
    let server = Running::start(chautari(&folder, &["serve"]));
    let token = token_of(&server.login(BOSS, PASSWORD));
    let reset = ["reset-password", "--email", BOSS];
    for (password, said) in [("short", "8 to 128"), (BOSS, "your email address")] {
        let refused = admin(&folder, &reset, password);
        assert!(
            stderr_of(&refused).contains(said),
            "{}",
            stderr_of(&refused)
        );
    }
    assert!(server.get_as("/api/audit", &token).contains(" 200 OK"));
    let done = admin(&folder, &reset, "a pass over the pass\n");
    assert!(done.status.success(), "{}", stderr_of(&done));
    let log = stderr_of(&done);
    assert_eq!(log.matches("password_reset").count(), 1, "{log}");
    assert!(!log.contains(BOSS), "{log}");
    assert!(server.get_as("/api/audit", &token).contains(" 401 "));
    assert!(server.login(BOSS, PASSWORD).starts_with("HTTP/1.1 401"));
    let again = server.login(BOSS, "a pass over the pass");
    assert!(again.starts_with("HTTP/1.1 200"), "{again}");
}

#[test]
fn staff_and_guides_are_created_listed_and_removed_and_an_administrator_always_stays() {
    let folder = folder();
    let create = |email: &str, role: &str| {
        let arguments = ["create", "--email", email, "--name", "P", "--role", role];
        admin(&folder, &arguments, PASSWORD)
    };
    for (email, role, said) in [
        (BOSS, "admin", "is an administrator."),
        (AIDE, "staff", "is a member of staff."),
        ("guide@example.com", "guide", "is a guide."),
    ] {
        let made = create(email, role);
        assert!(stdout_of(&made).contains(said), "{}", stderr_of(&made));
    }
    assert!(!create("root@example.com", "root").status.success());
    let refused = create(BOSS, "staff");
    assert!(stderr_of(&refused).contains("is the only administrator"));
    let listed = stdout_of(&admin(&folder, &["list"], ""));
    let roles: Vec<_> = listed
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap_or_default())
        .collect();
    assert_eq!(roles, ["admin", "staff", "guide"], "{listed}");
    let server = Running::start(chautari(&folder, &["serve"]));
    let answer = server.login(AIDE, PASSWORD);
    assert!(answer.contains("\"role\":\"staff\""), "{answer}");
    let token = token_of(&answer);
    assert!(server.get_as("/api/guides", &token).contains(" 200 OK"));
    assert!(server.get_as("/api/audit", &token).contains(" 403 "));
    let removed = admin(&folder, &["remove", "--email", AIDE], "");
    let said = stdout_of(&removed);
    assert!(said.contains("is no longer a member of staff"), "{said}");
    assert!(server.get_as("/api/guides", &token).contains(" 401 "));
}
