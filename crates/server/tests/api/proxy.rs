//! A TCP proxy between the program and PostgreSQL with three faults. It can go silent: it closes and forwards nothing,
//! like a database machine that vanishes; later connections work, earlier ones stay silent. It can refuse connections,
//! like a stopped server. It can hide closed clients from the server, like a client machine that vanishes.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub struct Proxy {
    own: SocketAddr,
    accepting: Mutex<Option<JoinHandle<()>>>,
    shared: Arc<Shared>,
}

struct Shared {
    target: String,
    /// Odd while the proxy is silent. A connection works as long as this number is the one at its start.
    age: AtomicU64,
    /// Sent to close every connection.
    cut: watch::Sender<()>,
    hides_closed_clients: AtomicBool,
}

impl Proxy {
    /// Starts a proxy for the server of a URL, and returns the URL through the proxy.
    pub async fn start(url: &str) -> (Self, String) {
        let (before, rest) = url.split_once("@").expect("a user in the address");
        let end = rest.find(['/', '?']).expect("a database in the address");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let own = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            target: rest[..end].to_owned(),
            age: AtomicU64::new(0),
            cut: watch::Sender::new(()),
            hides_closed_clients: AtomicBool::new(false),
        });
        let proxy = Self {
            own,
            accepting: Mutex::new(Some(tokio::spawn(accept(listener, shared.clone())))),
            shared,
        };
        (proxy, format!("{before}@{own}{}", &rest[end..]))
    }

    pub fn fall_silent(&self) {
        self.shared.age.fetch_or(1, Ordering::SeqCst);
    }

    pub fn resume(&self) {
        self.shared.age.fetch_add(1, Ordering::SeqCst);
    }

    /// Closes every connection and refuses new ones.
    pub async fn refuse(&self) {
        let accepting = self.accepting.lock().expect("nobody panicked").take();
        let accepting = accepting.expect("it accepts");
        accepting.abort();
        // The listener closes with its task.
        assert!(accepting.await.is_err());
        self.shared.cut.send_replace(());
    }

    pub async fn accept_again(&self) {
        let listener = TcpListener::bind(self.own).await.expect("bound again");
        let accepting = tokio::spawn(accept(listener, self.shared.clone()));
        *self.accepting.lock().expect("nobody panicked") = Some(accepting);
    }

    /// From now on the server does not learn that a client closed its connection.
    pub fn hide_closed_clients(&self) {
        self.shared
            .hides_closed_clients
            .store(true, Ordering::SeqCst);
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((client, _)) = listener.accept().await {
        let shared = shared.clone();
        tokio::spawn(async move {
            let mut cut = shared.cut.subscribe();
            tokio::select! {
                () = forward(client, &shared) => {}
                _ = cut.changed() => {}
            }
        });
    }
}

async fn forward(client: TcpStream, shared: &Shared) {
    let age = || shared.age.load(Ordering::SeqCst);
    let born = age();
    let Ok(server) = TcpStream::connect(&shared.target).await else {
        return;
    };
    let is_silent = || born % 2 == 1 || age() != born;
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let to_server = async {
        let to_server = copy(from_client, to_server, is_silent).await;
        if shared.hides_closed_clients.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        drop(to_server);
    };
    tokio::join!(to_server, copy(from_server, to_client, is_silent));
}

/// Copies until one side closes; returns the writer, which is still open.
async fn copy(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    is_silent: impl Fn() -> bool,
) -> OwnedWriteHalf {
    let mut bytes = [0; 16 * 1024];
    while let Ok(number) = from.read(&mut bytes).await {
        if is_silent() {
            std::future::pending::<()>().await;
        }
        if number == 0 || to.write_all(&bytes[..number]).await.is_err() {
            break;
        }
    }
    to
}
