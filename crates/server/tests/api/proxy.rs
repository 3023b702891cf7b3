//! A TCP proxy between the program and PostgreSQL that can fall silent: it closes nothing and forwards nothing, as
//! where the machine of the database vanishes. Afterwards new connections work, and those of before stay silent.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// Odd while it is silent; a connection lives as long as the number at its start.
pub struct Proxy(Arc<AtomicU64>);

impl Proxy {
    /// Starts one in front of the server of an address; with the address that leads through it.
    pub async fn start(url: &str) -> (Self, String) {
        let (before, rest) = url.split_once("@").expect("a user in the address");
        let end = rest.find(['/', '?']).expect("a database in the address");
        let target = rest[..end].to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let own = listener.local_addr().expect("an address");
        let age = Arc::new(AtomicU64::new(0));
        let current = age.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, target.clone(), current.clone()));
            }
        });
        (Self(age), format!("{before}@{own}{}", &rest[end..]))
    }

    pub fn fall_silent(&self) {
        self.0.fetch_or(1, Ordering::SeqCst);
    }

    pub fn resume(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

async fn forward(client: TcpStream, target: String, age: Arc<AtomicU64>) {
    let born = age.load(Ordering::SeqCst);
    let Ok(server) = TcpStream::connect(target).await else {
        return;
    };
    let is_silent = || born % 2 == 1 || age.load(Ordering::SeqCst) != born;
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(
        copy(from_client, to_server, is_silent),
        copy(from_server, to_client, is_silent),
    );
}

async fn copy(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, is_silent: impl Fn() -> bool) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(number) = from.read(&mut bytes).await {
        if is_silent() {
            std::future::pending::<()>().await;
        }
        if number == 0 || to.write_all(&bytes[..number]).await.is_err() {
            return;
        }
    }
}
