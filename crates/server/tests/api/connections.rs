//! Clients that never read, never send, or open hundreds of connections: real sockets against the server's own
//! listener.

use std::convert::Infallible;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use bytes::Bytes;
use chautari::http::listener;
use chautari::platform::config::ConnectionLimits;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::program::{Running, chautari, folder};

const PATIENCE: Duration = Duration::from_secs(60);
const ASK: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";

struct Server {
    address: SocketAddr,
    /// Number of responses that have begun and not ended.
    open_answers: Arc<AtomicUsize>,
    _stop: watch::Sender<bool>,
}

/// Counts a response for as long as the server holds it.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Server {
    async fn start(total: usize, of_client: usize, idle_timeout: Duration) -> Self {
        let open_answers = Arc::new(AtomicUsize::new(0));
        let counted = open_answers.clone();
        let router = Router::new().route("/", get(async || "here")).route(
            "/endless",
            get(async move || {
                counted.fetch_add(1, Ordering::SeqCst);
                let answer = Counted(counted);
                Body::from_stream(futures_util::stream::repeat_with(move || {
                    let _ = &answer;
                    Ok::<_, Infallible>(Bytes::from_static(&[b'x'; 64 * 1024]))
                }))
            }),
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = watch::channel(false);
        let limits = ConnectionLimits {
            total,
            of_client,
            idle_timeout,
            not_counted: Vec::new(),
        };
        tokio::spawn(listener::serve(listener, router, stopped, limits));
        Self {
            address,
            open_answers,
            _stop: stop,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("connected");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        stream
    }
}

/// Sends one request on a connection that stays open.
fn ask(stream: &mut TcpStream) -> String {
    stream.write_all(ASK).expect("sent");
    let mut bytes = [0; 1024];
    let number = stream.read(&mut bytes).expect("an answer");
    String::from_utf8_lossy(&bytes[..number]).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_never_read_lose_their_connection() {
    let server = Server::start(1000, 1000, Duration::from_secs(1)).await;
    let clients: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut client = server.connect();
            let ask = b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n";
            client.write_all(ask).expect("sent");
            client
        })
        .collect();
    let open = || server.open_answers.load(Ordering::SeqCst);
    let since = Instant::now();
    while open() < clients.len() && since.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    while open() > 0 && since.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(open(), 0, "answers that nobody reads are held");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_without_a_request_is_closed() {
    let server = Server::start(1000, 1000, Duration::from_secs(3)).await;
    let (mut silent, mut after_one) = (server.connect(), server.connect());
    assert!(ask(&mut after_one).contains("200 OK"));
    for stream in [&mut silent, &mut after_one] {
        let mut rest = Vec::new();
        let read = stream.read_to_end(&mut rest);
        let kind = read.err().map(|error| error.kind());
        assert!(
            matches!(kind, None | Some(ErrorKind::ConnectionReset)),
            "{kind:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_connections_of_one_client_are_limited_until_it_closes_some() {
    let server = Server::start(1000, 4, PATIENCE).await;
    let mut open: Vec<TcpStream> = (0..4).map(|_| server.connect()).collect();
    for stream in &mut open {
        assert!(ask(stream).contains("200 OK"));
    }
    let mut refused = String::new();
    let _ = server.connect().read_to_string(&mut refused);
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("retry-after"), "{refused}");
    drop(open);
    let since = Instant::now();
    loop {
        let mut stream = server.connect();
        let mut bytes = [0; 1024];
        let _ = stream.write_all(ASK);
        let number = stream.read(&mut bytes).unwrap_or_default();
        if String::from_utf8_lossy(&bytes[..number]).contains("200 OK") {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "no place became free");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beyond_the_total_a_connection_waits_until_another_ends() {
    let server = Server::start(2, 1000, Duration::from_secs(1)).await;
    let _idle = [server.connect(), server.connect()];
    // The two silent connections are closed; then the third is served.
    assert!(ask(&mut server.connect()).contains("200 OK"));
}

#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_open_files_is_raised_at_the_start() {
    let folder = folder();
    let plain = chautari(&folder, &["serve"]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", r#"ulimit -Sn 200; exec "$@""#, "sh"]);
    command.arg(plain.get_program()).args(plain.get_args());
    command.current_dir(folder.path());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let server = Running::start(command);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).expect("limits");
    let files = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let columns: Vec<&str> = files.expect("a line").split_whitespace().collect();
    assert_eq!(columns[3], columns[4], "soft and hard limit: {files:?}");
    assert_ne!(columns[3], "200");
}
