//! `CHAUTARI_METRICS_LISTEN` of the binary: metrics on a separate address only.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, Stdio};

use crate::metrics_text::Text;
use crate::program::{Running, chautari, folder, stderr_of, stdout_of};

/// A server with two addresses.
struct TwoAddresses {
    child: Child,
    site: String,
    metrics: String,
}

impl TwoAddresses {
    fn start(folder: &tempfile::TempDir) -> Self {
        let mut command = chautari(folder, &["serve"]);
        command
            .env("CHAUTARI_METRICS_LISTEN", "127.0.0.1:0")
            .stderr(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut line = || lines.next().expect("a line").expect("text");
        let (site, metrics) = (line(), line());
        let host = |text: &str| text.trim_end_matches("/metrics").to_owned();
        Self {
            child,
            site: host(site.strip_prefix("http://").expect("the address first")),
            metrics: host(
                metrics
                    .strip_prefix("Metrics at http://")
                    .expect("then this"),
            ),
        }
    }
}

impl Drop for TwoAddresses {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn get(host: &str, path: &str) -> (String, String) {
    let mut stream = std::net::TcpStream::connect(host).expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    (head.to_owned(), body.to_owned())
}

#[test]
fn metrics_with_a_separate_address_are_served_there_only() {
    let folder = folder();
    let server = TwoAddresses::start(&folder);
    let (head, body) = get(&server.metrics, "/metrics");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(
        head.contains("content-type: text/plain; version=0.0.4"),
        "{head}"
    );
    Text::read(&body);
    for path in ["/", "/healthz", "/api/config", "/metrics/"] {
        let (head, body) = get(&server.metrics, path);
        assert!(
            head.starts_with("HTTP/1.1 404") && body.is_empty(),
            "{path}: {head}"
        );
    }
    let (head, body) = get(&server.site, "/metrics");
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    assert!(!body.contains("chautari_http_requests_total"));
}

#[test]
fn without_the_setting_metrics_are_on_the_address_of_the_site() {
    let folder = folder();
    let server = Running::start(chautari(&folder, &["serve"]));
    server.get("/healthz");
    let host = server
        .address()
        .strip_prefix("http://")
        .expect("an address");
    let (head, body) = get(host, "/metrics");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let labels = [("method", "GET"), ("route", "/healthz"), ("status", "2xx")];
    assert_eq!(
        Text::read(&body).value("chautari_http_requests_total", &labels),
        1.0
    );
}

#[test]
fn an_invalid_or_used_metrics_address_stops_the_start_with_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken
        .local_addr()
        .map(|address| (taken, address))
        .expect("its address");
    for (address, says) in [
        (taken.1.to_string(), "cannot listen on"),
        ("nowhere".to_owned(), "use host:port"),
    ] {
        let folder = folder();
        let refused = chautari(&folder, &["serve"])
            .env("CHAUTARI_METRICS_LISTEN", &address)
            .output()
            .expect("it runs");
        let said = stderr_of(&refused);
        assert!(
            !refused.status.success() && said.lines().count() == 1,
            "{said}"
        );
        assert!(
            said.contains("CHAUTARI_METRICS_LISTEN") && said.contains(says),
            "{said}"
        );
        assert_eq!(stdout_of(&refused), "");
        assert!(!folder.path().join("data").exists());
    }
}
