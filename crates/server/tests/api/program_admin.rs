//! `chautari admin create`: administrators are made on the command line (decisions §1, §10).

use std::io::Write;
use std::process::{Output, Stdio};

use tempfile::TempDir;

use crate::program::{Running, chautari, folder, stderr_of, stdout_of};

fn admin_create(folder: &TempDir, email: &str, name: &str, password: &str) -> Output {
    let mut command = chautari(
        folder,
        &["admin", "create", "--email", email, "--name", name],
    );
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    // A known address is not asked for a password: nobody may be reading.
    let _ = input.write_all(password.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}

// Administrators are made on the command line.
#[test]
fn an_administrator_is_made_with_a_password_from_standard_input() {
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
    assert!(stdout_of(&output).contains("keeps the password"));
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
fn an_administrator_needs_an_address_a_name_and_a_password_that_will_do() {
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
