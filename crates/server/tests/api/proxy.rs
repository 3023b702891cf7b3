//! A TCP proxy between the program and PostgreSQL with four faults. It can go silent: it closes and forwards nothing,
//! like a database machine that vanishes; later connections work, earlier ones stay silent. It can refuse connections,
//! like a stopped server. It can hide closed clients from the server, like a client machine that vanishes. It can lose
//! the answer to a COMMIT, like a network that fails in the wrong moment.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
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
    /// Which COMMIT from now on loses its answer: 1 is the next one, 0 is none.
    commits_until_lost: AtomicU32,
}

/// The message of the protocol: a simple query with its length.
const COMMIT: &[u8] = b"Q\0\0\0\x0bCOMMIT\0";

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
            commits_until_lost: AtomicU32::new(0),
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

    /// The `nth` COMMIT from now on (1 is the next one) reaches the server, and its connection is cut before the answer
    /// reaches the client.
    pub fn lose_answer_to_commit(&self, nth: u32) {
        self.shared.commits_until_lost.store(nth, Ordering::SeqCst);
    }

    /// Whether the answer that [`Proxy::lose_answer_to_commit`] asked for is lost. None is lost after this call.
    pub fn has_lost_answer(&self) -> bool {
        self.shared.commits_until_lost.swap(0, Ordering::SeqCst) == 0
    }
}

impl Shared {
    /// Counts a COMMIT. Returns whether its answer is to be lost.
    fn is_answer_lost(&self) -> bool {
        let count = |left: u32| left.checked_sub(1);
        let before =
            self.commits_until_lost
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, count);
        before == Ok(1)
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
    let (is_lost, cut) = (AtomicBool::new(false), Notify::new());
    let to_server = async {
        let passes = |bytes: &[u8]| {
            if bytes.ends_with(COMMIT) && shared.is_answer_lost() {
                is_lost.store(true, Ordering::SeqCst);
            }
            !is_silent()
        };
        let to_server = copy(from_client, to_server, passes).await;
        if shared.hides_closed_clients.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        drop(to_server);
    };
    let to_client = copy(from_server, to_client, |_| {
        if is_lost.load(Ordering::SeqCst) {
            cut.notify_one();
            return false;
        }
        !is_silent()
    });
    tokio::select! {
        _ = async { tokio::join!(to_server, to_client) } => {}
        () = cut.notified() => {}
    }
}

/// Copies until one side closes, or for ever nothing more once `passes` refuses bytes; returns the writer, which is still
/// open.
async fn copy(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    passes: impl Fn(&[u8]) -> bool,
) -> OwnedWriteHalf {
    let mut bytes = [0; 16 * 1024];
    while let Ok(number) = from.read(&mut bytes).await {
        if !passes(&bytes[..number]) {
            std::future::pending::<()>().await;
        }
        if number == 0 || to.write_all(&bytes[..number]).await.is_err() {
            break;
        }
    }
    to
}
