//! Unfinished work of a killed process or a disconnected client, which the binary cleans up.

use std::io::{Read, Write};

use serde_json::json;

use crate::program::{Running, chautari, folder};
use crate::program_admin::{admin_create, token_of};
use crate::stripe_server::{SECRET_KEY, WEBHOOK_SECRET};

// A kill may leave a partial email under a hidden name. The next start removes only that.
#[test]
fn half_written_emails_of_a_killed_server_are_removed_at_the_start() {
    let folder = folder();
    let outbox = folder.path().join("data/outbox");
    std::fs::create_dir_all(&outbox).expect("a folder");
    let left = outbox.join(".1.eml.x.part");
    for name in [".1.eml.x.part", "1.eml", ".keep", "notes.part"] {
        std::fs::write(outbox.join(name), "half").expect("written");
    }
    let file = std::fs::File::options().write(true).open(&left);
    file.and_then(|file| file.set_modified(std::time::SystemTime::UNIX_EPOCH))
        .expect("made old");
    std::fs::write(outbox.join(".2.eml.y.part"), "of another that writes").expect("written");
    let server = Running::start(chautari(&folder, &["serve"]));
    let patience = std::time::Instant::now();
    while left.exists() && patience.elapsed().as_secs() < 90 {
        server.get("/healthz");
    }
    let entries = std::fs::read_dir(&outbox).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, [".2.eml.y.part", ".keep", "1.eml", "notes.part"]);
}

// Decisions §11, Bodies: a client that announces too much and then sends nothing gets the response at once.
#[test]
fn a_content_length_over_the_limit_is_413_before_the_body_is_sent() {
    let folder = folder();
    let server = Running::start(chautari(&folder, &["serve"]));
    let host = server.address.strip_prefix("http://").expect("an address");
    let mut stream = std::net::TcpStream::connect(host).expect("it listens");
    // Shorter than the time limit of a request.
    let limit = std::time::Duration::from_secs(20);
    stream.set_read_timeout(Some(limit)).expect("a limit");
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                content-length: 1048577\r\n\r\n{";
    stream.write_all(head.as_bytes()).expect("sent");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 413");
}

// Decisions §11, Bodies: the same for forms with pictures and for webhooks, each with its own limit.
#[test]
fn forms_and_webhooks_are_refused_by_their_content_length() {
    const PASSWORD: &str = "mountain of many roads";
    let folder = folder();
    let email = "boss@example.com";
    assert!(
        admin_create(&folder, email, "The Boss", PASSWORD)
            .status
            .success()
    );
    let mut command = chautari(&folder, &["serve"]);
    command
        .env("CHAUTARI_STRIPE_SECRET_KEY", SECRET_KEY)
        .env("CHAUTARI_STRIPE_PUBLISHABLE_KEY", "pk_test_for_everybody")
        .env("CHAUTARI_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET);
    let server = Running::start(command);
    let token = token_of(&server.login(email, PASSWORD));
    let article = json!({"title": "Rain", "description": "How to walk in it", "content": ["Slowly"],
        "thumbnail": "/pictures/a.svg", "banner": "/pictures/b.svg"});
    let made = server.post_as("/api/blogs", &token, &article.to_string());
    let (_, id) = made.split_once(r#""_id":""#).expect("an article");
    let blog = format!("PUT /api/blogs/{}", &id[..36]);
    let form = "multipart/form-data; boundary=x";
    let megabyte = 1024 * 1024;
    for (call, kind, length) in [
        (blog.as_str(), form, 100 * megabyte + 1),
        (&blog, "application/json", 2 * megabyte + 1),
        ("POST /api/blogs", "application/json", 2 * megabyte + 1),
        (
            "POST /api/payments/stripe/webhook",
            "application/json",
            megabyte + 1,
        ),
        (
            "POST /api/upload/single",
            form,
            chautari::features::upload::MAX_BYTES + megabyte,
        ),
        ("POST /api/upload/multiple", form, 100 * megabyte + 1),
    ] {
        let host = server.address.strip_prefix("http://").expect("an address");
        let mut stream = std::net::TcpStream::connect(host).expect("it listens");
        // Shorter than the time limit of a request.
        let limit = std::time::Duration::from_secs(20);
        stream.set_read_timeout(Some(limit)).expect("a limit");
        let head = format!(
            "{call} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\ncontent-type: {kind}\r\n\
             content-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("sent");
        let mut answer = [0; 12];
        let read = stream.read_exact(&mut answer);
        read.unwrap_or_else(|error| panic!("{call}: {error}"));
        assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 413", "{call}");
    }
}

// API-38: a client that is still sending ten megabytes receives the refusal.
#[test]
fn a_body_of_ten_megabytes_is_refused_on_a_connection_that_stays_open() {
    let folder = folder();
    let server = Running::start(chautari(&folder, &["serve"]));
    let host = server.address.strip_prefix("http://").expect("an address");
    let mut stream = std::net::TcpStream::connect(host).expect("it listens");
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                content-length: 10485760\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("sent");
    for _ in 0..160 {
        let part = [b' '; 64 * 1024];
        stream.write_all(&part).expect("taken to the end");
    }
    // The same connection serves the next request.
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .expect("sent");
    let mut answers = String::new();
    stream.read_to_string(&mut answers).expect("answers");
    assert!(answers.starts_with("HTTP/1.1 413"), "{answers}");
    assert!(answers.contains("HTTP/1.1 200"), "{answers}");
}
